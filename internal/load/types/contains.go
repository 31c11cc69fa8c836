package types

import (
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// containing compiles list.Contains and list.MatchN. known is false for other functions and other arguments.
func (c *Compiler) containing(name string, args []spec.Expr, path string) (v value, known, ok bool) {
	rule := ir.Contains{}
	switch {
	case name == "list.Contains" && len(args) == 1:
		raw, constant := c.constant(args[0])
		if !constant {
			return value{}, false, false
		}
		v, ok = c.fromConstant(args[0], raw, path)
		rule.Min = new(1)
	case name == "list.MatchN" && len(args) == 2:
		n, good := c.expr(args[0], path)
		if v, ok = c.place(args[1], path+"[]"); !ok || !good {
			return value{}, true, false
		}
		if rule.Min, rule.Max, ok = counts(n.t); !ok {
			c.fail(codeNotASchema, path, spec.At(args[0].X), "this count cannot be compiled exactly", "write a number, or bounds such as >=1 or <=3")
			return value{}, true, false
		}
	default:
		return value{}, false, false
	}
	if !ok {
		return value{}, true, false
	}
	rule.Items = c.expanded(v.t)
	if !plainScalar(rule.Items) && !c.constraint {
		c.fail(codeNotASchema, path, spec.At(args[len(args)-1].X), fmt.Sprintf("%s of anything but scalars cannot be compiled exactly", name),
			"write a constant, a bound or a regular expression")
		return value{}, true, false
	}
	return value{t: ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, Contains: []ir.Contains{rule}}}, true, true
}

// expanded is the type that a reference stands for; others as they are.
func (c *Compiler) expanded(t ir.Type) ir.Type {
	if t.Narrow != nil {
		return *t.Narrow
	}
	if target, _, ok := c.resolve(t); ok {
		return target
	}
	return t
}

// plainScalar tells whether a type is a scalar that needs no named Go type.
func plainScalar(t ir.Type) bool {
	switch t.Kind {
	case ir.KindNull, ir.KindBool, ir.KindInt, ir.KindNumber, ir.KindString:
		return t.Go == ""
	}
	return false
}

// counts reads the least and the greatest number that a type of integers admits. ok is false where these do not say all.
func counts(t ir.Type) (least, most *int, ok bool) {
	if !numeric(t.Kind) || t.Nullable || len(t.NotEqual)+len(t.MultipleOf) > 0 {
		return nil, nil, false
	}
	if t.Const != nil {
		n, ok := count(t.Const)
		return &n, &n, ok
	}
	end := func(b *ir.Bound, step int) (*int, bool) {
		if b == nil {
			return nil, true
		}
		n, ok := count(json.RawMessage(b.Value))
		if ok && b.Exclusive {
			n += step
		}
		return &n, ok && n >= 0
	}
	least, ok = end(t.Min, 1)
	most, ok2 := end(t.Max, -1)
	return least, most, ok && ok2
}
