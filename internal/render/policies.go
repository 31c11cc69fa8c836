package render

import (
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	templates "github.com/ikgen/ikgen/internal/rules"
)

// policiesFile has policies and advice: the interfaces of their handlers, the compiled rules and conditions, and the
// reader over every fact.
func (g *generator) policiesFile() (*gen.File, error) {
	if g.agent == nil || !g.readsEveryFact() && len(g.agent.Policies)+len(g.agent.Advice) == 0 {
		return nil, nil
	}
	f := g.file()
	if g.readsEveryFact() {
		g.everyFact(f)
	}
	for i := range g.agent.Policies {
		if g.agent.Policies[i].Handler {
			g.policyHandler(f, &g.agent.Policies[i])
		}
	}
	for i := range g.agent.Advice {
		if g.agent.Advice[i].Handler {
			g.adviceHandler(f, &g.agent.Advice[i])
		}
	}
	if err := g.policyDefinitions(f); err != nil {
		return nil, err
	}
	if err := g.adviceDefinitions(f); err != nil {
		return nil, err
	}
	g.operands.write(f)
	g.ruleVariables(f)
	return f, nil
}

// readsEveryFact tells whether some handler sees all facts.
func (g *generator) readsEveryFact() bool {
	return slices.ContainsFunc(g.agent.Policies, func(p ir.Policy) bool { return p.Handler }) ||
		slices.ContainsFunc(g.agent.Advice, func(a ir.Advice) bool { return a.Handler }) ||
		slices.ContainsFunc(g.agent.Capabilities, func(c ir.Capability) bool { return c.Automation > 0 })
}

// policyHandler writes the interface and the typed context of a policy in Go.
func (g *generator) policyHandler(f *gen.File, p *ir.Policy) {
	name := g.names.Policy(p.ID)
	judged := "every capability"
	if len(p.On) > 0 {
		judged = strings.Join(p.On, ", ")
	}
	f.Line().Add(commentf("%sHandler judges %s.", name, judged))
	f.Type().Id(name + "Handler").Interface(gen.Id(name).
		Params(gen.Id("ctx").Add(ctx()), gen.Id("c").Op("*").Id(name+"Context")).Params(ik("Verdict"), gen.Error()))
	f.Line().Add(commentf("%sContext is what the policy %s judges.", name, p.ID))
	f.Type().Id(name + "Context").Struct(gen.Id("pc").Add(ik("PolicyContext")))
	recv := gen.Id("c").Op("*").Id(name + "Context")
	for _, m := range []struct {
		name, doc string
		typ, expr *gen.Statement
	}{
		{"Facts", "Facts gives every fact of the agent.", gen.Id("Facts"), gen.Id("Facts").Values(gen.Id("c").Dot("pc").Dot("Facts"))},
		{"Capability", "Capability is the capability of the judged step.", ik("CapabilityID"), gen.Id("c").Dot("pc").Dot("Capability")},
		{"Intention", "Intention is what the kernel understood.", ik("Intention"), gen.Id("c").Dot("pc").Dot("Intention")},
		{"Now", "Now is the kernel's clock in the agent's time zone.", gen.Qual("time", "Time"), gen.Id("c").Dot("pc").Dot("Now")},
	} {
		f.Line().Comment(m.doc)
		f.Func().Params(recv.Clone()).Id(m.name).Params().Add(m.typ).Block(gen.Return(m.expr))
	}
	for _, c := range g.judged(p) {
		method := g.names.PolicyInput(c.ID)
		in := g.named(g.names.Input(c.ID))
		f.Line().Add(commentf("%s is the input when %s is judged.", method, c.ID))
		f.Func().Params(recv.Clone()).Id(method).Params().Params(in, gen.Bool()).Block(
			gen.List(gen.Id("in"), gen.Id("ok")).Op(":=").Id("c").Dot("pc").Dot("Input").Assert(in),
			gen.Return(gen.Id("in"), gen.Id("ok").Op("&&").Id("c").Dot("pc").Dot("Capability").Op("==").Id(g.names.CapConst(c.ID))))
	}
}

