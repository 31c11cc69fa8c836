package types

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// meet intersects two schemas, as & does.
func (c *Compiler) meet(a, b value, at place) (value, bool) {
	at.sealedA, at.sealedB = a.sealed, b.sealed
	t, ok := c.meetTypes(a.t, b.t, at)
	if !ok {
		return value{}, false
	}
	out := value{t: t, attrs: a.attrs}
	out.sealed = a.sealed || b.sealed || (a.t.Kind == ir.KindRef || b.t.Kind == ir.KindRef) && t.Kind != ir.KindRef
	if a.loose != "" && (b.loose != "" || b.t.Kind == ir.KindAny) {
		out.loose = a.loose
	} else if b.loose != "" && a.t.Kind == ir.KindAny {
		out.loose = b.loose
	}
	if out, ok = c.meetDefaults(out, a, b, at); !ok {
		return value{}, false
	}
	return out, true
}

func (c *Compiler) meetDefaults(out, a, b value, at place) (value, bool) {
	for _, v := range []value{a, b} {
		switch {
		case v.fallback == nil:
		case out.fallback == nil:
			out.fallback, out.direct = v.fallback, v.direct
		case !equalConst(out.fallback, v.fallback):
			c.twoDefaults(at, fmt.Sprintf("two defaults, %s and %s: CUE would silently drop both", out.fallback, v.fallback), "keep one of them")
			return value{}, false
		}
	}
	if out.fallback != nil && (a.fallback == nil || b.fallback == nil) {
		if why := c.refuses(out.t, out.fallback); why != "" {
			c.fail(codeDefaultRefused, at.path, at.pos,
				fmt.Sprintf("the default %s is not allowed: %s; CUE would silently drop it", out.fallback, why),
				"give a default that the type allows")
			return value{}, false
		}
	}
	return out, true
}

func (c *Compiler) meetTypes(a, b ir.Type, at place) (ir.Type, bool) {
	privacy := stronger(a.Privacy, b.Privacy)
	switch {
	case reflect.DeepEqual(a, b):
		return a, true
	case a.Kind == ir.KindAny:
		b.Privacy = privacy
		return b, true
	case b.Kind == ir.KindAny:
		a.Privacy = privacy
		return a, true
	case a.Kind == ir.KindRef || b.Kind == ir.KindRef:
		return c.meetRef(a, b, at)
	}
	nullable := a.Nullable && b.Nullable
	if a.Kind == ir.KindNull && b.Nullable || b.Kind == ir.KindNull && a.Nullable {
		return ir.Type{Kind: ir.KindNull, Privacy: privacy}, true
	}
	a.Nullable, b.Nullable = false, false
	t, ok := c.meetValues(a, b, nullable, at)
	if !ok {
		return t, false
	}
	if t.Kind != ir.KindNull {
		t.Nullable = nullable
	}
	t.Privacy = privacy
	return t, true
}

// meetValues intersects what two schemas admit beside null. Where they have nothing in common null may be left.
func (c *Compiler) meetValues(a, b ir.Type, nullable bool, at place) (ir.Type, bool) {
	if !nullable {
		t, ok := c.meetKinds(a, b, at)
		return t, ok && c.possible(t, at)
	}
	t, ok, empty := c.try(func() (ir.Type, bool) { return c.meetValues(a, b, false, at) })
	if empty {
		return ir.Type{Kind: ir.KindNull}, true
	}
	return t, ok
}

func unionOf(t ir.Type) bool { return t.Kind == ir.KindUnion }

func (c *Compiler) meetKinds(a, b ir.Type, at place) (ir.Type, bool) {
	switch {
	case unionOf(a) || unionOf(b):
		return c.meetUnion(a, b, at)
	case a.Kind == ir.KindEnum:
		return c.filterEnum(a, b, at)
	case b.Kind == ir.KindEnum:
		return c.filterEnum(b, a, at)
	case a.Const != nil:
		return c.keepConst(a, b, at)
	case b.Const != nil:
		return c.keepConst(b, a, at)
	case numeric(a.Kind) && numeric(b.Kind):
		return c.meetNumbers(a, b, at)
	case keyed(a.Kind) && keyed(b.Kind) && !(bare(a) || bare(b)) && (a.Kind != b.Kind || !reflect.DeepEqual(a.Keys, b.Keys)):
		return c.meetStructs(asStruct(a), asStruct(b), at)
	case keyed(a.Kind) && keyed(b.Kind) && a.Kind != b.Kind:
		return c.meetCounts(a, b, at)
	case listed(a.Kind) && listed(b.Kind) && (a.Kind == ir.KindTuple || b.Kind == ir.KindTuple):
		return c.meetTuples(a, b, at)
	case a.Kind != b.Kind:
		return c.conflict(a, b, at)
	}
	switch a.Kind {
	case ir.KindString:
		return meetStrings(a, b), true
	case ir.KindList, ir.KindMap:
		return c.meetContainers(a, b, at)
	case ir.KindStruct:
		return c.meetStructs(a, b, at)
	}
	return a, true
}

