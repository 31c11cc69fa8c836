package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
)

func nullableFact() Rule {
	return Rule{
		Code: "IK1038", Severity: diag.Error, Name: "nullable-fact",
		Title: "the value of a fact may be null",
		Text: "A fact that is known to be nothing and a fact that is not known cannot be told apart in Go, and hardly by people.\n" +
			"A field of the fact can be nullable.",
		Before: "facts: \"note.kept@1\": #Value: null | string",
		After:  "facts: \"note.kept@1\": #Value: text!: null | string",
		Run: func(c *Context) {
			r := c.resolver()
			for _, f := range c.Agent.Facts {
				t, _ := r.deref(typed{Type: f.Value})
				if t.Nullable || t.Kind == "null" {
					c.report(finding{
						Path:    factPath(f.Key) + ".#Value",
						Message: fmt.Sprintf("the value of fact %q may be null", f.Key),
						Help:    "put the value into a field: #Value: value!: null | …",
					})
				}
			}
		},
	}
}
