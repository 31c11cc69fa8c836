package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func automation() Rule {
	return Rule{
		Code: "IK1028", Severity: diag.Error, Name: "automation",
		Title: "the progression names a capability without automation",
		Text: "What the agent does of its own accord needs an input that no user gave: the handler of a capability with `automation`\n" +
			"creates it. Members of groups and targets of rules need it.",
		Before: "members: [{capability: \"notice.choose\", label: \"Tell me\"}]",
		After:  "\"notice.choose\": automation: version: 1",
		Run: func(c *Context) {
			p := c.Agent.Progression
			if p == nil {
				return
			}
			for _, g := range p.Groups {
				for i, m := range g.Members {
					c.automated(index(groupPath(g.ID)+".members", i)+".capability", m.Capability, rules.CodeProgressionMember)
				}
			}
			for _, r := range p.Rules {
				c.automated(progressionPath(r.ID)+".target.capability", r.TargetCap, rules.CodeTargetNotAutomatable)
			}
		},
	}
}

func (c *Context) automated(path, id, spec string) {
	if x := c.Capabilities[id]; x != nil && x.Automation == 0 {
		c.report(finding{
			Path: path, Message: fmt.Sprintf("%q has no automation, so nothing creates its input", id), Spec: spec,
			Help:    fmt.Sprintf("write capabilities: %q: automation: version: 1", id),
			Related: []related{{capabilityPath(id), fmt.Sprintf("%q is declared here", id)}},
		})
	}
}
