package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func unusedVariable() Rule {
	return Rule{
		Code: "IK1020", Severity: diag.Warning, Name: "unused-variable",
		Title:  "a prompt declares a variable that its template does not use",
		Text:   "Every caller must give a value for it, and it goes nowhere.",
		Before: "template: \"Dear {{name}}\", variables: [\"name\", \"day\"]",
		After:  "template: \"Dear {{name}}\", variables: [\"name\"]",
		Run: func(c *Context) {
			for _, p := range c.prompts() {
				tokens, err := rules.Tokens(p.Template)
				if err != nil {
					continue // the rest of the template was not read
				}
				for i, name := range p.Variables {
					used := slices.ContainsFunc(tokens, func(t rules.Token) bool { return t.Name == name })
					if !used {
						c.report(finding{
							Path: index(p.Path+".variables", i), Message: fmt.Sprintf("variable %q does not occur in the template", name),
							Help: fmt.Sprintf("remove it, or write {{%s}}", name),
						})
					}
				}
			}
		},
	}
}
