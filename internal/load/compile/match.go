package compile

import (
	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// match compiles a #Match or #Unless: its leaves in order of the text. Nil where there is none.
func (c *Compiler) match(path string) *ir.Match {
	n, ok := c.Package.Find(path)
	if !ok {
		return nil
	}
	out := &ir.Match{}
	for _, part := range n.Children() {
		c.leaves(part, []string{part.Name}, out)
	}
	return out
}

func (c *Compiler) leaves(n *spec.Node, path []string, out *ir.Match) {
	if c.visited++; len(path) > 60 || c.visited > maxVisited {
		return
	}
	if isStruct(n) {
		children := n.Children()
		for _, child := range children {
			c.leaves(child, append(append([]string(nil), path...), child.Name), out)
		}
		if len(children) == 0 && len(path) > 1 {
			out.Leaves = append(out.Leaves, ir.Leaf{Path: path})
		}
		return
	}
	if len(path) == 1 {
		return // `input: _` says nothing
	}
	t, ok := c.Types.Constraint(n)
	if !ok {
		return
	}
	leaf := ir.Leaf{Path: path}
	if t.Kind != ir.KindAny {
		c.Types.Inherit(&t)
		leaf.Type = &t
	}
	out.Leaves = append(out.Leaves, leaf)
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
