package types

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// instance compiles a definition whose parameters are given beside it: #Page & {#T: #User}, where #Page has a definition
// #T of its own. given is false where no parameter is.
func (c *Compiler) instance(e spec.Expr, x *ast.BinaryExpr, path string) (v value, given, ok bool) {
	operands := conjuncts(e, x, nil)
	params := map[string]spec.Expr{}
	for _, o := range operands {
		for name, value := range parameters(o) {
			if have, twice := params[name]; twice {
				value = spec.Expr{X: &ast.BinaryExpr{Op: token.AND, X: have.X, Y: value.X}, Scope: value.Scope}
			}
			params[name] = value
		}
	}
	if len(params) == 0 {
		return value{}, false, false
	}
	pos := place{path: path, pos: spec.At(x)}
	used := false
	for i, o := range operands {
		part, ok := value{}, false
		if body, missing, generic := c.generic(o, params); generic {
			used = true
			part, ok = c.applyTo(body, missing, path, o.X)
			part.sealed = true
		} else {
			part, ok = c.expr(o, path)
		}
		if !ok {
			return value{}, true, false
		}
		if i == 0 {
			v = part
		} else if v, ok = c.meet(v, part, pos); !ok {
			return value{}, true, false
		}
	}
	return v, used, used
}

// conjuncts are the operands of nested conjunctions.
func conjuncts(e spec.Expr, x ast.Expr, out []spec.Expr) []spec.Expr {
	if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.AND {
		return conjuncts(e, b.Y, conjuncts(e, b.X, out))
	}
	if p, ok := x.(*ast.ParenExpr); ok {
		return conjuncts(e, p.X, out)
	}
	return append(out, spec.Expr{X: x, Scope: e.Scope})
}

// parameters are the definitions that a struct literal gives.
func parameters(e spec.Expr) map[string]spec.Expr {
	lit, ok := e.X.(*ast.StructLit)
	if !ok {
		return nil
	}
	out := map[string]spec.Expr{}
	inner := e.Scope.Inner(lit.Elts)
	for _, d := range lit.Elts {
		if f, ok := d.(*ast.Field); ok {
			field := spec.Field{Field: f, Scope: inner}
			if name, ok := field.Name(); ok && len(name) > 1 && name[0] == '#' && !field.Quoted() {
				out[name] = field.Expr()
			}
		}
	}
	return out
}

// applyTo compiles the body of a definition whose parameters were given, but for those that are missing.
func (c *Compiler) applyTo(body spec.Expr, missing map[string]bool, path string, use ast.Expr) (value, bool) {
	params, open := c.params, c.open
	c.params, c.open = maps.Clone(missing), nil
	for name := range params {
		c.params[name] = true
	}
	back := c.through(use)
	v, ok := c.expr(body, path)
	back()
	var needed []string
	for _, name := range c.open {
		if missing[name] {
			needed = append(needed, name)
		} else {
			open = append(open, name)
		}
	}
	c.params, c.open = params, open
	if len(needed) > 0 {
		c.incomplete("the definition", needed, path, spec.At(use))
		return value{}, false
	}
	return v, ok
}

// incomplete reports a definition that is used without parameters that it needs.
func (c *Compiler) incomplete(name string, needs []string, path string, pos diag.Position) {
	given := strings.Join(needs, ": …, ") + ": …"
	help := fmt.Sprintf("write %s & {%s}", name, given)
	if name[0] != '#' {
		help = fmt.Sprintf("give it too: {%s}", given)
	}
	word := "parameter"
	if len(needs) > 1 {
		word = "parameters"
	}
	c.fail(codeNotASchema, path, pos, fmt.Sprintf("%s is not complete without its %s %s", name, word, strings.Join(needs, " and ")), help)
}

