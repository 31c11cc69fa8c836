package compile

import (
	"encoding/json"
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// What leaves say of other paths is compiled from the text: CUE's own value of an expression may be that of a place
// that is still open, as len of a list that is not given yet is 0.

// maxExpr bounds how deep an expression nests, maxExprSize its operations: let clauses multiply.
const (
	maxExpr     = 50
	maxExprSize = 500
	maxLooks    = 20_000 // names looked up for one part of a leaf
)

// comparison compiles a part of a leaf that refers to another path: >facts."a@1".x, !=len(input.list), input.from. It is
// false for parts that are schemas.
func (m *matcher) comparison(e spec.Expr, path string, leaf *ir.Leaf) bool {
	op, operand := "==", e
	switch x := e.X.(type) {
	case *ast.Ident:
		if t := e.Scope.Lookup(x.Name); t.Kind == spec.TargetLet {
			return m.comparison(unparen(t.Value), path, leaf)
		}
	case *ast.UnaryExpr:
		switch x.Op {
		case token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			op, operand = x.Op.String(), spec.Expr{X: x.X, Scope: e.Scope}
		case token.MAT, token.NMAT:
			return m.refuse(spec.Expr{X: x.X, Scope: e.Scope}, path,
				"a regular expression that another value gives cannot be compiled", "compare with == or !=, or write a handler")
		case token.SUB, token.ADD:
		default:
			return false
		}
	case *ast.BinaryExpr:
		if x.Op == token.OR {
			return m.refuse(e, path, "a comparison with another path cannot be one of several alternatives", "write a rule for each alternative")
		}
	}
	m.looks = 0
	if !m.computed(operand, 0) {
		return false
	}
	w := &exprWriter{matcher: m, path: path}
	if to, ok := w.expr(operand, 0); ok {
		leaf.Compare = append(leaf.Compare, ir.Comparison{Op: op, To: to})
	}
	return true
}

// refuse reports a part of a leaf that refers to another path; it is false for parts that do not.
func (m *matcher) refuse(e spec.Expr, path, message, help string) bool {
	m.looks = 0
	if !m.computed(e, 0) {
		return false
	}
	(&exprWriter{matcher: m, path: path}).fail(e, message, help)
	return true
}

// computed tells whether an expression refers to a place of a step.
func (m *matcher) computed(e spec.Expr, depth int) bool {
	found := false
	ast.Walk(e.X, func(n ast.Node) bool {
		if m.looks++; found || depth > maxExpr || m.looks > maxLooks {
			return false
		}
		if s, ok := n.(*ast.SelectorExpr); ok {
			found = m.computed(spec.Expr{X: s.X, Scope: e.Scope}, depth+1)
			return false // the label behind the dot is no name
		}
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		switch t := e.Scope.Lookup(id.Name); t.Kind {
		case spec.TargetLet:
			found = m.computed(t.Value, depth+1)
		case spec.TargetField:
			_, here := m.places[t.Fields[0].Field]
			found = here || isRoot(id.Name)
		default:
			found = isRoot(id.Name)
		}
		return false
	}, nil)
	return found
}

// isRoot tells whether a name begins paths of a step.
func isRoot(name string) bool { return name == "input" || name == "output" || name == "facts" }

// place gives the path that a reference leads to; ok is false for anything but a reference into the match.
func (m *matcher) place(e spec.Expr, depth int) (path []string, ok bool) {
	if depth > maxExpr {
		return nil, false
	}
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return m.place(spec.Expr{X: x.X, Scope: e.Scope}, depth+1)
	case *ast.Ident:
		switch t := e.Scope.Lookup(x.Name); t.Kind {
		case spec.TargetLet:
			return m.place(t.Value, depth+1)
		case spec.TargetField:
			path, ok = m.places[t.Fields[0].Field]
		}
		return path, ok
	case *ast.SelectorExpr:
		name, _, err := ast.LabelName(x.Sel)
		if path, ok = m.place(spec.Expr{X: x.X, Scope: e.Scope}, depth+1); !ok || err != nil {
			return nil, false
		}
		return below(path, name), true
	case *ast.IndexExpr:
		lit, isLit := x.Index.(*ast.BasicLit)
		if !isLit || lit.Kind != token.STRING {
			return nil, false
		}
		name, _, err := ast.LabelName(lit)
		if path, ok = m.place(spec.Expr{X: x.X, Scope: e.Scope}, depth+1); !ok || err != nil {
			return nil, false
		}
		return below(path, name), true
	}
	return nil, false
}

