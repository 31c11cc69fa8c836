package ir

import "encoding/json"

// Union is a choice of types. A value belongs to it when it belongs to one of the variants. Of several struct variants,
// no value that is complete for one could still be completed for another: a look at the keys and at the kinds of their
// values tells which one is meant. Scalar variants may share values; the first one that admits a value has it.
// Null is never a variant: a union that admits it is Nullable.
type Union struct {
	// Discriminator is the field that alone tells the struct variants apart: each requires it, and none shares its
	// values with another. Empty where there is no such field, or only one struct variant.
	Discriminator string    `json:"discriminator,omitempty"`
	Variants      []Variant `json:"variants"` // in source order, at least two
}

// Variant is one type of a union.
type Variant struct {
	// Name is unique in the union: the name of a definition without its #, the value of the discriminator, the first
	// field that is required, or the kind.
	Name string `json:"name"`
	// Type is a struct, a list, a map, a scalar, an enum, or a reference; also one to another union.
	Type Type `json:"type"`
	// Tags are the values of the discriminator in this variant, in source order; nil without one.
	Tags []json.RawMessage `json:"tags,omitempty"`
}
