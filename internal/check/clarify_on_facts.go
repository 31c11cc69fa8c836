package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func clarifyOnFacts() Rule {
	return Rule{
		Code: "IK1036", Severity: diag.Warning, Name: "clarify-on-facts",
		Title: "a clarifying question whose answer changes nothing",
		Text: "An answer to a clarify rule changes the input. A rule whose #Match reads no input matches again whatever is answered,\n" +
			"and asks for ever.",
		Before: "#Match: facts: \"order.found@1\": status: \"closed\", verdict: \"clarify\"",
		After:  "#Match: {input: amount: >100, facts: \"order.found@1\": status: \"closed\"}, verdict: \"clarify\"",
		Run: func(c *Context) {
			for _, p := range c.Agent.Policies {
				for i, r := range p.Rules {
					reads := false
					for _, l := range r.Match.Leaves {
						reads = reads || len(l.Path) > 0 && l.Path[0] == "input"
					}
					if r.Verdict == "clarify" && !reads {
						c.report(finding{
							Path:    index(policyPath(p.ID)+".rules", i) + ".verdict",
							Message: fmt.Sprintf("a rule of %q asks, but reads no input: no answer can change it", p.ID),
							Help:    "let #Match read the input that the answer changes, or write \"deny\" or \"confirm\"",
						})
					}
				}
			}
		},
	}
}
