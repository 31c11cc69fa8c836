package render

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// progression writes what the agent does of its own accord.
func (g *generator) progression(f *gen.File, p *ir.Progression) {
	var d dict
	if o := p.Objective; o != nil {
		d.set("Objective", gen.Op("&").Add(ik("ObjectiveDefinition")).Values(
			gen.Id("ID").Op(":").Lit(o.ID), gen.Id("Activation").Op(":").Lit(o.Activation),
			gen.Id("CompletionFact").Op(":").Id(g.names.FactConst(o.CompletionFact))))
	}
	if len(p.Groups) > 0 {
		d.set("Groups", gen.Index().Add(ik("GroupDefinition")).LinesFunc(func(v *gen.Group) {
			for _, group := range p.Groups {
				v.Add(g.group(group))
			}
		}))
	}
	if len(p.Rules) > 0 {
		d.set("Rules", gen.Index().Add(ik("ProgressionRule")).LinesFunc(func(v *gen.Group) {
			for _, r := range p.Rules {
				v.Add(g.progressionRule(r))
			}
		}))
	}
	f.Line().Func().Id("progressionDefinition").Params().Op("*").Add(ik("ProgressionDefinition")).Block(
		gen.Return(d.of(gen.Op("&").Add(ik("ProgressionDefinition")))))
}

func (g *generator) group(group ir.Group) *gen.Statement {
	var d dict
	d.set("ID", gen.Lit(group.ID))
	d.set("Label", gen.Lit(group.Label))
	d.set("Prompt", gen.Lit(group.Prompt))
	d.text("RepeatPrompt", group.RepeatPrompt)
	d.set("ContinueLabel", gen.Lit(group.ContinueLabel))
	d.list("ContinueExamples", group.ContinueExamples)
	d.flag("RepeatAfterMember", group.RepeatAfterMember)
	d.text("CompletedMemberVisibility", group.Completed)
	d.set("Members", gen.Index().Add(ik("GroupMember")).LinesFunc(func(v *gen.Group) {
		for _, m := range group.Members {
			var e dict
			e.set("Capability", gen.Id(g.names.CapConst(m.Capability)))
			e.set("Label", gen.Lit(m.Label))
			e.list("Examples", m.Examples)
			v.Add(e.short())
		}
	}))
	return d.element()
}

func (g *generator) progressionRule(r ir.ProgressionRule) *gen.Statement {
	var d, target dict
	target.text("GroupID", r.TargetGroup)
	if r.TargetCap != "" {
		target.set("CapabilityID", gen.Id(g.names.CapConst(r.TargetCap)))
	}
	d.set("ID", gen.Lit(r.ID))
	d.set("Version", gen.Lit(r.Version))
	d.set("Target", ik("ProgressionTarget").Add(target.short()))
	d.set("Mode", gen.Lit(r.Mode))
	d.set("Priority", gen.Lit(r.Priority))
	if len(r.ActivateWhen) > 0 {
		d.set("ActivateWhen", g.factList(r.ActivateWhen))
	}
	if len(r.ActivateWhenAny) > 0 {
		d.set("ActivateWhenAny", g.factList(r.ActivateWhenAny))
	}
	return d.element()
}
