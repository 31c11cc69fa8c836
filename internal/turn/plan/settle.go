package plan

import (
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// settle decides a draft that is valid and allowed: it waits for facts, asks for confirmation, or runs. Its providers
// are settled already.
func (p *planner) settle(d *draft) error {
	if !d.open {
		return nil
	}
	if missing, asks := p.depend(d); len(missing) > 0 {
		d.step.MissingFacts = missing
		d.decide(ik.DispositionDefer, CodeMissingFacts, "facts that it needs are not known yet")
		if asks {
			d.ask(missingFacts(d.step))
		}
		return nil
	}
	return d.confirm(p.subject(d))
}

// depend finds what a draft waits for: an edge to each step of this plan that will publish a required fact, and the
// facts that nothing here will. asks tells that the user can help: no step of this plan is about one of them.
func (p *planner) depend(d *draft) (missing []ik.FactRequirement, asks bool) {
	for _, r := range d.capability.Requires {
		for _, key := range r.Facts {
			if facts.Present(p.in.Facts, key) {
				continue
			}
			provider := p.provider(d, key, r.Resolution != "")
			if provider != nil && !slices.Contains(d.step.DependsOn, provider.step.ID) {
				d.step.DependsOn = append(d.step.DependsOn, provider.step.ID)
			}
			switch {
			case provider == nil && r.Resolution != "":
			case provider == nil:
				asks = true
				fallthrough
			case provider.step.Disposition != ik.DispositionExecute:
				missing = append(missing, ik.FactRequirement{
					FactRef: key.Ref(), Description: r.Description, Resolution: r.Resolution,
				})
			}
		}
	}
	return missing, asks
}

// provider is the last step of this plan whose capability publishes the fact, one that will run before all others. What
// a capability may ask for while it runs is only waited for where the message asks for it.
func (p *planner) provider(consumer *draft, key ik.FactKey, atRuntime bool) *draft {
	var found *draft
	for _, d := range p.drafts {
		if d == consumer || d.capability == nil || d.step.Intention.Resolution != ik.Resolved ||
			d.step.CapabilityID == consumer.step.CapabilityID || !p.in.Agent.Provides(d.step.CapabilityID, key) || (atRuntime && d.implicit) {
			continue
		}
		if found == nil || found.step.Disposition != ik.DispositionExecute || d.step.Disposition == ik.DispositionExecute {
			found = d
		}
	}
	return found
}

// missingFacts asks for what a step needs first.
func missingFacts(s ik.PlanStep) ik.Interaction {
	q := ik.Interaction{Kind: ik.InteractionInput, CapabilityID: s.CapabilityID}
	var needs []string
	for _, m := range s.MissingFacts {
		q.RequestedFacts = append(q.RequestedFacts, m.Type)
		need := strings.TrimRight(m.Description, ". ")
		if need == "" {
			need = string(m.Type)
		}
		needs = append(needs, need)
	}
	q.Goal = "This is needed first: " + strings.Join(needs, ", ") + ", for: " + s.Intention.Objective
	return q
}

// confirm asks where the capability or a policy wants it, unless exactly this was accepted.
func (d *draft) confirm(s subject) error {
	asks := d.judged.Verdict.Kind == ik.VerdictConfirm || d.capability.Confirmation == ik.ConfirmationRequired
	message := d.judged.Verdict.Reason
	if message == "" {
		message = "the user has to confirm"
	}
	if d.accepted {
		valid, err := stillValid(s, d.judged.Reads, d.consent)
		if err != nil {
			return err
		}
		if valid {
			d.step.Accepted = d.consent.ID
			d.decide(ik.DispositionExecute, CodeAccepted, "the user confirmed")
			return nil
		}
		message = "what was confirmed has changed since"
	}
	if !asks {
		// What a handler asked itself is asked again by the handler.
		d.decide(ik.DispositionExecute, CodeReady, "everything that it needs is there")
		return nil
	}
	q, err := kernelQuestion(s, d.judged.Reads)
	if err != nil {
		return err
	}
	d.decide(ik.DispositionDefer, CodeConfirm, message)
	d.ask(q)
	return nil
}
