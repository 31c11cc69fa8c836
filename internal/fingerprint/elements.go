package fingerprint

import "github.com/ikgen/ikgen/internal/ir"

// The kinds of elements.
const (
	KindAgent           = "agent"
	KindFact            = "fact"
	KindCapability      = "capability"
	KindPolicy          = "policy"
	KindAdvice          = "advice"
	KindObjective       = "objective"
	KindGroup           = "group"
	KindProgressionRule = "progression rule"
	KindPrompt          = "prompt"
	KindKernelPrompt    = "kernel prompt"
)

// part is what an element puts into each fingerprint, together with the definitions that it refers to; so a changed
// definition shows at every element that uses it. A nil part is in no hash.
type part struct {
	Element     any `json:"element"`
	Definitions any `json:"definitions,omitempty"`
}

// Elements gives the parts of an agent one by one, in the order of the spec: the agent itself (identity, models, words),
// facts, capabilities, policies, advice, progression, prompts; each group in the order of the representation.
func Elements(p *ir.Package, deps map[string]*ir.Package) ([]Element, error) {
	if p == nil {
		return nil, nil
	}
	l := &lister{pkg: p, deps: deps}
	if a := p.Agent; a != nil {
		l.agent(a)
	}
	for _, c := range p.Catalog {
		l.add(KindPrompt, c.ID, nil, &part{Element: c})
	}
	return l.out, l.err
}

type lister struct {
	pkg  *ir.Package
	deps map[string]*ir.Package
	out  []Element
	err  error
}

func (l *lister) agent(a *ir.Agent) {
	l.words(a)
	for _, f := range a.Facts {
		s, w := newShaper(l.pkg, l.deps), newWriter(l.pkg, l.deps)
		c, t := s.fact(f), w.fact(f)
		l.add(KindFact, f.Key, &part{c, s.defs}, &part{t, w.defs})
	}
	for _, capability := range a.Capabilities {
		s, w := newShaper(l.pkg, l.deps), newWriter(l.pkg, l.deps)
		c, t := s.capability(capability), w.capability(capability)
		l.add(KindCapability, capability.ID, &part{c, s.defs}, &part{t, w.defs})
	}
	for _, p := range a.Policies {
		s := newShaper(l.pkg, l.deps)
		c := s.policy(p)
		l.add(KindPolicy, p.ID, &part{c, s.defs}, nil)
	}
	for _, advice := range a.Advice {
		w := newWriter(l.pkg, l.deps)
		t := w.advice([]ir.Advice{advice})
		l.add(KindAdvice, advice.ID, nil, &part{t, w.defs})
	}
	l.progression(a.Progression)
	for _, p := range a.Prompts {
		l.add(KindPrompt, p.ID, nil, &part{Element: p})
	}
	for _, p := range a.Kernel {
		l.add(KindKernelPrompt, p.ID, nil, &part{Element: p})
	}
}

// words are the parts of the agent that belong to no other element.
func (l *lister) words(a *ir.Agent) {
	alone := &ir.Package{Agent: &ir.Agent{
		Version: a.Version, Identity: a.Identity, TimeZone: a.TimeZone, Models: a.Models, Unsupported: a.Unsupported,
	}}
	l.add(KindAgent, a.ID, &part{Element: a.ID}, &part{Element: newWriter(alone, nil).audit()})
}

func (l *lister) progression(p *ir.Progression) {
	if p == nil {
		return
	}
	contract, text := progression(p), groups(p.Groups)
	if p.Objective != nil {
		l.add(KindObjective, p.Objective.ID, &part{Element: p.Objective}, nil)
	}
	for i, g := range contract.Groups {
		l.add(KindGroup, g.ID, &part{Element: g}, &part{Element: text[i]})
	}
	for _, r := range contract.Rules {
		l.add(KindProgressionRule, r.ID, &part{Element: r}, nil)
	}
}

// add hashes an element. The first error is kept.
func (l *lister) add(kind, id string, contract, audit *part) {
	e := Element{Kind: kind, ID: id}
	hash := func(p *part) string {
		if p == nil || l.err != nil {
			return ""
		}
		h, err := digest(p)
		l.err = err
		return h
	}
	e.Contract, e.Audit = hash(contract), hash(audit)
	l.out = append(l.out, e)
}
