package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func unconditionalAdvice() Rule {
	return Rule{
		Code: "IK1026", Severity: diag.Warning, Name: "unconditional-advice",
		Title: "an advice has no condition",
		Text: "Advice is for what matters in some situations. One without `when`, #Match and handler is read in every turn, by every\n" +
			"model call; such words belong into `identity` or into the guidance of a capability.",
		Before: "advice: \"tone\": {version: 1, description: \"…\", instructions: [\"…\"]}",
		After:  "advice: \"tone\": {version: 1, description: \"…\", instructions: [\"…\"], when: interaction: \"confirmation\"}",
		Run: func(c *Context) {
			for _, a := range c.Agent.Advice {
				if a.When == nil && a.Match == nil && !a.Handler {
					c.report(finding{
						Path: advicePath(a.ID), Message: fmt.Sprintf("advice %q has no condition, so it always applies", a.ID),
						Help: "write `when`, #Match or handler: true",
					})
				}
			}
		},
	}
}
