package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func destructiveAsks() Rule {
	return Rule{
		Code: "IK1032", Severity: diag.Error, Name: "destructive-asks",
		Title:  "a destructive write is not confirmed by the kernel",
		Text:   "What cannot be undone is always asked, alone, by the kernel: confirmation: \"required\".",
		Before: "effect: \"write\", destructive: true, confirmation: \"none\", because: \"…\"",
		After:  "effect: \"write\", destructive: true",
		Run: func(c *Context) {
			for _, x := range c.Agent.Capabilities {
				if x.Destructive && x.Confirmation != "required" {
					c.report(finding{
						Path:    capabilityPath(x.ID) + ".destructive",
						Message: fmt.Sprintf("%q is destructive, but its confirmation is %q", x.ID, x.Confirmation),
						Help:    "write confirmation: \"required\", or remove `destructive`",
					})
				}
			}
		},
	}
}
