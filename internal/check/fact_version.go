package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func factVersion() Rule {
	return Rule{
		Code: "IK1002", Severity: diag.Error, Name: "fact-version",
		Title: "a fact is named in a version that does not exist",
		Text: "Two facts are the same only when type and version are equal; there are no version ranges. After a new version was\n" +
			"added, every place that reads the old one says so until it is moved.",
		Before: "facts: \"order.found@2\": #Value: #Order\n…\nrequires: [\"order.found@1\"]",
		After:  "requires: [\"order.found@2\"]",
		Run: func(c *Context) {
			for _, r := range c.factReferences() {
				if c.Facts[r.Name] != nil {
					continue
				}
				others := rules.OtherVersions(r.Name, c.FactKeys)
				if len(others) == 0 {
					continue
				}
				f := finding{
					Path:    r.Path,
					Message: fmt.Sprintf("fact %q is not declared in this version; there is %s", r.Name, strings.Join(others, ", ")),
					Help:    fmt.Sprintf("write %q", others[len(others)-1]),
				}
				for _, o := range others {
					f.Related = append(f.Related, related{factPath(o), fmt.Sprintf("%q is declared here", o)})
				}
				c.report(f)
			}
		},
	}
}
