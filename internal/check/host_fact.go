package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
)

func hostFact() Rule {
	return Rule{
		Code: "IK1034", Severity: diag.Error, Name: "host-fact",
		Title:  "a capability provides or invalidates a fact of the host",
		Text:   "A fact with provider: \"host\" is what the host says, fresh with each turn. No capability may change it.",
		Before: "facts: \"session.customer@1\": provider: \"host\"\n…\nprovides: [\"session.customer@1\"]",
		After:  "provides: [\"customer.profile@1\"]",
		Run: func(c *Context) {
			for _, x := range c.Agent.Capabilities {
				for _, list := range []struct {
					name, verb string
					facts      []string
				}{{"provides", "provide", x.Provides}, {"invalidates", "invalidate", x.Invalidates}} {
					for i, k := range list.facts {
						if f := c.Facts[k]; f != nil && f.Provider == "host" && slices.Index(list.facts, k) == i {
							c.report(finding{
								Path:    index(capabilityPath(x.ID)+"."+list.name, i),
								Message: fmt.Sprintf("fact %q is given by the host; a capability cannot %s it", k, list.verb),
								Help:    "remove it here, or provider: \"host\" there",
								Related: []related{{factPath(k), fmt.Sprintf("%q is declared here", k)}},
							})
						}
					}
				}
			}
		},
	}
}
