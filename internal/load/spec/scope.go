package spec

import (
	"strings"

	"cuelang.org/go/cue/ast"
)

// Scope is the chain of declarations that a name is looked up in.
type Scope struct {
	pkg    *Package
	file   *ast.File
	outer  *Scope
	decls  []ast.Decl
	loops  []string // names that a comprehension binds
	bound  map[string]Expr
	closed bool // a file's scope: the whole package is searched
}

// Package is the package that the scope belongs to.
func (s *Scope) Package() *Package { return s.pkg }

// FileScope is the outermost scope of a file.
func (p *Package) FileScope(f *ast.File) *Scope {
	return &Scope{pkg: p, file: f, closed: true}
}

// Inner is the scope of a struct within s.
func (s *Scope) Inner(decls []ast.Decl) *Scope {
	return &Scope{pkg: s.pkg, file: s.file, outer: s, decls: decls}
}

// Loop is the scope of a comprehension's body.
func (s *Scope) Loop(names []string) *Scope {
	return &Scope{pkg: s.pkg, file: s.file, outer: s, loops: names}
}

// Bind is a scope in which names stand for expressions: those of a comprehension that is written out, or the parameters
// of a definition.
func (s *Scope) Bind(names map[string]Expr) *Scope {
	return &Scope{pkg: s.pkg, file: s.file, outer: s, bound: names}
}

// TargetKind says what a name stands for.
type TargetKind int

// The kinds of targets.
const (
	TargetUnknown     TargetKind = iota // no declaration found
	TargetField                         // Fields
	TargetLet                           // Value: a let clause or an alias
	TargetImport                        // Import (nil for CUE's own library), ImportPath
	TargetLoop                          // bound by a comprehension
	TargetPredeclared                   // string, int, …
)

// Target is what a name stands for.
type Target struct {
	Kind       TargetKind
	Fields     []Field // all declarations of the field in its scope
	Top        bool    // the field is a top-level field of the package
	Value      Expr
	Import     *Package
	ImportPath string
}

// Lookup finds the declaration that a name refers to, as CUE does: by the text, innermost scope first.
func (s *Scope) Lookup(name string) Target {
	for at := s; at != nil; at = at.outer {
		if t, ok := at.here(name); ok {
			return t
		}
	}
	if Predeclared(name) {
		return Target{Kind: TargetPredeclared}
	}
	return Target{}
}

func (s *Scope) here(name string) (Target, bool) {
	for _, n := range s.loops {
		if n == name {
			return Target{Kind: TargetLoop}, true
		}
	}
	if e, ok := s.bound[name]; ok {
		return Target{Kind: TargetLet, Value: e}, true
	}
	if !s.closed {
		if len(s.decls) >= longStruct && !s.pkg.declares(s.decls, name) {
			return Target{}, false
		}
		return declared(name, s.decls, s)
	}
	if t, ok := s.imported(name); ok {
		return t, true
	}
	if t, ok := declared(name, s.file.Decls, s); ok && t.Kind != TargetField {
		return t, true
	}
	out := Target{Kind: TargetField, Top: true}
	for _, f := range s.pkg.Files {
		if t, ok := declared(name, f.Decls, s.pkg.FileScope(f)); ok && t.Kind == TargetField {
			out.Fields = append(out.Fields, t.Fields...)
		}
	}
	return out, len(out.Fields) > 0
}

// longStruct is the number of declarations from which on it pays to remember their names: each name in a struct is looked
// up in all structs around it, and most stand for something further out.
const longStruct = 16

// declares tells whether one of the declarations of a struct may declare a name.
func (p *Package) declares(decls []ast.Decl, name string) bool {
	names := p.names[&decls[0]]
	if names == nil {
		names = map[string]bool{}
		for _, d := range decls {
			switch d := d.(type) {
			case *ast.LetClause:
				names[d.Ident.Name] = true
			case *ast.Field:
				label := d.Label
				if a, ok := label.(*ast.Alias); ok {
					names[a.Ident.Name] = true
					label, _ = a.Expr.(ast.Label)
				}
				if id, ok := label.(*ast.Ident); ok {
					names[id.Name] = true
				}
			}
		}
		if p.names == nil {
			p.names = map[*ast.Decl]map[string]bool{}
		}
		p.names[&decls[0]] = names
	}
	return names[name]
}

// declared finds a name among the declarations of one struct. A quoted label declares no name.
func declared(name string, decls []ast.Decl, scope *Scope) (Target, bool) {
	out := Target{Kind: TargetField}
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.LetClause:
			if d.Ident.Name == name {
				return Target{Kind: TargetLet, Value: Expr{X: d.Expr, Scope: scope}}, true
			}
		case *ast.Field:
			label := d.Label
			if a, ok := label.(*ast.Alias); ok {
				if a.Ident.Name == name {
					return Target{Kind: TargetField, Fields: []Field{{Field: d, Scope: scope}}}, true
				}
				if l, ok := a.Expr.(ast.Label); ok {
					label = l
				}
			}
			if id, ok := label.(*ast.Ident); ok && id.Name == name {
				out.Fields = append(out.Fields, Field{Field: d, Scope: scope})
			}
		}
	}
	return out, len(out.Fields) > 0
}

func (s *Scope) imported(name string) (Target, bool) {
	for spec := range s.file.ImportSpecs() {
		path := strings.Trim(spec.Path.Value, `"`)
		parsed := ast.ParseImportPath(path)
		ident := parsed.Qualifier
		if spec.Name != nil {
			ident = spec.Name.Name
		}
		if ident != name {
			continue
		}
		t := Target{Kind: TargetImport, ImportPath: parsed.Path}
		if s.pkg.Import != nil {
			t.Import = s.pkg.Import(path)
		}
		return t, true
	}
	return Target{}, false
}

// Imports tells whether the file imports a package under the name.
func (s *Scope) Imports(name string) bool {
	_, ok := s.imported(name)
	return ok
}

// Predeclared tells whether a name is one of CUE's own.
func Predeclared(name string) bool {
	switch strings.TrimPrefix(name, "__") {
	case "string", "int", "number", "float", "bool", "null", "bytes", "_", "_|_", "len", "close", "and", "or",
		"div", "mod", "quo", "rem", "matchN", "matchIf", "error", "float32", "float64", "uint", "rune",
		"int8", "int16", "int32", "int64", "int128", "uint8", "uint16", "uint32", "uint64", "uint128":
		return true
	}
	return false
}
