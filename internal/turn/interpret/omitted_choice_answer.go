package interpret

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	ik "github.com/ikgen/ikgen/runtime"
)

// reviewOmittedChoice asks whether the message picks an option although the batch has no answer.
//
// Trigger: an ordinary choice with an owner and options is open, the batch answers and cancels nothing, and a resolved
// intention invokes the owner. The target of an option alone does not count.
// Input: all intentions, and the choice with the positions of its options.
// Effect: an option that the message picks sends the batch to the repair. None: the choice stays open.
// Failure: an unreadable review is an issue. No issue of this review has a code.
func reviewOmittedChoice(ctx context.Context, p *pass) ([]ik.Issue, error) {
	open := p.Snapshot.Interaction
	if open == nil || open.Kind != ik.InteractionChoice || p.group || open.CapabilityID == "" || len(open.Options) == 0 ||
		!p.unanswered() || !resolvedFor(p.batch, open.CapabilityID) {
		return nil, nil
	}
	choice := p.shown.View.Choice(open)
	answer, err := p.consult(ctx, control.ReviewOmittedChoice, map[string]any{
		"reviewKind": "omitted_choice_answer", "intentions": p.shownIntentions(), "currentChoice": choice,
	}, answers.OmittedChoice(shownOptionIDs(choice)), nil)
	if err != nil {
		return nil, err
	}
	omitted, ok := answer.Value.(answers.Omitted)
	switch {
	case !ok:
		return unreadable(atAnswer, answer), nil
	case !omitted.Supported:
		return nil, nil
	default:
		return []ik.Issue{issue(atAnswer, fmt.Sprintf("%s Answer interaction %q with the option %q and literal evidence, never "+
			"with one of an earlier list. Keep independent intentions.", omitted.Rationale, open.ID, omitted.OptionID))}, nil
	}
}
