package render

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
)

// adviceHandler writes the interface and the context of an advice in Go.
func (g *generator) adviceHandler(f *jen.File, a *ir.Advice) {
	name := g.names.Advice(a.ID)
	f.Line().Add(commentf("%sHandler says when the advice %s applies: %s", name, a.ID, sentence(a.Description)))
	f.Type().Id(name + "Handler").Interface(jen.Id(name).
		Params(jen.Id("ctx").Add(ctx()), jen.Id("c").Op("*").Id(name+"Context")).Params(ik("Selection"), jen.Error()))
	f.Line().Add(commentf("%sContext is what the advice %s is selected from. The current message is not in it.", name, a.ID))
	f.Type().Id(name + "Context").Struct(jen.Id("ac").Add(ik("AdviceContext")))
	recv := jen.Id("c").Op("*").Id(name + "Context")
	for _, m := range []struct {
		name, doc string
		typ       *jen.Statement
	}{
		{"Active", "Active are the capabilities of open work.", jen.Index().Add(ik("CapabilityID"))},
		{"Agenda", "Agenda is the open work.", jen.Index().Add(ik("AgendaItem"))},
		{"Interaction", "Interaction is the active question, or nil.", jen.Op("*").Add(ik("Interaction"))},
		{"Progression", "Progression is what the agent does of its own accord, or nil.", jen.Op("*").Add(ik("ProgressionState"))},
		{"Now", "Now is the kernel's clock in the agent's time zone.", jen.Qual("time", "Time")},
	} {
		f.Line().Comment(m.doc)
		f.Func().Params(recv.Clone()).Id(m.name).Params().Add(m.typ).Block(jen.Return(jen.Id("c").Dot("ac").Dot(m.name)))
	}
	f.Line().Comment("Facts gives every fact of the agent.")
	f.Func().Params(recv.Clone()).Id("Facts").Params().Id("Facts").Block(jen.Return(jen.Id("Facts").Values(jen.Id("c").Dot("ac").Dot("Facts"))))
}

// adviceDefinitions writes the list of advice and the functions of their matches.
func (g *generator) adviceDefinitions(f *jen.File) error {
	if len(g.agent.Advice) == 0 {
		return nil
	}
	h := "_"
	if slices.ContainsFunc(g.agent.Advice, func(a ir.Advice) bool { return a.Handler }) {
		h = "h"
	}
	f.Line().Func().Id("adviceDefinitions").Params(jen.Id(h).Id("Handlers")).Index().Add(ik("AdviceDefinition")).Block(
		jen.Return(jen.Index().Add(ik("AdviceDefinition")).CustomFunc(lines, func(v *jen.Group) {
			for i := range g.agent.Advice {
				v.Add(g.adviceDefinition(&g.agent.Advice[i]))
			}
		})))
	for i := range g.agent.Advice {
		a := &g.agent.Advice[i]
		if a.Match == nil {
			continue
		}
		m := matcher{g: g, context: "AdviceContext"}
		if err := m.function(f, "match"+g.names.Advice(a.ID), conditions{match: a.Match}, nil); err != nil {
			return err
		}
	}
	return nil
}

func (g *generator) adviceDefinition(a *ir.Advice) *jen.Statement {
	var d dict
	d.set("ID", jen.Lit(a.ID))
	d.set("Version", jen.Lit(a.Version))
	d.set("Description", jen.Lit(a.Description))
	d.list("Instructions", a.Instructions)
	adviceExamples(&d, "Examples", a.Examples)
	adviceExamples(&d, "CounterExamples", a.CounterExamples)
	if a.Continue != nil {
		d.set("Continue", g.capList(a.Continue))
	}
	name := g.names.Advice(a.ID)
	switch {
	case a.Handler:
		d.set("Select", g.selector(func(b *jen.Group) {
			b.Return(jen.Id("h").Dot(name).Call(jen.Id("ctx"), jen.Op("&").Id(name+"Context").Values(jen.Id("c"))))
		}, "ctx"))
	case a.When != nil || a.Match != nil:
		d.set("Select", g.selector(func(b *jen.Group) { g.adviceCondition(b, a) }, "_"))
	}
	return d.element()
}

// selector is the function literal that selects an advice.
func (g *generator) selector(body func(*jen.Group), ctxName string) *jen.Statement {
	return jen.Func().Params(jen.Id(ctxName).Add(ctx()), jen.Id("c").Add(ik("AdviceContext"))).
		Params(ik("Selection"), jen.Error()).BlockFunc(body)
}

// adviceCondition writes the body that judges `when` and the match.
func (g *generator) adviceCondition(b *jen.Group, a *ir.Advice) {
	when := a.When
	if when == nil {
		when = &ir.When{}
	}
	var d dict
	if len(when.ActiveCapabilities) > 0 {
		d.set("ActiveCapabilities", g.capList(when.ActiveCapabilities))
	}
	if len(when.AnyActive) > 0 {
		d.set("AnyActive", g.capList(when.AnyActive))
	}
	if len(when.PresentFacts) > 0 {
		d.set("PresentFacts", g.factList(when.PresentFacts))
	}
	if len(when.MissingFacts) > 0 {
		d.set("MissingFacts", g.factList(when.MissingFacts))
	}
	d.text("Interaction", when.Interaction)
	d.text("Agenda", when.Agenda)
	d.text("ProgressionRule", when.ProgressionRule)
	d.text("ProgressionGroup", when.ProgressionGroup)
	d.text("ProgressionStatus", when.ProgressionStatus)
	if a.Match != nil {
		b.If(jen.Op("!").Id("match" + g.names.Advice(a.ID)).Call(jen.Id("c"))).Block(jen.Return(ik("Selection").Values(), jen.Nil()))
	}
	b.Return(ik("AdviceWhen").Add(d.short()).Dot("Select").Call(jen.Id("c")), jen.Nil())
}

func adviceExamples(d *dict, name string, examples []ir.Example) {
	if len(examples) == 0 {
		return
	}
	d.set(name, jen.Index().Add(ik("AdviceExample")).CustomFunc(lines, func(v *jen.Group) {
		for _, e := range examples {
			v.Values(jen.Id("Input").Op(":").Lit(e.Input), jen.Id("ExpectedBehavior").Op(":").Lit(e.ExpectedBehavior))
		}
	}))
}
