package types

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/load/spec"
)

// constant evaluates an expression whose value the text gives: literals, lists and structs of them, arithmetic,
// and names of constants. The second result is false for anything else.
func (c *Compiler) constant(e spec.Expr) (json.RawMessage, bool) {
	if c.evaluating {
		return c.constantAt(e, 0)
	}
	c.evaluating, c.evaluated = true, 0
	raw, ok := c.constantAt(e, 0)
	c.evaluating = false
	return raw, ok
}

// maxEvaluated bounds the parts of one constant: references that double at each step end here.
const maxEvaluated = 20_000

func (c *Compiler) constantAt(e spec.Expr, depth int) (json.RawMessage, bool) {
	if c.evaluated++; depth > 50 || c.evaluated > maxEvaluated {
		return nil, false
	}
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return c.constantAt(spec.Expr{X: x.X, Scope: e.Scope}, depth+1)
	case *ast.BasicLit, *ast.UnaryExpr, *ast.BinaryExpr, *ast.Interpolation, *ast.CallExpr:
		if b, ok := x.(*ast.BinaryExpr); ok && b.Op == token.AND {
			return c.fixed(e, b, depth+1)
		}
		if u, ok := x.(*ast.UnaryExpr); ok && u.Op != token.SUB && u.Op != token.ADD && u.Op != token.NOT {
			return nil, false
		}
		if hasNames(x) {
			plain, ok := c.substituted(e, depth+1)
			if !ok {
				return nil, false
			}
			return c.literal(plain)
		}
		return c.literal(x)
	case *ast.Ident:
		if x.Name == "true" || x.Name == "false" || x.Name == "null" {
			return json.RawMessage(x.Name), true
		}
		t := e.Scope.Lookup(x.Name)
		if t.Kind == spec.TargetField && len(t.Fields) > 0 && t.Fields[0].Constraint != token.ILLEGAL {
			return nil, false // an optional or required field has no value of its own
		}
		return c.single(e, depth)
	case *ast.SelectorExpr:
		if layout := layoutOf(c.function(e)); layout != "" {
			return json.RawMessage(strconv.Quote(layout)), true
		}
		return c.single(e, depth)
	case *ast.ListLit:
		return c.constantList(e, x, depth)
	case *ast.StructLit:
		return c.constantStruct(e, x, depth)
	}
	return nil, false
}

func (c *Compiler) single(e spec.Expr, depth int) (json.RawMessage, bool) {
	targets := spec.Resolve(e)
	if len(targets) != 1 {
		return nil, false
	}
	return c.constantAt(targets[0], depth+1)
}

func (c *Compiler) literal(x ast.Expr) (json.RawMessage, bool) {
	raw, ok := plainLiteral(x)
	if !ok {
		raw, ok = c.eval(x)
	}
	if !ok {
		return nil, false
	}
	if k := raw[0]; k == '-' || k >= '0' && k <= '9' {
		n, ok := canonicalNumber(json.Number(raw))
		return json.RawMessage(n), ok
	}
	return raw, true
}

// plainLiteral reads the literals whose JSON is their text: most of a spec, and each way through the evaluator costs more
// than the rest of reading it.
func plainLiteral(x ast.Expr) (json.RawMessage, bool) {
	lit, ok := x.(*ast.BasicLit)
	if !ok || lit.Value == "" {
		return nil, false
	}
	text := lit.Value
	switch lit.Kind {
	case token.TRUE, token.FALSE, token.NULL:
		return json.RawMessage(text), true
	case token.INT:
		plain := text == "0" || text[0] != '0' && strings.Trim(text, "0123456789") == ""
		return json.RawMessage(text), plain
	case token.STRING:
		if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
			return nil, false
		}
		for _, r := range []byte(text[1 : len(text)-1]) {
			if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&' {
				return nil, false
			}
		}
		return json.RawMessage(text), true
	}
	return nil, false
}

func (c *Compiler) constantList(e spec.Expr, x *ast.ListLit, depth int) (json.RawMessage, bool) {
	var b bytes.Buffer
	b.WriteByte('[')
	for i, elem := range x.Elts {
		raw, ok := c.constantAt(spec.Expr{X: elem, Scope: e.Scope}, depth+1)
		if !ok {
			return nil, false
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(raw)
	}
	b.WriteByte(']')
	return b.Bytes(), true
}

func (c *Compiler) constantStruct(e spec.Expr, x *ast.StructLit, depth int) (json.RawMessage, bool) {
	var b bytes.Buffer
	b.WriteByte('{')
	inner := e.Scope.Inner(x.Elts)
	seen := map[string]bool{}
	for i, d := range x.Elts {
		f, ok := d.(*ast.Field)
		if !ok || f.Constraint != token.ILLEGAL {
			return nil, false
		}
		name, ok := spec.Field{Field: f, Scope: inner}.Name()
		if !ok || seen[name] {
			return nil, false
		}
		seen[name] = true
		raw, ok := c.constantAt(spec.Field{Field: f, Scope: inner}.Expr(), depth+1)
		if !ok {
			return nil, false
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, false
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(raw)
	}
	b.WriteByte('}')
	return b.Bytes(), true
}

// hasNames tells whether an expression refers to anything.
func hasNames(n ast.Node) bool {
	found := false
	ast.Walk(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name != "true" && id.Name != "false" && id.Name != "null" {
			found = true
		}
		return !found
	}, nil)
	return found
}

// layoutOf is the layout that a constant of CUE's package time names; "" for others.
func layoutOf(name string) string {
	switch name {
	case "time.ANSIC":
		return time.ANSIC
	case "time.UnixDate":
		return time.UnixDate
	case "time.RubyDate":
		return time.RubyDate
	case "time.RFC822":
		return time.RFC822
	case "time.RFC822Z":
		return time.RFC822Z
	case "time.RFC850":
		return time.RFC850
	case "time.RFC1123":
		return time.RFC1123
	case "time.RFC1123Z":
		return time.RFC1123Z
	case "time.RFC3339":
		return time.RFC3339
	case "time.RFC3339Nano":
		return time.RFC3339Nano
	case "time.RFC3339Date":
		return time.DateOnly
	case "time.Kitchen":
		return time.Kitchen
	case "time.Kitchen24":
		return "15:04"
	}
	return ""
}
