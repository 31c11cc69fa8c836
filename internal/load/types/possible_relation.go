package types

import (
	"encoding/json"
	"fmt"
	"math/big"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// ordered reports relations between fields that no values satisfy: bounds that leave no room, or an order that comes back
// to itself.
func (c *Compiler) ordered(t ir.Type, at place) bool {
	types := map[string]ir.Type{}
	for _, f := range t.Fields {
		types[f.Name] = c.expanded(f.Type)
	}
	for _, r := range t.Relations {
		a, b := types[r.Field], types[r.Other]
		if r.Op == "!=" && a.Const != nil && b.Const != nil && equalConst(a.Const, b.Const) {
			c.unordered(at, r, fmt.Sprintf("both are %s", a.Const))
			return false
		}
	}
	if r := belowItself(t.Relations); r != nil {
		c.unordered(at, *r, "a field would have to be below itself")
		return false
	}
	low := map[string]end{}
	for range len(t.Relations) + 1 {
		raised := false
		for _, r := range t.Relations {
			low, raised = raise(low, types, r, raised)
			if lo, ok := low[r.Field]; ok && beyond(types[r.Field], lo) {
				c.unordered(at, r, "the bounds leave no room for it")
				return false
			}
			if lo, ok := low[r.Other]; ok && beyond(types[r.Other], lo) {
				c.unordered(at, r, "the bounds leave no room for it")
				return false
			}
		}
		if !raised {
			return true
		}
	}
	return true
}

// belowItself is a relation of a circle in which one field is strictly below another; nil without one.
func belowItself(list []ir.Relation) *ir.Relation {
	for i := range list {
		lesser, greater, strict, ok := sides(list[i])
		if ok && strict && reaches(list, greater, lesser, map[string]bool{}) {
			return &list[i]
		}
	}
	return nil
}

// reaches tells whether one field is, over any number of relations, at most another.
func reaches(list []ir.Relation, from, to string, seen map[string]bool) bool {
	if from == to {
		return true
	}
	seen[from] = true
	for _, r := range list {
		if lesser, greater, _, ok := sides(r); ok && lesser == from && !seen[greater] && reaches(list, greater, to, seen) {
			return true
		}
	}
	return false
}

// sides are the fields of an order; ok is false for == and !=.
func sides(r ir.Relation) (lesser, greater string, strict, ok bool) {
	switch r.Op {
	case "<", "<=":
		return r.Field, r.Other, r.Op == "<", true
	case ">", ">=":
		return r.Other, r.Field, r.Op == ">", true
	}
	return "", "", false, false
}

func (c *Compiler) unordered(at place, r ir.Relation, why string) {
	c.bottom(codeImpossible, spec.Join(at.path, r.Field), at.pos, fmt.Sprintf("no values satisfy %s %s %s: %s", r.Field, r.Op, r.Other, why),
		"widen one of the bounds, or drop the relation")
}

// raise moves the lower end of the greater field of a relation up to that of the lesser one.
func raise(low map[string]end, types map[string]ir.Type, r ir.Relation, raised bool) (map[string]end, bool) {
	lesser, greater, strict, ok := sides(r)
	if !ok {
		return low, raised
	}
	for _, name := range []string{lesser, greater} {
		if _, ok := low[name]; !ok {
			lo, ok := lowest(types[name])
			if !ok {
				return low, raised
			}
			low[name] = lo
		}
	}
	from, to := low[lesser], low[greater]
	want := end{value: from.value, exclusive: from.exclusive || strict}
	if integerType(types[greater]) { // the next integer
		want = end{value: new(big.Rat).SetInt(ceil(want.value, want.exclusive))}
	}
	if d := want.value.Cmp(to.value); d > 0 || d == 0 && want.exclusive && !to.exclusive {
		low[greater] = want
		return low, true
	}
	return low, raised
}

func integerType(t ir.Type) bool {
	return t.Kind == ir.KindInt || t.Kind == ir.KindEnum && t.Base == ir.KindInt
}

// lowest is the lower end of the values of a number.
func lowest(t ir.Type) (end, bool) {
	lo, _, ok := rangeOf(t)
	if ok && integerType(t) {
		lo = end{value: new(big.Rat).SetInt(ceil(lo.value, lo.exclusive))}
	}
	return lo, ok
}

// beyond tells whether nothing of a number's values lies at or above an end.
func beyond(t ir.Type, lo end) bool {
	_, hi, ok := rangeOf(t)
	if !ok {
		return false
	}
	d := lo.value.Cmp(hi.value)
	return d > 0 || d == 0 && (lo.exclusive || hi.exclusive)
}

// rangeOf are the ends of a number, a constant or an enum of numbers.
func rangeOf(t ir.Type) (lo, hi end, ok bool) {
	var values []ir.Member
	switch {
	case t.Const != nil:
		values = []ir.Member{{Value: t.Const}}
	case t.Kind == ir.KindEnum:
		values = t.Enum
	case numeric(t.Kind):
		return numberRange(t)
	}
	for _, m := range values {
		v, good := decimal(json.Number(m.Value))
		if !good {
			return lo, hi, false
		}
		if lo.value == nil || v.Cmp(lo.value) < 0 {
			lo.value = v
		}
		if hi.value == nil || v.Cmp(hi.value) > 0 {
			hi.value = v
		}
	}
	return lo, hi, lo.value != nil
}
