package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
)

// progression writes what the agent does of its own accord.
func (g *generator) progression(f *jen.File, p *ir.Progression) {
	var d dict
	if o := p.Objective; o != nil {
		d.set("Objective", jen.Op("&").Add(ik("ObjectiveDefinition")).Values(
			jen.Id("ID").Op(":").Lit(o.ID), jen.Id("Activation").Op(":").Lit(o.Activation),
			jen.Id("CompletionFact").Op(":").Id(g.names.FactConst(o.CompletionFact))))
	}
	if len(p.Groups) > 0 {
		d.set("Groups", jen.Index().Add(ik("GroupDefinition")).CustomFunc(lines, func(v *jen.Group) {
			for _, group := range p.Groups {
				v.Add(g.group(group))
			}
		}))
	}
	if len(p.Rules) > 0 {
		d.set("Rules", jen.Index().Add(ik("ProgressionRule")).CustomFunc(lines, func(v *jen.Group) {
			for _, r := range p.Rules {
				v.Add(g.progressionRule(r))
			}
		}))
	}
	f.Line().Func().Id("progressionDefinition").Params().Op("*").Add(ik("ProgressionDefinition")).Block(
		jen.Return(d.of(jen.Op("&").Add(ik("ProgressionDefinition")))))
}

func (g *generator) group(group ir.Group) *jen.Statement {
	var d dict
	d.set("ID", jen.Lit(group.ID))
	d.set("Label", jen.Lit(group.Label))
	d.set("Prompt", jen.Lit(group.Prompt))
	d.text("RepeatPrompt", group.RepeatPrompt)
	d.set("ContinueLabel", jen.Lit(group.ContinueLabel))
	d.list("ContinueExamples", group.ContinueExamples)
	d.flag("RepeatAfterMember", group.RepeatAfterMember)
	d.text("CompletedMemberVisibility", group.Completed)
	d.set("Members", jen.Index().Add(ik("GroupMember")).CustomFunc(lines, func(v *jen.Group) {
		for _, m := range group.Members {
			var e dict
			e.set("Capability", jen.Id(g.names.CapConst(m.Capability)))
			e.set("Label", jen.Lit(m.Label))
			e.list("Examples", m.Examples)
			v.Add(e.short())
		}
	}))
	return d.element()
}

func (g *generator) progressionRule(r ir.ProgressionRule) *jen.Statement {
	var d, target dict
	target.text("GroupID", r.TargetGroup)
	if r.TargetCap != "" {
		target.set("CapabilityID", jen.Id(g.names.CapConst(r.TargetCap)))
	}
	d.set("ID", jen.Lit(r.ID))
	d.set("Version", jen.Lit(r.Version))
	d.set("Target", ik("ProgressionTarget").Add(target.short()))
	d.set("Mode", jen.Lit(r.Mode))
	d.set("Priority", jen.Lit(r.Priority))
	if len(r.ActivateWhen) > 0 {
		d.set("ActivateWhen", g.factList(r.ActivateWhen))
	}
	if len(r.ActivateWhenAny) > 0 {
		d.set("ActivateWhenAny", g.factList(r.ActivateWhenAny))
	}
	return d.element()
}
