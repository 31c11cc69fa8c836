package types

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// circles reports the definitions that stand for themselves, null aside: #A: null | #A. They have a finite value, but
// say nothing that a type could be made of.
func (c *Compiler) circles(names []string) {
	for _, name := range names {
		chain, nullable := c.aliases(name)
		if !nullable || smallest(chain) != name {
			continue // no circle; or without null, which finite reports; or reported at another of its definitions
		}
		n := c.pkg.Root().Child(name)
		c.fail(codeNoFiniteValue, n.Path, n.Position(),
			fmt.Sprintf("%s stands for itself (%s)", name, strings.Join(append(chain, name), " -> ")),
			"say what the value is where it is not null")
	}
}

// aliases follows references from a definition back to it. The chain is nil where they lead elsewhere; nullable tells
// whether null is admitted on the way.
func (c *Compiler) aliases(name string) (chain []string, nullable bool) {
	for at := name; ; {
		d := c.defs[at]
		if d == nil || !d.ok || d.def.Type.Kind != ir.KindRef || c.compilerOf(d.def.Type.Ref) != c || len(chain) > len(c.defs) {
			return nil, false
		}
		chain = append(chain, at)
		nullable = nullable || d.def.Type.Nullable
		if at = d.def.Type.Ref.Name; at == name {
			return chain, nullable
		}
	}
}
