package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func unknownFact() Rule {
	return Rule{
		Code: "IK1001", Severity: diag.Error, Name: "unknown-fact",
		Title: "a fact is named that the agent does not declare",
		Text: "Every fact that a capability requires, provides or invalidates, that a rule, a condition, a path or a template\n" +
			"reads, must be declared under agent.facts. A misspelt fact would never be there, so what waits for it never happens.",
		Before: "requires: [\"order.fuond@1\"]",
		After:  "requires: [\"order.found@1\"]",
		Run: func(c *Context) {
			for _, r := range c.factReferences() {
				if c.Facts[r.Name] != nil || r.Name == "" || len(rules.OtherVersions(r.Name, c.FactKeys)) > 0 {
					continue
				}
				f := finding{Path: r.Path, Piece: r.Piece, Message: fmt.Sprintf("no fact %q is declared", r.Name)}
				if near := diag.Suggest(r.Name, c.FactKeys); near != "" {
					f.Help = fmt.Sprintf("did you mean %q?", near)
					f.Related = []related{{factPath(near), fmt.Sprintf("%q is declared here", near)}}
				} else {
					f.Help = fmt.Sprintf("declare it: agent: facts: %q: #Value: …", r.Name)
				}
				c.report(f)
			}
		},
	}
}
