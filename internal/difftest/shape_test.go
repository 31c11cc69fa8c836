package difftest

import (
	"encoding/json"
	"math/big"
	"regexp"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// child is a value inside of another one, with its type.
type child struct {
	t   ir.Type
	v   any
	put func(any) // replaces the value
}

// children are the values in a list or an object that the type describes.
func children(t ir.Type, v any) []child {
	var out []child
	switch v := v.(type) {
	case []any:
		for i := range v {
			if item := itemType(t, i); item != nil {
				out = append(out, child{*item, v[i], func(w any) { v[i] = w }})
			}
		}
	case map[string]any:
		for key := range v {
			if value := valueType(t, key); value != nil {
				out = append(out, child{*value, v[key], func(w any) { v[key] = w }})
			}
		}
	}
	return out
}

// parts are the types that a type is made of.
func parts(t ir.Type) []ir.Type {
	out := t.Elems[:len(t.Elems):len(t.Elems)]
	for _, f := range t.Fields {
		out = append(out, f.Type)
	}
	for _, r := range t.Rest {
		out = append(out, r.Items)
	}
	if t.Items != nil {
		out = append(out, *t.Items)
	}
	if t.Union != nil {
		for _, v := range t.Union.Variants {
			out = append(out, v.Type)
		}
	}
	return out
}

func itemType(t ir.Type, i int) *ir.Type {
	switch {
	case t.Kind == ir.KindTuple && i < len(t.Elems):
		return &t.Elems[i]
	case t.Kind == ir.KindList, t.Kind == ir.KindTuple:
		return t.Items
	}
	return nil
}

func valueType(t ir.Type, key string) *ir.Type {
	if t.Kind == ir.KindMap {
		return t.Items
	}
	for i := range t.Fields {
		if t.Fields[i].Name == key {
			return &t.Fields[i].Type
		}
	}
	for i := range t.Rest {
		if matches(t.Rest[i].Keys, key) {
			return &t.Rest[i].Items
		}
	}
	return nil
}

func matches(patterns []ir.Pattern, key string) bool {
	for _, p := range patterns {
		if re, err := regexp.Compile(p.Regexp); err != nil || re.MatchString(key) == p.Not {
			return false
		}
	}
	return true
}

// placed is a type with the package in which it is read.
type placed struct {
	t    ir.Type
	home home
}

// variants are those of a union that a value may be meant as: by its kind, by the keys of objects, and by constants.
func variants(h home, t ir.Type, v any) []placed {
	var out []placed
	for _, variant := range t.Union.Variants {
		inner, at := h.resolve(variant.Type)
		if inner.Kind == ir.KindUnion {
			out = append(out, variants(at, inner, v)...)
		} else if meant(at, inner, v) {
			out = append(out, placed{inner, at})
		}
	}
	return out
}

// meant tells whether a value has the shape of a type.
func meant(h home, t ir.Type, v any) bool {
	switch {
	case t.Kind == ir.KindAny:
		return true
	case v == nil:
		return t.Kind == ir.KindNull || t.Nullable
	case t.Kind == ir.KindUnion:
		return len(variants(h, t, v)) > 0
	}
	kind := scalarKind(t)
	switch v := v.(type) {
	case json.Number:
		return (kind == ir.KindInt || kind == ir.KindNumber) && within(t, v) && admits(t, v)
	case string:
		return kind == ir.KindString
	case bool:
		return kind == ir.KindBool
	case []any:
		return (kind == ir.KindList || kind == ir.KindTuple) && long(t, len(v))
	case map[string]any:
		return kind == ir.KindMap || kind == ir.KindStruct && fields(h, t, v)
	}
	return false
}

// long tells whether a list may have so many items.
func long(t ir.Type, n int) bool {
	if t.Kind == ir.KindTuple && (n < len(t.Elems) || t.Items == nil && n > len(t.Elems)) {
		return false
	}
	return (t.MinItems == nil || n >= *t.MinItems) && (t.MaxItems == nil || n <= *t.MaxItems)
}

// within tells whether a number is in the range of the type, and one of its multiples.
func within(t ir.Type, n json.Number) bool {
	if hugeExponent(string(n)) {
		return true
	}
	x, ok := new(big.Rat).SetString(string(n))
	if !ok || t.Kind == ir.KindInt && !x.IsInt() {
		return false
	}
	beyond := func(b *ir.Bound, side int) bool {
		if b == nil {
			return false
		}
		at, _ := new(big.Rat).SetString(string(b.Value))
		c := x.Cmp(at) * side
		return c > 0 || c == 0 && b.Exclusive
	}
	if beyond(t.Min, -1) || beyond(t.Max, 1) {
		return false
	}
	for _, m := range t.MultipleOf {
		of, _ := new(big.Rat).SetString(string(m))
		if !new(big.Rat).Quo(x, of).IsInt() {
			return false
		}
	}
	return !slices.ContainsFunc(t.NotEqual, func(m json.Number) bool {
		not, _ := new(big.Rat).SetString(string(m))
		return x.Cmp(not) == 0
	})
}

// fields tells whether an object has the keys that a struct asks for, no others, and its constants.
func fields(h home, t ir.Type, v map[string]any) bool {
	for key := range v {
		if !t.Open && valueType(t, key) == nil {
			return false
		}
	}
	for _, f := range t.Fields {
		value, present := v[f.Name]
		if !present && f.Presence == ir.Required {
			return false
		}
		if inner, at := h.resolve(f.Type); present && !(meant(at, inner, value) && admits(inner, value)) {
			return false
		}
	}
	return true
}

// admits tells whether a value is one of the constants, where the type has some.
func admits(t ir.Type, v any) bool {
	var constants []json.RawMessage
	if t.Const != nil {
		constants = append(constants, t.Const)
	}
	for _, m := range t.Enum {
		constants = append(constants, m.Value)
	}
	for _, c := range constants {
		if want, err := parse(string(c)); err == nil && newTally().equal(want, v) {
			return true
		}
	}
	return len(constants) == 0 || v == nil && t.Nullable
}
