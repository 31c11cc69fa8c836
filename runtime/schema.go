package ik

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Issue is one fault of a document: where, a stable code, and a message for people. Path is a JSON Pointer (RFC 6901).
type Issue struct {
	Path    string `json:"path"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// SchemaError is what a decoder returns: every issue of the document, in document order.
type SchemaError struct {
	Type   string // what was decoded, e.g. "OrderFindInput"
	Issues []Issue
}

// Error names the type and its issues.
func (e *SchemaError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d issue(s)", e.Type, len(e.Issues))
	for i, is := range e.Issues {
		if i == 3 {
			b.WriteString("; …")
			break
		}
		fmt.Fprintf(&b, "; %s: %s", is.Path, is.Message)
	}
	return b.String()
}

// DecodeMode says where a document comes from.
type DecodeMode uint8

// The modes of decoding.
const (
	// Strict is for documents of hosts and stores: an optional field is there with a value, or is not there.
	Strict DecodeMode = iota
	// FromModel is for documents of models under a schema profile that makes every field required: null in an optional
	// field that does not admit null means that the field is absent, so that a default applies. All else is as strict.
	FromModel
)

// Schema is the type-erased form of a generated or interpreted schema. It is immutable; its functions are safe for
// concurrent use.
type Schema struct {
	// Name is the type's name in messages.
	Name string
	// JSON is the full JSON Schema (draft 2020-12).
	JSON string
	// Model is the JSON Schema that models see: without the fields that the kernel fills. Empty: JSON.
	Model string
	// Decode decodes strictly and validates. On success the value is the generated Go type (of the interpreter: a
	// json.RawMessage with defaults filled). All issues of the document come at once.
	Decode func(json.RawMessage) (any, []Issue)
	// DecodeModel is Decode in the mode FromModel. Nil: as Decode.
	DecodeModel func(json.RawMessage) (any, []Issue)
	// Mask describes which places are private. Nil: none.
	Mask func() *Mask
}

// ModelJSON is the schema that a model sees.
func (s Schema) ModelJSON() string {
	if s.Model != "" {
		return s.Model
	}
	return s.JSON
}

// DecodeFrom decodes in the mode of the document's origin.
func (s Schema) DecodeFrom(mode DecodeMode, raw json.RawMessage) (any, []Issue) {
	if mode == FromModel && s.DecodeModel != nil {
		return s.DecodeModel(raw)
	}
	return s.Decode(raw)
}

// Privacy is the protection of a value.
type Privacy uint8

// The protections, weakest first.
const (
	Public  Privacy = iota
	Private         // @ik(redact): never reaches a model or an event
	Secret          // @ik(secret): as Private, and never a log, a report or a stored event
)

// Mask tells which places of a document are private. Children are functions, so that recursive types have masks too.
type Mask struct {
	Self   Privacy
	Fields []FieldMask  // of objects, by key
	Elem   func() *Mask // of lists and maps: every element
	Rest   func() *Mask // of objects: keys that Fields does not name
}

// FieldMask is the mask of one key. Without a Mask the value is public.
type FieldMask struct {
	Name string
	Mask func() *Mask
}
