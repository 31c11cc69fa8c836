// Package form checks what an author wrote against the authoring schema, declaration by declaration.
//
// It owns the messages for misspelt, missing and malformed fields. It reads syntax only, on both sides, so that one
// fault never hides another: CUE stops looking for unknown fields where values conflict, and never looks at
// definitions. What it cannot judge from the text it leaves to CUE.
package form

import (
	"encoding/json"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// Types judges scalars.
type Types interface {
	// Scalar compiles an expression of the authoring schema; false where it is no scalar that the text gives.
	Scalar(spec.Expr) (ir.Type, bool)
	// Refuses says why a type does not admit a constant; "" where it does.
	Refuses(ir.Type, json.RawMessage) string
	// Constant evaluates an expression whose value the text gives.
	Constant(spec.Expr) (json.RawMessage, bool)
}

// Checker checks one package.
type Checker struct {
	Types  Types
	Report func(diag.Diagnostic)
	// Given tells whether the evaluated value has the path: a field may come from where the text does not show it.
	Given func(path string) bool
	// Meant takes the path of a field that the author misspelt: what it holds is not known.
	Meant func(path string)

	shapes map[ast.Expr]shape // of the expressions of the authoring schema: each is read once, however often it is used
}

// shape is what the schema admits at one place: any of the alternatives.
type shape struct {
	any     bool
	structs []*structShape
	lists   []*listShape
	scalars []scalarShape
}

type structShape struct {
	names    []string // in order of the schema
	fields   map[string]*fieldShape
	patterns []patternShape
	open     bool
}

type fieldShape struct {
	values      []spec.Expr
	required    bool
	conditional bool // admitted under a condition that CUE judges
}

type patternShape struct {
	key   spec.Expr
	value spec.Expr
	typ   *ir.Type // of the key, once it was compiled; nil: not yet, or it is no scalar
}

// keyType is the type of the keys; false where it is no scalar that the text gives.
func (p *patternShape) keyType(types Types) (ir.Type, bool) {
	if p.typ != nil {
		return *p.typ, true
	}
	t, ok := types.Scalar(p.key)
	if ok {
		p.typ = &t
	}
	return t, ok
}

type listShape struct {
	fixed []spec.Expr
	rest  *spec.Expr
}

type scalarShape struct {
	t    ir.Type
	word string // the schema's name of it: "#ID"
}

// shapeOf reads a conjunction of schema expressions.
func (c *Checker) shapeOf(values []spec.Expr) shape {
	if len(values) == 1 {
		return c.shapeOfOne(values[0])
	}
	var out shape
	for _, v := range values {
		one := c.shapeOfOne(v)
		out.any = out.any || one.any
		out.structs = append(out.structs, one.structs...)
		out.lists = append(out.lists, one.lists...)
		out.scalars = append(out.scalars, one.scalars...)
	}
	return out
}

// shapeOfOne reads one expression. The authoring schema has no parameters, so that the text alone says what it means.
func (c *Checker) shapeOfOne(v spec.Expr) shape {
	if have, ok := c.shapes[v.X]; ok {
		return have
	}
	var out shape
	for _, alt := range alternatives(v, 0) {
		c.add(&out, alt)
	}
	if c.shapes == nil {
		c.shapes = map[ast.Expr]shape{}
	}
	c.shapes[v.X] = out
	return out
}

// alternatives are the operands of a disjunction, references followed; anything else is its own alternative.
func alternatives(e spec.Expr, depth int) []spec.Expr {
	if depth > 50 {
		return nil
	}
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return alternatives(spec.Expr{X: x.X, Scope: e.Scope}, depth+1)
	case *ast.BinaryExpr:
		if x.Op == token.OR {
			return append(alternatives(spec.Expr{X: x.X, Scope: e.Scope}, depth+1),
				alternatives(spec.Expr{X: x.Y, Scope: e.Scope}, depth+1)...)
		}
	case *ast.UnaryExpr:
		if x.Op == token.MUL {
			return []spec.Expr{{X: x.X, Scope: e.Scope}}
		}
	case *ast.Ident:
		if targets := spec.Resolve(e); len(targets) == 1 && structural(targets[0], depth) {
			return alternatives(targets[0], depth+1)
		}
	}
	return []spec.Expr{e}
}

