package types

import (
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

// bottom reports that no value satisfies the schema that is being compiled, as opposed to one that cannot be compiled.
func (c *Compiler) bottom(code, path string, pos diag.Position, message, help string) {
	c.bottoms++
	c.fail(code, path, pos, message, help)
}

// try compiles what may have no value: empty tells that it has none, and nothing is reported then. Every other diagnostic
// stands.
func (c *Compiler) try(compile func() (ir.Type, bool)) (t ir.Type, ok, empty bool) {
	report, before, unions := c.report, c.bottoms, len(*c.unions)
	var found []diag.Diagnostic
	c.report = func(d diag.Diagnostic) { found = append(found, d) }
	c.trying++
	t, ok = compile()
	c.trying--
	c.report = report
	if !ok && len(found) > 0 && len(found) == c.bottoms-before {
		c.bottoms = before
		*c.unions = (*c.unions)[:unions]
		return ir.Type{}, false, true
	}
	for _, d := range found {
		c.report(d)
	}
	return t, ok, false
}

// inside compiles a part that a value may do without: that the part has no value does not say that the whole has none.
func (c *Compiler) inside(compile func() (ir.Type, bool)) (ir.Type, bool) {
	before := c.bottoms
	t, ok := compile()
	c.bottoms = before
	return t, ok
}
