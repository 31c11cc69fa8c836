package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func ambiguousProvider() Rule {
	return Rule{
		Code: "IK1006", Severity: diag.Error, Name: "ambiguous-provider", Spec: rules.CodeAmbiguousProvider,
		Title: "a fact has several providers",
		Text: "The plan of a turn needs to know which capability brings a fact. A fact with several providers must say that any of\n" +
			"them will do, with `alternatives: true`; then the one that was asked for is taken, else the first that can run.",
		Before: "facts: \"order.found@1\": #Value: #Order",
		After:  "facts: \"order.found@1\": {#Value: #Order, alternatives: true}",
		Run: func(c *Context) {
			many := func(k string) bool { return c.Facts[k] != nil && c.Facts[k].Alternatives }
			for _, a := range rules.Ambiguous(c.Nodes, many) {
				providers := slices.Compact(slices.Clone(a.Providers))
				if len(providers) < 2 {
					continue // one capability lists it twice: duplicate-entry says so
				}
				f := finding{
					Path:    c.provides(providers[1], a.Fact),
					Message: fmt.Sprintf("fact %q is provided by several capabilities: %s", a.Fact, strings.Join(providers, ", ")),
					Help:    "if any of them will do, give the fact alternatives: true; else provide it once, or under another key",
				}
				for i, id := range providers {
					if i != 1 {
						f.Related = append(f.Related, related{c.provides(id, a.Fact), fmt.Sprintf("%q provides it too", id)})
					}
				}
				c.report(f)
			}
		},
	}
}

// provides is the path of a fact in the list of what a capability provides.
func (c *Context) provides(id, fact string) string {
	path := capabilityPath(id) + ".provides"
	if i := slices.Index(c.Capabilities[id].Provides, fact); i >= 0 {
		return index(path, i)
	}
	return path
}
