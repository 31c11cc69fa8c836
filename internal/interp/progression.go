package interp

import (
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

func progression(p *ir.Progression) *ik.ProgressionDefinition {
	if p == nil {
		return nil
	}
	def := &ik.ProgressionDefinition{}
	if o := p.Objective; o != nil {
		def.Objective = &ik.ObjectiveDefinition{ID: o.ID, Activation: o.Activation, CompletionFact: ik.FactKey(o.CompletionFact)}
	}
	for _, g := range p.Groups {
		group := ik.GroupDefinition{
			ID: g.ID, Label: g.Label, Prompt: g.Prompt, RepeatPrompt: g.RepeatPrompt, ContinueLabel: g.ContinueLabel,
			ContinueExamples: g.ContinueExamples, RepeatAfterMember: g.RepeatAfterMember, CompletedMemberVisibility: g.Completed,
		}
		for _, m := range g.Members {
			group.Members = append(group.Members, ik.GroupMember{Capability: ik.CapabilityID(m.Capability), Label: m.Label, Examples: m.Examples})
		}
		def.Groups = append(def.Groups, group)
	}
	for _, r := range p.Rules {
		def.Rules = append(def.Rules, ik.ProgressionRule{
			ID: r.ID, Version: r.Version, Mode: r.Mode, Priority: r.Priority,
			Target:       ik.ProgressionTarget{GroupID: r.TargetGroup, CapabilityID: ik.CapabilityID(r.TargetCap)},
			ActivateWhen: convert[ik.FactKey](r.ActivateWhen), ActivateWhenAny: convert[ik.FactKey](r.ActivateWhenAny),
		})
	}
	return def
}
