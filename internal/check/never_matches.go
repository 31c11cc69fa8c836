package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
)

func neverMatches() Rule {
	return Rule{
		Code: "IK1016", Severity: diag.Error, Name: "never-matches",
		Title: "a leaf of #Match can never hold",
		Text: "The schema at the leaf's place admits no value that the leaf asks for, so the rule never applies: a misspelt member\n" +
			"of an enum, a bound outside the range, a value of another kind.",
		Before: "#Status: \"paid\" | \"shipped\"\n…\n#Match: facts: \"order.found@1\": status: \"payed\"",
		After:  "#Match: facts: \"order.found@1\": status: \"paid\"",
		Run: func(c *Context) {
			r := c.resolver()
			for _, m := range c.matches() {
				for _, l := range m.Match.Leaves {
					p, ok := leafPlace(l)
					if !ok || l.Type == nil {
						continue
					}
					targets := c.leafTargets(m, p)
					never := len(targets) > 0
					help := ""
					for _, t := range targets {
						apart, why := r.disjoint(typed{Type: *l.Type}, t)
						never, help = never && apart, why
					}
					if never {
						c.report(finding{
							Path: leafPath(m.Path, l), Help: help,
							Message: fmt.Sprintf("this can never hold: %s does not admit it", strings.Join(l.Path, ".")),
						})
					}
				}
			}
		},
	}
}
