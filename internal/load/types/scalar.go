package types

import (
	"encoding/json"
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

func (c *Compiler) pattern(x *ast.UnaryExpr, raw json.RawMessage, path string) (value, bool) {
	p, ok := c.regexp(raw, x.Op == token.NMAT, path, spec.At(x.X))
	if !ok {
		return value{}, false
	}
	t := ir.Type{Kind: ir.KindString, Patterns: []ir.Pattern{p}}
	return value{t: t}, c.possible(t, place{path: path, pos: spec.At(x.X)})
}

// regexp checks a regular expression as CUE will read it: RE2, unanchored.
func (c *Compiler) regexp(raw json.RawMessage, not bool, path string, pos diag.Position) (ir.Pattern, bool) {
	var text string
	if constKind(raw) != ir.KindString || json.Unmarshal(raw, &text) != nil {
		c.fail(codeRegexp, path, pos, "a regular expression must be a string", `write =~"^[a-z]+$"`)
		return ir.Pattern{}, false
	}
	if _, err := c.expressions.compile(text); err != nil {
		c.fail(codeRegexp, path, pos, fmt.Sprintf("invalid regular expression %q: %v", text, reason(err)),
			"write a regular expression of RE2 syntax; it has no lookahead and no backreferences")
		return ir.Pattern{}, false
	}
	return ir.Pattern{Regexp: text, Not: not}, true
}

func (c *Compiler) exclusion(x *ast.UnaryExpr, raw json.RawMessage, path string) (value, bool) {
	switch constKind(raw) {
	case ir.KindString:
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return value{}, false
		}
		return of(ir.Type{Kind: ir.KindString, NotOneOf: []string{text}})
	case ir.KindInt, ir.KindNumber:
		return of(ir.Type{Kind: ir.KindNumber, NotEqual: []json.Number{json.Number(raw)}})
	}
	c.fail(codeInexact, path, spec.At(x), "!= of anything but strings and numbers cannot be compiled exactly",
		"write the type of the value: it is then never null")
	return value{}, false
}

func (c *Compiler) bound(x *ast.UnaryExpr, raw json.RawMessage, path string) (value, bool) {
	if constKind(raw) == ir.KindString {
		return c.textBound(x, raw, path)
	}
	if !numeric(constKind(raw)) {
		c.fail(codeInexact, path, spec.At(x), "bounds of anything but numbers and strings cannot be compiled exactly",
			"write the type itself")
		return value{}, false
	}
	b := &ir.Bound{Value: json.Number(raw), Exclusive: x.Op == token.GTR || x.Op == token.LSS}
	t := ir.Type{Kind: ir.KindNumber}
	if x.Op == token.GTR || x.Op == token.GEQ {
		t.Min = b
	} else {
		t.Max = b
	}
	return of(t)
}

// width is the range of a sized integer of CUE.
func width(name string) (ir.Type, bool) {
	ranges := map[string][2]json.Number{
		"int8": {"-128", "127"}, "int16": {"-32768", "32767"}, "int32": {"-2147483648", "2147483647"},
		"int64": {"-9223372036854775808", "9223372036854775807"}, "rune": {"0", "1114111"},
		"uint8": {"0", "255"}, "uint16": {"0", "65535"}, "uint32": {"0", "4294967295"},
	}
	r, ok := ranges[name]
	if !ok {
		return wide(name)
	}
	return ir.Type{Kind: ir.KindInt, Min: &ir.Bound{Value: r[0]}, Max: &ir.Bound{Value: r[1]}}, true
}

// wide is the range of the numeric types that int64 does not hold.
func wide(name string) (ir.Type, bool) {
	switch name {
	case "uint64":
		return ir.Type{Kind: ir.KindInt, Unsigned: true, Min: &ir.Bound{Value: "0"}, Max: &ir.Bound{Value: "18446744073709551615"}}, true
	case "float32":
		return between("3.40282346638528859811704183484516925440e+38")
	case "float64":
		return between("1.797693134862315708145274237317043567981e+308")
	}
	return ir.Type{}, false
}

// between is the range of a floating point type of CUE: numbers, which it does not round.
func between(largest json.Number) (ir.Type, bool) {
	n, ok := canonicalNumber(largest)
	return ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: "-" + n}, Max: &ir.Bound{Value: n}}, ok
}

// predeclared compiles the names that CUE declares itself.
func (c *Compiler) predeclared(name, path string, pos diag.Position) (value, bool) {
	switch name {
	case "_":
		return of(ir.Type{Kind: ir.KindAny})
	case "string":
		return of(ir.Type{Kind: ir.KindString})
	case "int":
		return of(ir.Type{Kind: ir.KindInt})
	case "number":
		return of(ir.Type{Kind: ir.KindNumber})
	case "float":
		c.warn(codeFloat, path, pos, "float is treated as number: JSON does not tell 1 from 1.0", "write number")
		return of(ir.Type{Kind: ir.KindNumber, Spelled: ir.Spelled{Float: anyFloat}})
	case "bool":
		return of(ir.Type{Kind: ir.KindBool})
	case "null":
		return of(ir.Type{Kind: ir.KindNull})
	case "uint":
		return of(ir.Type{Kind: ir.KindInt, Min: &ir.Bound{Value: "0"}})
	}
	if t, ok := width(name); ok {
		return of(t)
	}
	c.fail(codeInexact, path, pos, fmt.Sprintf("the type %q cannot be compiled exactly", name), instead(name))
	return value{}, false
}

// instead says what to write in place of a predeclared type that is not compiled.
func instead(name string) string {
	switch name {
	case "bytes":
		return "write string: JSON has no bytes"
	case "int128", "uint128":
		return "write int, whose values fit into 64 bits, or a string of digits"
	}
	return "write string, int, number, bool, a struct, a list or a definition"
}
