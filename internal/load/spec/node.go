package spec

import (
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
)

// Expr is an expression together with the names in scope there.
type Expr struct {
	X     ast.Expr
	Scope *Scope
	Field *ast.Field // the declaration whose whole value the expression is, where there is one

	file bool // stands for a whole file: Scope is already that of its declarations
}

// Field is one declaration of a field.
type Field struct {
	*ast.Field
	Scope *Scope // scope that the label stands in
}

// Expr is the value of the declaration; a value alias is left out.
func (f Field) Expr() Expr {
	x := f.Value
	if a, ok := x.(*ast.Alias); ok {
		x = a.Expr
	}
	return Expr{X: x, Scope: f.Scope, Field: f.Field}
}

// Pattern returns the constraint of a pattern field `[x]: …`.
func (f Field) Pattern() (Expr, bool) {
	label := f.Label
	if a, ok := label.(*ast.Alias); ok {
		l, ok := a.Expr.(ast.Label)
		if !ok {
			return Expr{}, false
		}
		label = l
	}
	list, ok := label.(*ast.ListLit)
	if !ok || len(list.Elts) != 1 {
		return Expr{}, false
	}
	return Expr{X: list.Elts[0], Scope: f.Scope}, true
}

// Name is the label's text: "#Input", "_hidden", "order.find". A label that is computed has none.
func (f Field) Name() (string, bool) {
	label := f.Label
	if a, ok := label.(*ast.Alias); ok {
		l, ok := a.Expr.(ast.Label)
		if !ok {
			return "", false
		}
		label = l
	}
	switch l := label.(type) {
	case *ast.Ident:
		return l.Name, true
	case *ast.BasicLit:
		if l.Kind != token.STRING {
			return l.Value, true
		}
		name, _, err := ast.LabelName(l)
		return name, err == nil
	}
	return "", false
}

// Quoted tells whether the label is written in quotes: such a name is never a definition or hidden.
func (f Field) Quoted() bool {
	label := f.Label
	if a, ok := label.(*ast.Alias); ok {
		if l, ok := a.Expr.(ast.Label); ok {
			label = l
		}
	}
	_, ok := label.(*ast.BasicLit)
	return ok
}

// Node is one path of a spec with all its declarations.
type Node struct {
	Path  string  // agent.capabilities."order.find"
	Name  string  // last label, empty for a list element
	Decls []Field // in order of files and text; empty for list elements and the root

	pkg      *Package
	elem     Expr // of a list element
	parts    []Expr
	expanded bool
	children []*Node
	built    bool
	byName   map[string][]*Node // children, once somebody asked for one by name
	depth    int
}

// Definition tells whether the node is a definition.
func (n *Node) Definition() bool {
	return len(n.Name) > 0 && n.Name[0] == '#' && len(n.Decls) > 0 && !n.Decls[0].Quoted()
}

// Hidden tells whether the node is a hidden field.
func (n *Node) Hidden() bool {
	return len(n.Name) > 0 && n.Name[0] == '_' && len(n.Decls) > 0 && !n.Decls[0].Quoted()
}

// Pos is where the node is declared first: the label, or the element of a list.
func (n *Node) Pos() (from, to token.Pos) {
	if len(n.Decls) > 0 {
		l := n.Decls[0].Label
		return l.Pos(), l.End()
	}
	if n.elem.X != nil {
		return n.elem.X.Pos(), n.elem.X.End()
	}
	return token.NoPos, token.NoPos
}

// ValuePos is where the node's first own value stands.
func (n *Node) ValuePos() (from, to token.Pos) {
	for _, d := range n.Decls {
		if x := d.Expr().X; x != nil && x.Pos().IsValid() {
			return x.Pos(), x.End()
		}
	}
	return n.Pos()
}

// maxDepth bounds how deep the tree follows references: a spec that refers to itself ends here.
const maxDepth = 100

