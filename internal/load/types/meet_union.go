package types

import (
	"reflect"

	"github.com/ikgen/ikgen/internal/ir"
)

// maxVariants bounds the variants of a union that two unions make together.
const maxVariants = 200

// meetUnion narrows a union: each variant is narrowed by itself, and those that have no value left are dropped, as CUE
// distributes & over |.
func (c *Compiler) meetUnion(a, b ir.Type, at place) (ir.Type, bool) {
	if !unionOf(a) {
		a, b = b, a
		at.sealedA, at.sealedB = at.sealedB, at.sealedA
	}
	switch {
	case b.Kind == ir.KindEnum:
		return c.filterEnum(b, a, at)
	case b.Const != nil:
		return c.keepConst(b, a, at)
	case unionOf(b) && len(a.Union.Variants)*len(b.Union.Variants) > maxVariants:
		c.fail(codeTooLarge, at.path, at.pos, "the two unions have too many variants to be put together", "write the variants that are meant")
		return ir.Type{}, false
	}
	kept, ok := c.narrowed(a, b, at)
	switch {
	case !ok:
		return ir.Type{}, false
	case len(kept) == 0:
		c.bottom(codeImpossible, at.path, at.pos, "no variant of the union satisfies the other constraint", "keep one of them")
		return ir.Type{}, false
	case len(kept) == 1:
		return kept[0].Type, true
	case sameVariants(kept, a.Union.Variants):
		return a, true
	case unionOf(b) && sameVariants(kept, b.Union.Variants):
		return b, true
	}
	u := &ir.Union{Variants: kept}
	*c.unions = append(*c.unions, unionWork{union: u, at: at, loose: c.constraint})
	return ir.Type{Kind: ir.KindUnion, Union: u}, true
}

// narrowed gives the variants of a that have values left beside b.
func (c *Compiler) narrowed(a, b ir.Type, at place) ([]ir.Variant, bool) {
	others := []ir.Variant{{Type: b}}
	if unionOf(b) {
		others = b.Union.Variants
	}
	var kept []ir.Variant
	for i := range a.Union.Variants {
		for j := range others {
			t, ok, empty := c.try(func() (ir.Type, bool) { return c.meetTypes(a.Union.Variants[i].Type, others[j].Type, at) })
			switch {
			case empty:
			case !ok:
				return nil, false
			case unionOf(t): // a variant that is a union itself
				for _, v := range t.Union.Variants {
					kept = append(kept, ir.Variant{Type: v.Type})
				}
			case !has(kept, t):
				kept = append(kept, ir.Variant{Type: t})
			}
		}
	}
	return kept, true
}

// sameVariants tells whether nothing was narrowed.
func sameVariants(a, b []ir.Variant) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !reflect.DeepEqual(a[i].Type, b[i].Type) {
			return false
		}
	}
	return true
}
