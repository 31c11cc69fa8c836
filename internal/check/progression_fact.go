package check

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/rules"
)

func progressionFact() Rule {
	return Rule{
		Code: "IK1030", Severity: diag.Error, Name: "progression-fact",
		Title:  "the progression waits for a fact that nobody provides",
		Text:   "A rule whose activation fact never comes is never due; an objective whose completion fact never comes never ends.",
		Before: "objective: completionFact: \"order.closed@1\" // no capability provides it",
		After:  "\"order.close\": provides: [\"order.closed@1\"]",
		Run: func(c *Context) {
			p := c.Agent.Progression
			if p == nil {
				return
			}
			if p.Objective != nil {
				c.awaited("agent.progression.objective.completionFact", p.Objective.CompletionFact, rules.CodeObjectiveNotProvided)
			}
			for _, r := range p.Rules {
				for i, f := range r.ActivateWhen {
					c.awaited(index(progressionPath(r.ID)+".activateWhen", i), f, rules.CodeActivationNotProvided)
				}
				for i, f := range r.ActivateWhenAny {
					c.awaited(index(progressionPath(r.ID)+".activateWhenAny", i), f, rules.CodeActivationNotProvided)
				}
			}
		},
	}
}

func (c *Context) awaited(path, fact, spec string) {
	if !c.given(fact) && len(c.Providers[fact]) == 0 {
		c.report(finding{
			Path: path, Message: fmt.Sprintf("no capability provides the fact %q", fact), Spec: spec,
			Help:    "list it under `provides` of a capability",
			Related: []related{{factPath(fact), fmt.Sprintf("%q is declared here", fact)}},
		})
	}
}
