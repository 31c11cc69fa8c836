package spec

import (
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

// Unfold resolves parentheses, conjunctions and references to fields and let clauses of the same package into the
// expressions that are unified. A reference that leads out of the package, to nothing, or in a circle stays as it is.
func Unfold(e Expr) []Expr {
	w := &walker{own: true}
	return w.unfold(e, nil, 0)
}

// maxUnfold bounds how deep references are followed for one value, maxSteps how many in all: a circle ends here.
const (
	maxUnfold = 100
	maxSteps  = 2000
)

// walker follows references within a bounded number of steps.
type walker struct {
	steps int
	own   bool // stay out of the authoring schema: what the author wrote is asked for
}

func (w *walker) spent(depth int) bool {
	w.steps++
	return depth > maxUnfold || w.steps > maxSteps
}

func (w *walker) unfold(e Expr, out []Expr, depth int) []Expr {
	if w.spent(depth) {
		return out
	}
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		out = w.unfold(Expr{X: x.X, Scope: e.Scope}, out, depth+1)
	case *ast.BinaryExpr:
		if x.Op == token.AND {
			out = w.unfold(Expr{X: x.X, Scope: e.Scope}, out, depth+1)
			return w.unfold(Expr{X: x.Y, Scope: e.Scope}, out, depth+1)
		}
		out = append(out, e)
	case *ast.Alias:
		out = w.unfold(Expr{X: x.Expr, Scope: e.Scope}, out, depth+1)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr:
		targets := w.resolve(e, depth+1)
		if len(targets) == 0 {
			return append(out, e)
		}
		for _, t := range targets {
			out = w.unfold(t, out, depth+1)
		}
	default:
		out = append(out, e)
	}
	return out
}

// UnfoldAll is Unfold that follows references into the authoring schema too.
func UnfoldAll(e Expr) []Expr { return (&walker{}).unfold(e, nil, 0) }

// Resolve returns the values that a reference stands for: those of all declarations of a field of the same package,
// or of a let clause. It is empty for anything else.
func Resolve(e Expr) []Expr { return (&walker{}).resolve(e, 0) }

func (w *walker) resolve(e Expr, depth int) []Expr {
	if w.spent(depth) {
		return nil
	}
	switch x := e.X.(type) {
	case *ast.Ident:
		switch t := e.Scope.Lookup(x.Name); t.Kind {
		case TargetField:
			var out []Expr
			for _, f := range t.Fields {
				out = append(out, f.Expr())
			}
			return out
		case TargetLet:
			return []Expr{t.Value}
		}
	case *ast.SelectorExpr:
		name, _, err := ast.LabelName(x.Sel)
		if err != nil {
			return nil
		}
		var out []Expr
		for _, f := range w.selectFields(Expr{X: x.X, Scope: e.Scope}, name, depth+1) {
			out = append(out, f.Expr())
		}
		return out
	case *ast.IndexExpr:
		lit, ok := x.Index.(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING {
			return nil
		}
		name, _, err := ast.LabelName(lit)
		if err != nil || strings.HasPrefix(name, "#") || strings.HasPrefix(name, "_") {
			return nil // a string names regular fields alone
		}
		var out []Expr
		for _, f := range w.selectFields(Expr{X: x.X, Scope: e.Scope}, name, depth+1) {
			out = append(out, f.Expr())
		}
		return out
	}
	return nil
}

// selectFields finds the declarations of a field in the value of an expression.
func (w *walker) selectFields(e Expr, name string, depth int) []Field {
	if w.spent(depth) {
		return nil
	}
	if id, ok := e.X.(*ast.Ident); ok {
		if t := e.Scope.Lookup(id.Name); t.Kind == TargetImport && t.Import != nil {
			if w.own && t.Import.Schema {
				return nil
			}
			return t.Import.Top(name)
		}
	}
	var out []Field
	for _, p := range w.unfold(e, nil, depth+1) {
		s, ok := p.X.(*ast.StructLit)
		if !ok {
			continue
		}
		inner := p.Scope.Inner(s.Elts)
		for _, d := range s.Elts {
			if f, ok := d.(*ast.Field); ok {
				field := Field{Field: f, Scope: inner}
				if n, ok := field.Name(); ok && n == name {
					out = append(out, field)
				}
			}
		}
	}
	return out
}

// Top returns the declarations of a top-level field.
func (p *Package) Top(name string) []Field {
	var out []Field
	for _, f := range p.Files {
		scope := p.FileScope(f)
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.Field); ok {
				field := Field{Field: fd, Scope: scope}
				if n, ok := field.Name(); ok && n == name {
					out = append(out, field)
				}
			}
		}
	}
	return out
}
