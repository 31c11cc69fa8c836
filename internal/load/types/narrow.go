package types

import (
	"reflect"

	"github.com/ikgen/ikgen/internal/ir"
)

// meetRef narrows a definition. A scalar keeps the Go type of the definition, with a rule at the place; anything else
// becomes a type of its own.
func (c *Compiler) meetRef(a, b ir.Type, at place) (ir.Type, bool) {
	if sameRef(a, b) {
		a.Nullable, a.Privacy = a.Nullable && b.Nullable, stronger(a.Privacy, b.Privacy)
		return a, true
	}
	x, ok := c.target(a, at)
	y, ok2 := c.target(b, at)
	if !ok || !ok2 {
		return ir.Type{}, false
	}
	at.sealedA, at.sealedB = at.sealedA || a.Kind == ir.KindRef, at.sealedB || b.Kind == ir.KindRef
	t, ok := c.meetTypes(x, y, at)
	if !ok {
		return ir.Type{}, false
	}
	for _, side := range []struct{ ref, target ir.Type }{{a, x}, {b, y}} {
		if side.ref.Kind == ir.KindRef && sameType(t, side.target) {
			side.ref.Privacy = stronger(side.ref.Privacy, t.Privacy)
			return side.ref, true // the other one says nothing new
		}
	}
	base := a
	if a.Kind != ir.KindRef {
		base = b
	}
	if !c.narrowable(base, t) {
		return t, true
	}
	out := ir.Type{Kind: ir.KindRef, Ref: base.Ref, Privacy: t.Privacy, Narrow: &t}
	t.Privacy = ""
	return out, true
}

func sameRef(a, b ir.Type) bool {
	return a.Kind == ir.KindRef && b.Kind == ir.KindRef && *a.Ref == *b.Ref && a.Narrow == nil && b.Narrow == nil
}

func sameType(a, b ir.Type) bool {
	a.Privacy, b.Privacy = "", ""
	return reflect.DeepEqual(a, b)
}

// narrowable tells whether the Go type of a definition can hold the values of a narrower type: both are scalars of one
// kind, and neither may be null.
func (c *Compiler) narrowable(ref, t ir.Type) bool {
	base, _, ok := c.resolve(ir.Type{Kind: ir.KindRef, Ref: ref.Ref, Nullable: ref.Nullable})
	if !ok || base.Nullable || t.Nullable || base.Unsigned || base.Go != "" || t.Go != "" {
		return false
	}
	kind := func(t ir.Type) ir.Kind {
		if t.Kind == ir.KindEnum {
			return t.Base
		}
		return t.Kind
	}
	switch k := kind(base); k {
	case ir.KindBool, ir.KindInt, ir.KindString:
		return kind(t) == k
	case ir.KindNumber:
		return numeric(kind(t)) && t.Kind != ir.KindInt && (t.Kind != ir.KindEnum || base.Kind == ir.KindEnum)
	}
	return false
}
