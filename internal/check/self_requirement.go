package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func selfRequirement() Rule {
	return Rule{
		Code: "IK1008", Severity: diag.Error, Name: "self-requirement",
		Title: "a capability requires a fact that only it provides",
		Text: "Nothing publishes the first one, so the capability can never run. A capability that refreshes a fact requires it\n" +
			"too, but then another one provides it first.",
		Before: "\"order.refresh\": {requires: [\"order.found@1\"], provides: [\"order.found@1\"]}",
		After:  "\"order.refresh\": {requires: [{fact: \"order.found@1\", resolution: \"optional\"}], provides: [\"order.found@1\"]}",
		Run: func(c *Context) {
			for _, m := range rules.Missing(c.Nodes, c.given) {
				if m.SelfOnly {
					c.report(finding{
						Path:    index(capabilityPath(m.Capability)+".requires", m.Need),
						Message: fmt.Sprintf("%q requires %s, which nobody else provides", m.Capability, strings.Join(m.Facts, " or ")),
						Help:    "let another capability provide it, or make the requirement optional",
					})
				}
			}
		},
	}
}
