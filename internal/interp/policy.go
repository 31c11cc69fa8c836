package interp

import (
	"context"
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// rule is one interpreted rule.
type rule struct {
	holds   condition
	unless  condition // nil: none
	verdict func(step) ik.Verdict
}

func policies(a *ir.Agent, at place, h Handlers) ([]ik.PolicyDefinition, error) {
	var out []ik.PolicyDefinition
	for _, p := range a.Policies {
		def := ik.PolicyDefinition{
			ID: ik.PolicyID(p.ID), Version: p.Version, On: convert[ik.CapabilityID](p.On), ReadsFacts: readFacts(a, p),
		}
		var err error
		if def.Rules, err = phase(p, "plan", at); err != nil {
			return nil, fmt.Errorf("policy %q: %w", p.ID, err)
		}
		if def.Result, err = phase(p, "result", at); err != nil {
			return nil, fmt.Errorf("policy %q: %w", p.ID, err)
		}
		if p.Handler {
			if h.Policy == nil {
				return nil, fmt.Errorf("policy %q has a Go handler, and none is given", p.ID)
			}
			def.Evaluate = func(ctx context.Context, c ik.PolicyContext) (ik.Verdict, error) {
				return h.Policy(ctx, def.ID, c)
			}
		}
		out = append(out, def)
	}
	return out, nil
}

// phase gives the judge of a policy's rules of one phase, nil without such rules. The strictest verdict wins, then the
// first rule of the list.
func phase(p ir.Policy, name string, at place) (func(ik.PolicyContext) ik.Verdict, error) {
	var list []rule
	for i, r := range p.Rules {
		if r.Phase != name {
			continue
		}
		c, err := ruleOf(r, at)
		if err != nil {
			return nil, fmt.Errorf("rules[%d]: %w", i, err)
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		return nil, nil
	}
	return func(c ik.PolicyContext) ik.Verdict {
		s := stepOf(c)
		best := ik.Allow()
		for _, r := range list {
			if r.holds(s) && (r.unless == nil || !r.unless(s)) {
				best = ik.Strictest(best, r.verdict(s))
			}
		}
		return best
	}, nil
}

func ruleOf(r ir.Rule, at place) (rule, error) {
	match, err := matchOf(r.Match, at)
	if err != nil {
		return rule{}, err
	}
	older, err := ages(r.Older, true)
	if err != nil {
		return rule{}, err
	}
	newer, err := ages(r.Newer, false)
	if err != nil {
		return rule{}, err
	}
	out := rule{holds: all([]condition{match, missing(r.Missing), older, newer})}
	if r.Unless != nil {
		if out.unless, err = matchOf(*r.Unless, at); err != nil {
			return rule{}, err
		}
	}
	out.verdict, err = verdict(r)
	return out, err
}

// verdict gives what a rule says. A clarify without a question of its own asks with its reason.
func verdict(r ir.Rule) (func(step) ik.Verdict, error) {
	ask := r.Ask
	if ask == "" && r.Verdict == "clarify" {
		ask = r.Reason
	}
	reason, err := parseTemplate(r.Reason)
	if err != nil {
		return nil, err
	}
	question, err := parseTemplate(ask)
	if err != nil {
		return nil, err
	}
	kind := ik.VerdictKind(r.Verdict)
	switch kind {
	case ik.VerdictDeny, ik.VerdictConfirm, ik.VerdictClarify:
	default:
		return nil, fmt.Errorf("a rule cannot say %q", r.Verdict)
	}
	return func(s step) ik.Verdict {
		v := ik.Verdict{Kind: kind, Reason: render(reason, s)}
		if kind == ik.VerdictClarify {
			v.Ask = render(question, s)
		}
		return v
	}, nil
}

// readFacts are the facts that the declarative rules of a policy look at, in the order of the agent's facts.
func readFacts(a *ir.Agent, p ir.Policy) []ik.FactKey {
	read := map[string]bool{}
	note := func(path string) {
		if root, _ := ik.Path(path).Split(); strings.Contains(root, "@") {
			read[root] = true
		}
	}
	for _, r := range p.Rules {
		for _, m := range []*ir.Match{&r.Match, r.Unless} {
			if m == nil {
				continue
			}
			for i := range m.Leaves {
				for _, path := range m.Leaves[i].Reads() {
					if len(path) > 1 && path[0] == "facts" {
						read[path[1]] = true
					}
				}
			}
		}
		for _, k := range r.Missing {
			read[k] = true
		}
		for _, list := range [][]ir.Age{r.Older, r.Newer} {
			for _, age := range list {
				note(age.Path)
			}
		}
		for _, text := range []string{r.Reason, r.Ask} {
			for _, path := range templatePaths(text) {
				note(path)
			}
		}
	}
	var out []ik.FactKey
	for _, f := range a.Facts {
		if read[f.Key] {
			out = append(out, ik.FactKey(f.Key))
		}
	}
	return out
}
