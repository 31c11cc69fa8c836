package types

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/ikgen/ikgen/internal/ir"
)

// meet intersects two schemas, as & does.
func (c *Compiler) meet(a, b value, at place) (value, bool) {
	t, ok := c.meetTypes(a.t, b.t, at)
	if !ok {
		return value{}, false
	}
	out := value{t: t, attrs: a.attrs}
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
			c.fail(codeDefaults, at.path, at.pos,
				fmt.Sprintf("two defaults, %s and %s: CUE would silently drop both", out.fallback, v.fallback), "keep one of them")
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
	t, ok := c.meetKinds(a, b, at)
	if !ok {
		return t, false
	}
	t.Nullable, t.Privacy = nullable, privacy
	return t, c.possible(t, at)
}

// meetRef refuses to narrow a definition: the named Go type could not say it.
func (c *Compiler) meetRef(a, b ir.Type, at place) (ir.Type, bool) {
	if a.Kind == ir.KindRef && b.Kind == ir.KindRef && *a.Ref == *b.Ref {
		a.Nullable, a.Privacy = a.Nullable && b.Nullable, stronger(a.Privacy, b.Privacy)
		return a, true
	}
	name := a.Ref
	if name == nil {
		name = b.Ref
	}
	c.fail(codeNarrowing, at.path, at.pos, fmt.Sprintf("narrowing %s at its use is not supported yet", name.Name),
		fmt.Sprintf("use %s as it is, or write the narrower schema as a definition of its own", name.Name))
	return ir.Type{}, false
}

func (c *Compiler) meetKinds(a, b ir.Type, at place) (ir.Type, bool) {
	switch {
	case a.Kind == ir.KindEnum:
		return c.filterEnum(a, b, at)
	case b.Kind == ir.KindEnum:
		return c.filterEnum(b, a, at)
	case a.Const != nil:
		return c.keepConst(a, b, at)
	case b.Const != nil:
		return c.keepConst(b, a, at)
	case numeric(a.Kind) && numeric(b.Kind):
		return meetNumbers(a, b), true
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
	if bare(a) || bare(b) { // struct.MinFields and the like need the map that they bound
		c.fail(codeLater, at.path, at.pos, "bounds on the number of fields are supported on maps only",
			"write them with a map: struct.MinFields(1) & {[string]: T}")
		return ir.Type{}, false
	}
	c.fail(codeImpossible, at.path, at.pos, fmt.Sprintf("no value is both %s and %s", describe(a), describe(b)), "keep one of them")
	return ir.Type{}, false
}

func (c *Compiler) filterEnum(enum, other ir.Type, at place) (ir.Type, bool) {
	var keep []ir.Member
	for _, m := range enum.Enum {
		if c.refuses(other, m.Value) == "" {
			keep = append(keep, m)
		}
	}
	if len(keep) == 0 {
		c.fail(codeImpossible, at.path, at.pos, "no member of the enum satisfies the other constraint", "keep one of them")
		return ir.Type{}, false
	}
	if len(keep) == 1 {
		return ir.Type{Kind: constKind(keep[0].Value), Const: keep[0].Value}, true
	}
	enum.Enum = keep
	return enum, true
}

func (c *Compiler) keepConst(constant, other ir.Type, at place) (ir.Type, bool) {
	if why := c.refuses(other, constant.Const); why != "" {
		c.fail(codeDefaultRefused, at.path, at.pos,
			fmt.Sprintf("the constant %s is not allowed: %s", constant.Const, why), "keep one of them")
		return ir.Type{}, false
	}
	return constant, true
}

func meetNumbers(a, b ir.Type) ir.Type {
	out := a
	if b.Kind == ir.KindInt {
		out.Kind = ir.KindInt
	}
	out.Min = tighter(a.Min, b.Min, 1)
	out.Max = tighter(a.Max, b.Max, -1)
	out.NotEqual = append(append([]json.Number(nil), a.NotEqual...), b.NotEqual...)
	return out
}

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
	out.NotOneOf = append(append([]string(nil), a.NotOneOf...), b.NotOneOf...)
	out.Patterns = append([]ir.Pattern(nil), a.Patterns...)
	for _, p := range b.Patterns {
		if !contains(out.Patterns, p) {
			out.Patterns = append(out.Patterns, p)
		}
	}
	return out
}

func (c *Compiler) meetContainers(a, b ir.Type, at place) (ir.Type, bool) {
	out := a
	out.MinItems, out.MaxItems = larger(a.MinItems, b.MinItems), smaller(a.MaxItems, b.MaxItems)
	switch {
	case a.Items == nil:
		out.Items, out.Keys = b.Items, b.Keys
		return out, true
	case b.Items == nil:
		return out, true
	case a.Kind == ir.KindMap:
		if !reflect.DeepEqual(a.Keys, b.Keys) {
			c.fail(codeLater, at.path, at.pos, "a conjunction of maps with different keys is not supported yet", "write one map")
			return ir.Type{}, false
		}
	}
	items, ok := c.meetTypes(*a.Items, *b.Items, place{path: at.path + "[]", pos: at.pos})
	out.Items = &items
	return out, ok
}

// meetStructs merges the fields of several declarations of one name. A conjunction of two structs elsewhere is left
// to later versions: which of them closes the other depends on where each stands.
func (c *Compiler) meetStructs(a, b ir.Type, at place) (ir.Type, bool) {
	if !at.merge {
		c.fail(codeLater, at.path, at.pos, "a conjunction of structs is not supported yet", "write one struct with all fields")
		return ir.Type{}, false
	}
	out := a
	out.Open = a.Open || b.Open
	out.Fields = append([]ir.Field(nil), a.Fields...)
	ok := true
	for _, f := range b.Fields {
		i := fieldIndex(out.Fields, f.Name)
		if i < 0 {
			out.Fields = append(out.Fields, f)
			continue
		}
		merged, good := c.meetFields(out.Fields[i], f, at)
		out.Fields[i] = merged
		ok = ok && good
	}
	return out, ok
}

func (c *Compiler) meetFields(a, b ir.Field, at place) (ir.Field, bool) {
	if a.Presence != b.Presence || !bytes.Equal(a.Default, b.Default) {
		c.fail(codeLater, at.path+"."+a.Name, at.pos,
			fmt.Sprintf("the field %q is declared twice, with different presence or default", a.Name), "declare it once")
		return a, false
	}
	t, ok := c.meetTypes(a.Type, b.Type, place{path: at.path + "." + a.Name, pos: at.pos})
	a.Type = t
	return a, ok
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

func contains(ps []ir.Pattern, p ir.Pattern) bool {
	for _, q := range ps {
		if p == q {
			return true
		}
	}
	return false
}

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
