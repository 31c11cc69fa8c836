package plan

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// need is one requirement of a draft that no confirmed fact meets, and the step of this plan that is about it.
type need struct {
	requirement ik.Requirement
	provider    *draft // nil: no step of this plan is
}

// runs tells whether the provider is going to run.
func (n need) runs() bool {
	return n.provider != nil && n.provider.step.Disposition == ik.DispositionExecute
}

// needs lists what a draft lacks, as its capability declares it.
func (p *planner) needs(d *draft) []need {
	var out []need
	for i, r := range d.capability.Requires {
		if !facts.Met(p.in.Facts, r) {
			out = append(out, need{r, p.provider(d.capability, i)})
		}
	}
	return out
}

// depend finds what a draft waits for: an edge to each step of this plan that will publish a required fact, and the
// requirements that nothing here will meet. asks tells that the user can help: no step of this plan is about one of
// them. What is optional is waited for where it comes, and never in the way.
func (p *planner) depend(d *draft) (missing []ik.FactRequirement, asks bool) {
	for _, n := range p.needs(d) {
		if n.requirement.Resolution == facts.Optional {
			if n.runs() {
				d.after(n.provider)
			}
			continue
		}
		if n.provider != nil {
			d.after(n.provider)
		}
		switch {
		case n.provider == nil && n.requirement.Resolution == facts.Runtime:
		case n.provider == nil:
			asks = true
			fallthrough
		case !n.runs():
			missing = append(missing, facts.Requirement(n.requirement))
		}
	}
	return missing, asks
}

func (d *draft) after(other *draft) {
	if !slices.Contains(d.step.DependsOn, other.step.ID) {
		d.step.DependsOn = append(d.step.DependsOn, other.step.ID)
	}
}

// requirement is one requirement of a capability, by its place.
type requirement struct {
	capability ik.CapabilityID
	index      int
}

// index finds the drafts by what they publish.
func (p *planner) index() {
	p.about, p.chosen = map[ik.FactKey][]*draft{}, map[requirement]*draft{}
	for _, d := range p.drafts {
		if d.capability == nil || d.step.Intention.Resolution != ik.Resolved {
			continue
		}
		for _, key := range d.capability.Provides {
			p.about[key] = append(p.about[key], d)
		}
	}
}

// provider is the step of this plan that the drafts of a capability wait for. It is settled before them, so it is the
// same for all.
func (p *planner) provider(c *ik.CapabilityDefinition, index int) *draft {
	place := requirement{c.ID, index}
	found, known := p.chosen[place]
	if !known {
		found = p.choose(c.ID, c.Requires[index])
		p.chosen[place] = found
	}
	return found
}

// choose finds the provider of a requirement. Where several could meet it, it is one that runs, of those one that the
// message asks for; of the kernel's own the first capability in code order, and of several steps the last, which all
// others come before. What a capability may ask for while it runs is only waited for where the message asks for it.
func (p *planner) choose(consumer ik.CapabilityID, r ik.Requirement) *draft {
	var found *draft
	for _, key := range r.Facts {
		for _, d := range p.about[key] {
			if d.step.CapabilityID == consumer || (r.Resolution == facts.Runtime && d.implicit) {
				continue
			}
			if found == nil || d.rather(found) {
				found = d
			}
		}
	}
	return found
}

// rather tells whether a draft is a better provider than the one found before it.
func (d *draft) rather(found *draft) bool {
	runs := func(d *draft) bool { return d.step.Disposition == ik.DispositionExecute }
	switch {
	case runs(d) != runs(found):
		return runs(d)
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
