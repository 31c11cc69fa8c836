package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// reviewConfirmation asks whether the user really said yes or no to the open confirmation: consent is never taken from a
// single model's word.
//
// Trigger: a boolean answer to the open confirmation. A click does not exempt it: the text beside it may say otherwise.
// Input: the answer and all intentions.
// Effect: an answer that is not supported sends the batch to the repair, and the confirmation stays open.
// Failure: an unreadable review is an issue. No issue of this review has a code, so nothing but the repair follows.
func reviewConfirmation(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if !consents(p.Snapshot, p.batch.Answer) {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt:  control.ReviewConfirmation,
		members: map[string]any{"proposedAnswer": p.shownAnswer(), "intentions": p.shownIntentions()},
		at:      atAnswer,
		advice: "Remove the answer, leave the interaction open, and keep independent intentions. Where the user agrees but changes " +
			"what would be done, keep the answer and add an intention with the changed input. Where the words could be meant for " +
			"several open questions, return one ambiguous intention that has each of them as an alternative.",
	})
}
