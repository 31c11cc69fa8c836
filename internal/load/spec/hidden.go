package spec

import "cuelang.org/go/cue/ast"

// HiddenWord is the word of CUE, or the package, at the beginning of an expression that a field of an enclosing struct
// hides.
func HiddenWord(e Expr) (name string, hidden bool) {
	switch x := e.X.(type) {
	case *ast.Ident:
		return x.Name, Predeclared(x.Name) && e.Scope.Lookup(x.Name).Kind == TargetField
	case *ast.SelectorExpr:
		id, ok := x.X.(*ast.Ident)
		if ok && e.Scope.Lookup(id.Name).Kind == TargetField && e.Scope.Imports(id.Name) {
			return id.Name, true
		}
	}
	return "", false
}
