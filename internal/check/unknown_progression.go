package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/rules"
)

func unknownProgression() Rule {
	return Rule{
		Code: "IK1029", Severity: diag.Error, Name: "unknown-progression",
		Title:  "a group or rule of the progression is named that does not exist",
		Text:   "Targets of progression rules and conditions of advice name groups and rules by id.",
		Before: "target: group: \"extra\"",
		After:  "target: group: \"extras\"",
		Run: func(c *Context) {
			p := c.Agent.Progression
			if p == nil {
				p = &ir.Progression{}
			}
			var groups, list []string
			for _, g := range p.Groups {
				groups = append(groups, g.ID)
			}
			for _, r := range p.Rules {
				list = append(list, r.ID)
			}
			for _, r := range p.Rules {
				c.exists(progressionPath(r.ID)+".target.group", "group", r.TargetGroup, groups, rules.CodeTargetNotRegistered)
			}
			for _, a := range c.Agent.Advice {
				if a.When != nil {
					c.exists(advicePath(a.ID)+".when.progression.group", "group", a.When.ProgressionGroup, groups, "")
					c.exists(advicePath(a.ID)+".when.progression.rule", "progression rule", a.When.ProgressionRule, list, "")
				}
			}
		},
	}
}

func (c *Context) exists(path, what, name string, among []string, spec string) {
	if name == "" {
		return
	}
	for _, n := range among {
		if n == name {
			return
		}
	}
	c.report(finding{Path: path, Message: fmt.Sprintf("no %s %q is declared", what, name), Help: didYouMean(name, among), Spec: spec})
}
