package compile

import (
	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// matcher compiles one #Match or #Unless.
type matcher struct {
	*Compiler
	places map[*ast.Field][]string // what the declarations of the match constrain
	known  map[string]bool         // paths that the match names, by pathKey
	out    ir.Match
	looks  int  // names looked up for one part of a leaf
	large  bool // it was reported that the match is too large
}

// match compiles a #Match or #Unless: its leaves in order of the text. Nil where there is none.
func (c *Compiler) match(path string) *ir.Match {
	c.seen[path] = true
	n, ok := c.Package.Find(path)
	if !ok {
		if p := cue.ParsePath(path); p.Err() == nil && c.Value.LookupPath(p).Exists() {
			c.fail(codeMadeElsewhere, path, "a match that a comprehension makes cannot be compiled", "write the rule out")
		}
		return nil
	}
	m := &matcher{Compiler: c, places: map[*ast.Field][]string{}, known: map[string]bool{}}
	for _, root := range n.Children() {
		m.survey(root, []string{root.Name})
	}
	for _, root := range n.Children() {
		m.leaves(root, []string{root.Name})
	}
	return &m.out
}

// maxMatchDepth bounds the paths of a match.
const maxMatchDepth = 60

// survey notes what the match names: a leaf may refer to what stands below it.
func (m *matcher) survey(n *spec.Node, path []string) {
	if m.visited++; len(path) > maxMatchDepth || m.visited > maxVisited {
		return
	}
	m.known[pathKey(path)] = true
	for _, d := range n.Decls {
		m.places[d.Field] = path
	}
	for _, child := range n.Children() {
		m.survey(child, below(path, child.Name))
	}
}

// below is the path one label further; it shares nothing with the path.
func below(path []string, label string) []string {
	return append(path[:len(path):len(path)], label)
}

func (m *matcher) leaves(n *spec.Node, path []string) {
	if m.visited++; len(path) > maxMatchDepth || m.visited > maxVisited {
		if !m.large {
			m.fail(codeExpression, n.Path, "the match nests too deep, or the matches of the spec are too large", "write less, or a handler")
		}
		m.large = true
		return
	}
	if isStruct(n) && !patterned(n) && !m.refers(n) {
		children := n.Children()
		for _, child := range children {
			m.leaves(child, below(path, child.Name))
		}
		if len(children) == 0 && len(path) > 1 {
			m.out.Leaves = append(m.out.Leaves, ir.Leaf{Path: path})
		}
		return
	}
	if len(path) == 1 {
		if patterned(n) {
			m.fail(codeExpression, n.Path, "a match names its fields: a pattern of names says nothing here", "name each field that matters")
		}
		return // `input: _` says nothing
	}
	leaf := ir.Leaf{Path: path}
	t, ok := m.Types.Constraint(n, func(e spec.Expr) bool { return m.comparison(e, n.Path, &leaf) })
	if !ok {
		return
	}
	if t.Kind != ir.KindAny {
		m.Types.Inherit(&t)
		leaf.Type = &t
	}
	m.out.Leaves = append(m.out.Leaves, leaf)
}

// isStruct tells whether a node of a match holds further nodes and is no leaf.
func isStruct(n *spec.Node) bool {
	for _, p := range n.Parts() {
		if _, ok := p.X.(*ast.StructLit); ok {
			return true
		}
	}
	return false
}

// patterned tells whether a node of a match says something of all its fields, as [string]: >5 does: then it is a leaf.
func patterned(n *spec.Node) bool {
	for _, p := range n.Parts() {
		s, ok := p.X.(*ast.StructLit)
		if !ok {
			continue
		}
		for _, d := range s.Elts {
			f, ok := d.(*ast.Field)
			if !ok {
				continue
			}
			if _, ok := (spec.Field{Field: f, Scope: p.Scope}).Pattern(); ok {
				return true
			}
		}
	}
	return false
}

// refers tells whether a node is said to equal another place: its parts then show that place, not the node's own text.
func (m *matcher) refers(n *spec.Node) bool {
	for _, d := range n.Decls {
		if _, ok := m.place(d.Expr(), 0); ok {
			return true
		}
	}
	return false
}
