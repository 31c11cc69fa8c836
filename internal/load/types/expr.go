package types

import (
	"encoding/json"
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// maxSteps bounds the expressions compiled for one package: references that are expanded in place multiply.
const maxSteps = 200_000

// expr compiles one expression. The second result is false where an error was reported.
func (c *Compiler) expr(e spec.Expr, path string) (value, bool) {
	if computed := c.computed; computed != nil && !conjunction(e.X) {
		if computed(e) {
			return of(ir.Type{Kind: ir.KindAny})
		}
		c.computed = nil // parts of a constraint are schemas
		defer func() { c.computed = computed }()
	}
	if c.steps++; c.steps > maxSteps {
		if !c.large && c.quiet == 0 {
			c.large = true
			c.fail(codeTooLarge, path, spec.At(e.X), "the schemas of this package are too large to compile",
				"give parts that repeat a definition of their own")
		}
		return value{}, false
	}
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return c.expr(spec.Expr{X: x.X, Scope: e.Scope}, path)
	case *ast.BinaryExpr:
		return c.binary(e, x, path)
	case *ast.UnaryExpr:
		return c.unary(e, x, path)
	case *ast.StructLit, *ast.ListLit:
		return c.nest(e, path)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		return c.reference(e, path)
	case *ast.CallExpr:
		return c.call(e, x, path)
	case *ast.BasicLit, *ast.Interpolation:
		return c.constantType(e, path)
	case *ast.BottomLit:
		c.fail(codeImpossible, path, spec.At(x), "no value satisfies _|_", "describe a value that can be")
		return value{}, false
	case *ast.BadExpr:
		return value{}, false // reported as a syntax error
	}
	c.fail(codeNotASchema, path, spec.At(e.X), "this expression cannot be compiled to a schema exactly",
		"write the type itself: string, int, number, bool, a struct, a list, or a definition")
	return value{}, false
}

// maxNested bounds the structs and lists within each other that are written out: decoders refuse deeper documents.
const maxNested = 60

// nest compiles a struct or a list, where it is not too deep.
func (c *Compiler) nest(e spec.Expr, path string) (value, bool) {
	if c.nested >= maxNested {
		c.fail(codeTooLarge, path, spec.At(e.X), fmt.Sprintf("structs and lists nest deeper than %d", maxNested),
			"give an inner part a definition of its own, or make the document flatter")
		return value{}, false
	}
	c.nested++
	defer func() { c.nested-- }()
	if list, ok := e.X.(*ast.ListLit); ok {
		return c.list(e, list, path)
	}
	return c.structure(e, e.X.(*ast.StructLit), path)
}

// conjunction tells whether the parts of an expression constrain the same value as the whole.
func conjunction(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.ParenExpr:
		return true
	case *ast.BinaryExpr:
		return x.Op == token.AND
	}
	return false
}

func (c *Compiler) binary(e spec.Expr, x *ast.BinaryExpr, path string) (value, bool) {
	switch x.Op {
	case token.AND:
		if v, given, ok := c.instance(e, x, path); given {
			return v, ok
		}
		a, ok := c.operand(spec.Expr{X: x.X, Scope: e.Scope}, x.Y, path)
		b, ok2 := c.operand(spec.Expr{X: x.Y, Scope: e.Scope}, x.X, path)
		if !ok || !ok2 {
			return value{}, false
		}
		return c.meet(a, b, place{path: path, pos: spec.At(x)})
	case token.OR:
		return c.disjunction(e, x, path)
	}
	return c.constantType(e, path)
}

// operand compiles one side of a conjunction. A struct literal beside a definition narrows it.
func (c *Compiler) operand(e spec.Expr, other ast.Expr, path string) (value, bool) {
	_, literal := unparen(e.X).(*ast.StructLit)
	_, both := unparen(other).(*ast.StructLit)
	c.beside = literal && !both && !c.constraint
	v, ok := c.expr(e, path)
	c.beside = false
	return v, ok
}

// constantType compiles an expression that must be a constant.
func (c *Compiler) constantType(e spec.Expr, path string) (value, bool) {
	raw, ok := c.constant(e)
	if !ok {
		if hasNames(e.X) {
			c.fail(codeCrossField, path, spec.At(e.X), "a value that is computed from other fields cannot be compiled exactly",
				"write the type of the field, and check the relation in the handler")
		} else {
			c.fail(codeNotASchema, path, spec.At(e.X), "this is neither a type nor a constant", "write the type itself")
		}
		return value{}, false
	}
	return c.fromConstant(e, raw, path)
}

// fromConstant is the type of the one value that an expression has.
func (c *Compiler) fromConstant(e spec.Expr, raw json.RawMessage, path string) (value, bool) {
	pos := spec.At(e.X)
	switch k := constKind(raw); k {
	case ir.KindNull:
		return of(ir.Type{Kind: ir.KindNull})
	case ir.KindInt:
		if !fitsInt64(json.Number(raw)) {
			c.fail(codeNumber, path, pos, "the number does not fit into 64 bits", "use a smaller number, or a string")
			return value{}, false
		}
		return of(ir.Type{Kind: k, Const: raw, Spelled: c.spelled(e, raw)})
	case "":
		c.fail(codeNotASchema, path, pos, "this constant list or struct cannot be compiled exactly", "write its type: {x!: 1} or [...int]")
		return value{}, false
	default:
		return of(ir.Type{Kind: k, Const: raw})
	}
}

// unary compiles bounds, exclusions and regular expressions.
func (c *Compiler) unary(e spec.Expr, x *ast.UnaryExpr, path string) (value, bool) {
	switch x.Op {
	case token.SUB, token.ADD, token.NOT:
		return c.constantType(e, path)
	case token.MUL:
		c.fail(codeDefaults, path, spec.At(x), "a default mark stands outside of a disjunction",
			"write *value | type")
		return value{}, false
	}
	raw, ok := c.boundConstant(spec.Expr{X: x.X, Scope: e.Scope})
	if !ok {
		if c.opens(spec.Expr{X: x.X, Scope: e.Scope}) {
			return value{}, false // complete only where it is used
		}
		if c.refusedGiven(spec.Expr{X: x.X, Scope: e.Scope}, path) {
			return value{}, false
		}
		if v, ok := c.relation(spec.Expr{X: x.X, Scope: e.Scope}, x.Op, path); ok {
			return v, true
		}
		c.fail(codeCrossField, path, spec.At(x), "a bound that is neither a constant nor a required field beside this one cannot be compiled exactly",
			"write the bound as a constant, and check relations between fields in the handler")
		return value{}, false
	}
	switch x.Op {
	case token.MAT, token.NMAT:
		return c.pattern(x, raw, path)
	case token.NEQ:
		return c.exclusion(x, raw, path)
	case token.GTR, token.GEQ, token.LSS, token.LEQ:
		return c.bound(x, raw, path)
	}
	c.fail(codeNotASchema, path, spec.At(x), "this operator describes no value", "write a bound such as >=0")
	return value{}, false
}