// Parts are the expressions that are unified at the node.
func (n *Node) Parts() []Expr {
	if n.expanded {
		return n.parts
	}
	n.expanded = true
	seen := map[ast.Expr]bool{}
	add := func(e Expr) {
		for _, p := range Unfold(e) {
			if !seen[p.X] { // reached by two references: unified once
				seen[p.X] = true
				n.parts = append(n.parts, p)
			}
		}
	}
	if n.elem.X != nil {
		add(n.elem)
	}
	for _, d := range n.Decls {
		add(d.Expr())
	}
	return n.parts
}

// Children are the fields and list elements declared below the node, in order of their first declaration.
func (n *Node) Children() []*Node {
	if n.built || n.depth > maxDepth {
		return n.children
	}
	n.built = true
	byName := map[string]*Node{}
	for _, part := range n.Parts() {
		switch x := part.X.(type) {
		case *ast.StructLit:
			n.addStruct(part, x, byName)
		case *ast.ListLit:
			n.addList(part, x)
		}
	}
	n.byName = nil // what was asked for meanwhile saw a part of them
	return n.children
}

func (n *Node) addStruct(part Expr, x *ast.StructLit, byName map[string]*Node) {
	scope := part.Scope
	if !part.file {
		scope = scope.Inner(x.Elts)
	}
	n.addDecls(x.Elts, scope, byName, 0)
}

func (n *Node) addDecls(decls []ast.Decl, scope *Scope, byName map[string]*Node, depth int) {
	if depth > maxDepth {
		return
	}
	for _, d := range decls {
		switch d := d.(type) {
		case *ast.Field:
			n.addField(Field{Field: d, Scope: scope}, byName)
		case *ast.EmbedDecl:
			for _, e := range Unfold(Expr{X: d.Expr, Scope: scope}) {
				if s, ok := e.X.(*ast.StructLit); ok {
					n.addDecls(s.Elts, e.Scope.Inner(s.Elts), byName, depth+1)
				}
			}
		case *ast.Comprehension:
			if s, ok := d.Value.(*ast.StructLit); ok {
				body := scope.Loop(loopNames(d.Clauses))
				n.addDecls(s.Elts, body.Inner(s.Elts), byName, depth+1)
			}
		}
	}
}

func (n *Node) addField(f Field, byName map[string]*Node) {
	name, ok := f.Name()
	if !ok {
		return
	}
	key := name
	if f.Quoted() {
		key = `"` + name // a quoted "#A" is another field than the definition #A
		if len(name) == 0 || name[0] != '#' && name[0] != '_' {
			key = name
		}
	}
	c := byName[key]
	if c == nil {
		c = &Node{pkg: n.pkg, Name: name, Path: join(n.Path, name, f.Quoted()), depth: n.depth + 1}
		byName[key] = c
		n.children = append(n.children, c)
	}
	for _, have := range c.Decls {
		if have.Field == f.Field {
			return
		}
	}
	c.Decls = append(c.Decls, f)
}

func (n *Node) addList(part Expr, x *ast.ListLit) {
	for i, e := range x.Elts {
		if _, ok := e.(*ast.Ellipsis); ok {
			break
		}
		if _, ok := e.(*ast.Comprehension); ok {
			break // what follows has no index that the text shows
		}
		n.children = append(n.children, &Node{
			pkg: n.pkg, Path: n.Path + "[" + strconv.Itoa(i) + "]", depth: n.depth + 1,
			elem: Expr{X: e, Scope: part.Scope},
		})
	}
}

func loopNames(clauses []ast.Clause) []string {
	var out []string
	for _, c := range clauses {
		switch c := c.(type) {
		case *ast.ForClause:
			if c.Key != nil {
				out = append(out, c.Key.Name)
			}
			if c.Value != nil {
				out = append(out, c.Value.Name)
			}
		case *ast.LetClause:
			out = append(out, c.Ident.Name)
		}
	}
	return out
}
