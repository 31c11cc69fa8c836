package compile

import (
	"github.com/ikgen/ikgen/internal/load/spec"
)

// syntaxOnly compiles the schemas and matches of an agent that evaluation did not reach, for their diagnostics: an unknown
// name at one place hides nothing at another.
func (c *Compiler) syntaxOnly() {
	if n := c.Package.Root().Child("agent"); n != nil {
		c.schemasBelow(n, 0)
	}
}

func (c *Compiler) schemasBelow(n *spec.Node, depth int) {
	if c.visited++; depth > 20 || c.visited > maxVisited || n.Hidden() {
		return
	}
	if n.Definition() {
		if c.seen[n.Path] {
			return
		}
		switch n.Name {
		case "#Input", "#Output", "#Value", "#Continuation", "#HostContext", "#In", "#Out":
			c.schema(n.Path)
		case "#Match", "#Unless":
			c.match(n.Path)
		}
		return
	}
	for _, child := range n.Children() {
		c.schemasBelow(child, depth+1)
	}
}