// generic gives the body of a definition that declares one of the parameters, with the parameters bound, and names those
// that are missing. Its own declaration of a parameter holds too.
func (c *Compiler) generic(e spec.Expr, params map[string]spec.Expr) (body spec.Expr, missing map[string]bool, ok bool) {
	targets := spec.Resolve(e)
	if len(targets) != 1 {
		return spec.Expr{}, nil, false
	}
	lit, ok := targets[0].X.(*ast.StructLit)
	if !ok {
		return spec.Expr{}, nil, false
	}
	missing = map[string]bool{}
	bound := map[string]spec.Expr{}
	for name, declared := range parameters(spec.Expr{X: lit, Scope: targets[0].Scope}) {
		if value, ok := params[name]; ok {
			bound[name] = both(declared, value)
		} else {
			missing[name] = true
		}
	}
	if len(bound) == 0 {
		return spec.Expr{}, nil, false
	}
	return spec.Expr{X: without(lit, bound, targets[0].Scope), Scope: targets[0].Scope.Bind(bound)}, missing, true
}

// without is a struct without the declarations of some parameters.
func without(lit *ast.StructLit, bound map[string]spec.Expr, scope *spec.Scope) *ast.StructLit {
	body := &ast.StructLit{Lbrace: lit.Lbrace, Rbrace: lit.Rbrace}
	for _, d := range lit.Elts {
		if f, ok := d.(*ast.Field); ok {
			if name, ok := (spec.Field{Field: f, Scope: scope}).Name(); ok {
				if _, is := bound[name]; is {
					continue
				}
			}
		}
		body.Elts = append(body.Elts, d)
	}
	return body
}

// both is the conjunction of two expressions of different scopes; the first is left out where it says nothing.
func both(declared, given spec.Expr) spec.Expr {
	if id, ok := declared.X.(*ast.Ident); ok && id.Name == "_" {
		return given
	}
	scope := given.Scope.Bind(map[string]spec.Expr{"declared": declared})
	return spec.Expr{X: &ast.BinaryExpr{Op: token.AND, X: given.X, Y: ast.NewIdent("declared")}, Scope: scope}
}

// opens tells whether an expression needs parameters of the definition that is being compiled, which then is complete
// only where they are given.
func (c *Compiler) opens(e spec.Expr) bool {
	needs := false
	ast.Walk(e.X, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name := c.parameter(spec.Expr{X: id, Scope: e.Scope}); name != "" {
				needs = true
				if !slices.Contains(c.open, name) {
					c.open = append(c.open, name)
				}
			}
		}
		return true
	}, nil)
	return needs
}

// refusedGiven reports a parameter that does not admit what it is given, where the expression is one.
func (c *Compiler) refusedGiven(e spec.Expr, path string) bool {
	if !c.given(e) {
		return false
	}
	_, ok := c.expr(e, path)
	return !ok
}

// given tells whether an expression names a parameter that was given.
func (c *Compiler) given(e spec.Expr) bool {
	id, ok := unparen(e.X).(*ast.Ident)
	return ok && id.Name[0] == '#' && e.Scope.Lookup(id.Name).Kind == spec.TargetLet
}

// parameter is the name of the parameter of the present definition that a name stands for; "" for anything else.
func (c *Compiler) parameter(e spec.Expr) string {
	for range maxHops {
		id, ok := unparen(e.X).(*ast.Ident)
		if !ok {
			return ""
		}
		switch t := e.Scope.Lookup(id.Name); {
		case t.Kind == spec.TargetLet:
			e = t.Value
			if b, ok := unparen(e.X).(*ast.BinaryExpr); ok && b.Op == token.AND {
				e = spec.Expr{X: b.X, Scope: e.Scope} // given, and declared
			}
		case t.Kind == spec.TargetField && !t.Top && c.params[id.Name]:
			return id.Name
		default:
			return ""
		}
	}
	return ""
}

// parametersOf are the parameters that the declarations of a definition have.
func parametersOf(n *spec.Node) map[string]bool {
	out := map[string]bool{}
	for _, d := range n.Decls {
		for name := range parameters(d.Expr()) {
			out[name] = true
		}
	}
	return out
}
