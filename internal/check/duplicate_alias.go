package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func duplicateAlias() Rule {
	return Rule{
		Code: "IK1014", Severity: diag.Error, Name: "duplicate-alias",
		Title:  "two capabilities have the same alias",
		Text:   "Tool protocols call a capability by its alias. An alias that is another capability's id would be as ambiguous.",
		Before: "\"order.find\": alias: \"find\"\n\"refund.find\": alias: \"find\"",
		After:  "\"order.find\": alias: \"find_order\"\n\"refund.find\": alias: \"find_refund\"",
		Run: func(c *Context) {
			owner := map[string]string{}
			for _, id := range c.CapIDs {
				owner[id] = id
			}
			for _, x := range c.Agent.Capabilities {
				if x.Alias == "" {
					continue
				}
				if other, taken := owner[x.Alias]; taken && other != x.ID {
					c.report(finding{
						Path:    capabilityPath(x.ID) + ".alias",
						Message: fmt.Sprintf("the alias %q already names %q", x.Alias, other),
						Help:    "give each capability its own alias",
						Related: []related{{capabilityPath(other), fmt.Sprintf("%q is declared here", other)}},
					})
					continue
				}
				owner[x.Alias] = x.ID
			}
		},
	}
}