// structural tells whether an expression is, or has an alternative that is, a struct or a list.
func structural(e spec.Expr, depth int) bool {
	if depth > 50 {
		return false
	}
	for _, p := range spec.UnfoldAll(e) {
		switch x := p.X.(type) {
		case *ast.StructLit, *ast.ListLit:
			return true
		case *ast.BinaryExpr:
			if x.Op == token.OR && (structural(spec.Expr{X: x.X, Scope: p.Scope}, depth+1) ||
				structural(spec.Expr{X: x.Y, Scope: p.Scope}, depth+1)) {
				return true
			}
		}
	}
	return false
}

func (c *Checker) add(out *shape, e spec.Expr) {
	if !structural(e, 0) {
		t, ok := c.Types.Scalar(e)
		if !ok || t.Kind == ir.KindAny || t.Kind == ir.KindMap {
			out.any = true
			return
		}
		out.scalars = append(out.scalars, scalarShape{t: t, word: word(e)})
		return
	}
	for _, p := range spec.UnfoldAll(e) {
		switch x := p.X.(type) {
		case *ast.StructLit:
			s := &structShape{fields: map[string]*fieldShape{}}
			s.read(x.Elts, p.Scope.Inner(x.Elts), false)
			out.structs = append(out.structs, s)
		case *ast.ListLit:
			out.lists = append(out.lists, readList(p, x))
		case *ast.BinaryExpr:
			for _, alt := range alternatives(p, 0) {
				c.add(out, alt)
			}
		}
	}
}

func word(e spec.Expr) string {
	for {
		switch x := e.X.(type) {
		case *ast.Ident:
			return x.Name
		case *ast.BinaryExpr:
			if x.Op != token.AND {
				return ""
			}
			e.X = x.X
		default:
			return ""
		}
	}
}

func (s *structShape) read(decls []ast.Decl, scope *spec.Scope, conditional bool) {
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.Field:
			f := spec.Field{Field: d, Scope: scope}
			if key, ok := f.Pattern(); ok {
				s.patterns = append(s.patterns, patternShape{key: key, value: f.Expr()})
			} else if name, ok := f.Name(); ok {
				s.field(name, f, conditional)
			}
		case *ast.Ellipsis:
			s.open = true
		case *ast.EmbedDecl:
			for _, p := range spec.UnfoldAll(spec.Expr{X: d.Expr, Scope: scope}) {
				if lit, ok := p.X.(*ast.StructLit); ok {
					s.read(lit.Elts, p.Scope.Inner(lit.Elts), conditional)
				}
			}
		case *ast.Comprehension:
			if lit, ok := d.Value.(*ast.StructLit); ok {
				s.read(lit.Elts, scope.Inner(lit.Elts), true)
			}
		}
	}
}

func (s *structShape) field(name string, f spec.Field, conditional bool) {
	have := s.fields[name]
	if have == nil {
		have = &fieldShape{conditional: conditional}
		s.fields[name] = have
		s.names = append(s.names, name)
	}
	if conditional && !have.conditional {
		return // narrows under a condition what is admitted anyway: CUE judges it
	}
	have.values = append(have.values, f.Expr())
	if !conditional {
		have.conditional = false
		have.required = have.required || f.Constraint == token.NOT
	}
}

func readList(e spec.Expr, x *ast.ListLit) *listShape {
	out := &listShape{}
	for _, el := range x.Elts {
		if rest, ok := el.(*ast.Ellipsis); ok {
			if rest.Type != nil {
				out.rest = &spec.Expr{X: rest.Type, Scope: e.Scope}
			}
			continue
		}
		out.fixed = append(out.fixed, spec.Expr{X: el, Scope: e.Scope})
	}
	return out
}
