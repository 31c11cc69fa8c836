package types

import (
	"encoding/json"
	"fmt"
	"strconv"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// list compiles [...T].
func (c *Compiler) list(e spec.Expr, x *ast.ListLit, path string) (value, bool) {
	if len(x.Elts) == 1 {
		if el, ok := x.Elts[0].(*ast.Ellipsis); ok {
			items := value{t: ir.Type{Kind: ir.KindAny}}
			if el.Type != nil {
				if items, ok = c.expr(spec.Expr{X: el.Type, Scope: e.Scope}, path+"[]"); !ok {
					return value{}, false
				}
			}
			if items.fallback != nil && items.direct {
				c.fail(codeMisplacedDefault, path+"[]", spec.At(el), "a default of list elements has no effect", "remove the * mark")
				return value{}, false
			}
			return of(ir.Type{Kind: ir.KindList, Items: &items.t})
		}
	}
	for _, el := range x.Elts {
		if _, ok := el.(*ast.Comprehension); ok {
			c.fail(codeLater, path, spec.At(el), "a comprehension in a schema is not supported yet", "write the schema out")
			return value{}, false
		}
	}
	c.fail(codeLater, path, spec.At(x), "a list of fixed elements (a tuple) is not supported yet",
		"write a struct with a named field for each element, or [...T]")
	return value{}, false
}

// call compiles the validators of CUE's library that a schema may use.
func (c *Compiler) call(e spec.Expr, x *ast.CallExpr, path string) (value, bool) {
	name := c.function(spec.Expr{X: x.Fun, Scope: e.Scope})
	n, ok := 0, false
	if len(x.Args) == 1 {
		n, ok = c.count(spec.Expr{X: x.Args[0], Scope: e.Scope})
	}
	var t ir.Type
	switch name {
	case "strings.MinRunes":
		t = ir.Type{Kind: ir.KindString, MinRunes: &n}
	case "strings.MaxRunes":
		t = ir.Type{Kind: ir.KindString, MaxRunes: &n}
	case "list.MinItems":
		t = ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, MinItems: &n}
	case "list.MaxItems":
		t = ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, MaxItems: &n}
	case "struct.MinFields":
		t = ir.Type{Kind: ir.KindMap, MinItems: &n}
	case "struct.MaxFields":
		t = ir.Type{Kind: ir.KindMap, MaxItems: &n}
	default:
		c.fail(codeLater, path, spec.At(x), fmt.Sprintf("%s is not supported in a schema yet", orThis(name)), insteadOf(name))
		return value{}, false
	}
	if !ok {
		c.fail(codeNotASchema, path, spec.At(x), fmt.Sprintf("%s needs one argument, a constant count", name),
			"write "+name+"(1)")
		return value{}, false
	}
	return of(t)
}

// function is the full name of a function: "strings.MinRunes", "close"; "" where it is none of CUE's own.
func (c *Compiler) function(e spec.Expr) string {
	switch x := e.X.(type) {
	case *ast.Ident:
		if e.Scope.Lookup(x.Name).Kind == spec.TargetPredeclared {
			return x.Name
		}
	case *ast.SelectorExpr:
		id, ok := x.X.(*ast.Ident)
		if !ok {
			return ""
		}
		t := e.Scope.Lookup(id.Name)
		name, _, err := ast.LabelName(x.Sel)
		if t.Kind == spec.TargetImport && t.Import == nil && err == nil {
			return t.ImportPath + "." + name
		}
	}
	return ""
}

// count evaluates a constant count.
func (c *Compiler) count(e spec.Expr) (int, bool) {
	raw, ok := c.constant(e)
	if !ok || constKind(raw) != ir.KindInt {
		return 0, false
	}
	n, err := strconv.Atoi(string(json.Number(raw)))
	return n, err == nil && n >= 0 && n <= 1<<31
}

func orThis(name string) string {
	if name == "" {
		return "this call"
	}
	return name
}

func insteadOf(name string) string {
	switch name {
	case "strings.HasPrefix":
		return `write a regular expression: =~"^prefix"`
	case "strings.HasSuffix":
		return `write a regular expression: =~"suffix$"`
	case "strings.Contains":
		return `write a regular expression: =~"part"`
	case "list.UniqueItems", "list.Contains", "list.MatchN":
		return "write the type of the elements, and check this in the handler"
	case "close":
		return "write the struct itself: a struct in a definition is closed"
	case "or":
		return `write the alternatives out: "a" | "b"`
	case "and":
		return "write the conjunction out: a & b"
	case "math.MultipleOf":
		return "write int, and check the multiple in the handler"
	}
	return "write a type with bounds, lengths or a regular expression"
}
