package check

import (
	"reflect"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// walkUnion follows fields into the variants of a union: a path exists where some variant has it. Where they give the
// place several types, the result is the union of these; of kind any where one of them is. depth is the number of fields
// passed so far.
func (r resolver) walkUnion(t typed, fields []string, depth int) (typed, *missing) {
	out := ir.Union{}
	var nearest *missing
	for i := range t.Union.Variants {
		at, gone := r.walk(typed{t.Union.Variants[i].Type, t.from}, fields)
		switch {
		case gone == nil && r.anything(at):
			return at, nil // nothing is known of the place in that variant, so nothing is of the whole
		case gone == nil:
			found := qualified(at.Type, at.from)
			if !slices.ContainsFunc(out.Variants, func(v ir.Variant) bool { return reflect.DeepEqual(v.Type, found) }) {
				out.Variants = append(out.Variants, ir.Variant{Type: found})
			}
		case nearest == nil || gone.Depth > nearest.Depth:
			nearest = gone
		case gone.Depth == nearest.Depth:
			nearest.Among = append(nearest.Among, gone.Among...)
		}
	}
	switch len(out.Variants) {
	case 0:
		nearest.Depth += depth
		return t, nearest
	case 1:
		return typed{Type: out.Variants[0].Type}, nil
	}
	return typed{Type: ir.Type{Kind: ir.KindUnion, Union: &out}}, nil
}

// anything tells whether a type admits every value.
func (r resolver) anything(t typed) bool {
	t, ok := r.deref(t)
	return ok && t.Kind == ir.KindAny
}

// qualified writes the references of a type that stands in another package with its path.
func qualified(t ir.Type, from string) ir.Type {
	if from == "" {
		return t
	}
	if t.Ref != nil && t.Ref.Package == "" {
		t.Ref = &ir.Ref{Package: from, Name: t.Ref.Name}
	}
	if t.Items != nil {
		items := qualified(*t.Items, from)
		t.Items = &items
	}
	t.Fields = slices.Clone(t.Fields)
	for i := range t.Fields {
		t.Fields[i].Type = qualified(t.Fields[i].Type, from)
	}
	t.Elems = slices.Clone(t.Elems)
	for i := range t.Elems {
		t.Elems[i] = qualified(t.Elems[i], from)
	}
	t.Rest = slices.Clone(t.Rest)
	for i := range t.Rest {
		t.Rest[i].Items = qualified(t.Rest[i].Items, from)
	}
	if t.Union != nil {
		u := ir.Union{Discriminator: t.Union.Discriminator, Variants: slices.Clone(t.Union.Variants)}
		for i := range u.Variants {
			u.Variants[i].Type = qualified(u.Variants[i].Type, from)
		}
		t.Union = &u
	}
	return t
}

// disjointUnion tells whether two types are certainly disjoint of which one at least is a union: every variant must be.
func (r resolver) disjointUnion(a, b typed) (bool, string) {
	why := ""
	for _, x := range r.unfold(a) {
		for _, y := range r.unfold(b) {
			apart, reason := r.disjoint(x, y)
			if !apart {
				return false, ""
			}
			if why == "" || strings.HasPrefix(reason, "did you mean") {
				why = reason
			}
		}
	}
	return true, why
}

// unfold gives the variants of a union, with null where it admits null, else the type itself.
func (r resolver) unfold(t typed) []typed {
	if t.Kind != ir.KindUnion {
		return []typed{t}
	}
	var out []typed
	for i := range t.Union.Variants {
		v := typed{t.Union.Variants[i].Type, t.from}
		v.Nullable = v.Nullable || t.Nullable
		out = append(out, v)
	}
	return out
}
