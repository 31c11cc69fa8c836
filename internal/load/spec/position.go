package spec

import (
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
)

// Range is the place between two positions of one file; the zero Position where the first is unknown.
func Range(from, to token.Pos) diag.Position {
	if !from.IsValid() {
		return diag.Position{}
	}
	f := from.Position()
	out := diag.Position{File: f.Filename, Line: f.Line, Column: f.Column}
	if to.IsValid() {
		if t := to.Position(); t.Filename == f.Filename && t.Offset > f.Offset {
			out.EndLine, out.EndColumn = t.Line, t.Column
		}
	}
	return out
}

// At is the place of a syntax node.
func At(n ast.Node) diag.Position {
	if n == nil {
		return diag.Position{}
	}
	return Range(n.Pos(), n.End())
}

// Position is the place of the node's first declaration.
func (n *Node) Position() diag.Position { return Range(n.Pos()) }

// ValuePosition is the place of the node's first value.
func (n *Node) ValuePosition() diag.Position { return Range(n.ValuePos()) }

// At is the place of a path, else of its nearest parent.
func (p *Package) At(path string) diag.Position {
	n, _ := p.Find(outside(path))
	if pos := n.Position(); pos.IsValid() {
		return pos
	}
	if len(p.Files) == 0 {
		return diag.Position{}
	}
	return diag.Position{File: p.Files[0].Filename, Line: 1, Column: 1}
}

// outside cuts a path before the variant of a union: no place of its own in the text says which operand it is.
func outside(path string) string {
	quoted := false
	for i := 0; i < len(path); i++ {
		switch path[i] {
		case '\\':
			i++
		case '"':
			quoted = !quoted
		case '|':
			if !quoted {
				return path[:i]
			}
		}
	}
	return path
}
