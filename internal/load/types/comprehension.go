package types

import (
	"encoding/json"
	"fmt"
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/parser"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/load/spec"
)

// body is one round of a comprehension.
type body struct {
	lit   *ast.StructLit
	scope *spec.Scope
}

// maxRounds bounds the rounds of one comprehension.
const maxRounds = 5000

// unroll writes a comprehension out: its conditions must be constant, and what it goes over must stand in the text.
func (c *Compiler) unroll(x *ast.Comprehension, scope *spec.Scope, path string) ([]body, bool) {
	scopes := []*spec.Scope{scope}
	for _, clause := range x.Clauses {
		var next []*spec.Scope
		for _, s := range scopes {
			if c.steps++; c.steps > maxSteps || len(next) > maxRounds {
				c.fail(codeTooLarge, path, spec.At(x), "the comprehension is too large to be written out", "write the fields out")
				return nil, false
			}
			round, ok := c.clause(clause, s, path)
			if !ok {
				return nil, false
			}
			next = append(next, round...)
		}
		scopes = next
	}
	lit, ok := x.Value.(*ast.StructLit)
	if !ok {
		return nil, true // CUE reports it
	}
	out := make([]body, 0, len(scopes))
	for _, s := range scopes {
		out = append(out, body{lit, s})
	}
	return out, true
}

// clause gives the scopes of the rounds that one clause makes.
func (c *Compiler) clause(x ast.Clause, scope *spec.Scope, path string) ([]*spec.Scope, bool) {
	switch x := x.(type) {
	case *ast.IfClause:
		raw, ok := c.constant(spec.Expr{X: x.Condition, Scope: scope})
		if !ok || string(raw) != "true" && string(raw) != "false" {
			c.fail(codeCrossField, path, spec.At(x), "a condition on what a document holds cannot be compiled exactly",
				"make the fields optional (x?: T), or write a union: one struct for each case")
			return nil, false
		}
		if string(raw) == "true" {
			return []*spec.Scope{scope}, true
		}
		return nil, true
	case *ast.LetClause:
		return []*spec.Scope{scope.Bind(map[string]spec.Expr{x.Ident.Name: {X: x.Expr, Scope: scope}})}, true
	case *ast.ForClause:
		return c.rounds(x, scope, path)
	}
	c.fail(codeNotASchema, path, spec.At(x), "this clause of a comprehension cannot be compiled exactly", "write the fields out")
	return nil, false
}

// entry is what a comprehension goes over.
type entry struct {
	key   ast.Expr
	value spec.Expr
}

func (c *Compiler) rounds(x *ast.ForClause, scope *spec.Scope, path string) ([]*spec.Scope, bool) {
	entries, ok := c.entries(spec.Expr{X: x.Source, Scope: scope}, 0)
	if !ok {
		c.fail(codeNotASchema, path, spec.At(x.Source), "what the comprehension goes over is no list or struct that stands in the text", "write the fields out")
		return nil, false
	}
	var out []*spec.Scope
	for _, e := range entries {
		names := map[string]spec.Expr{}
		if x.Key != nil {
			names[x.Key.Name] = spec.Expr{X: e.key, Scope: scope}
		}
		if x.Value != nil {
			names[x.Value.Name] = e.value
		}
		out = append(out, scope.Bind(names))
	}
	return out, true
}

// maxHops bounds references from one source of a comprehension to the next.
const maxHops = 50

// entries are the elements of a list, or the fields of a struct, that stands in the text.
func (c *Compiler) entries(e spec.Expr, depth int) ([]entry, bool) {
	if depth > maxHops {
		return nil, false
	}
	var out []entry
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return c.entries(spec.Expr{X: x.X, Scope: e.Scope}, depth+1)
	case *ast.ListLit:
		var parts []spec.Expr
		ok := c.silently(func() (ok bool) { // whoever asks says what is wrong
			parts, ok = c.unrollList(e, x, "")
			return ok
		})
		for i, part := range parts {
			if _, tail := part.X.(*ast.Ellipsis); tail {
				return nil, false
			}
			out = append(out, entry{&ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(i)}, part})
		}
		return out, ok
	case *ast.StructLit:
		inner := e.Scope.Inner(x.Elts)
		for _, d := range x.Elts {
			f, ok := d.(*ast.Field)
			if !ok || f.Constraint != token.ILLEGAL {
				return nil, false
			}
			field := spec.Field{Field: f, Scope: inner}
			name, ok := field.Name()
			if !ok || !field.Quoted() && (name[0] == '#' || name[0] == '_') {
				return nil, false
			}
			out = append(out, entry{ast.NewString(name), field.Expr()})
		}
		return out, true
	}
	if targets := spec.Resolve(e); len(targets) == 1 {
		return c.entries(targets[0], depth+1)
	}
	if raw, ok := c.constantAt(e, depth+1); ok && constKind(raw) == "" { // computed: list.Range(0, 3, 1)
		if lit, ok := literalOf(raw); ok {
			return c.entries(spec.Expr{X: lit, Scope: e.Scope}, depth+1)
		}
	}
	return nil, false
}

