package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func unreachableCapability() Rule {
	return Rule{
		Code: "IK1023", Severity: diag.Warning, Name: "unreachable-capability",
		Title: "a capability can never run",
		Text: "The facts that it requires have providers, but these can never run themselves: something that they require in turn\n" +
			"is missing. Putting that right makes this warning go away. A requirement with a resolution never holds a run up.",
		Before: "\"order.find\": {requires: [\"nobody.provides@1\"], provides: [\"order.found@1\"]}\n\"refund.issue\": requires: [\"order.found@1\"]",
		After:  "\"order.find\": provides: [\"order.found@1\"]\n\"refund.issue\": requires: [\"order.found@1\"]",
		Run: func(c *Context) {
			reached := c.reachable()
			faulty := map[string]bool{} // these have an error of their own
			for _, m := range rules.Missing(c.Nodes, c.given) {
				faulty[m.Capability] = true
			}
			if _, cycle := rules.Graph(c.Nodes); cycle != nil {
				for _, id := range cycle.Path {
					faulty[id] = true
				}
			}
			for _, n := range c.Nodes {
				if reached[n.ID] || faulty[n.ID] {
					continue
				}
				i := slices.IndexFunc(n.Requires, func(need rules.Need) bool { return !c.met(n.ID, need, reached) })
				if i < 0 {
					continue
				}
				facts := strings.Join(n.Requires[i].Facts, " or ")
				c.report(finding{
					Path:    index(capabilityPath(n.ID)+".requires", i),
					Message: fmt.Sprintf("%q can never run: no provider of %s can", n.ID, facts),
					Help:    "put right what its providers require",
				})
			}
		},
	}
}

// reachable are the capabilities that can run when everything that they need is asked for in turn.
func (c *Context) reachable() map[string]bool {
	reached := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, n := range c.Nodes {
			if reached[n.ID] {
				continue
			}
			all := !slices.ContainsFunc(n.Requires, func(need rules.Need) bool { return !c.met(n.ID, need, reached) })
			if all {
				reached[n.ID], changed = true, true
			}
		}
	}
	return reached
}

// met tells whether a need can be fulfilled by the host or by a capability that can run, or does not hold up a run.
func (c *Context) met(id string, need rules.Need, reached map[string]bool) bool {
	if need.Optional || need.Runtime || len(need.Facts) == 0 {
		return true
	}
	return slices.ContainsFunc(need.Facts, func(fact string) bool {
		return c.given(fact) || slices.ContainsFunc(c.Providers[fact], func(p string) bool { return p != id && reached[p] })
	})
}
