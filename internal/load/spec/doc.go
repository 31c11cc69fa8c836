// Package spec is a CUE package as its author wrote it: the syntax trees of its files, the names in scope at each
// place, and a tree of the declared paths with their positions.
//
// It owns intent: which declaration stands where, in what order, with which comments and attributes. What a value
// evaluates to is the evaluator's to say; the package knows neither schemas nor the representation that they compile to.
package spec

import (
	"cuelang.org/go/cue/ast"
)

// Package is the syntax of one CUE package.
type Package struct {
	Path   string      // import path without version and qualifier
	Name   string      // name of the package clause
	Files  []*ast.File // in code order of their names
	Schema bool        // the authoring schema itself
	// Import finds the package of an import path; nil for packages of CUE's own library and unknown ones.
	Import func(path string) *Package

	root  *Node
	names map[*ast.Decl]map[string]bool // what the declarations of a long struct declare, by the first of them
}

// New returns the package of the files.
func New(path, name string, files []*ast.File, imports func(string) *Package) *Package {
	p := &Package{Path: path, Name: name, Files: files, Import: imports}
	p.root = &Node{pkg: p}
	for _, f := range files {
		p.root.parts = append(p.root.parts, Expr{X: &ast.StructLit{Elts: f.Decls}, Scope: p.FileScope(f), file: true})
	}
	p.root.expanded = true
	return p
}

// Root is the node of the package itself: its children are the top-level fields.
func (p *Package) Root() *Node { return p.root }
