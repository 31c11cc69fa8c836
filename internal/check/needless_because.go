package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func needlessBecause() Rule {
	return Rule{
		Code: "IK1010", Severity: diag.Error, Name: "needless-because",
		Title: "`because` where nothing needs a reason",
		Text: "`because` says why a write does not ask. On anything else it would tell a reviewer that a confirmation is left out\n" +
			"when none is.",
		Before: "effect: \"write\", because: \"It only notes the hand-over\"",
		After:  "effect: \"write\", confirmation: \"none\", because: \"It only notes the hand-over\"",
		Run: func(c *Context) {
			for _, capability := range c.Agent.Capabilities {
				if capability.Because != "" && (capability.Effect != "write" || capability.Confirmation != "none") {
					c.report(finding{
						Path:    capabilityPath(capability.ID) + ".because",
						Message: fmt.Sprintf("%q gives a reason for not asking, but it is no write with confirmation: \"none\"", capability.ID),
						Help:    "remove `because`, or say confirmation: \"none\" on the write",
					})
				}
			}
		},
	}
}
