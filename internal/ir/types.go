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
	KindTuple  Kind = "tuple"  // a list of fixed elements: Elems, then any number of Items where these are given
	KindUnion  Kind = "union"  // Union lists the variants
)

// Type is a schema. Only the fields that its Kind names count; the zero value of the others is "no constraint".
type Type struct {
	Kind Kind `json:"kind"`
	// Nullable also admits null. It is never set on any, null and ref to a nullable definition.
	Nullable bool `json:"nullable,omitempty"`

	Ref *Ref `json:"ref,omitempty"`
	// Narrow is what a value must satisfy here beside its definition, which it repeats: a scalar or an enum. The Go type
	// stays that of the definition, whose target is then a scalar or an enum that is not nullable.
	Narrow *Type `json:"narrow,omitempty"`

	// Of enums: the kind of the members (string, int, number, bool) and the members in source order.
	Base Kind     `json:"base,omitempty"`
	Enum []Member `json:"enum,omitempty"`

	Const json.RawMessage `json:"const,omitempty"` // of a scalar: the only value

	// Of numbers. Values are exact decimals as JSON number texts.
	Min        *Bound        `json:"min,omitempty"`
	Max        *Bound        `json:"max,omitempty"`
	NotEqual   []json.Number `json:"notEqual,omitempty"`
	MultipleOf []json.Number `json:"multipleOf,omitempty"`
	Unsigned   bool          `json:"unsigned,omitempty"` // of ints: within uint64, where int64 is too small

	// Of strings. Lengths are Unicode code points. Regular expressions are unanchored RE2, all must hold.
	MinRunes *int      `json:"minRunes,omitempty"`
	MaxRunes *int      `json:"maxRunes,omitempty"`
	Patterns []Pattern `json:"patterns,omitempty"`
	NotOneOf []string  `json:"notOneOf,omitempty"` // strings excluded by !=
	Formats  []Format  `json:"formats,omitempty"`  // all must hold
	Go       GoValue   `json:"go,omitempty"`       // the Go type that a time or a duration is held in

	// Of structs.
	Fields []Field `json:"fields,omitempty"` // in source order
	Open   bool    `json:"open,omitempty"`   // further keys are allowed and kept
	// Rest describes keys that Fields does not name. Every entry that binds a key judges its value; a key that none binds
	// is allowed only in an open struct. Such fields are kept: by their type where that is one (see RestType), else as JSON.
	Rest      []Rest     `json:"rest,omitempty"`
	Relations []Relation `json:"relations,omitempty"` // between required fields

	// Of lists and maps.
	Items    *Type      `json:"items,omitempty"`
	MinItems *int       `json:"minItems,omitempty"` // of maps and structs: number of keys
	MaxItems *int       `json:"maxItems,omitempty"`
	Keys     []Pattern  `json:"keys,omitempty"`     // of maps: every key matches all of them; empty: any key
	Unique   bool       `json:"unique,omitempty"`   // no two elements are equal; 1 and 1.0 are
	Contains []Contains `json:"contains,omitempty"` // all must hold

	Elems []Type `json:"elems,omitempty"` // of tuples

	Union *Union `json:"union,omitempty"`

	// Privacy is what @ik(redact) and @ik(secret) say of the value at this place.
	Privacy Privacy `json:"privacy,omitempty"`

	// Spelled tells the ints of CUE from its floats, of a number and of a constant that is one. It is in no file: JSON does
	// not tell them apart, so a document is judged without it.
	Spelled Spelled `json:"-"`
}

// Spelled is how a specification writes a number: CUE takes 2.0 for a float, which no int equals. Its zero value is an int
// where the number is whole.
type Spelled struct {
	Float string // the text of what CUE takes for a float although it is whole: 2.0, 1e2, float
	Int   bool   // beside Float: it is also written as an int
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

	Spelled Spelled `json:"-"` // see Type
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

// Format is a rule of strings that CUE's library defines: the name of its validator, and the layout of time.Format.
type Format struct {
	Name   string `json:"name"` // "time.Time", "net.IPv4"
	Layout string `json:"layout,omitempty"`
}

// GoValue is a Go type that a string is held in instead of string.
type GoValue string

// The Go types that @go(,type=…) may name.
const (
	GoTime     GoValue = "time.Time"
	GoDuration GoValue = "time.Duration"
)

// Rest is a pattern constraint of a struct. It binds the keys that match all of the patterns; without a pattern, every key.
type Rest struct {
	Keys  []Pattern `json:"keys,omitempty"`
	Items Type      `json:"items"`
}

// Contains asks for elements of a kind: at least Min and at most Max of them satisfy Items, a scalar.
type Contains struct {
	Items Type `json:"items"`
	Min   *int `json:"min,omitempty"`
	Max   *int `json:"max,omitempty"`
}

// Relation compares two required fields of one struct: Field Op Other must hold. Op is one of == != < <= > >=.
type Relation struct {
	Field string `json:"field"`
	Op    string `json:"op"`
	Other string `json:"other"`
}
