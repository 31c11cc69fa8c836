package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// codeConfirmationExtras is the code of operations that were inferred from a confirmation's answer.
const codeConfirmationExtras = "UNSUPPORTED_CONFIRMATION_INTENTIONS"

// reviewBesideConfirmation asks whether what stands beside a yes or no was asked for by itself.
//
// Trigger: a boolean answer to the open confirmation, and at least one intention of any resolution.
// Input: the answer, and all intentions with their contracts.
// Effect: inferred operations send the batch to the repair, which must keep the answer.
// Failure: an unreadable review is an issue without a code.
func reviewBesideConfirmation(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if !consents(p.Snapshot, p.batch.Answer) || len(p.batch.Intentions) == 0 {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt: control.ReviewBesideConfirmation,
		members: map[string]any{
			"reviewKind":     "confirmation_intention_independence",
			"proposedAnswer": p.shownAnswer(), "intentions": p.shownIntentions(),
		},
		capabilities: p.contracts(p.batch.Intentions),
		at:           atIntentions,
		code:         codeConfirmationExtras,
		advice: "Keep exactly the boolean answer. Remove restatements of the confirmed operation and inferred work; keep " +
			"independent operations, also of the same capability.",
	})
}
