package check

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func dependencyCycle() Rule {
	return Rule{
		Code: "IK1007", Severity: diag.Error, Name: "dependency-cycle", Spec: rules.CodeDependencyCycle,
		Title: "capabilities wait for each other",
		Text: "A capability comes after the providers of the facts that it requires, and after those that `after` names. In a\n" +
			"cycle none of them can be the first. One cycle is shown; there may be another when it is broken.",
		Before: "\"a\": {requires: [\"b.done@1\"], provides: [\"a.done@1\"]}\n\"b\": {requires: [\"a.done@1\"], provides: [\"b.done@1\"]}",
		After:  "\"a\": {provides: [\"a.done@1\"]}\n\"b\": {requires: [\"a.done@1\"], provides: [\"b.done@1\"]}",
		Run: func(c *Context) {
			_, cycle := rules.Graph(c.Nodes)
			if cycle == nil || len(cycle.Edges) == 0 {
				return
			}
			f := finding{
				Message: "capabilities wait for each other: " + cycle.String(),
				Help:    "remove one of these requirements: something must be able to run first",
			}
			for i, e := range cycle.Edges {
				path, why := c.edge(e)
				if i == 0 {
					f.Path = path
				}
				f.Related = append(f.Related, related{path, why})
			}
			c.report(f)
		},
	}
}

// edge says where a dependency is written, and why it is one.
func (c *Context) edge(e rules.Edge) (path, why string) {
	at := capabilityPath(e.From)
	from := c.Capabilities[e.From]
	if e.Fact == "" {
		return index(at+".after", max(slices.Index(from.After, e.To), 0)), fmt.Sprintf("%q comes after %q", e.From, e.To)
	}
	why = fmt.Sprintf("%q requires %q, which %q provides", e.From, e.Fact, e.To)
	for i, r := range from.Requires {
		if slices.Contains(r.Facts, e.Fact) {
			return index(at+".requires", i), why
		}
	}
	return at, why
}
