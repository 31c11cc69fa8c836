package types

import (
	"fmt"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// maxElements bounds the fixed elements of a tuple: each becomes a field.
const maxElements = 64

// list compiles [...T], and the lists of fixed elements.
func (c *Compiler) list(e spec.Expr, x *ast.ListLit, path string) (value, bool) {
	elems, tail, ok := c.elements(e, x, path)
	if !ok {
		return value{}, false
	}
	if len(elems) == 0 {
		if tail == nil {
			return of(ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, MaxItems: new(0)})
		}
		return of(ir.Type{Kind: ir.KindList, Items: tail})
	}
	if len(elems) > maxElements {
		c.fail(codeTooLarge, path, spec.At(x), fmt.Sprintf("a list of %d fixed elements is too large", len(elems)),
			"write a struct with a named field for each element, or [...T]")
		return value{}, false
	}
	return of(ir.Type{Kind: ir.KindTuple, Elems: elems, Items: tail})
}

// elements compiles the elements of a list literal, comprehensions written out. tail is nil for a list that ends with
// its last element.
func (c *Compiler) elements(e spec.Expr, x *ast.ListLit, path string) (elems []ir.Type, tail *ir.Type, ok bool) {
	parts, ok := c.unrollList(e, x, path)
	if !ok {
		return nil, nil, false
	}
	for i, part := range parts {
		el, ellipsis := part.X.(*ast.Ellipsis)
		at := fmt.Sprintf("%s[%d]", path, i)
		if ellipsis {
			tail = &ir.Type{Kind: ir.KindAny}
			if el.Type == nil {
				continue
			}
			part, at = spec.Expr{X: el.Type, Scope: part.Scope}, path+"[]"
		}
		v, good := c.place(part, at)
		if good && v.fallback != nil && v.direct {
			c.fail(codeMisplacedDefault, at, spec.At(part.X), "a default of list elements has no effect", "remove the * mark")
			good = false
		}
		switch {
		case !good:
			ok = false
		case ellipsis:
			tail = &v.t
		default:
			elems = append(elems, v.t)
		}
	}
	return elems, tail, ok
}

// place compiles an expression that is the whole schema of a place.
func (c *Compiler) place(e spec.Expr, path string) (value, bool) {
	v, ok := c.expr(e, path)
	return v, ok && c.whole(v, path, spec.At(e.X))
}

// whole reports what needs something beside it to be a schema.
func (c *Compiler) whole(v value, path string, pos diag.Position) bool {
	switch {
	case v.loose != "":
		c.fail(codeFormat, path, pos, fmt.Sprintf("%s alone also admits lists of bytes", v.loose), "write string & "+v.loose)
		return false
	case bare(v.t):
		c.fail(codeInexact, path, pos, "bounds on the number of fields need a struct or a map",
			"write struct.MinFields(1) & {[string]: T}")
		return false
	}
	return true
}
