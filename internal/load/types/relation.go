package types

import (
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// relating is the field that is being compiled, and how its value relates to those of its siblings.
type relating struct {
	scope *spec.Scope
	path  string
	field string
	found []ir.Relation
}

// alone compiles what may hold or not: a relation in it would not always hold.
func (c *Compiler) alone() func() {
	outside := c.relating
	c.relating = nil
	return func() { c.relating = outside }
}

// relation compiles a comparison with a sibling, >=min or min itself. known is false for anything else.
func (c *Compiler) relation(e spec.Expr, op token.Token, path string) (v value, known bool) {
	id, ok := unparen(e.X).(*ast.Ident)
	if !ok || c.relating == nil || c.relating.path != path || c.relating.scope != e.Scope || c.constraint {
		return value{}, false
	}
	t := e.Scope.Lookup(id.Name)
	if t.Kind != spec.TargetField || t.Top || len(t.Fields) != 1 || t.Fields[0].Scope != c.relating.scope {
		return value{}, false
	}
	name, ok := t.Fields[0].Name()
	if !ok || t.Fields[0].Constraint != token.NOT || name == c.relating.field {
		return value{}, false
	}
	r := ir.Relation{Field: c.relating.field, Op: "==", Other: name}
	switch op {
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		r.Op, v.t.Kind = op.String(), ir.KindNumber
	case token.NEQ:
		r.Op, v.t.Kind = op.String(), ir.KindAny
	case token.ILLEGAL: // the sibling itself: the same type, and the same value
		if v, ok = c.sameType(t.Fields[0], path); !ok {
			return value{}, false
		}
	default:
		return value{}, false
	}
	c.relating.found = append(c.relating.found, r)
	return v, true
}

// sameType compiles the type of a sibling once more.
func (c *Compiler) sameType(f spec.Field, path string) (value, bool) {
	if c.inlined[f.Value] {
		return value{}, false
	}
	c.inlined[f.Value] = true
	defer delete(c.inlined, f.Value)
	defer c.alone()()
	return c.expr(f.Expr(), path)
}

func unparen(x ast.Expr) ast.Expr {
	for {
		p, ok := x.(*ast.ParenExpr)
		if !ok {
			return x
		}
		x = p.X
	}
}

// related refuses relations that could not be judged: both fields must always be there, with values that compare.
func (c *Compiler) related(t ir.Type, at place) bool {
	for _, r := range t.Relations {
		a, b := fieldIndex(t.Fields, r.Field), fieldIndex(t.Fields, r.Other)
		if a < 0 || b < 0 || !c.comparable(t.Fields[a], t.Fields[b], r.Op) {
			c.fail(codeCrossField, spec.Join(at.path, r.Field), at.pos,
				fmt.Sprintf("%s %s cannot be compiled exactly: both fields must be required, and both numbers%s", r.Op, r.Other, orEqual(r.Op)),
				"write the type of the field, and check the relation in the handler")
			return false
		}
	}
	return len(t.Relations) == 0 || c.ordered(t, at)
}

func orEqual(op string) string {
	if op == "==" || op == "!=" {
		return ", both strings or both booleans"
	}
	return ""
}

func (c *Compiler) comparable(a, b ir.Field, op string) bool {
	x, y := c.expanded(a.Type), c.expanded(b.Type)
	if a.Presence != ir.Required || b.Presence != ir.Required || x.Nullable || y.Nullable || x.Go != "" || y.Go != "" {
		return false
	}
	kind := func(t ir.Type) ir.Kind {
		if t.Kind == ir.KindEnum {
			return family(t.Base)
		}
		return family(t.Kind)
	}
	k := kind(x)
	equality := op == "==" || op == "!="
	return k == kind(y) && (k == ir.KindNumber || equality && (k == ir.KindString || k == ir.KindBool))
}
