package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func duplicateEntry() Rule {
	return Rule{
		Code: "IK1012", Severity: diag.Error, Name: "duplicate-entry",
		Title:  "a list names the same thing twice",
		Text:   "The second entry says nothing, so it is a slip: usually another name was meant.",
		Before: "provides: [\"order.found@1\", \"order.found@1\"]",
		After:  "provides: [\"order.found@1\", \"order.total@1\"]",
		Run: func(c *Context) {
			for _, x := range c.Agent.Capabilities {
				at := capabilityPath(x.ID)
				c.once(at+".provides", x.Provides, rules.CodeAmbiguousProvider)
				c.once(at+".invalidates", x.Invalidates, "")
				c.once(at+".effectKey", x.EffectKey, "")
				c.once(at+".after", x.After, "")
				c.once(at+".ports", x.Ports, "")
				c.requiredOnce(at+".requires", x.ID)
				if x.OfferedWhen != nil {
					c.once(at+".offeredWhen.presentFacts", x.OfferedWhen.Present, "")
					c.once(at+".offeredWhen.missingFacts", x.OfferedWhen.Missing, "")
				}
			}
			for _, x := range c.Agent.Policies {
				c.once(policyPath(x.ID)+".on", x.On, "")
				for i, r := range x.Rules {
					c.once(index(policyPath(x.ID)+".rules", i)+".missingFacts", r.Missing, "")
				}
			}
			for _, x := range c.Agent.Advice {
				c.once(advicePath(x.ID)+".continueProgressionFor", x.Continue, rules.CodeModelGuidancePolicy)
				if w := x.When; w != nil {
					at := advicePath(x.ID) + ".when"
					c.once(at+".activeCapabilities", w.ActiveCapabilities, "")
					c.once(at+".anyActive", w.AnyActive, "")
					c.once(at+".presentFacts", w.PresentFacts, "")
					c.once(at+".missingFacts", w.MissingFacts, "")
				}
			}
			c.progressionOnce()
			for _, p := range c.prompts() {
				c.once(p.Path+".variables", p.Variables, rules.CodeInvalidPromptReference)
			}
		},
	}
}

func (c *Context) progressionOnce() {
	p := c.Agent.Progression
	if p == nil {
		return
	}
	for _, g := range p.Groups {
		var members []string
		for _, m := range g.Members {
			members = append(members, m.Capability)
		}
		c.once(groupPath(g.ID)+".members", members, rules.CodeProgressionMember)
	}
	for _, r := range p.Rules {
		c.once(progressionPath(r.ID)+".activateWhen", r.ActivateWhen, "")
		c.once(progressionPath(r.ID)+".activateWhenAny", r.ActivateWhenAny, "")
	}
}

// requiredOnce looks at the facts of all requirements of a capability. The same fact with another key or another
// resolution is another requirement.
func (c *Context) requiredOnce(at, id string) {
	seen := map[string]int{}
	for i, r := range c.Capabilities[id].Requires {
		if r.AnyOf {
			c.once(index(at, i)+".anyOf", r.Facts, "")
			continue
		}
		for _, f := range r.Facts {
			entry := f + "\x00" + r.Key
			if first, dup := seen[entry]; dup {
				c.duplicate(index(at, i), f, index(at, first), "")
				continue
			}
			seen[entry] = i
		}
	}
}

// once reports every entry that stands in the list before.
func (c *Context) once(at string, list []string, spec string) {
	seen := map[string]int{}
	for i, name := range list {
		if first, dup := seen[name]; dup {
			c.duplicate(index(at, i), name, index(at, first), spec)
			continue
		}
		seen[name] = i
	}
}

func (c *Context) duplicate(path, name, first, spec string) {
	c.report(finding{
		Path: path, Message: fmt.Sprintf("%q stands in this list already", name), Help: "remove it, or name what was meant", Spec: spec,
		Related: []related{{first, "the first one"}},
	})
}
