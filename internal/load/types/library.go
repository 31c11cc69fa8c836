package types

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// call compiles the validators of CUE's library that a schema may use.
func (c *Compiler) call(e spec.Expr, x *ast.CallExpr, path string) (value, bool) {
	if word, hidden := spec.HiddenWord(spec.Expr{X: x.Fun, Scope: e.Scope}); hidden {
		c.hides(word, spec.At(x.Fun), path)
		return value{}, false
	}
	name := c.function(spec.Expr{X: x.Fun, Scope: e.Scope})
	args := make([]spec.Expr, 0, len(x.Args))
	for _, a := range x.Args {
		args = append(args, spec.Expr{X: a, Scope: e.Scope})
	}
	if name == "close" && len(args) == 1 {
		return c.closed(args[0], path)
	}
	if (name == "or" || name == "and") && len(args) == 1 {
		if v, known, ok := c.allOf(name, args[0], place{path: path, pos: spec.At(x)}); known {
			return v, ok
		}
	}
	if v, ok := validator(name); ok && len(args) == 0 {
		return v, true
	}
	if _, computes := c.calls(e, x); computes {
		if raw, ok := c.constant(e); ok {
			return c.fromConstant(e, raw, path)
		}
	}
	if v, known, ok := c.containing(name, args, path); known {
		return v, ok
	}
	if len(args) == 1 {
		if raw, ok := c.constant(args[0]); ok {
			if v, known, ok := c.applied(name, raw, args[0], path); known {
				return v, ok
			}
		}
	}
	return c.uncompiled(name, x, args, path)
}

// uncompiled reports a call that describes no type.
func (c *Compiler) uncompiled(name string, x *ast.CallExpr, args []spec.Expr, path string) (value, bool) {
	form := usage(name)
	for _, arg := range args {
		if form != "" && (c.opens(arg) || c.refusedGiven(arg, path)) {
			return value{}, false // complete only where it is used, or reported
		}
	}
	if form != "" {
		c.fail(codeNotASchema, path, spec.At(x), fmt.Sprintf("%s is not given what it needs: a constant", name), "write "+form)
		return value{}, false
	}
	c.fail(codeInexact, path, spec.At(x), fmt.Sprintf("%s cannot be compiled to a schema exactly", orThis(name)), insteadOf(name))
	return value{}, false
}

// allOf compiles or([…]) and and([…]) of a list that stands in the text. known is false for any other.
func (c *Compiler) allOf(name string, list spec.Expr, at place) (v value, known, ok bool) {
	entries, known := c.entries(list, 0)
	switch {
	case !known:
		return value{}, false, false
	case name == "or" && len(entries) == 0:
		c.bottom(codeImpossible, at.path, at.pos, "no value satisfies or([])", "give it alternatives")
		return value{}, true, false
	case name == "or":
		var operands []option
		for _, e := range entries {
			operands = append(operands, option{e: e.value})
		}
		v, ok = c.choose(operands, at)
		return v, true, ok
	}
	v = value{t: ir.Type{Kind: ir.KindAny}}
	for _, e := range entries {
		part, good := c.expr(e.value, at.path)
		if !good {
			return value{}, true, false
		}
		if v, ok = c.meet(v, part, at); !ok {
			return value{}, true, false
		}
	}
	return v, true, true
}

// applied compiles a validator with one constant argument. known is false where the argument is not of its kind.
func (c *Compiler) applied(name string, raw json.RawMessage, arg spec.Expr, path string) (v value, known, ok bool) {
	if t, is := counted(name, raw); is {
		return value{t: t}, true, true
	}
	if name == "math.MultipleOf" && numeric(constKind(raw)) {
		v, ok = c.multipleOf(raw, arg, path)
		return v, true, ok
	}
	var text string
	if constKind(raw) != ir.KindString || json.Unmarshal(raw, &text) != nil {
		return value{}, false, false
	}
	pattern := func(re string) (value, bool, bool) {
		return value{t: ir.Type{Kind: ir.KindString, Patterns: []ir.Pattern{{Regexp: re}}}}, true, true
	}
	switch name {
	case "strings.HasPrefix":
		return pattern("^" + regexp.QuoteMeta(text))
	case "strings.HasSuffix":
		return pattern(regexp.QuoteMeta(text) + "$")
	case "strings.Contains":
		return pattern(regexp.QuoteMeta(text))
	case "time.Format":
		return value{t: ir.Type{Kind: ir.KindString, Formats: []ir.Format{{Name: name, Layout: text}}}}, true, true
	}
	return value{}, false, false
}

// counted compiles a bound on a length or a number of elements.
func counted(name string, raw json.RawMessage) (ir.Type, bool) {
	n, ok := count(raw)
	if !ok {
		return ir.Type{}, false
	}
	switch name {
	case "strings.MinRunes":
		return ir.Type{Kind: ir.KindString, MinRunes: &n}, true
	case "strings.MaxRunes":
		return ir.Type{Kind: ir.KindString, MaxRunes: &n}, true
	case "list.MinItems":
		return ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, MinItems: &n}, true
	case "list.MaxItems":
		return ir.Type{Kind: ir.KindList, Items: &ir.Type{Kind: ir.KindAny}, MaxItems: &n}, true
	case "struct.MinFields":
		return ir.Type{Kind: ir.KindMap, MinItems: &n}, true
	case "struct.MaxFields":
		return ir.Type{Kind: ir.KindMap, MaxItems: &n}, true
	}
	return ir.Type{}, false
}

func (c *Compiler) multipleOf(raw json.RawMessage, arg spec.Expr, path string) (value, bool) {
	n := json.Number(raw)
	switch r, ok := decimal(n); {
	case !ok || r.Sign() == 0:
		c.fail(codeImpossible, path, spec.At(arg.X), fmt.Sprintf("no number is a multiple of %s", n), "write a number above 0")
		return value{}, false
	case r.Sign() < 0:
		n = n[1:] // the multiples of -2 are those of 2
		fallthrough
	default:
		if len(n) > maxFactor {
			c.fail(codeNumber, path, spec.At(arg.X), "the multiple has too many digits to be checked exactly", "write at most 18 digits")
			return value{}, false
		}
		return of(ir.Type{Kind: ir.KindNumber, MultipleOf: []json.Number{n}})
	}
}

// maxFactor bounds the length of a number whose multiples are checked: 18 digits and the point.
const maxFactor = 19

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

// count reads a constant count.
func count(raw json.RawMessage) (int, bool) {
	if constKind(raw) != ir.KindInt {
		return 0, false
	}
	n, err := strconv.Atoi(string(json.Number(raw)))
	return n, err == nil && n >= 0 && n <= 1<<31
}
