package render

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	templates "github.com/ikgen/ikgen/internal/rules"
)

// rulesOf writes the function that judges a policy's rules of one phase, and one condition per rule. The strictest
// verdict wins, then the first rule.
func (g *generator) rulesOf(f *gen.File, p *ir.Policy, phase string) error {
	if !hasPhase(p, phase) {
		return nil
	}
	name := rulesName(g.names.Policy(p.ID), phase)
	f.Line().Add(commentf("%s judges the rules of %s in the phase %s. The strictest verdict wins, then the first rule.", name, p.ID, phase))
	f.Func().Id(name).Params(gen.Id("c").Add(ik("PolicyContext"))).Add(ik("Verdict")).BlockFunc(func(b *gen.Group) {
		b.Id("verdict").Op(":=").Add(ik("Allow")).Call()
		for i := range p.Rules {
			if p.Rules[i].Phase == phase {
				b.Add(g.ruleStatement(p, i))
			}
		}
		b.Return(gen.Id("verdict"))
	})
	for i := range p.Rules {
		if p.Rules[i].Phase != phase {
			continue
		}
		if err := g.ruleConditions(f, p, i); err != nil {
			return fmt.Errorf("agent.policies.%q.rules[%d]: %w", p.ID, i, err)
		}
	}
	return nil
}

// ruleSuffix ends the names of the functions of a policy's i-th rule.
func (g *generator) ruleSuffix(p *ir.Policy, i int) string {
	return fmt.Sprintf("%d%s", i+1, strings.TrimSuffix(g.names.Policy(p.ID), "Policy"))
}

// ruleStatement lets one rule speak.
func (g *generator) ruleStatement(p *ir.Policy, i int) *gen.Statement {
	r := &p.Rules[i]
	holds := gen.Id("rule" + g.ruleSuffix(p, i)).Call(gen.Id("c"))
	if r.Unless != nil {
		holds.Op("&&").Op("!").Id("unless" + g.ruleSuffix(p, i)).Call(gen.Id("c"))
	}
	return gen.If(holds).Block(
		gen.Id("verdict").Op("=").Add(ik("Strictest")).Call(gen.Id("verdict"), g.verdict(r)))
}

// ruleConditions writes the functions that tell whether a rule, and its exception, hold.
func (g *generator) ruleConditions(f *gen.File, p *ir.Policy, i int) error {
	r, m, caps := &p.Rules[i], matcher{g: g, context: "PolicyContext"}, g.judged(p)
	c := conditions{match: &r.Match, missing: r.Missing, older: r.Older, newer: r.Newer}
	if err := m.function(f, "rule"+g.ruleSuffix(p, i), c, caps); err != nil {
		return err
	}
	if r.Unless == nil {
		return nil
	}
	return m.function(f, "unless"+g.ruleSuffix(p, i), conditions{match: r.Unless}, caps)
}

// verdict is the call that makes a rule's verdict.
func (g *generator) verdict(r *ir.Rule) *gen.Statement {
	switch r.Verdict {
	case "confirm":
		return ik("Confirm").Call(ruleText(r.Reason))
	case "clarify":
		ask := r.Ask
		if ask == "" {
			ask = r.Reason
		}
		return ik("Clarify").Call(ruleText(r.Reason), ruleText(ask))
	default:
		return ik("Deny").Call(ruleText(r.Reason))
	}
}

// ruleText is a reason or a question: a literal, or rendered from the judged step when it names paths.
func ruleText(text string) *gen.Statement {
	tokens, err := templates.Tokens(text)
	named := false
	for _, t := range tokens {
		named = named || t.Name != ""
	}
	if err != nil || !named {
		return gen.Lit(text)
	}
	return gen.Id("c").Dot("Text").Call(template(text))
}
