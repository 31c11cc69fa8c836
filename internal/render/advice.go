package render

import (
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// adviceHandler writes the interface and the context of an advice in Go.
func (g *generator) adviceHandler(f *gen.File, a *ir.Advice) {
	name := g.names.Advice(a.ID)
	f.Line().Add(commentf("%sHandler says when the advice %s applies: %s", name, a.ID, sentence(a.Description)))
	f.Type().Id(name + "Handler").Interface(gen.Id(name).
		Params(gen.Id("ctx").Add(ctx()), gen.Id("c").Op("*").Id(name+"Context")).Params(ik("Selection"), gen.Error()))
	f.Line().Add(commentf("%sContext is what the advice %s is selected from. The current message is not in it.", name, a.ID))
	f.Type().Id(name + "Context").Struct(gen.Id("ac").Add(ik("AdviceContext")))
	recv := gen.Id("c").Op("*").Id(name + "Context")
	for _, m := range []struct {
		name, doc string
		typ       *gen.Statement
	}{
		{"Active", "Active are the capabilities of open work.", gen.Index().Add(ik("CapabilityID"))},
		{"Agenda", "Agenda is the open work.", gen.Index().Add(ik("AgendaItem"))},
		{"Interaction", "Interaction is the active question, or nil.", gen.Op("*").Add(ik("Interaction"))},
		{"Progression", "Progression is what the agent does of its own accord, or nil.", gen.Op("*").Add(ik("ProgressionState"))},
		{"Now", "Now is the kernel's clock in the agent's time zone.", gen.Qual("time", "Time")},
	} {
		f.Line().Comment(m.doc)
		f.Func().Params(recv.Clone()).Id(m.name).Params().Add(m.typ).Block(gen.Return(gen.Id("c").Dot("ac").Dot(m.name)))
	}
	f.Line().Comment("Facts gives every fact of the agent.")
	f.Func().Params(recv.Clone()).Id("Facts").Params().Id("Facts").Block(gen.Return(gen.Id("Facts").Values(gen.Id("c").Dot("ac").Dot("Facts"))))
}

// adviceDefinitions writes the list of advice and the functions of their matches.
func (g *generator) adviceDefinitions(f *gen.File) error {
	if len(g.agent.Advice) == 0 {
		return nil
	}
	h := "_"
	if slices.ContainsFunc(g.agent.Advice, func(a ir.Advice) bool { return a.Handler }) {
		h = "h"
	}
	f.Line().Func().Id("adviceDefinitions").Params(gen.Id(h).Id("Handlers")).Index().Add(ik("AdviceDefinition")).Block(
		gen.Return(gen.Index().Add(ik("AdviceDefinition")).LinesFunc(func(v *gen.Group) {
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

func (g *generator) adviceDefinition(a *ir.Advice) *gen.Statement {
	var d dict
	d.set("ID", gen.Lit(a.ID))
	d.set("Version", gen.Lit(a.Version))
	d.set("Description", gen.Lit(a.Description))
	d.list("Instructions", a.Instructions)
	adviceExamples(&d, "Examples", a.Examples)
	adviceExamples(&d, "CounterExamples", a.CounterExamples)
	if a.Continue != nil {
		d.set("Continue", g.capList(a.Continue))
	}
	name := g.names.Advice(a.ID)
	switch {
	case a.Handler:
		d.set("Select", g.selector(func(b *gen.Group) {
			b.Return(gen.Id("h").Dot(name).Call(gen.Id("ctx"), gen.Op("&").Id(name+"Context").Values(gen.Id("c"))))
		}, "ctx"))
	case a.When != nil || a.Match != nil:
		d.set("Select", g.selector(func(b *gen.Group) { g.adviceCondition(b, a) }, "_"))
	}
	return d.element()
}

// selector is the function literal that selects an advice.
func (g *generator) selector(body func(*gen.Group), ctxName string) *gen.Statement {
	return gen.Func().Params(gen.Id(ctxName).Add(ctx()), gen.Id("c").Add(ik("AdviceContext"))).
		Params(ik("Selection"), gen.Error()).BlockFunc(body)
}

// adviceCondition writes the body that judges `when` and the match.
func (g *generator) adviceCondition(b *gen.Group, a *ir.Advice) {
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
		b.If(gen.Op("!").Id("match" + g.names.Advice(a.ID)).Call(gen.Id("c"))).Block(gen.Return(ik("Selection").Values(), gen.Nil()))
	}
	b.Return(ik("AdviceWhen").Add(d.short()).Dot("Select").Call(gen.Id("c")), gen.Nil())
}

func adviceExamples(d *dict, name string, examples []ir.Example) {
	if len(examples) == 0 {
		return
	}
	d.set(name, gen.Index().Add(ik("AdviceExample")).LinesFunc(func(v *gen.Group) {
		for _, e := range examples {
			v.Values(gen.Id("Input").Op(":").Lit(e.Input), gen.Id("ExpectedBehavior").Op(":").Lit(e.ExpectedBehavior))
		}
	}))
}
