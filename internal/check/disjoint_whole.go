package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

// maxDisjoint bounds how deep two types are compared.
const maxDisjoint = 32

// disjointWhole compares what constraints say of the parts of a value: required fields, and items that a list must have.
func (r resolver) disjointWhole(a, b typed) (bool, string) {
	if r.depth++; r.depth > maxDisjoint {
		return false, ""
	}
	switch {
	case a.Kind == ir.KindStruct && b.Kind == ir.KindStruct:
		return r.disjointFields(a, b)
	case a.Kind == ir.KindList && b.Kind == ir.KindList && b.Items != nil:
		for _, c := range a.Contains {
			if c.Min == nil || *c.Min == 0 {
				continue
			}
			if apart, why := r.disjoint(typed{c.Items, a.from}, typed{*b.Items, b.from}); apart {
				return true, why
			}
		}
	}
	return false, ""
}

func (r resolver) disjointFields(a, b typed) (bool, string) {
	for _, f := range a.Fields {
		if f.Presence != ir.Required {
			continue
		}
		at, among := findField(b.Type, f.Name)
		switch {
		case at == nil && !b.Open && len(b.Rest) == 0:
			if near := diag.Suggest(f.Name, among); near != "" {
				return true, fmt.Sprintf("there is no field %q; did you mean %q?", f.Name, near)
			}
			return true, fmt.Sprintf("there is no field %q", f.Name)
		case at == nil:
			continue
		}
		if apart, why := r.disjoint(typed{f.Type, a.from}, typed{at.Type, b.from}); apart {
			return true, why
		}
	}
	return false, ""
}
