package types

import (
	"encoding/json"
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// option is one operand of a disjunction.
type option struct {
	e      spec.Expr
	marked bool
}

func options(e spec.Expr, marked bool, out []option) []option {
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		inner, ok := x.X.(*ast.BinaryExpr)
		if !marked && ok && inner.Op == token.OR {
			return options(spec.Expr{X: inner, Scope: e.Scope}, false, out)
		}
	case *ast.BinaryExpr:
		if x.Op == token.OR {
			out = options(spec.Expr{X: x.X, Scope: e.Scope}, marked, out)
			return options(spec.Expr{X: x.Y, Scope: e.Scope}, marked, out)
		}
	case *ast.UnaryExpr:
		if x.Op == token.MUL {
			return append(out, option{e: spec.Expr{X: x.X, Scope: e.Scope}, marked: true})
		}
	}
	return append(out, option{e: e, marked: marked})
}

// choice collects what the operands of a disjunction are.
type choice struct {
	nullable bool
	members  []json.RawMessage // scalar constants, in source order
	types    []value
	fallback json.RawMessage
	hasMark  bool
	unmarked int // scalar constants without mark
}

// disjunction compiles enums, nullable types and defaults; other unions are left to later versions.
func (c *Compiler) disjunction(e spec.Expr, x *ast.BinaryExpr, path string) (value, bool) {
	var ch choice
	ok := true
	for _, o := range options(e, false, nil) {
		ok = c.addOption(&ch, o, path) && ok
	}
	if !ok {
		return value{}, false
	}
	at := place{path: path, pos: spec.At(x)}
	v, ok := c.settle(ch, at)
	if !ok {
		return value{}, false
	}
	if ch.nullable && v.t.Kind != ir.KindAny && v.t.Kind != ir.KindNull {
		v.t.Nullable = !c.nullableRef(v.t)
	}
	if !ch.hasMark {
		return v, true
	}
	if why := c.refuses(v.t, ch.fallback); why != "" {
		c.fail(codeDefaultRefused, path, at.pos, fmt.Sprintf("the default %s is not allowed: %s", ch.fallback, why),
			"give a default that the type allows")
		return value{}, false
	}
	v.fallback, v.direct = ch.fallback, true
	return v, true
}

func (c *Compiler) nullableRef(t ir.Type) bool {
	if t.Kind != ir.KindRef {
		return false
	}
	target, _, ok := c.resolve(t)
	return ok && target.Nullable
}

func (c *Compiler) addOption(ch *choice, o option, path string) bool {
	raw, constant := c.constant(o.e)
	if o.marked {
		if !constant {
			c.fail(codeDefaults, path, spec.At(o.e.X), "a default must be a constant", "write *value | type")
			return false
		}
		if ch.hasMark {
			c.fail(codeDefaults, path, spec.At(o.e.X), "a second default: CUE would use neither", "mark one value with *")
			return false
		}
		ch.fallback, ch.hasMark = raw, true
	}
	if !constant {
		v, ok := c.expr(o.e, path)
		if ok && v.t.Kind == ir.KindNull {
			ch.nullable = true
			return true
		}
		if ok {
			ch.types = append(ch.types, v)
		}
		return ok
	}
	switch constKind(raw) {
	case ir.KindNull:
		ch.nullable = true
	case "":
		if !o.marked {
			_, ok := c.fromConstant(raw, path, spec.At(o.e.X))
			return ok
		}
	default:
		return c.addMember(ch, o, raw, path)
	}
	return true
}

func (c *Compiler) addMember(ch *choice, o option, raw json.RawMessage, path string) bool {
	if _, ok := c.fromConstant(raw, path, spec.At(o.e.X)); !ok {
		return false
	}
	if !o.marked {
		ch.unmarked++
	}
	for _, m := range ch.members {
		if equalConst(m, raw) {
			return true // a repeated member says nothing new
		}
	}
	ch.members = append(ch.members, raw)
	return true
}

// settle decides what the collected operands are together.
func (c *Compiler) settle(ch choice, at place) (value, bool) {
	switch {
	case len(ch.types) == 0 && len(ch.members) == 0:
		if ch.hasMark && constKind(ch.fallback) == "" {
			c.fail(codeDefaults, at.path, at.pos, "a default without a type", "write *value | type")
			return value{}, false
		}
		return of(ir.Type{Kind: ir.KindNull})
	case len(ch.types) == 0:
		return c.enum(ch, at)
	case len(ch.types) == 1 && ch.unmarked == 0:
		if prior := ch.types[0]; prior.fallback != nil && ch.hasMark && !equalConst(prior.fallback, ch.fallback) {
			c.fail(codeDefaults, at.path, at.pos, "a default beside a definition that has another one", "keep one of them")
			return value{}, false
		}
		return ch.types[0], true
	}
	return c.union(ch, at)
}

func (c *Compiler) enum(ch choice, at place) (value, bool) {
	base := constKind(ch.members[0])
	t := ir.Type{Kind: ir.KindEnum}
	for _, m := range ch.members {
		k := constKind(m)
		if numeric(k) && numeric(base) && k != base {
			base = ir.KindNumber
		} else if k != base && !(k == ir.KindInt && base == ir.KindNumber) {
			return c.mixed(at)
		}
		t.Enum = append(t.Enum, ir.Member{Value: m})
	}
	t.Base = base
	if len(t.Enum) == 1 {
		return of(ir.Type{Kind: base, Const: ch.members[0]})
	}
	if base == ir.KindBool {
		return of(ir.Type{Kind: ir.KindBool})
	}
	return of(t)
}

func (c *Compiler) mixed(at place) (value, bool) {
	c.fail(codeUnion, at.path, at.pos, "a union of values of different kinds is not supported yet",
		"write one kind, or one optional field for each")
	return value{}, false
}

func (c *Compiler) union(ch choice, at place) (value, bool) {
	structs := 0
	for _, v := range ch.types {
		t := v.t
		if target, _, ok := c.resolve(t); ok {
			t = target
		}
		if t.Kind == ir.KindStruct {
			structs++
		}
	}
	if structs == len(ch.types) && len(ch.members) == 0 {
		c.fail(codeUnion, at.path, at.pos, "a union of structs is not supported yet",
			"write one struct whose fields are optional, or one optional field for each variant")
		return value{}, false
	}
	return c.mixed(at)
}