// exprWriter compiles the expression of one leaf.
type exprWriter struct {
	*matcher
	path string // of the leaf
	size int    // operations so far
}

func (w *exprWriter) fail(e spec.Expr, message, help string) {
	w.Report(diag.Diagnostic{Code: codeExpression, Severity: diag.Error, Message: message, Path: w.path, Pos: spec.At(e.X), Help: help})
}

func (w *exprWriter) expr(e spec.Expr, depth int) (ir.Expr, bool) {
	if w.size++; depth > maxExpr || w.size > maxExprSize {
		if depth > maxExpr || w.size == maxExprSize+1 {
			w.fail(e, "the expression is too large", "write it in several rules, or a handler")
		}
		return ir.Expr{}, false
	}
	inner := func(x ast.Expr) (ir.Expr, bool) { return w.expr(spec.Expr{X: x, Scope: e.Scope}, depth+1) }
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		return inner(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.SUB && w.computed(e, 0) {
			return w.operation(e, "-", inner, x.X)
		}
	case *ast.BinaryExpr:
		switch x.Op {
		case token.ADD, token.SUB, token.MUL, token.QUO: // of constants too: CUE would round a quotient
			if x.Op != token.ADD || w.computed(e, 0) || w.numeric(e) || w.numeric(spec.Expr{X: x.X, Scope: e.Scope}) {
				return w.operation(e, x.Op.String(), inner, x.X, x.Y)
			}
		}
	case *ast.CallExpr:
		return w.call(e, x)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		if w.computed(e, 0) {
			return w.reference(e, depth)
		}
	}
	return w.constant(e)
}

func (w *exprWriter) operation(e spec.Expr, op string, inner func(ast.Expr) (ir.Expr, bool), args ...ast.Expr) (ir.Expr, bool) {
	out := ir.Expr{Op: op}
	for _, x := range args {
		arg, ok := inner(x)
		if !ok {
			return ir.Expr{}, false
		}
		if arg.Op == "const" && !isNumber(arg.Const) {
			w.fail(spec.Expr{X: x, Scope: e.Scope}, "arithmetic is done with numbers alone", "write a number here, or a handler")
			return ir.Expr{}, false
		}
		out.Args = append(out.Args, arg)
	}
	return out, true
}

// call compiles len, the one function that expressions know.
func (w *exprWriter) call(e spec.Expr, x *ast.CallExpr) (ir.Expr, bool) {
	if name, hidden := spec.HiddenWord(spec.Expr{X: x.Fun, Scope: e.Scope}); hidden {
		w.Types.Hides(name, spec.At(x.Fun), w.path)
		return ir.Expr{}, false
	}
	id, ok := x.Fun.(*ast.Ident)
	if !ok || id.Name != "len" || len(x.Args) != 1 || e.Scope.Lookup("len").Kind != spec.TargetPredeclared {
		w.fail(e, "an expression knows no function but len", "write a bound, arithmetic or len of a path; or a handler")
		return ir.Expr{}, false
	}
	out, ok := w.reference(spec.Expr{X: x.Args[0], Scope: e.Scope}, 0)
	if ok && out.Op != "path" {
		w.fail(e, "len is taken of a path", "write len of a list, a map or a string of the step")
		return ir.Expr{}, false
	}
	out.Op = "len"
	return out, ok
}

