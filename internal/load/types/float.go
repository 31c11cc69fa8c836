package types

import (
	"encoding/json"
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// spelled tells whether CUE takes a whole constant for a float: 2.0, 1e2 or 1.0+1. JSON does not tell the two apart, CUE
// does: no value is int and 2.0.
func (c *Compiler) spelled(e spec.Expr, raw json.RawMessage) ir.Spelled {
	if constKind(raw) != ir.KindInt {
		return ir.Spelled{}
	}
	text, float := c.float(e, 0)
	switch {
	case !float:
		return ir.Spelled{}
	case text == "":
		text = string(raw) + ".0"
	}
	return ir.Spelled{Float: text}
}

// float tells whether a number is a float to CUE; the text is that of a literal.
func (c *Compiler) float(e spec.Expr, depth int) (text string, float bool) {
	if depth > maxHops {
		return "", false
	}
	in := func(x ast.Expr) (string, bool) { return c.float(spec.Expr{X: x, Scope: e.Scope}, depth+1) }
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return in(x.X)
	case *ast.UnaryExpr:
		if text, float = in(x.X); float && text != "" && x.Op == token.SUB {
			text = "-" + text
		}
		return text, float
	case *ast.BinaryExpr:
		return "", c.floatResult(x, in)
	case *ast.BasicLit:
		if x.Kind == token.FLOAT {
			return x.Value, true
		}
	case *ast.Ident, *ast.SelectorExpr:
		if targets := spec.Resolve(e); len(targets) == 1 {
			return c.float(targets[0], depth+1)
		}
	}
	return "", false
}

// floatResult tells whether arithmetic gives a float: with one float operand it does, and a quotient always is one.
func (c *Compiler) floatResult(x *ast.BinaryExpr, in func(ast.Expr) (string, bool)) bool {
	switch x.Op {
	case token.QUO:
		return true
	case token.ADD, token.SUB, token.MUL, token.AND:
		_, a := in(x.X)
		_, b := in(x.Y)
		return a || b
	}
	return false
}

// anyFloat is the spelling of the type itself.
const anyFloat = "float"

// either is how a member is written that stands twice in an enum, as 2 and as 2.0.
func either(a, b ir.Spelled) ir.Spelled {
	return ir.Spelled{Float: nearer(a.Float, b.Float), Int: (a.Float == "") != (b.Float == "") || a.Int || b.Int}
}

// spelling is how a constant that a type admits is written where both hold; false where CUE takes one for an int and the
// other for a float.
func (c *Compiler) spelling(t ir.Type, raw json.RawMessage, s ir.Spelled) (ir.Spelled, bool) {
	if t.Kind == ir.KindRef {
		if target, at, ok := c.resolve(t); ok && target.Kind != ir.KindRef {
			return at.spelling(target, raw, s)
		}
		return s, true
	}
	if constKind(raw) != ir.KindInt {
		return s, true
	}
	switch {
	case t.Const != nil:
		return common(s, t.Spelled)
	case t.Kind == ir.KindInt:
		return common(s, ir.Spelled{})
	case t.Kind == ir.KindEnum:
		for _, m := range t.Enum {
			if equalConst(m.Value, raw) {
				return common(s, m.Spelled)
			}
		}
	case t.Kind == ir.KindUnion:
		return c.spellingOf(t.Union.Variants, raw, s)
	case t.Kind == ir.KindNumber && t.Spelled.Float != "":
		return common(s, ir.Spelled{Float: nearer(s.Float, t.Spelled.Float)})
	}
	return s, true
}

func (c *Compiler) spellingOf(variants []ir.Variant, raw json.RawMessage, s ir.Spelled) (ir.Spelled, bool) {
	var out ir.Spelled
	found := false
	for i := range variants {
		t := variants[i].Type
		if c.refuses(t, raw) != "" {
			continue
		}
		one, ok := c.spelling(t, raw, s)
		switch {
		case !ok:
		case found:
			out = either(out, one)
		default:
			out, found = one, true
		}
	}
	return out, found
}

// common is what two spellings of one number share.
func common(a, b ir.Spelled) (ir.Spelled, bool) {
	isInt := func(s ir.Spelled) bool { return s.Float == "" || s.Int }
	switch both := isInt(a) && isInt(b); {
	case a.Float != "" && b.Float != "":
		return ir.Spelled{Float: a.Float, Int: both}, true
	case both:
		return ir.Spelled{}, true
	}
	return ir.Spelled{}, false
}

// notWhole reports an integer that is unified with a whole float. float is empty where it is the other type that is one.
// It is an error also where other members of an enum or other variants are left: a document's 2 is what 2.0 stands for.
func (c *Compiler) notWhole(t ir.Type, float string, at place) (ir.Type, bool) {
	message := fmt.Sprintf("no value is both %s and %s, which CUE takes for a float", describe(t), float)
	help := "write the number without point and exponent"
	switch {
	case float == "" && t.Spelled.Float == anyFloat:
		message, help = "no value is both a float and an int", "write number"
	case float == anyFloat:
		message, help = fmt.Sprintf("no value is both %s and a float", describe(t)), "write number"
	case float == "":
		message = fmt.Sprintf("no value is both an int and %s, which CUE takes for a float", describe(t))
	}
	c.fail(codeImpossible, at.path, at.pos, message, help)
	return ir.Type{}, false
}
