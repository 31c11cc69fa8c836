package types

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// matchable refuses a constraint of a match that generated rules cannot look into.
func (c *Compiler) matchable(t ir.Type, n *spec.Node) bool {
	what := c.together(t, 0)
	if what == "" {
		return true
	}
	c.fail(codeInexact, n.Path, n.ValuePosition(), what+" cannot be part of a match", "match the fields one by one, or write a handler")
	return false
}

// together names what in a type looks at several parts of a value; "" where nothing does.
func (c *Compiler) together(t ir.Type, depth int) string {
	if depth > maxFill {
		return ""
	}
	if t.Narrow == nil {
		if target, _, ok := c.resolve(t); ok {
			t = target
		}
	}
	switch {
	case t.Kind == ir.KindTuple:
		return "a list of fixed elements"
	case len(t.Rest) > 0:
		return "a pattern constraint beside fields"
	case len(t.Keys) > 0:
		return "a pattern of some keys"
	case len(t.Relations) > 0:
		return "a relation between fields"
	case t.Kind == ir.KindStruct && (t.MinItems != nil || t.MaxItems != nil):
		return "a bound on the number of fields"
	}
	for i := range t.Fields {
		if what := c.together(t.Fields[i].Type, depth+1); what != "" {
			return what
		}
	}
	for i := range t.Contains {
		if what := c.together(t.Contains[i].Items, depth+1); what != "" {
			return what
		}
	}
	if t.Items != nil {
		return c.together(*t.Items, depth+1)
	}
	return ""
}
