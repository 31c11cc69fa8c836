package types

import (
	"fmt"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/format"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// use is a reference whose target is compiled in its place.
type use struct {
	x   ast.Expr
	pos diag.Position
}

// through remembers a reference while what it stands for is compiled.
func (c *Compiler) through(x ast.Expr) func() {
	c.trail = append(c.trail, use{x: x, pos: spec.At(x)})
	n := len(c.trail)
	return func() { c.trail = c.trail[:n-1] }
}

// way says by which references the text at a position was reached, outermost first. What stands in the text of the
// element itself needs no explanation.
func (c *Compiler) way(pos diag.Position) []diag.Related {
	var out []diag.Related
	for _, u := range c.trail {
		if u.pos == pos || !u.pos.IsValid() {
			continue
		}
		name, err := format.Node(u.x)
		if err != nil {
			continue
		}
		out = append(out, diag.Related{Pos: u.pos, Message: fmt.Sprintf("reached by %s here", name)})
	}
	return out
}
