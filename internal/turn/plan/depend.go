package plan

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// need is one requirement of a draft that no confirmed fact meets, and the steps of this plan that are about it.
type need struct {
	facts.Need
	// providers are those that the draft comes after: one, or of a keyed fact each that may bring the instance. Of several
	// that do not run it is one. Empty: no step of this plan is about it.
	providers []*draft
}

// runs tells whether a provider is going to run.
func (n need) runs() bool { return len(n.providers) > 0 && n.providers[0].runs() }

func (d *draft) runs() bool { return d.step.Disposition == ik.DispositionExecute }

// needs lists what a draft lacks, as its capability declares it and its input names it.
func (p *planner) needs(d *draft) []need {
	var out []need
	for _, n := range p.bound(d).Needs() {
		if !n.Met(p.in.Facts) {
			out = append(out, need{n, p.providers(d, n)})
		}
	}
	return out
}

// bound tells which instances of keyed facts a draft is about.
func (p *planner) bound(d *draft) facts.Step {
	return facts.Step{Agent: p.in.Agent, Capability: d.capability, Input: d.step.Input, Facts: p.in.Facts}
}

// depend finds what a draft waits for: an edge to each step of this plan that will publish a required fact, and the
// requirements that nothing here will meet. asks tells that the user can help: no step of this plan is about one of
// them, and none is to come. What is optional is waited for where it comes, and never in the way.
func (p *planner) depend(d *draft) (missing []ik.FactRequirement, asks bool) {
	needs := p.needs(d)
	moving := slices.ContainsFunc(needs, need.runs)
	for _, n := range needs {
		if n.Resolution == facts.Optional || n.Resolution == facts.Runtime && n.From != nil {
			if n.runs() {
				d.afterAll(n.providers)
			}
			continue
		}
		d.afterAll(n.providers)
		switch none := len(n.providers) == 0; {
		case none && n.Resolution == facts.Runtime:
		case none:
			asks = asks || !moving || !p.comes(d, n)
			fallthrough
		case !n.runs():
			missing = append(missing, n.Open())
		}
	}
	return missing, asks
}

// comes tells whether a fact that nothing brings yet may be read as soon as others are there: they say which instance it is,
// or give the input of the read.
func (p *planner) comes(d *draft, n need) bool {
	if n.Awaited != nil {
		return true
	}
	_, now := p.bound(d).ReadInput(n.Need)
	return n.From != nil && !now
}

func (d *draft) afterAll(others []*draft) {
	for _, o := range others {
		d.after(o)
	}
}

func (d *draft) after(other *draft) {
	if !slices.Contains(d.step.DependsOn, other.step.ID) {
		d.step.DependsOn = append(d.step.DependsOn, other.step.ID)
	}
}

// requirement is one requirement of a capability, by its place, with the instance that is needed.
type requirement struct {
	capability ik.CapabilityID
	index      int
	instance   string
}

// index finds the drafts by what they publish.
func (p *planner) index() {
	p.about, p.chosen = map[ik.FactKey][]*draft{}, map[requirement][]*draft{}
	for _, d := range p.drafts {
		if d.capability == nil || d.step.Intention.Resolution != ik.Resolved {
			continue
		}
		for _, key := range d.capability.Provides {
			p.about[key] = append(p.about[key], d)
		}
	}
}

// providers are the steps of this plan that a draft waits for. They are settled before it, so they are the same for all
// that need the same.
func (p *planner) providers(d *draft, n facts.Need) []*draft {
	place := requirement{d.capability.ID, n.Index, n.Instance}
	found, known := p.chosen[place]
	if !known {
		found = p.choose(d, n)
		p.chosen[place] = found
	}
	return found
}

// choose finds the providers of a requirement. Where several could meet it, it is one that runs, of those one that the
// message asks for; of the kernel's own the first capability in code order, and of several steps the last, which all
// others come before. Of a keyed fact all count that run and may bring the instance: which of them does is known
// afterwards. What a capability may ask for while it runs is only waited for where the message asks for it.
func (p *planner) choose(consumer *draft, n facts.Need) []*draft {
	var found *draft
	var running []*draft
	for _, key := range n.Facts {
		for _, d := range p.about[key] {
			if d.step.CapabilityID == consumer.step.CapabilityID || !p.mayBring(d, consumer, n, key) {
				continue
			}
			if d.runs() {
				running = append(running, d)
			}
			if found == nil || d.rather(found) {
				found = d
			}
		}
	}
	switch {
	case found == nil:
		return nil
	case n.Key != "" && len(running) > 0:
		return running
	}
	return []*draft{found}
}

// mayBring tells whether a step may publish what a draft needs.
func (p *planner) mayBring(d, consumer *draft, n facts.Need, key ik.FactKey) bool {
	if slices.Contains(d.readFor, consumer) {
		return true
	}
	if n.Resolution == facts.Runtime && d.implicit {
		return false
	}
	if !p.in.Agent.Keyed(key) {
		return true
	}
	instance, told := p.bound(d).Brings(key)
	return n.Wants(key, instance, told)
}

// rather tells whether a draft is a better provider than the one found before it.
func (d *draft) rather(found *draft) bool {
	switch {
	case d.runs() != found.runs():
		return d.runs()
	case d.implicit != found.implicit:
		return found.implicit
	case d.implicit && d.step.CapabilityID != found.step.CapabilityID:
		return d.step.CapabilityID < found.step.CapabilityID
	}
	return true
}

// comeAfter puts a draft behind the steps that its capability declares to come first. waits tells that one of them has yet
// to be asked for. What the user confirmed earlier is not held up by what came later.
func (p *planner) comeAfter(d *draft) (waits bool) {
	if d.accepted || len(d.capability.After) == 0 {
		return false
	}
	for _, other := range p.drafts {
		if other == d || !slices.Contains(d.capability.After, other.step.CapabilityID) {
			continue
		}
		switch asked := other.step.Reason.Code == CodeConfirm; {
		case other.step.Disposition == ik.DispositionExecute:
			d.after(other)
		case asked || other.step.Disposition == ik.DispositionDefer && other.step.Reason.Code == CodeReady:
			d.after(other)
			waits = true
		}
	}
	return waits
}
