package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func emptyPolicy() Rule {
	return Rule{
		Code: "IK1017", Severity: diag.Error, Name: "empty-policy",
		Title:  "a policy has neither rules nor a handler",
		Text:   "Such a policy judges nothing. Write declarative rules, or handler: true for one in Go, or both.",
		Before: "policies: \"refund.limit\": version: 1",
		After:  "policies: \"refund.limit\": {version: 1, handler: true}",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				if len(p.Rules) == 0 && !p.Handler {
					c.report(finding{
						Path: policyPath(p.ID), Message: fmt.Sprintf("policy %q has neither rules nor a handler", p.ID),
						Help: "write rules: [{#Match: …, verdict: …, reason: …}], or handler: true",
					})
				}
			}
		},
	}
}