// reference compiles a name: a path that the match names, or a let clause that computes.
func (w *exprWriter) reference(e spec.Expr, depth int) (ir.Expr, bool) {
	if name, hidden := spec.HiddenWord(e); hidden {
		w.Types.Hides(name, spec.At(e.X), w.path)
		return ir.Expr{}, false
	}
	if path, ok := w.place(e, 0); ok {
		if len(path) > 1 && w.known[pathKey(path)] {
			return ir.Expr{Op: "path", Path: path}, true
		}
		w.fail(e, fmt.Sprintf("%s stands nowhere in this match", written(path)),
			"write it with its type in the same #Match, so that the match says what it reads")
		return ir.Expr{}, false
	}
	if id, ok := e.X.(*ast.Ident); ok {
		if t := e.Scope.Lookup(id.Name); t.Kind == spec.TargetLet {
			return w.expr(unparen(t.Value), depth+1)
		}
	}
	w.elsewhere(e)
	return ir.Expr{}, false
}

// written is a path as CUE writes it.
func written(path []string) string {
	out := ""
	for _, label := range path {
		out = spec.Join(out, label)
	}
	return out
}

// elsewhere refuses a reference that leaves the match. An undeclared name is CUE's to report.
func (w *exprWriter) elsewhere(e spec.Expr) {
	id := first(e.X)
	if id == nil {
		w.fail(e, "this expression cannot be compiled", "write a path of the same #Match, a constant, arithmetic or len")
		return
	}
	switch t := e.Scope.Lookup(id.Name); {
	case t.Kind == spec.TargetUnknown:
	case t.Kind == spec.TargetField && isRoot(id.Name):
		w.fail(e, fmt.Sprintf("%s means a field outside of the match here: agent.%s or another one", id.Name, id.Name),
			fmt.Sprintf("write %s: {…} with that path in the same #Match", id.Name))
	default:
		w.fail(e, fmt.Sprintf("%q leads to no place of the step", id.Name), "write a path of the same #Match, or a constant")
	}
}

// first is the name that a reference begins with.
func first(x ast.Expr) *ast.Ident {
	for range maxExpr {
		switch y := x.(type) {
		case *ast.Ident:
			return y
		case *ast.ParenExpr:
			x = y.X
		case *ast.SelectorExpr:
			x = y.X
		case *ast.IndexExpr:
			x = y.X
		default:
			return nil
		}
	}
	return nil
}

func (w *exprWriter) constant(e spec.Expr) (ir.Expr, bool) {
	raw, ok := w.Types.Constant(e)
	switch {
	case !ok:
		w.fail(e, "this part of the expression is neither a path of the match nor a constant",
			"write a path of the same #Match, a constant, arithmetic (+ - * /) or len")
	case len(raw) == 0 || raw[0] == '{' || raw[0] == '[' || string(raw) == "null":
		w.fail(e, "only numbers, strings and booleans are compared", "compare their parts")
		ok = false
	case isNumber(raw) && len(raw) > maxConstant:
		w.fail(e, "the number has too many digits", "write a number within the range of float64")
		ok = false
	}
	return ir.Expr{Op: "const", Const: raw}, ok
}

// maxConstant bounds the text of a constant: a canonical number has neither point nor long exponent.
const maxConstant = 64

// numeric tells whether an expression is a constant number.
func (w *exprWriter) numeric(e spec.Expr) bool {
	raw, ok := w.Types.Constant(e)
	return ok && isNumber(raw)
}

func isNumber(raw json.RawMessage) bool {
	return len(raw) > 0 && (raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9')
}

func unparen(e spec.Expr) spec.Expr {
	for {
		p, ok := e.X.(*ast.ParenExpr)
		if !ok {
			return e
		}
		e.X = p.X
	}
}

// pathKey is a path as one text.
func pathKey(path []string) string { return strings.Join(path, "\x00") }
