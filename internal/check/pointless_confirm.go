package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func pointlessConfirm() Rule {
	return Rule{
		Code: "IK1025", Severity: diag.Warning, Name: "pointless-confirm",
		Title: "a rule asks for a confirmation that is asked anyway",
		Text: "Every capability that the policy judges has confirmation: \"required\", so the kernel asks in any case and the rule\n" +
			"changes nothing.",
		Before: "rules: [{#Match: {…}, verdict: \"confirm\", reason: \"…\"}] // on a write",
		After:  "rules: [{#Match: {…}, verdict: \"deny\", reason: \"…\"}]",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				judged := c.judged(p)
				always := len(judged) > 0
				for _, x := range judged {
					always = always && x.Confirmation == "required"
				}
				for i, r := range p.Rules {
					if always && r.Verdict == "confirm" {
						c.report(finding{
							Path:    index(policyPath(p.ID)+".rules", i) + ".verdict",
							Message: fmt.Sprintf("the rule of %q changes nothing: what it judges is confirmed in any case", p.ID),
							Help:    "remove the rule, or write \"deny\" or \"clarify\"",
						})
					}
				}
			}
		},
	}
}
