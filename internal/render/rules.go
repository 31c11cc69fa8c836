package render

import (
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
	templates "github.com/ikgen/ikgen/internal/rules"
)

// rulesOf writes the function that judges a policy's rules of one phase, and one condition per rule. The strictest
// verdict wins, then the first rule.
func (g *generator) rulesOf(f *jen.File, p *ir.Policy, phase string) error {
	if !hasPhase(p, phase) {
		return nil
	}
	name := rulesName(g.names.Policy(p.ID), phase)
	caps := g.judged(p)
	m := matcher{g: g, context: "PolicyContext"}
	var body []jen.Code
	for i := range p.Rules {
		r := &p.Rules[i]
		if r.Phase != phase {
			continue
		}
		holds := fmt.Sprintf("rule%d%s", i+1, strings.TrimSuffix(g.names.Policy(p.ID), "Policy"))
		test := jen.Id(holds).Call(jen.Id("c"))
		if r.Unless != nil {
			test.Op("&&").Op("!").Id("unless" + holds[len("rule"):]).Call(jen.Id("c"))
		}
		body = append(body, jen.If(test).Block(
			jen.Id("verdict").Op("=").Add(ik("Strictest")).Call(jen.Id("verdict"), g.verdict(r))))
	}
	f.Line().Add(commentf("%s judges the rules of %s in the phase %s. The strictest verdict wins, then the first rule.", name, p.ID, phase))
	f.Func().Id(name).Params(jen.Id("c").Add(ik("PolicyContext"))).Add(ik("Verdict")).BlockFunc(func(b *jen.Group) {
		b.Id("verdict").Op(":=").Add(ik("Allow")).Call()
		for _, s := range body {
			b.Add(s)
		}
		b.Return(jen.Id("verdict"))
	})
	for i := range p.Rules {
		r := &p.Rules[i]
		if r.Phase != phase {
			continue
		}
		suffix := fmt.Sprintf("%d%s", i+1, strings.TrimSuffix(g.names.Policy(p.ID), "Policy"))
		at := fmt.Sprintf("agent.policies.%q.rules[%d]", p.ID, i)
		c := conditions{match: &r.Match, missing: r.Missing, older: r.Older, newer: r.Newer}
		if err := m.function(f, "rule"+suffix, c, caps); err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
		if r.Unless == nil {
			continue
		}
		if err := m.function(f, "unless"+suffix, conditions{match: r.Unless}, caps); err != nil {
			return fmt.Errorf("%s.#Unless: %w", at, err)
		}
	}
	return nil
}

// verdict is the call that makes a rule's verdict.
func (g *generator) verdict(r *ir.Rule) *jen.Statement {
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
func ruleText(text string) *jen.Statement {
	tokens, err := templates.Tokens(text)
	named := false
	for _, t := range tokens {
		named = named || t.Name != ""
	}
	if err != nil || !named {
		return jen.Lit(text)
	}
	return jen.Id("c").Dot("Text").Call(template(text))
}
