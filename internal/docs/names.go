package docs

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// runtimeCode is the form of an error or issue code of the run time.
var runtimeCode = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$`)

// eventType is the form of an event's type.
var eventType = regexp.MustCompile(`^[a-z]+(\.[a-z]+)+$`)

// runtimeDirs hold what runs in a host. Suites and fixtures of tests are left out of it.
func runtimeDirs() ([]string, []string) {
	return []string{"runtime", "internal/turn", "internal/ledger", "internal/rules"}, []string{"storetest", "gatewaytest", "snaptest", "turntest"}
}

// RuntimeCodes gives every error and issue code that stands in the source of the run time, in code order, and the first
// file of each.
func RuntimeCodes(root string) (codes []string, where map[string]string, err error) {
	dirs, skip := runtimeDirs()
	files, err := parseSources(root, dirs, skip...)
	if err != nil {
		return nil, nil, err
	}
	where = map[string]string{}
	for _, f := range files {
		ast.Inspect(f.file, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			if s, ok := text(e); ok && runtimeCode.MatchString(s) && where[s] == "" {
				where[s] = f.path
				codes = append(codes, s)
			}
			return true
		})
	}
	slices.Sort(codes)
	return codes, where, nil
}

// EventTypes gives every type of event that the source of the run time emits, in code order.
func EventTypes(root string) ([]string, error) {
	dirs, skip := runtimeDirs()
	files, err := parseSources(root, dirs, skip...)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var out []string
	add := func(e ast.Expr) {
		if s, ok := text(e); ok && eventType.MatchString(s) && !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	for _, f := range files {
		ast.Inspect(f.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if strings.EqualFold(callee(n), "emit") {
					for _, a := range n.Args {
						add(a)
					}
				}
			case *ast.AssignStmt: // kind := "…", chosen before it is emitted
				if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == "kind" {
					add(n.Rhs[0])
				}
			case *ast.KeyValueExpr:
				if k, ok := n.Key.(*ast.Ident); ok && k.Name == "Type" {
					add(n.Value)
				}
			}
			return true
		})
	}
	slices.Sort(out)
	return out, nil
}

// callee is the last name of what is called.
func callee(c *ast.CallExpr) string {
	switch f := c.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}
