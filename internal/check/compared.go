package check

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// operandKinds are the kinds of value that an expression may have: number, string, bool. Those that no rule compares
// are left out. ok is false where nothing is known.
func (c *Context) operandKinds(m matching, e ir.Expr) (kinds map[string]bool, ok bool) {
	switch e.Op {
	case "const":
		return map[string]bool{jsonFamily(e.Const): true}, true
	case "path":
		return c.kindsAt(m, e.Path)
	default:
		return map[string]bool{"number": true}, true
	}
}

func (c *Context) kindsAt(m matching, path []string) (map[string]bool, bool) {
	targets := c.targets(m, path)
	kinds := map[string]bool{}
	for _, t := range targets {
		switch f := family(t.Type); f {
		case "":
			return nil, false
		case "number", "string", "bool":
			kinds[f] = true
		}
	}
	return kinds, len(targets) > 0
}

// spanAt is the range of the numbers at a path: by its schema, and by what the same match asks of it.
func (c *Context) spanAt(m matching, path []string) span {
	var out span
	first := true
	for _, t := range c.targets(m, path) {
		switch {
		case family(t.Type) == "":
			return span{}
		case family(t.Type) != "number":
			continue
		case first:
			out, first = spanOf(t.Type), false
		default:
			out = out.hull(spanOf(t.Type))
		}
	}
	return out
}

// spanHere is spanAt together with what the leaves of the match ask of the same place.
func (c *Context) spanHere(m matching, path []string) span {
	out := c.spanAt(m, path)
	for _, l := range m.Match.Leaves {
		if l.Type == nil || !slices.Equal(l.Path, path) {
			continue
		}
		if t, ok := c.resolver().deref(typed{Type: *l.Type}); ok && family(t.Type) == "number" {
			out = out.meet(spanOf(t.Type))
		}
	}
	return out
}

// exprSpan is the range of an expression; here takes in what the match asks of the places.
func (c *Context) exprSpan(m matching, e ir.Expr, here bool) span {
	switch e.Op {
	case "const":
		if jsonFamily(e.Const) != "number" {
			return span{}
		}
		return spanOfAll([]json.RawMessage{e.Const})
	case "path":
		if here {
			return c.spanHere(m, e.Path)
		}
		return c.spanAt(m, e.Path)
	case "len":
		var out span
		for i, t := range c.targets(m, e.Path) {
			if i == 0 {
				out = lengthOf(t.Type)
			} else {
				out = out.hull(lengthOf(t.Type))
			}
		}
		return out
	}
	if len(e.Args) == 1 {
		zero, _ := exactNumber("0")
		return combine("-", exactly(zero), c.exprSpan(m, e.Args[0], here))
	}
	if len(e.Args) != 2 {
		return span{}
	}
	return combine(e.Op, c.exprSpan(m, e.Args[0], here), c.exprSpan(m, e.Args[1], here))
}

// numbersAlone tells whether a comparison is surely one of numbers.
func (c *Context) numbersAlone(m matching, l ir.Leaf, x ir.Comparison) bool {
	for _, e := range []ir.Expr{{Op: "path", Path: l.Path}, x.To} {
		kinds, ok := c.operandKinds(m, e)
		if !ok || len(kinds) != 1 || !kinds["number"] {
			return false
		}
	}
	return true
}

// neverCompares tells whether a comparison can never hold, because the ranges exclude it.
func (c *Context) neverCompares(m matching, l ir.Leaf, x ir.Comparison) bool {
	if !c.numbersAlone(m, l, x) {
		return false
	}
	never, _ := c.spanHere(m, l.Path).decide(x.Op, c.exprSpan(m, x.To, true))
	return never
}

// alwaysCompares tells whether a comparison always holds: every place in it is there, and the ranges leave no other
// outcome.
func (c *Context) alwaysCompares(m matching, l ir.Leaf, x ir.Comparison) bool {
	if !c.numbersAlone(m, l, x) {
		return false
	}
	there := true
	for _, path := range (&ir.Leaf{Path: l.Path, Compare: []ir.Comparison{x}}).Reads() {
		there = there && c.present(m, path) && !c.mayBeNull(m, path)
	}
	_, always := c.spanAt(m, l.Path).decide(x.Op, c.exprSpan(m, x.To, false))
	return there && always && !divides(x.To)
}

// divides tells whether an expression has a division, which may have no value.
func divides(e ir.Expr) bool {
	found := false
	e.Each(func(e *ir.Expr) { found = found || e.Op == "/" })
	return found
}

func (c *Context) mayBeNull(m matching, path []string) bool {
	for _, t := range c.targets(m, path) {
		if t.Nullable || t.Kind == ir.KindNull || t.Kind == ir.KindAny {
			return true
		}
	}
	return false
}
