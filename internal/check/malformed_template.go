package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func malformedTemplate() Rule {
	return Rule{
		Code: "IK1018", Severity: diag.Error, Name: "malformed-template",
		Title: "a template is malformed",
		Text: "{{ and }} stand only around a name: a variable in a prompt, a path in a question or a reason. There is no escape;\n" +
			"text that needs the braces gets them from a variable's value. Names have no blanks around them.",
		Before: "template: \"Hello {{ name }}\"",
		After:  "template: \"Hello {{name}}\"",
		Run: func(c *Context) {
			for _, p := range c.prompts() {
				tokens, err := rules.Tokens(p.Template)
				if err != nil {
					c.malformed(p.Path+".template", p.Template, err, rules.CodeInvalidPromptReference)
				}
				for _, t := range tokens {
					if t.Name != "" && !rules.IsVariable(t.Name) {
						c.report(finding{
							Path:    p.Path + ".template",
							Message: fmt.Sprintf("%q is not a name of a variable", t.Name), Piece: pieceOf(p.Template, t),
							Spec: rules.CodeInvalidPromptReference,
							Help: "write letters, digits and _, without blanks: {{name}}",
						})
					}
				}
			}
			for _, t := range c.texts() {
				if _, err := rules.Tokens(t.Name); err != nil {
					c.malformed(t.Path, t.Name, err, "")
				}
			}
		},
	}
}

func (c *Context) malformed(path, template string, err *rules.TokenError, spec string) {
	c.report(finding{
		Path: path, Message: err.Reason, Piece: piece{template, err.At, len("{{")},
		Help: "{{ and }} stand only around a name", Spec: spec,
	})
}
