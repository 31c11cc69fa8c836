package interpret

import (
	"context"
	"fmt"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// boundary holds a batch against the selection, the open question and the open work. All of its issues come at once.
func boundary(_ context.Context, p *pass) ([]ik.Issue, error) {
	var out []ik.Issue
	for _, rule := range []func(*pass) []ik.Issue{
		foreignIntentions, emptySelected, emptyWithControl, answerTarget, answerValue, answerOwnerMissing, outsideSelection,
		references, requiredReferences, actionTargets, actionModes, guidanceContinuation, quotes,
	} {
		out = append(out, rule(p)...)
	}
	return out, nil
}

// foreignIntentions: a conversational message invokes nobody but the owner of its answer.
func foreignIntentions(p *pass) []ik.Issue {
	if p.selection.Mode != modeConversational {
		return nil
	}
	owner := boundaryOwner(p.Snapshot, p.batch.Answer)
	foreign := slices.ContainsFunc(p.batch.Intentions, func(in ik.Intention) bool {
		return owner == "" || in.Resolution != ik.Resolved || in.ProposedCapability != owner
	})
	if !foreign {
		return nil
	}
	return []ik.Issue{issue("/intentions", "No independent operation was selected. Only the owner of a valid answer may be "+
		"invoked; otherwise return no intentions.")}
}

// emptySelected: operations were selected and none is asked for.
func emptySelected(p *pass) []ik.Issue {
	if p.selection.Mode != modeSelected || len(p.batch.Intentions) > 0 || consents(p.Snapshot, p.batch.Answer) ||
		p.exits(p.batch.Answer) || p.accepts(p.batch.Answer) || pendingCollector(p.Snapshot, p.batch.Answer) != nil {
		return nil
	}
	if i := p.Snapshot.Interaction; i != nil && i.Kind == ik.InteractionConfirmation {
		return []ik.Issue{issue("/intentions", fmt.Sprintf("Read the message again against the open confirmation. A pure "+
			"acceptance or rejection is valid with empty intentions and a boolean answer to interaction %q: do not add a "+
			"duplicate of its operation, do not invent consent, and keep requests of their own.", i.ID))}
	}
	return []ik.Issue{issue("/intentions", "Capabilities were selected, so at least one intention is needed.")}
}

// emptyWithControl: neither an operation nor a cancellation came of a message that was to have one.
func emptyWithControl(p *pass) []ik.Issue {
	if p.selection.Mode != modeSelectedWithControl || len(p.batch.Intentions)+len(p.batch.LifecycleActions) > 0 ||
		pendingCollector(p.Snapshot, p.batch.Answer) != nil {
		return nil
	}
	return []ik.Issue{issue("/intentions", "An intention or a lifecycle action is needed.")}
}

func answerTarget(p *pass) []ik.Issue {
	if p.batch.Answer == nil || answersActive(p.Snapshot, p.batch.Answer) {
		return nil
	}
	return []ik.Issue{issue("/answerToInteraction/interactionId", "An answer must name exactly the open interaction.")}
}

func answerValue(p *pass) []ik.Issue {
	a, i := p.batch.Answer, p.Snapshot.Interaction
	if !answersActive(p.Snapshot, a) || i.Kind != ik.InteractionChoice || len(optionsWithValue(i, a.Value)) > 0 {
		return nil
	}
	return []ik.Issue{issue("/answerToInteraction/value", "This is no option of the open choice. Give one option id or its "+
		"exact value, or leave the answer out when it is ambiguous.")}
}

// answerOwnerMissing: an answer that nobody waits for needs the intention of who takes it.
func answerOwnerMissing(p *pass) []ik.Issue {
	a := p.batch.Answer
	owner := boundaryOwner(p.Snapshot, a)
	due := p.selection.Mode == modeConversational || answerOwner(p.Snapshot, a) != ""
	if !due || owner == "" || consents(p.Snapshot, a) || pendingCollector(p.Snapshot, a) != nil || resolvedFor(p.batch, owner) {
		return nil
	}
	return []ik.Issue{issue("/intentions", fmt.Sprintf("The answer belongs to %q: its resolved intention must be there with "+
		"real evidence. Keep other requests; do not make up input or borrow another operation's authority.", owner))}
}

func outsideSelection(p *pass) []ik.Issue {
	var out []ik.Issue
	for i, in := range p.batch.Intentions {
		if in.Resolution == ik.Resolved && !slices.Contains(p.selection.CapabilityIDs, in.ProposedCapability) {
			out = append(out, issue(fmt.Sprintf("/intentions/%d/proposedCapability", i), "This capability is outside of the selected contracts."))
		}
	}
	return out
}

// quotes compares what the model quotes with what it was shown.
func quotes(p *pass) []ik.Issue {
	c := p.Snapshot.Quotes()
	for i, in := range p.batch.Intentions {
		for j, q := range in.Evidence {
			c.Check(func() string { return fmt.Sprintf("/intentions/%d/evidence/%d", i, j) }, q)
		}
	}
	for i, a := range p.batch.LifecycleActions {
		c.Check(func() string { return fmt.Sprintf("/lifecycleActions/%d/evidence", i) }, a.Evidence)
	}
	return c.Issues
}
