package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func kernelPromptTokens() Rule {
	return Rule{
		Code: "IK1021", Severity: diag.Error, Name: "kernel-prompt-braces", Spec: rules.CodeInvalidPromptReference,
		Title: "a replacement of a kernel prompt holds {{ or }}",
		Text: "The kernel's prompts have no variables: what a model needs to know is in the request beside the prompt. A pair of\n" +
			"braces would be read as a variable that does not exist, also in an example of JSON that ends in }}.",
		Before: "template: \"Answer as {\\\"a\\\":{\\\"b\\\":1}}\"",
		After:  "template: \"Answer as {\\\"a\\\": {\\\"b\\\": 1} }\"",
		Run: func(c *Context) {
			for _, p := range c.Agent.Kernel {
				at := strings.Index(p.Template, "{{")
				if end := strings.Index(p.Template, "}}"); at < 0 || end >= 0 && end < at {
					at = end
				}
				if at >= 0 {
					c.report(finding{
						Path:    key("agent.kernelPrompts", p.ID) + ".template",
						Message: fmt.Sprintf("%q in a prompt without variables", p.Template[at:at+2]),
						Piece:   piece{p.Template, at, len("{{")},
						Help:    "put a blank between the braces",
					})
				}
			}
		},
	}
}
