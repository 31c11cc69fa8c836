package ir

import "encoding/json"

// Kind says which of the fields of a Type count.
type Kind string

// The kinds of types.
const (
	KindAny    Kind = "any"    // the spec says `_`
	KindNull   Kind = "null"   // only null
	KindBool   Kind = "bool"   // Const may fix the value
	KindInt    Kind = "int"    // an integer within int64
	KindNumber Kind = "number" // any JSON number within float64
	KindString Kind = "string"
	KindEnum   Kind = "enum"   // Enum lists the members, all of one scalar kind (Base)
	KindStruct Kind = "struct" // Fields, Open
	KindList   Kind = "list"   // Items
	KindMap    Kind = "map"    // Items are the values, Keys restricts the keys
	KindRef    Kind = "ref"    // Ref names a definition of this or another package
)

// Type is a schema. Only the fields that its Kind names count; the zero value of the others is "no constraint".
type Type struct {
	Kind Kind `json:"kind"`
	// Nullable also admits null. It is never set on any, null and ref to a nullable definition.
	Nullable bool `json:"nullable,omitempty"`

	Ref *Ref `json:"ref,omitempty"`

	// Of enums: the kind of the members (string, int, number, bool) and the members in source order.
	Base Kind     `json:"base,omitempty"`
	Enum []Member `json:"enum,omitempty"`

	Const json.RawMessage `json:"const,omitempty"` // of a scalar: the only value

	// Of numbers. Values are exact decimals as JSON number texts.
	Min        *Bound        `json:"min,omitempty"`
	Max        *Bound        `json:"max,omitempty"`
	NotEqual   []json.Number `json:"notEqual,omitempty"`
	MultipleOf []json.Number `json:"multipleOf,omitempty"`

	// Of strings. Lengths are Unicode code points. Regular expressions are unanchored RE2, all must hold.
	MinRunes *int      `json:"minRunes,omitempty"`
	MaxRunes *int      `json:"maxRunes,omitempty"`
	Patterns []Pattern `json:"patterns,omitempty"`
	NotOneOf []string  `json:"notOneOf,omitempty"` // strings excluded by !=

	// Of structs.
	Fields []Field `json:"fields,omitempty"` // in source order
	Open   bool    `json:"open,omitempty"`   // further keys are allowed and kept

	// Of lists and maps.
	Items    *Type     `json:"items,omitempty"`
	MinItems *int      `json:"minItems,omitempty"` // of maps: number of keys
	MaxItems *int      `json:"maxItems,omitempty"`
	Keys     []Pattern `json:"keys,omitempty"` // of maps: every key matches all of them; empty: any key

	// Privacy is what @ik(redact) and @ik(secret) say of the value at this place.
	Privacy Privacy `json:"privacy,omitempty"`
}

// Ref names a definition. Package is the CUE import path, empty for the package itself.
type Ref struct {
	Package string `json:"package,omitempty"`
	Name    string `json:"name"` // "#Order"
}

// Member is one value of an enum. Go is the name that @ik(names=…) gives it, without the type's prefix.
type Member struct {
	Value json.RawMessage `json:"value"`
	Go    string          `json:"go,omitempty"`
}

// Bound is one end of a range.
type Bound struct {
	Value     json.Number `json:"value"`
	Exclusive bool        `json:"exclusive,omitempty"`
}

// Pattern is a regular expression that a string must match, or with Not must not match.
type Pattern struct {
	Regexp string `json:"regexp"`
	Not    bool   `json:"not,omitempty"`
}

// Privacy is the protection of a value.
type Privacy string

// The levels of protection, weakest first. The zero value is no protection.
const (
	PrivacyRedact Privacy = "redact" // never reaches a model or an event
	PrivacySecret Privacy = "secret" // as redact, and never a log, a report or a stored event
)

// Presence says how a field may be left out.
type Presence string

// The presences of a field.
const (
	Required  Presence = "required"  // x!
	Optional  Presence = "optional"  // x?
	Defaulted Presence = "defaulted" // x: *v | T, filled on decode
)

// Field is one field of a struct.
type Field struct {
	Name     string            `json:"name"` // the JSON key
	Go       string            `json:"go,omitempty"`
	Doc      string            `json:"doc,omitempty"`
	Presence Presence          `json:"presence"`
	Default  json.RawMessage   `json:"default,omitempty"`
	Examples []json.RawMessage `json:"examples,omitempty"`
	From     string            `json:"from,omitempty"` // path of @ik(from=…): filled by the kernel
	Type     Type              `json:"type"`
}
