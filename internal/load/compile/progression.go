package compile

import (
	"github.com/ikgen/ikgen/internal/ir"
)

func progression(p at) *ir.Progression {
	if !p.exists() {
		return nil
	}
	out := &ir.Progression{}
	if o := p.get("objective"); o.exists() {
		out.Objective = &ir.Objective{ID: o.text("id"), Activation: o.text("activation"), CompletionFact: o.text("completionFact")}
	}
	for _, g := range p.get("groups").entries() {
		out.Groups = append(out.Groups, group(g))
	}
	for _, r := range p.get("rules").entries() {
		out.Rules = append(out.Rules, ir.ProgressionRule{
			ID: r.key, Version: r.int("version"), Mode: r.text("mode"), Priority: r.int("priority"),
			TargetGroup: r.get("target").text("group"), TargetCap: r.get("target").text("capability"),
			ActivateWhen: r.texts("activateWhen"), ActivateWhenAny: r.texts("activateWhenAny"),
		})
	}
	return out
}

func group(g entry) ir.Group {
	out := ir.Group{
		ID: g.key, Label: g.text("label"), Prompt: g.text("prompt"), RepeatPrompt: g.text("repeatPrompt"),
		ContinueLabel: g.text("continueLabel"), ContinueExamples: g.texts("continueExamples"),
		RepeatAfterMember: g.bool("repeatAfterMember"), Completed: g.text("completedMemberVisibility"),
	}
	for _, m := range g.get("members").items() {
		out.Members = append(out.Members, ir.GroupMember{
			Capability: m.text("capability"), Label: m.text("label"), Examples: m.texts("examples"),
		})
	}
	return out
}