// judged are the capabilities that a policy judges.
func (g *generator) judged(p *ir.Policy) []*ir.Capability {
	var out []*ir.Capability
	for i := range g.agent.Capabilities {
		c := &g.agent.Capabilities[i]
		if len(p.On) == 0 || slices.Contains(p.On, c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// policyDefinitions writes the list of policies and the functions of their rules.
func (g *generator) policyDefinitions(f *gen.File) error {
	if len(g.agent.Policies) == 0 {
		return nil
	}
	f.Line().Func().Id("policyDefinitions").Params(gen.Id(g.handlersParam()).Id("Handlers")).Index().Add(ik("PolicyDefinition")).Block(
		gen.Return(gen.Index().Add(ik("PolicyDefinition")).LinesFunc(func(v *gen.Group) {
			for i := range g.agent.Policies {
				v.Add(g.policyDefinition(&g.agent.Policies[i]))
			}
		})))
	for i := range g.agent.Policies {
		for _, phase := range []string{"plan", "result"} {
			if err := g.rulesOf(f, &g.agent.Policies[i], phase); err != nil {
				return err
			}
		}
	}
	return nil
}

// handlersParam is the parameter of the handlers: blank when no policy needs one.
func (g *generator) handlersParam() string {
	if slices.ContainsFunc(g.agent.Policies, func(p ir.Policy) bool { return p.Handler }) {
		return "h"
	}
	return "_"
}

func (g *generator) policyDefinition(p *ir.Policy) *gen.Statement {
	var d dict
	d.set("ID", gen.Lit(p.ID))
	d.set("Version", gen.Lit(p.Version))
	if len(p.On) > 0 {
		d.set("On", g.capList(p.On))
	}
	name := g.names.Policy(p.ID)
	if p.Handler {
		d.set("Evaluate", gen.Func().Params(gen.Id("ctx").Add(ctx()), gen.Id("pc").Add(ik("PolicyContext"))).
			Params(ik("Verdict"), gen.Error()).Block(
			gen.Return(gen.Id("h").Dot(name).Call(gen.Id("ctx"), gen.Op("&").Id(name+"Context").Values(gen.Id("pc"))))))
	}
	if hasPhase(p, "plan") {
		d.set("Rules", gen.Id(rulesName(g.names.Policy(p.ID), "plan")))
	}
	if hasPhase(p, "result") {
		d.set("Result", gen.Id(rulesName(g.names.Policy(p.ID), "result")))
	}
	if read := g.readFacts(p); len(read) > 0 {
		d.set("ReadsFacts", g.factList(read))
	}
	return d.element()
}

func hasPhase(p *ir.Policy, phase string) bool {
	return slices.ContainsFunc(p.Rules, func(r ir.Rule) bool { return r.Phase == phase })
}

// rulesName is the function of a policy's rules: rulesRefundLimit, of the phase result resultRulesRefundLimit.
func rulesName(policy, phase string) string {
	name := strings.TrimSuffix(policy, "Policy")
	if phase == "result" {
		return "resultRules" + name
	}
	return "rules" + name
}

// readFacts are the facts that a policy's rules read, in code order.
func (g *generator) readFacts(p *ir.Policy) []string {
	read := map[string]bool{}
	for i := range p.Rules {
		ruleReads(&p.Rules[i], func(key string) { read[key] = true })
	}
	var out []string
	for _, f := range g.agent.Facts {
		if read[f.Key] {
			out = append(out, f.Key)
		}
	}
	return out
}

// ruleReads names every root that a rule reads: fact keys, and input, output or now, which are none.
func ruleReads(r *ir.Rule, read func(root string)) {
	leaves := slices.Clone(r.Match.Leaves)
	if r.Unless != nil {
		leaves = append(leaves, r.Unless.Leaves...)
	}
	for i := range leaves {
		for _, path := range leaves[i].Reads() {
			if len(path) > 1 && path[0] == "facts" {
				read(path[1])
			}
		}
	}
	for _, key := range r.Missing {
		read(key)
	}
	for _, a := range slices.Concat(r.Older, r.Newer) {
		root, _ := splitPath(a.Path)
		read(root)
	}
	for _, text := range []string{r.Reason, r.Ask} {
		tokens, _ := templates.Tokens(text)
		for _, t := range tokens {
			root, _ := splitPath(t.Name)
			read(root)
		}
	}
}
