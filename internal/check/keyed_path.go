package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func keyedPath() Rule {
	return Rule{
		Code: "IK1045", Severity: diag.Error, Name: "keyed-path",
		Title: "a path begins at a fact of which no instance is meant",
		Text: "A fact with `key` has many values. A path of a capability reads the instance that the capability requires by its key;\n" +
			"with key: \"*\", or without a requirement, there is none to read, and the path never has a value.",
		Before: "confirm: template: \"Cancel {{order.found@1.total}}?\"\nrequires: [{fact: \"order.found@1\", key: \"*\"}]",
		After:  "confirm: template: \"Cancel {{order.found@1.total}}?\"\nrequires: [{fact: \"order.found@1\", key: \"input.orderNumber\"}]",
		Run: func(c *Context) {
			for i := range c.Agent.Capabilities {
				x := &c.Agent.Capabilities[i]
				for _, p := range capabilityPaths(x) {
					place, ok := parsePath(p.Text)
					if ok && place.fact() && !c.means(x, place.Root) {
						c.report(finding{
							Path: p.Path, Piece: p.Piece, Message: fmt.Sprintf("no instance of %q is meant here", place.Root),
							Help:    fmt.Sprintf("let %q require it with key: \"input.…\"", x.ID),
							Related: []related{{factPath(place.Root), fmt.Sprintf("%q is declared here", place.Root)}},
						})
					}
				}
			}
		},
	}
}

// means tells whether it is known which instance of a fact a capability reads: it requires one by its key, or the fact has
// none.
func (c *Context) means(x *ir.Capability, fact string) bool {
	f := c.Facts[fact]
	return f == nil || f.InstanceKey == "" || slices.ContainsFunc(x.Requires, func(r ir.Requirement) bool {
		return r.Key != "" && r.Key != "*" && slices.Contains(r.Facts, fact)
	})
}
