package interpret

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/project/quote"
	ik "github.com/ikgen/ikgen/runtime"
)

// The outcome of the review that counts. Everything else leaves the menu open.
const continuationRequested = "requested"

// reviewOmittedExit asks whether the message leaves the open menu although the batch has no answer.
//
// Trigger: a menu with a continue option is open, the batch answers and cancels nothing, and all of its intentions are
// resolved; none at all counts too. A repair that took back an answer that left the menu is not asked again.
// Input: the proposed operations with their quotes and contracts, and the answer that may be missing.
// Effect: a supported exit, with words that stand in the message as the model was shown it, sends the batch to the
// repair. Not requested, or unclear: the menu stays open.
// Failure: an unreadable review is an issue. No issue of this review has a code.
func reviewOmittedExit(ctx context.Context, p *pass) ([]ik.Issue, error) {
	exit := p.continueOption()
	if exit == nil || !p.unanswered() || p.firstHas(codeExit) || len(p.resolved(anyCapability)) < len(p.batch.Intentions) {
		return nil, nil
	}
	view, open := p.shown.View, p.Snapshot.Interaction
	proposed := []map[string]any{}
	for _, in := range p.batch.Intentions {
		proposed = append(proposed, map[string]any{"capabilityId": in.ProposedCapability, "evidence": view.Value(in.Evidence)})
	}
	answer, err := p.consult(ctx, control.ReviewOmittedExit, map[string]any{
		"reviewKind": "omitted_progression_answer", "proposedIntentions": proposed,
		"omittedAnswer": map[string]any{
			"interactionId": open.ID, "optionId": view.Text(exit.ID), "value": view.Value(exit.Value),
		},
	}, answers.Continuation(), p.contracts(p.batch.Intentions))
	if err != nil {
		return nil, err
	}
	decision, ok := answer.Value.(answers.Exit)
	switch {
	case !ok:
		return unreadable(atAnswer, answer), nil
	case decision.Continuation != continuationRequested:
		return nil, nil
	case !quote.In(view.Text(p.Snapshot.Current.Content), decision.Evidence):
		return []ik.Issue{issue(atAnswer, "A review found that the message leaves the open interaction, but gave no literal "+
			"excerpt of it that says so. Judge again whether it does.")}, nil
	default:
		return []ik.Issue{issue(atAnswer, fmt.Sprintf("%s Answer interaction %q with the option %q. Remove intentions that were "+
			"inferred from the next step, and keep independent ones: a pure continuation has no intentions.",
			decision.Rationale, open.ID, exit.ID))}, nil
	}
}

func anyCapability(ik.CapabilityID) bool { return true }
