package types

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// Scalar compiles an expression and says nothing where it cannot: false then.
func (c *Compiler) Scalar(e spec.Expr) (ir.Type, bool) {
	quiet := *c
	quiet.report = func(diag.Diagnostic) {}
	quiet.unions, quiet.constraint = new([]unionWork), true
	v, ok := quiet.expr(e, "")
	quiet.finishUnions()
	return v.t, ok
}

// Refuses says why a type does not admit a constant; "" where it does.
func (c *Compiler) Refuses(t ir.Type, raw json.RawMessage) string {
	if c.expressions.admit(t, raw) {
		return ""
	}
	return c.refuses(t, raw)
}

// Constant evaluates an expression whose value the text gives.
func (c *Compiler) Constant(e spec.Expr) (json.RawMessage, bool) {
	raw, ok := c.constant(e)
	return raw, ok && constKind(raw) != ""
}
