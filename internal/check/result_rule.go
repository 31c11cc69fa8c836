package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func resultRule() Rule {
	return Rule{
		Code: "IK1033", Severity: diag.Error, Name: "result-rule",
		Title: "a rule of phase result judges a write, or does not deny",
		Text: "A result is judged before anything of it is published. After a write that is too late: the world has changed. And there\n" +
			"is nothing left to confirm or to ask, so the verdict is \"deny\".",
		Before: "on: [\"refund.issue\"], rules: [{phase: \"result\", …}]",
		After:  "on: [\"order.find\"], rules: [{phase: \"result\", …}]",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				for i, r := range p.Rules {
					if r.Phase != "result" {
						continue
					}
					at := index(policyPath(p.ID)+".rules", i)
					if r.Verdict != "deny" {
						c.report(finding{Path: at + ".verdict", Message: fmt.Sprintf("a result cannot be judged %q", r.Verdict), Help: "write \"deny\""})
					}
					for _, x := range c.judged(p) {
						if x.Effect == "write" {
							c.report(finding{
								Path: at + ".phase", Message: fmt.Sprintf("the result of the write %q is judged after it has happened", x.ID),
								Help:    "judge it in phase \"plan\", or name the reads in `on`",
								Related: []related{{capabilityPath(x.ID), fmt.Sprintf("%q is declared here", x.ID)}},
							})
							break
						}
					}
				}
			}
		},
	}
}
