package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// reviewBesideExit asks whether what stands beside an answer that leaves the menu was asked for by itself.
//
// Trigger: the answer is the continue option of the open menu, and there is at least one intention.
// Before any call: an operation that quotes the words of the answer was inferred from it, unless guidance says that the
// operation leaves the menu.
// Input: the answer, and all intentions with their contracts.
// Effect: inferred operations send the batch to the repair.
// Failure: an unreadable review is an issue. No issue of this review has a code.
func reviewBesideExit(ctx context.Context, p *pass) ([]ik.Issue, error) {
	if !p.exits(p.batch.Answer) || len(p.batch.Intentions) == 0 {
		return nil, nil
	}
	const advice = "Keep the answer. Remove operations that were inferred from it; keep those that the user asked for in " +
		"other words."
	if _, guided := p.guidedExit(); !guided && len(p.overlapping()) > 0 {
		return []ik.Issue{issue(atIntentions, "An operation quotes the words that leave the interaction. "+advice)}, nil
	}
	return p.rule(ctx, ruling{
		prompt: control.ReviewBesideExit,
		members: map[string]any{
			"reviewKind":     "progression_intention_independence",
			"proposedAnswer": p.shownAnswer(), "intentions": p.shownIntentions(),
		},
		capabilities: p.contracts(p.batch.Intentions),
		at:           atIntentions,
		advice:       advice,
	})
}
