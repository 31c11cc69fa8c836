package types

import (
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// float is the text of a constant that CUE takes for a float although it is whole, 2.0 or 1e2; "" for others. JSON does
// not tell the two apart, CUE does: no value is int and 2.0.
func (c *Compiler) float(e spec.Expr) string {
	for range maxHops {
		switch x := e.X.(type) {
		case *ast.ParenExpr:
			e.X = x.X
			continue
		case *ast.UnaryExpr:
			if x.Op == token.SUB || x.Op == token.ADD {
				e.X = x.X
				continue
			}
		case *ast.BasicLit:
			if x.Kind != token.FLOAT {
				return ""
			}
			if raw, ok := c.literal(x); ok && constKind(raw) == ir.KindInt {
				return x.Value
			}
		case *ast.Ident, *ast.SelectorExpr:
			if targets := spec.Resolve(e); len(targets) == 1 {
				e = targets[0]
				continue
			}
		}
		return ""
	}
	return ""
}

// wholeFloat reports an integer that is unified with a whole float.
func (c *Compiler) wholeFloat(a, b value, at place) bool {
	if a.float == "" {
		a, b = b, a
	}
	if a.float == "" || b.float != "" {
		return true
	}
	t, _, ok := c.resolve(b.t)
	if !ok || t.Kind != ir.KindInt && (t.Kind != ir.KindEnum || t.Base != ir.KindInt) {
		return true
	}
	c.bottom(codeImpossible, at.path, at.pos, fmt.Sprintf("no value is both %s and %s, which CUE takes for a float", describe(t), a.float),
		"write the number without point and exponent")
	return false
}