// unrollList gives the elements of a list with the comprehensions among them written out.
func (c *Compiler) unrollList(e spec.Expr, x *ast.ListLit, path string) ([]spec.Expr, bool) {
	out := make([]spec.Expr, 0, len(x.Elts))
	for _, el := range x.Elts {
		comp, ok := el.(*ast.Comprehension)
		if !ok {
			out = append(out, spec.Expr{X: el, Scope: e.Scope})
			continue
		}
		bodies, ok := c.unroll(comp, e.Scope, path)
		if !ok {
			return nil, false
		}
		for _, b := range bodies {
			out = append(out, yielded(b))
		}
	}
	return out, true
}

// yielded is the element that one round of a comprehension gives.
func yielded(b body) spec.Expr {
	if len(b.lit.Elts) == 1 {
		if d, ok := b.lit.Elts[0].(*ast.EmbedDecl); ok {
			return spec.Expr{X: d.Expr, Scope: b.scope.Inner(b.lit.Elts)}
		}
	}
	return spec.Expr{X: b.lit, Scope: b.scope}
}

// substituted writes an expression with the constants that its names stand for; false where one is none.
func (c *Compiler) substituted(e spec.Expr, depth int) (ast.Expr, bool) {
	if c.folds++; depth > maxHops || c.folds > maxSteps { // constants that double at each step end here
		return nil, false
	}
	sub := func(x ast.Expr) (ast.Expr, bool) { return c.substituted(spec.Expr{X: x, Scope: e.Scope}, depth+1) }
	switch x := e.X.(type) {
	case *ast.BasicLit:
		return x, true
	case *ast.ParenExpr:
		inner, ok := sub(x.X)
		return &ast.ParenExpr{X: inner}, ok
	case *ast.UnaryExpr:
		if x.Op == token.MUL {
			return nil, false
		}
		inner, ok := sub(x.X)
		return &ast.UnaryExpr{Op: x.Op, X: inner}, ok
	case *ast.BinaryExpr:
		a, ok := sub(x.X)
		b, ok2 := sub(x.Y)
		return &ast.BinaryExpr{Op: x.Op, X: a, Y: b}, ok && ok2
	case *ast.Interpolation:
		out := &ast.Interpolation{}
		for i, el := range x.Elts {
			if i%2 == 1 { // text and expressions take turns
				inner, ok := sub(el)
				if !ok {
					return nil, false
				}
				el = inner
			}
			out.Elts = append(out.Elts, el)
		}
		return out, true
	case *ast.CallExpr:
		return c.substitutedCall(e, x, depth)
	case *ast.Ident, *ast.SelectorExpr, *ast.ListLit, *ast.StructLit:
		raw, ok := c.constantAt(e, depth+1)
		if !ok {
			return nil, false
		}
		return literalOf(raw)
	}
	return nil, false
}

func (c *Compiler) substitutedCall(e spec.Expr, x *ast.CallExpr, depth int) (ast.Expr, bool) {
	fun, ok := c.calls(e, x)
	out := &ast.CallExpr{Fun: fun}
	for _, arg := range x.Args {
		inner, good := c.substituted(spec.Expr{X: arg, Scope: e.Scope}, depth+1)
		out.Args, ok = append(out.Args, inner), ok && good
	}
	return out, ok
}

// literalOf writes a constant as CUE does.
func literalOf(raw json.RawMessage) (ast.Expr, bool) {
	x, err := parser.ParseExpr("constant", []byte(fmt.Sprintf("(%s)", raw)))
	return x, err == nil
}
