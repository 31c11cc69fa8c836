package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func idleFact() Rule {
	return Rule{
		Code: "IK1024", Severity: diag.Warning, Name: "idle-fact",
		Title:  "a fact is declared that nothing provides or reads",
		Text:   "No capability provides it, and no capability, rule, condition, path or template names it.",
		Before: "facts: \"order.old@1\": #Value: #Order",
		After:  "",
		Run: func(c *Context) {
			used := map[string]bool{}
			for _, r := range c.factReferences() {
				used[r.Name] = true
				if c.Facts[r.Name] == nil { // a slip of the pen: the fact that was meant is not idle
					used[diag.Suggest(r.Name, c.FactKeys)] = true
				}
			}
			for _, f := range c.Agent.Facts {
				if !used[f.Key] && f.Provider != "host" {
					c.report(finding{
						Path: factPath(f.Key), Message: fmt.Sprintf("nothing provides or reads the fact %q", f.Key),
						Help: "remove it, or list it under `provides` of a capability",
					})
				}
			}
		},
	}
}
