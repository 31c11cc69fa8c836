package interpret

import (
	"context"

	ik "github.com/ikgen/ikgen/runtime"
)

// codeConfirmationExtras is the code of operations that were inferred from a confirmation's answer.
const codeConfirmationExtras = "UNSUPPORTED_CONFIRMATION_INTENTIONS"

// reviewConfirmation has every yes or no to the open confirmation reviewed, a click's too: consent is never taken from a
// single model's word.
func reviewConfirmation(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if !consents(p.Snapshot, p.batch.Answer) {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt: "kernel.review-interaction-answer.confirmation-answer-review-system-prompt",
		members: map[string]any{
			"proposedAnswer": p.shown.View.Answer(p.batch.Answer), "intentions": p.shown.View.Intentions(p.batch.Intentions),
		},
		at:     "/answerToInteraction",
		advice: "Remove the answer, leave the interaction open, and keep independent intentions.",
	})
}

// reviewBesideConfirmation has everything reviewed that stands beside a yes or no.
func reviewBesideConfirmation(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if !consents(p.Snapshot, p.batch.Answer) || len(p.batch.Intentions) == 0 {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt: "kernel.review-confirmation-intentions.review-system-prompt",
		members: map[string]any{
			"reviewKind":     "confirmation_intention_independence",
			"proposedAnswer": p.shown.View.Answer(p.batch.Answer), "intentions": p.shown.View.Intentions(p.batch.Intentions),
		},
		capabilities: p.proposedContracts(),
		at:           "/intentions",
		code:         codeConfirmationExtras,
		advice: "Keep exactly the boolean answer. Remove restatements of the confirmed operation and inferred work; keep " +
			"independent operations, also of the same capability.",
	})
}

// retained: a repair that was only to drop extras must keep the answer that was supported.
func retained(first attempt, b ik.IntentionBatch) []ik.Issue {
	a := first.batch.Answer
	if a == nil || !hasCode(first.issues, codeConfirmationExtras) {
		return nil
	}
	if b.Answer != nil && b.Answer.InteractionID == a.InteractionID && equalValue(a, b.Answer) {
		return nil
	}
	return []ik.Issue{issue("/answerToInteraction", "The supported answer must stay as it was.")}
}
