package interpret

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// codeUnansweredExtras is the code of operations that were inferred although the open choice was not even answered.
const codeUnansweredExtras = "UNSUPPORTED_UNANSWERED_CHOICE_EXTRAS"

// reviewBesideUnansweredChoice asks whether operations that have nothing to do with the open choice were asked for.
//
// Trigger: the selection has capabilities of an open ordinary choice and others, the batch has no answer, and a resolved
// intention is of one of the others.
// Input: those intentions, and the contracts of all proposed capabilities.
// Effect: what is not supported sends the batch to the repair, which may then come back empty.
// Failure: an unreadable review is an issue without a code.
func reviewBesideUnansweredChoice(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if p.batch.Answer != nil || !p.Snapshot.MixedOrdinaryChoice(p.selection) {
		return nil, nil
	}
	active := p.Snapshot.ActiveSet()
	extras := p.resolved(func(id ik.CapabilityID) bool { return !slices.Contains(active, id) })
	if len(extras) == 0 {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt: control.ReviewBesideUnansweredOne,
		members: map[string]any{
			"reviewKind": kindChoiceIntentions, "answerStatus": "unanswered",
			"additionalIntentions": p.shown.View.Intentions(extras),
		},
		capabilities: p.contracts(p.batch.Intentions),
		at:           atIntentions,
		code:         codeUnansweredExtras,
		advice: "Remove only the operations that were not asked for; keep lifecycle actions and the open choice. If nothing " +
			"remains, return no intentions and no answer.",
	})
}
