package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func undeclaredVariable() Rule {
	return Rule{
		Code: "IK1019", Severity: diag.Error, Name: "undeclared-variable", Spec: rules.CodeInvalidPromptReference,
		Title:  "a prompt uses a variable that it does not declare",
		Text:   "The variables of a prompt are the parameters of its render function. Each {{name}} must be one of them.",
		Before: "template: \"Dear {{nmae}}\", variables: [\"name\"]",
		After:  "template: \"Dear {{name}}\", variables: [\"name\"]",
		Run: func(c *Context) {
			for _, p := range c.prompts() {
				tokens, _ := rules.Tokens(p.Template)
				for _, t := range tokens {
					if t.Name == "" || !rules.IsVariable(t.Name) || slices.Contains(p.Variables, t.Name) {
						continue
					}
					f := finding{
						Path:    p.Path + ".template",
						Message: fmt.Sprintf("variable %q is not declared", t.Name), Piece: pieceOf(p.Template, t),
						Help: didYouMean(t.Name, p.Variables),
					}
					if f.Help == "" {
						f.Help = fmt.Sprintf("add %q to `variables`", t.Name)
					}
					c.report(f)
				}
			}
		},
	}
}
