package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func writeConfirmation() Rule {
	return Rule{
		Code: "IK1009", Severity: diag.Error, Name: "write-confirmation", Spec: rules.CodeWriteConfirmation,
		Title: "a write neither asks nor says why it does not",
		Text: "A capability that changes the world asks the user first: `confirmation` is \"required\" for a write unless the spec\n" +
			"says otherwise. With \"none\" it needs `because`: the reason stands in the lock, where reviewers read it.",
		Before: "effect: \"write\", confirmation: \"none\"",
		After:  "effect: \"write\", confirmation: \"none\", because: \"It only notes the hand-over\"",
		Run: func(c *Context) {
			for _, capability := range c.Agent.Capabilities {
				if !rules.WriteAsks(capability.Effect, capability.Confirmation, capability.Because) {
					c.report(finding{
						Path:    capabilityPath(capability.ID) + ".confirmation",
						Message: fmt.Sprintf("the write %q runs without asking and does not say why", capability.ID),
						Help:    "leave `confirmation` out, or give the reason: because: \"…\"",
					})
				}
			}
		},
	}
}
