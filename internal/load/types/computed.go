package types

import (
	"encoding/json"
	"path"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// fixed evaluates a conjunction that a constant in it decides: int & 5. It is false where the rest does not admit the
// constant.
func (c *Compiler) fixed(e spec.Expr, x *ast.BinaryExpr, depth int) (json.RawMessage, bool) {
	var out json.RawMessage
	var rest []spec.Expr
	for _, part := range conjuncts(e, x, nil) {
		raw, ok := c.constantAt(part, depth+1)
		switch {
		case !ok:
			rest = append(rest, part)
		case out != nil && !equalConst(out, raw):
			return nil, false
		default:
			out = raw
		}
	}
	if out == nil || constKind(out) == "" {
		return nil, false
	}
	for _, part := range rest {
		v, ok := c.quietly(part)
		if !ok || c.refuses(v.t, out) != "" {
			return nil, false
		}
	}
	return out, true
}

// quietly compiles an expression of which nothing is reported.
func (c *Compiler) quietly(e spec.Expr) (value, bool) {
	var v value
	ok := c.silently(func() (ok bool) {
		v, ok = c.expr(e, "")
		return ok
	})
	return v, ok
}

// silently reports nothing of what is done.
func (c *Compiler) silently(do func() bool) bool {
	report, bottoms := c.report, c.bottoms
	c.report = func(diag.Diagnostic) {}
	c.quiet++
	ok := do()
	c.quiet--
	c.report, c.bottoms = report, bottoms
	return ok
}

// boundConstant is the constant that a bound names: of a disjunction its default, as CUE computes with it.
func (c *Compiler) boundConstant(e spec.Expr) (json.RawMessage, bool) {
	if raw, ok := c.constant(e); ok {
		return raw, true
	}
	targets := []spec.Expr{e}
	if id, ok := unparen(e.X).(*ast.Ident); ok {
		targets = spec.Resolve(spec.Expr{X: id, Scope: e.Scope})
	}
	if len(targets) != 1 {
		return nil, false
	}
	b, ok := unparen(targets[0].X).(*ast.BinaryExpr)
	if !ok || b.Op != token.OR {
		return nil, false
	}
	v, ok := c.quietly(targets[0])
	return v.fallback, ok && v.fallback != nil && constKind(v.fallback) != ""
}

// calls tells whether a function of CUE's library computes a constant, rather than describe values.
func (c *Compiler) calls(e spec.Expr, x *ast.CallExpr) (fun ast.Expr, ok bool) {
	name := c.function(spec.Expr{X: x.Fun, Scope: e.Scope})
	switch name {
	case "len", "div", "mod", "quo", "rem":
		return x.Fun, true
	case "", "close", "and", "or", "matchN", "matchIf", "error":
		return nil, false
	}
	sel, ok := x.Fun.(*ast.SelectorExpr)
	if _, is := validator(name); is || !ok || usage(name) != "" && len(x.Args) < 2 {
		return nil, false
	}
	t := e.Scope.Lookup(sel.X.(*ast.Ident).Name)
	return &ast.SelectorExpr{X: ast.NewIdent(path.Base(t.ImportPath)), Sel: sel.Sel}, true
}
