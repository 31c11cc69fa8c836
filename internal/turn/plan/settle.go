package plan

import (
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// settle decides a draft that is valid and allowed: it waits for facts or for another change, asks for confirmation, or
// runs. Its providers are settled already.
func (p *planner) settle(d *draft) error {
	if !d.open {
		return nil
	}
	if p.unnamed(d) {
		return nil
	}
	if missing, asks := p.depend(d); len(missing) > 0 {
		d.step.MissingFacts = missing
		d.decide(ik.DispositionDefer, CodeMissingFacts, "facts that it needs are not known yet")
		if asks {
			d.ask(missingFacts(d.step, p.subject(d)))
		}
		return nil
	}
	waits := p.comeAfter(d)
	if err := d.confirm(p.subject(d)); err != nil {
		return err
	}
	if waits && d.step.Reason.Code == CodeReady {
		d.decide(ik.DispositionDefer, CodeReady, "another change comes first")
	}
	return nil
}

// missingFacts asks for what a step needs first, of keyed facts for the instance.
func missingFacts(s ik.PlanStep, about subject) ik.Interaction {
	q := ik.Interaction{Kind: ik.InteractionInput, CapabilityID: s.CapabilityID}
	var needs []string
	for _, m := range s.MissingFacts {
		q.RequestedFacts = append(q.RequestedFacts, m.Type)
		need := strings.TrimRight(m.Description, ". ")
		if need == "" {
			need = string(m.Type)
		}
		for _, other := range m.AnyOf {
			if !slices.Contains(q.RequestedFacts, other.Type) {
				q.RequestedFacts = append(q.RequestedFacts, other.Type)
			}
			if m.Description == "" {
				need += " or " + string(other.Type)
			}
		}
		needs = append(needs, need+about.whichOne(m))
	}
	q.Goal = "This is needed first: " + strings.Join(needs, ", ") + ", for: " + s.Intention.Objective
	return q
}

// whichOne names the instance that is required, where it may be shown.
func (s subject) whichOne(m ik.FactRequirement) string {
	for _, n := range s.bound().Needs() {
		if n.Instance == "" || n.Instance != m.Key || !slices.Contains(n.Facts, m.FactKey()) {
			continue
		}
		if shown, ok := valueOf(n.Key, s); ok && ik.ValueText(shown) == n.Instance {
			return " (" + n.Instance + ")"
		}
	}
	return ""
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
