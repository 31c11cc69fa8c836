package agent

import (
	"slices"

	"github.com/ikgen/ikgen/internal/rules"
	ik "github.com/ikgen/ikgen/runtime"
)

// checkProgression checks what the agent does of its own accord: groups, then rules, then the objective, each as declared.
func checkProgression(a *Agent) error {
	p := a.Def.Progression
	if p == nil {
		return nil
	}
	groups := map[string]bool{}
	for i := range p.Groups {
		if err := checkGroup(a, &p.Groups[i], groups[p.Groups[i].ID]); err != nil {
			return err
		}
		groups[p.Groups[i].ID] = true
	}
	seen := map[string]bool{}
	for i := range p.Rules {
		if err := checkRule(a, &p.Rules[i], seen[p.Rules[i].ID], groups); err != nil {
			return err
		}
		seen[p.Rules[i].ID] = true
	}
	if o := p.Objective; o != nil && !a.comes(o.CompletionFact) {
		return progressionFault(rules.CodeObjectiveNotProvided, string(o.CompletionFact), "the objective ends with the fact %q, which nothing provides")
	}
	return nil
}

func checkGroup(a *Agent, g *ik.GroupDefinition, twice bool) error {
	if twice || ik.IsBlank(g.ID) || ik.IsBlank(g.Label) || ik.IsBlank(g.Prompt) || ik.IsBlank(g.ContinueLabel) || len(g.Members) == 0 {
		return progressionFault(rules.CodeProgressionGroup, g.ID, "the group %q is defined twice, or lacks an id, a label, a prompt, a label to go on, or members")
	}
	seen := map[ik.CapabilityID]bool{}
	for _, m := range g.Members {
		if seen[m.Capability] || !a.startsItself(m.Capability) || ik.IsBlank(m.Label) {
			return progressionFault(rules.CodeProgressionMember, string(m.Capability),
				"the member %q of a group is not registered, has no automation or no label, or is there twice")
		}
		seen[m.Capability] = true
	}
	return nil
}

func checkRule(a *Agent, r *ik.ProgressionRule, twice bool, groups map[string]bool) error {
	switch {
	case twice || ik.IsBlank(r.ID) || r.Version < 1 || r.Priority < 0 || !slices.Contains([]string{"available", "offer", "required"}, r.Mode):
		return progressionFault(rules.CodeProgressionRule, r.ID,
			"the rule %q is defined twice, or lacks an id, a version of at least 1, a priority of at least 0, or a mode")
	case (r.Target.GroupID == "") == (r.Target.CapabilityID == ""):
		return progressionFault(rules.CodeProgressionRule, r.ID, "the rule %q needs one target: a group or a capability")
	case r.Target.GroupID != "" && !groups[r.Target.GroupID]:
		return progressionFault(rules.CodeTargetNotRegistered, r.Target.GroupID, "a rule has the group %q as its target, which is not there")
	case r.Target.CapabilityID != "" && !a.startsItself(r.Target.CapabilityID):
		return progressionFault(rules.CodeTargetNotAutomatable, string(r.Target.CapabilityID),
			"a rule has the capability %q as its target, which is not there or has no automation")
	}
	for _, fact := range slices.Concat(r.ActivateWhen, r.ActivateWhenAny) {
		if !a.comes(fact) {
			return progressionFault(rules.CodeActivationNotProvided, string(fact), "a rule waits for the fact %q, which nothing provides")
		}
	}
	return nil
}

// startsItself tells whether a capability may be started without the user: something makes its input.
func (a *Agent) startsItself(id ik.CapabilityID) bool {
	c := a.Capabilities[id]
	return c != nil && c.Automation > 0
}

// comes tells whether a fact can ever be there.
func (a *Agent) comes(fact ik.FactKey) bool {
	return a.IsHostFact(fact) || slices.ContainsFunc(a.Def.Capabilities, func(c ik.CapabilityDefinition) bool {
		return slices.Contains(c.Provides, fact)
	})
}

func progressionFault(code, target, format string) *ik.Error {
	return broken(code, format, target).With("target", target)
}

// cloneProgression copies everything that the host could change later.
func cloneProgression(p *ik.ProgressionDefinition) *ik.ProgressionDefinition {
	if p == nil {
		return nil
	}
	return &ik.ProgressionDefinition{
		Objective: clonePointer(p.Objective),
		Groups: cloneEach(p.Groups, func(g ik.GroupDefinition) ik.GroupDefinition {
			g.ContinueExamples = slices.Clone(g.ContinueExamples)
			g.Members = cloneEach(g.Members, func(m ik.GroupMember) ik.GroupMember {
				m.Examples = slices.Clone(m.Examples)
				return m
			})
			return g
		}),
		Rules: cloneEach(p.Rules, func(r ik.ProgressionRule) ik.ProgressionRule {
			r.ActivateWhen, r.ActivateWhenAny = slices.Clone(r.ActivateWhen), slices.Clone(r.ActivateWhenAny)
			return r
		}),
	}
}
