package spec

import (
	"strings"

	"cuelang.org/go/cue/ast"
)

// Comment is the documentation comment of a declaration: the one that stands above it.
func Comment(n ast.Node) string {
	var out []string
	for _, g := range ast.Comments(n) {
		if g.Doc {
			out = append(out, strings.TrimSpace(g.Text()))
		}
	}
	return strings.Join(out, "\n\n")
}

// Doc is the documentation comment of the node's first declaration that has one.
func (n *Node) Doc() string {
	for _, d := range n.Decls {
		if text := Comment(d.Field); text != "" {
			return text
		}
	}
	return ""
}
