package project

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// Private gives the private strings of a document of the schema.
func Private(s ik.Schema, doc json.RawMessage) []string {
	if s.Mask == nil {
		return nil
	}
	return masked(s, doc).Texts
}

// Masked gives a document of the schema as decoded JSON without its private places. ok is false when nothing may be
// shown: the document is absent, unreadable, or private as a whole.
func Masked(s ik.Schema, doc json.RawMessage) (value any, ok bool) {
	m := masked(s, doc)
	return m.Value, !m.Gone
}

// masked applies the mask of a schema. What cannot be read cannot be shown.
func masked(s ik.Schema, doc json.RawMessage) redact.Masked {
	if len(doc) == 0 {
		return redact.Masked{Gone: true}
	}
	tree, err := redact.Decode(doc)
	if err != nil {
		return redact.Masked{Gone: true}
	}
	if s.Mask == nil {
		return redact.Masked{Value: tree}
	}
	return redact.Apply(tree, s.Mask())
}

// decoded gives raw JSON as a tree, nil when it is absent or unreadable.
func decoded(raw json.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	tree, err := redact.Decode(raw)
	if err != nil {
		return nil
	}
	return tree
}
