package project

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input gives a proposed input as decoded JSON without its private places, and the private strings that were in it. Where
// the schema has private places, an input that it refuses may have its values anywhere: of such a one only the plain
// values of public fields stay. ok is false when nothing may be shown.
func Input(s ik.Schema, doc json.RawMessage) (value any, texts []string, ok bool) {
	m := masked(s, doc)
	if m.Gone || s.Mask == nil || accepted(s, doc) {
		return m.Value, m.Texts, !m.Gone
	}
	if m.Value == nil {
		return nil, m.Texts, true // an explicit null hides nothing
	}
	object, isObject := m.Value.(map[string]any)
	if !isObject {
		return nil, m.Texts, false
	}
	return plainFields(s, object), m.Texts, true
}

// withoutFilled takes the fields away that the kernel fills: models neither see nor choose them. c may be nil.
func withoutFilled(c *ik.CapabilityDefinition, value any) any {
	object, ok := value.(map[string]any)
	if c == nil || len(c.Filled) == 0 || !ok {
		return value
	}
	out := make(map[string]any, len(object))
	for name, v := range object {
		if _, filled := c.Filled[name]; !filled {
			out[name] = v
		}
	}
	return out
}

// accepted tells whether a schema takes a document. A decoder that panics does not.
func accepted(s ik.Schema, doc json.RawMessage) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if s.Decode == nil {
		return false
	}
	_, issues := s.Decode(append(json.RawMessage(nil), doc...))
	return len(issues) == 0
}

// plainFields keeps the fields that the schema declares and whose values have nothing inside. A field that is private as
// a whole is a placeholder or gone already.
func plainFields(s ik.Schema, object map[string]any) map[string]any {
	declared := properties(s.JSON)
	out := map[string]any{}
	for name, v := range object {
		switch v.(type) {
		case map[string]any, []any:
			continue
		}
		if declared[name] {
			out[name] = v
		}
	}
	return out
}

// properties gives the names of the properties of a JSON Schema, of the definition that it refers to where it is nothing
// but a reference.
func properties(schema string) map[string]bool {
	raw := json.RawMessage(schema)
	if ref, ok := jsonval.Lookup(raw, "$ref"); ok {
		name, _ := jsonval.String(ref)
		if def, ok := jsonval.Lookup(raw, "$defs", lastSegment(name)); ok {
			raw = def
		}
	}
	list, _ := jsonval.Lookup(raw, "properties")
	members, _ := jsonval.Members(list)
	out := map[string]bool{}
	for name := range members {
		out[name] = true
	}
	return out
}

// At finds the place at a path of a document of the schema. ok is false where nothing is, or nothing can be read.
func At(s ik.Schema, doc json.RawMessage, path []string) (redact.Place, bool) {
	tree, err := redact.Decode(doc)
	if err != nil {
		return redact.Place{}, false
	}
	var m *ik.Mask
	if s.Mask != nil {
		m = s.Mask()
	}
	return redact.At(tree, m, path)
}
