package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func absentFactAllows() Rule {
	return Rule{
		Code: "IK1035", Severity: diag.Warning, Name: "absent-fact-allows",
		Title: "a deny rule reads a fact that may be absent",
		Text: "A step without the fact does not match, so the rule does not deny. Where a capability that the policy judges neither\n" +
			"requires nor provides the fact, it can run without, and the rule with it. Of a fact with `key` a rule means the\n" +
			"instance that the capability requires by that key: with key: \"*\", or without a requirement, no instance is meant.",
		Before: "on: [\"refund.issue\"], rules: [{#Match: facts: \"order.found@1\": status: \"closed\", verdict: \"deny\", …}]",
		After:  "\"refund.issue\": requires: [\"order.found@1\"]",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				for i := range p.Rules {
					if p.Rules[i].Verdict == "deny" {
						c.absentFacts(p, i)
					}
				}
			}
		},
	}
}

func (c *Context) absentFacts(p ir.Policy, i int) {
	seen := map[string]bool{}
	for _, l := range p.Rules[i].Match.Leaves {
		place, ok := leafPlace(l)
		if !ok || !place.fact() || seen[place.Root] || c.Facts[place.Root] == nil || c.Facts[place.Root].Provider == "host" {
			continue
		}
		seen[place.Root] = true
		for _, x := range c.judged(p) {
			if !surely(x, c.Facts[place.Root]) {
				c.report(finding{
					Path:    key(index(policyPath(p.ID)+".rules", i)+".#Match.facts", place.Root),
					Message: fmt.Sprintf("%q can run without %q, and the rule then does not deny", x.ID, place.Root),
					Help:    fmt.Sprintf("let %q require the fact, or add a rule with missingFacts: [%q]", x.ID, place.Root),
					Related: []related{{capabilityPath(x.ID), fmt.Sprintf("%q is declared here", x.ID)}},
				})
				break
			}
		}
	}
}

// surely tells whether a fact is there when the capability is judged: it requires it, or brings it. Of a keyed fact a rule
// means the instance that the capability requires by its key, and none else.
func surely(x *ir.Capability, fact *ir.Fact) bool {
	keyed := fact.InstanceKey != ""
	return !keyed && slices.Contains(x.Provides, fact.Key) || slices.ContainsFunc(x.Requires, func(r ir.Requirement) bool {
		return !r.AnyOf && r.Resolution == "" && r.Key != "*" && slices.Contains(r.Facts, fact.Key)
	})
}
