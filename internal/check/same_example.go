package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
)

func sameExample() Rule {
	return Rule{
		Code: "IK1022", Severity: diag.Warning, Name: "same-example",
		Title:  "two capabilities give the same example",
		Text:   "Models choose a capability by its examples. One that stands at two capabilities teaches them that either will do.",
		Before: "\"order.find\": guidance: examples: [\"Where is it?\"]\n\"refund.find\": guidance: examples: [\"Where is it?\"]",
		After:  "\"order.find\": guidance: examples: [\"Where is my order?\"]\n\"refund.find\": guidance: examples: [\"Where is my refund?\"]",
		Run: func(c *Context) {
			type use struct{ owner, path string }
			seen := map[string]use{}
			for _, x := range c.Agent.Capabilities {
				if x.Guidance == nil {
					continue
				}
				for i, text := range x.Guidance.Examples {
					u := use{x.ID, index(capabilityPath(x.ID)+".guidance.examples", i)}
					word := strings.ToLower(strings.Join(strings.Fields(text), " "))
					first, taken := seen[word]
					if !taken {
						seen[word] = u
						continue
					}
					c.report(finding{
						Path: u.path, Message: fmt.Sprintf("example %q stands at %q too", text, first.owner),
						Help:    "keep it where it belongs, or make the difference clear",
						Related: []related{{first.path, "the same example"}},
					})
				}
			}
		},
	}
}
