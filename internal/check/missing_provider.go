package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func missingProvider() Rule {
	return Rule{
		Code: "IK1005", Severity: diag.Error, Name: "missing-provider", Spec: rules.CodeMissingProvider,
		Title: "a capability requires a fact that nobody provides",
		Text: "A required fact comes from a capability that lists it under `provides`, or from the host (`provider: \"host\"`).\n" +
			"Without one the capability can never run. This holds for `resolution: \"runtime\"` too; an optional requirement may\n" +
			"stay without a provider.",
		Before: "\"refund.issue\": requires: [\"order.found@1\"]",
		After:  "\"order.find\": provides: [\"order.found@1\"]\n\"refund.issue\": requires: [\"order.found@1\"]",
		Run: func(c *Context) {
			for _, m := range rules.Missing(c.Nodes, c.given) {
				if m.SelfOnly || len(m.Facts) == 0 {
					continue
				}
				f := finding{
					Path: index(capabilityPath(m.Capability)+".requires", m.Need),
					Help: "list it under `provides` of the capability that finds it out, or give the fact provider: \"host\"",
				}
				if len(m.Facts) == 1 {
					f.Message = fmt.Sprintf("no capability provides the required fact %q", m.Facts[0])
				} else {
					f.Message = "no capability provides any of the required facts " + strings.Join(m.Facts, ", ")
				}
				for _, k := range m.Facts {
					f.Related = append(f.Related, related{factPath(k), fmt.Sprintf("%q is declared here", k)})
				}
				c.report(f)
			}
		},
	}
}
