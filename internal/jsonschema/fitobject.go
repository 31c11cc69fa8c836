package jsonschema

import (
	"fmt"
	"slices"
	"strings"
)

// object fits the properties of an object, and what it says of further keys.
func (f *fitter) object(out *object, s *object, path string) {
	properties, _ := s.get("properties").(*object)
	further, patterns := s.get("additionalProperties"), s.get("patternProperties")
	values, typed := further.(*object)
	if typed && len(values.members) == 0 {
		further = nil // any value is what an open object has
	}
	fixed := further == raw("false") && patterns == nil
	switch {
	case f.vendor.closed && !fixed && (properties == nil || len(properties.members) == 0):
		f.unnamed(typed || patterns != nil, path)
		return
	case f.vendor.closed && !fixed:
		f.closed(path)
		further = raw("false")
	case patterns != nil:
		f.result.Moved = append(f.result.Moved, Moved{path, "patternProperties", f.vendor.title + " has no keyword patternProperties: any further key is let in"})
		further = nil
	}
	if properties != nil {
		f.properties(out, s, properties, path)
	}
	if further != nil {
		out.set("additionalProperties", f.sub(further, path+"/*"))
	}
}

// unnamed reports an object whose keys are not known beforehand.
func (f *fitter) unnamed(typed bool, path string) {
	if typed {
		f.problem(path, "write a list of entries: [...{key!: string, value!: …}]", "%s takes no maps: every key must be named", f.vendor.title)
	} else {
		f.problem(path, "name the fields that you expect, or take a string that holds JSON", "%s takes no objects of any keys", f.vendor.title)
	}
}

// closed notes that a model cannot add keys that the type admits.
func (f *fitter) closed(path string) {
	f.result.Moved = append(f.result.Moved, Moved{path, "additionalProperties",
		f.vendor.title + " takes closed objects only: a model cannot add further keys"})
}

func (f *fitter) properties(out, s, properties *object, path string) {
	needed, _ := s.get("required").(list)
	fitted, required, order := &object{}, list{}, list{}
	for _, m := range properties.members {
		at := path + "/" + pointerToken(m.key)
		present := contains(needed, m.key)
		asNull := false
		if f.vendor.complete && !present {
			asNull, present = f.absentAsNull(m.value, at), true
		}
		property := f.sub(m.value, at)
		if p, ok := property.(*object); ok && asNull {
			property = withNull(p)
		}
		fitted.set(m.key, property)
		if present {
			required = append(required, text(m.key))
		}
		order = append(order, text(m.key))
	}
	out.set("properties", fitted)
	if len(required) > 0 || f.vendor.complete {
		out.set("required", required)
	}
	if f.vendor.ordered && len(order) > 1 {
		out.set("propertyOrdering", order)
	}
}

// absentAsNull notes a property that may be left out, and tells whether null must be let in for that: where the type
// admits null itself, absence cannot be told.
func (f *fitter) absentAsNull(full value, path string) bool {
	if s, ok := full.(*object); ok && f.nullable(s, len(f.defs.members)) {
		f.result.Moved = append(f.result.Moved, Moved{path, "required",
			fmt.Sprintf("%s wants every field: a model cannot leave this one out, and null means null", f.vendor.title)})
		return false
	}
	f.result.NullAsAbsent = append(f.result.NullAsAbsent, path)
	return true
}

// nullable tells whether a full schema admits null. It follows at most so many references.
func (f *fitter) nullable(s *object, references int) bool {
	if def := f.target(s); def != nil {
		return references > 0 && f.nullable(def, references-1)
	}
	branches, _ := s.get("anyOf").(list)
	more, _ := s.get("oneOf").(list)
	for _, b := range slices.Concat(branches, more) {
		if b, ok := b.(*object); ok && f.nullable(b, references) {
			return true
		}
	}
	kinds, _ := s.get("type").(list)
	return s.get("type") == text("null") || contains(kinds, "null")
}

// withNull admits null too: by the type where that says it all, else as an alternative.
func withNull(s *object) *object {
	null := &object{}
	null.text("type", "null")
	if branches, ok := s.get("anyOf").(list); ok {
		out := &object{slices.Clone(s.members)}
		out.drop("anyOf")
		out.set("anyOf", append(slices.Clone(branches), null))
		return out
	}
	kind, plain := s.get("type").(text)
	if plain && kind != "object" && kind != "array" && !s.has("enum") && !s.has("const") {
		out := &object{slices.Clone(s.members)}
		for i := range out.members {
			if out.members[i].key == "type" {
				out.members[i].value = list{kind, text("null")}
			}
		}
		return out
	}
	out, inner := &object{}, &object{}
	for _, m := range s.members {
		if isAnnotation(m.key) {
			out.members = append(out.members, m)
		} else {
			inner.members = append(inner.members, m)
		}
	}
	out.set("anyOf", list{inner, null})
	return out
}

func contains(l list, s string) bool {
	return slices.ContainsFunc(l, func(v value) bool { return v == text(s) })
}

// pointerToken writes a key as JSON Pointer has it.
func pointerToken(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}
