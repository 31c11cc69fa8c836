package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func shapelessMatch() Rule {
	return Rule{
		Code: "IK1039", Severity: diag.Error, Name: "shapeless-match",
		Title: "a leaf of #Match looks into a value without a schema",
		Text: "The value is `_` or an extra key of an open struct: any JSON. A rule compiled to Go has no field to read there. It can\n" +
			"ask that the value is present, with {}.",
		Before: "#Input: details!: _\n…\n#Match: input: details: kind: \"gift\"",
		After:  "#Input: details!: {kind!: string, ...}\n…\n#Match: input: details: kind: \"gift\"",
		Run: func(c *Context) {
			for _, m := range c.matches() {
				for _, l := range m.Match.Leaves {
					if len(l.Compare) == 0 && (l.Type == nil || l.Type.Kind == ir.KindAny) && !m.reads(l.Path) {
						continue
					}
					for _, t := range c.targets(m, l.Path) {
						if t.Kind == ir.KindAny {
							c.report(finding{
								Path:    leafPath(m.Path, l),
								Message: fmt.Sprintf("%s has no schema, so a rule cannot look into it", strings.Join(l.Path, ".")),
								Help:    "give the value a schema, ask only for its presence with {}, or judge it in a handler",
							})
							break
						}
					}
				}
			}
		},
	}
}