func (c *Compiler) conflict(a, b ir.Type, at place) (ir.Type, bool) {
	c.bottom(codeImpossible, at.path, at.pos, fmt.Sprintf("no value is both %s and %s", describe(a), describe(b)), "keep one of them")
	return ir.Type{}, false
}

func (c *Compiler) filterEnum(enum, other ir.Type, at place) (ir.Type, bool) {
	var keep []ir.Member
	for _, m := range enum.Enum {
		if c.refuses(other, m.Value) != "" {
			continue
		}
		spelled, ok := c.spelling(other, m.Value, m.Spelled)
		if !ok {
			return c.notWhole(other, m.Spelled.Float, at)
		}
		m.Spelled = spelled
		keep = append(keep, m)
	}
	if len(keep) == 0 {
		c.bottom(codeImpossible, at.path, at.pos, "no member of the enum satisfies the other constraint", "keep one of them")
		return ir.Type{}, false
	}
	if len(keep) == 1 {
		return ir.Type{Kind: constKind(keep[0].Value), Const: keep[0].Value, Spelled: keep[0].Spelled}, true
	}
	enum.Enum = keep
	return enum, true
}

func (c *Compiler) keepConst(constant, other ir.Type, at place) (ir.Type, bool) {
	if why := c.refuses(other, constant.Const); why != "" {
		c.bottom(codeDefaultRefused, at.path, at.pos,
			fmt.Sprintf("the constant %s is not allowed: %s", constant.Const, why), "keep one of them")
		return ir.Type{}, false
	}
	spelled, ok := c.spelling(other, constant.Const, constant.Spelled)
	if !ok {
		return c.notWhole(other, constant.Spelled.Float, at)
	}
	constant.Spelled = spelled
	return constant, true
}

func (c *Compiler) meetNumbers(a, b ir.Type, at place) (ir.Type, bool) {
	for _, side := range [][2]ir.Type{{a, b}, {b, a}} {
		if side[0].Kind == ir.KindInt && side[1].Spelled.Float != "" {
			return c.notWhole(side[0], side[1].Spelled.Float, at)
		}
	}
	out := a
	if b.Kind == ir.KindInt {
		out.Kind = ir.KindInt
	}
	out.Spelled.Float = nearer(a.Spelled.Float, b.Spelled.Float)
	out.Min = tighter(a.Min, b.Min, 1)
	out.Max = tighter(a.Max, b.Max, -1)
	out.NotEqual = union(a.NotEqual, b.NotEqual)
	out.MultipleOf = union(a.MultipleOf, b.MultipleOf)
	out.Unsigned = (a.Unsigned || b.Unsigned) && (out.Max == nil || !fitsInt64(out.Max.Value))
	return out, true
}

// union has the elements of both lists, each once.
func union[T comparable](a, b []T) []T {
	var out []T
	for _, v := range slices.Concat(a, b) {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// keyed and listed tell objects and lists.
func keyed(k ir.Kind) bool { return k == ir.KindStruct || k == ir.KindMap }

func listed(k ir.Kind) bool { return k == ir.KindList || k == ir.KindTuple }

// tighter returns the bound that admits less; sign is 1 for lower bounds, -1 for upper ones.
func tighter(a, b *ir.Bound, sign int) *ir.Bound {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	switch d := compare(a.Value, b.Value) * sign; {
	case d > 0:
		return a
	case d < 0:
		return b
	case a.Exclusive:
		return a
	}
	return b
}

func meetStrings(a, b ir.Type) ir.Type {
	out := a
	out.MinRunes = larger(a.MinRunes, b.MinRunes)
	out.MaxRunes = smaller(a.MaxRunes, b.MaxRunes)
	out.NotOneOf = union(a.NotOneOf, b.NotOneOf)
	out.Patterns = union(a.Patterns, b.Patterns)
	out.Formats = union(a.Formats, b.Formats)
	if out.Go == "" {
		out.Go = b.Go
	}
	return out
}

func (c *Compiler) meetContainers(a, b ir.Type, at place) (ir.Type, bool) {
	out := a
	out.MinItems, out.MaxItems = larger(a.MinItems, b.MinItems), smaller(a.MaxItems, b.MaxItems)
	out.Unique = a.Unique || b.Unique
	out.Contains = append(append([]ir.Contains(nil), a.Contains...), b.Contains...)
	switch {
	case a.Items == nil:
		out.Items, out.Keys = b.Items, b.Keys
		return out, true
	case b.Items == nil:
		return out, true
	}
	items, ok := c.inside(func() (ir.Type, bool) { return c.meetTypes(*a.Items, *b.Items, at.below(at.path+"[]")) })
	out.Items = &items
	return out, ok && c.distinguishable(out, at)
}

func fieldIndex(fields []ir.Field, name string) int {
	for i := range fields {
		if fields[i].Name == name {
			return i
		}
	}
	return -1
}

// bare tells whether the type is only a bound on a container that is yet to be named.
func bare(t ir.Type) bool { return t.Kind == ir.KindMap && t.Items == nil }

func larger(a, b *int) *int {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

func smaller(a, b *int) *int {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}
