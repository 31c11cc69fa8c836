package types

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// meetTuples unifies two lists of which one has fixed elements.
func (c *Compiler) meetTuples(a, b ir.Type, at place) (ir.Type, bool) {
	if a.Unique || b.Unique || len(a.Contains)+len(b.Contains) > 0 {
		c.fail(codeNotASchema, at.path, at.pos, "list.UniqueItems, list.Contains and list.MatchN on a list of fixed elements cannot be compiled exactly",
			"write what each element may be")
		return ir.Type{}, false
	}
	least, _ := lengths(a)
	n, _ := lengths(b)
	n = max(n, least) // elements that must be there have places of their own
	if n > maxElements {
		c.fail(codeTooLarge, at.path, at.pos, fmt.Sprintf("a list of %d fixed elements is too large", n), "ask for fewer elements, or write [...T]")
		return ir.Type{}, false
	}
	for _, t := range []ir.Type{a, b} {
		if _, most := lengths(t); most >= 0 && n > most {
			c.bottom(codeImpossible, at.path, at.pos, fmt.Sprintf("no list has %d fixed elements and the other length", n), "keep one of the lengths")
			return ir.Type{}, false
		}
	}
	out := ir.Type{Kind: ir.KindTuple}
	ok := true
	for i := range n {
		t, good := c.meetTypes(element(a, i), element(b, i), at.below(fmt.Sprintf("%s[%d]", at.path, i)))
		out.Elems, ok = append(out.Elems, t), ok && good
	}
	if a.Items == nil || b.Items == nil || reached(a, n) || reached(b, n) {
		return out, ok
	}
	tail, good := c.meetTypes(*a.Items, *b.Items, at.below(at.path+"[]"))
	out.Items = &tail
	out.MaxItems = smaller(a.MaxItems, b.MaxItems)
	return out, ok && good
}

// lengths are the least and the greatest number of elements; -1 for no bound.
func lengths(t ir.Type) (least, most int) {
	least, most = len(t.Elems), -1
	if t.MinItems != nil && *t.MinItems > least {
		least = *t.MinItems
	}
	if t.MaxItems != nil {
		most = *t.MaxItems
	}
	if t.Kind == ir.KindTuple && t.Items == nil {
		most = len(t.Elems)
	}
	return least, most
}

// reached tells whether a list admits no more than n elements.
func reached(t ir.Type, n int) bool { return t.MaxItems != nil && *t.MaxItems <= n }

// element is the type of an element, fixed or of the tail.
func element(t ir.Type, i int) ir.Type {
	if i < len(t.Elems) {
		return t.Elems[i]
	}
	return *t.Items
}

// distinguishable refuses unique lists whose elements CUE compares after it has filled defaults in: a JSON Schema
// compares what the document says.
func (c *Compiler) distinguishable(t ir.Type, at place) bool {
	if !t.Unique || t.Items == nil || !c.fills(*t.Items, 0) {
		return true
	}
	c.fail(codeNotASchema, at.path, at.pos, "list.UniqueItems over elements with defaults cannot be compiled exactly: CUE compares them with the defaults filled in",
		"make the fields required or optional, or check this in the handler")
	return false
}
