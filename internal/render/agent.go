package render

import (
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// agentFile binds everything for the kernel: fingerprints, host facts and the definition.
func (g *generator) agentFile() (*gen.File, error) {
	if g.agent == nil {
		return nil, nil
	}
	f := g.file()
	f.PackageComment(oneLine(fmt.Sprintf("Package %s is the agent %s, version %d: its types, and what a host implements to run it.",
		g.names.Package(), g.agent.ID, g.agent.Version)))
	f.Comment("Fingerprints of the spec: what stored threads and callers depend on, and what models read.")
	f.Const().Defs(
		gen.Id("ContractFingerprint").Op("=").Lit(g.in.Pair.Contract),
		gen.Id("AuditFingerprint").Op("=").Lit(g.in.Pair.Audit),
	)
	g.hostFacts(f)
	g.agentDefinition(f)
	if len(g.agent.Facts) > 0 {
		g.factDefinitions(f)
		g.factKeys(f)
	}
	for i := range g.agent.Capabilities {
		g.capabilityDefinition(f, &g.agent.Capabilities[i])
	}
	if g.agent.Progression != nil {
		g.progression(f, g.agent.Progression)
	}
	return f, nil
}

// hostFacts writes the facts that the host gives with a turn.
func (g *generator) hostFacts(f *gen.File) {
	var host []ir.Fact
	for _, fact := range g.agent.Facts {
		if fact.Provider == "host" {
			host = append(host, fact)
		}
	}
	doc := "HostFacts are the facts that the host gives with a turn. A nil one is absent."
	if len(host) == 0 {
		doc = "HostFacts are the facts that the host gives with a turn. The agent declares none."
	}
	f.Line().Comment(doc)
	f.Type().Id("HostFacts").StructFunc(func(s *gen.Group) {
		for _, fact := range host {
			s.Id(g.names.Fact(fact.Key)).Op("*").Add(g.named(g.names.FactValue(fact.Key))).Add(commentf("%s", fact.Key))
		}
	})
	f.Line().Comment("HostFacts implements ik.HostFacts.")
	if len(host) == 0 {
		f.Func().Params(gen.Id("HostFacts")).Id("HostFacts").Params().Index().Add(ik("HostFact")).Block(gen.Return(gen.Nil()))
		return
	}
	f.Func().Params(gen.Id("h").Id("HostFacts")).Id("HostFacts").Params().Index().Add(ik("HostFact")).BlockFunc(func(b *gen.Group) {
		b.Var().Id("out").Index().Add(ik("HostFact"))
		for _, fact := range host {
			field := gen.Id("h").Dot(g.names.Fact(fact.Key))
			b.If(field.Clone().Op("!=").Nil()).Block(
				gen.Id("out").Op("=").Append(gen.Id("out"), ik("HostFact").Values(
					gen.Id("Fact").Op(":").Id(g.names.FactConst(fact.Key)), gen.Id("Value").Op(":").Op("*").Add(field))))
		}
		b.Return(gen.Id("out"))
	})
}

// agentDefinition writes the function that binds handlers and ports.
func (g *generator) agentDefinition(f *gen.File) {
	var d dict
	d.set("ID", gen.Lit(g.agent.ID))
	d.set("Version", gen.Lit(g.agent.Version))
	d.set("Identity", gen.Lit(g.agent.Identity))
	d.text("TimeZone", g.agent.TimeZone)
	g.models(&d)
	g.limits(&d)
	g.elements(&d)
	if g.agent.Unsupported != "" {
		d.set("Unsupported", gen.New(gen.Lit(g.agent.Unsupported)))
	}
	g.kernelPrompts(&d)
	if t, ok := g.names.HostContext(); ok {
		d.set("HostContext", gen.New(g.schemaOf(t)))
	}
	d.set("Contract", gen.Id("ContractFingerprint"))
	d.set("Audit", gen.Id("AuditFingerprint"))
	d.list("Compatible", g.in.Compatible)
	g.bindings(&d)

	f.Line().Comment("Definition binds the handlers and ports of the host. kernel.Compile checks it.")
	f.Func().Id("Definition").Params(gen.Id("h").Id("Handlers"), gen.Id("p").Id("Ports")).Add(ik("AgentDefinition")).Block(
		gen.Return(d.of(ik("AgentDefinition"))))
}

// bindings records what the host left nil. An agent without anything to handle takes nil handlers.
func (g *generator) bindings(d *dict) {
	var given []gen.Code
	bind := func(name, value gen.Code) {
		given = append(given, ik("Binding").Values(gen.Id("Name").Op(":").Add(name), gen.Id("Value").Op(":").Add(value)))
	}
	if g.handled() {
		bind(ik("HandlersBinding"), gen.Id("h"))
	}
	for _, p := range g.agent.Ports {
		field := g.names.Port(p.Name)
		bind(gen.Lit("Ports."+field), gen.Id("p").Dot(field))
	}
	if len(given) > 0 {
		d.set("Unbound", ik("Unbound").CallLinesFunc(func(v *gen.Group) {
			for _, b := range given {
				v.Add(b)
			}
		}))
	}
}

// handled tells whether the host implements anything.
func (g *generator) handled() bool {
	return len(g.agent.Capabilities) > 0 ||
		slices.ContainsFunc(g.agent.Policies, func(p ir.Policy) bool { return p.Handler }) ||
		slices.ContainsFunc(g.agent.Advice, func(a ir.Advice) bool { return a.Handler })
}

// elements sets facts, capabilities, policies, advice and progression.
func (g *generator) elements(d *dict) {
	a := g.agent
	if len(a.Facts) > 0 {
		d.set("Facts", gen.Id("factDefinitions").Call())
	}
	if len(a.Capabilities) > 0 {
		d.set("Capabilities", gen.Index().Add(ik("CapabilityDefinition")).LinesFunc(func(v *gen.Group) {
			for _, c := range a.Capabilities {
				v.Id("capability"+g.names.Capability(c.ID)).Call(gen.Id("h"), gen.Id("p"))
			}
		}))
	}
	if len(a.Policies) > 0 {
		d.set("Policies", gen.Id("policyDefinitions").Call(gen.Id("h")))
	}
	if len(a.Advice) > 0 {
		d.set("Advice", gen.Id("adviceDefinitions").Call(gen.Id("h")))
	}
	if a.Progression != nil {
		d.set("Progression", gen.Id("progressionDefinition").Call())
	}
}

func (g *generator) models(d *dict) {
	if len(g.agent.Models) == 0 {
		return
	}
	d.set("Models", gen.Map(gen.String()).String().LinesFunc(func(v *gen.Group) {
		for _, m := range g.agent.Models {
			v.Lit(m.Task).Op(":").Lit(m.Alias)
		}
	}))
}

// limits sets the declared limits. The keys of the spec are a closed set.
func (g *generator) limits(d *dict) {
	var l dict
	for _, field := range []struct{ key, name string }{
		{"turnTimeoutMs", "TurnTimeoutMs"}, {"maxSteps", "MaxSteps"}, {"recentMessageLimit", "RecentMessageLimit"},
		{"maxModelCalls", "MaxModelCalls"}, {"maxTokens", "MaxTokens"},
	} {
		if n, ok := g.agent.Limits[field.key]; ok {
			l.set(field.name, gen.New(gen.Lit(n)))
		}
	}
	if len(l.entries) > 0 {
		d.set("Limits", l.of(ik("Limits")))
	}
}

func (g *generator) kernelPrompts(d *dict) {
	if len(g.agent.Kernel) == 0 {
		return
	}
	d.set("KernelPrompts", gen.Index().Add(ik("KernelPromptOverride")).LinesFunc(func(v *gen.Group) {
		for _, k := range g.agent.Kernel {
			var e dict
			e.set("ID", gen.Lit(k.ID))
			e.set("Revision", gen.Lit(k.Revision))
			e.set("Template", gen.Lit(k.Template))
			e.set("Replaces", gen.Lit(k.Replaces))
			v.Add(e.element())
		}
	}))
}

func (g *generator) factDefinitions(f *gen.File) {
	f.Line().Func().Id("factDefinitions").Params().Index().Add(ik("FactDefinition")).Block(
		gen.Return(gen.Index().Add(ik("FactDefinition")).LinesFunc(func(v *gen.Group) {
			for _, fact := range g.agent.Facts {
				var d dict
				d.set("Fact", gen.Id(g.names.FactConst(fact.Key)))
				d.text("Description", fact.Description)
				d.set("Visibility", g.visibility(fact.Visibility))
				d.text("KeyPath", fact.InstanceKey)
				d.flag("Host", fact.Provider == "host")
				d.flag("Alternatives", fact.Alternatives)
				d.set("Value", g.schemaOf(g.names.FactValue(fact.Key)))
				v.Add(d.element())
			}
		})))
}

func (g *generator) visibility(v string) *gen.Statement {
	switch v {
	case "presence":
		return ik("VisibilityPresence")
	case "hidden":
		return ik("VisibilityHidden")
	default:
		return ik("VisibilityFull")
	}
}

// factKeys writes the functions that read the key of a fact's instance from its value. A fact that nobody provides needs
// none.
func (g *generator) factKeys(f *gen.File) {
	provided := map[string]bool{}
	for i := range g.agent.Capabilities {
		for _, key := range g.agent.Capabilities[i].Provides {
			provided[key] = true
		}
	}
	for _, fact := range g.agent.Facts {
		if fact.InstanceKey == "" || !provided[fact.Key] {
			continue
		}
		name := "key" + g.names.Fact(fact.Key)
		value := g.named(g.names.FactValue(fact.Key))
		f.Line().Add(commentf("%s reads the key of %s from its value.", name, fact.Key))
		f.Func().Id(name).Params(gen.Id("v").Add(value)).String().Block(
			gen.Return(ik("KeyText").Call(gen.Id("v"), gen.Lit(fact.InstanceKey))))
	}
}
