package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// codeChoiceExtras is the code of operations that were inferred from a choice's answer.
const codeChoiceExtras = "UNSUPPORTED_CHOICE_INTENTIONS"

// kindChoiceIntentions is the kind of the two reviews of operations beside a choice.
const kindChoiceIntentions = "choice_intention_independence"

// reviewBesideChoice asks whether what stands beside a picked option was asked for by itself.
//
// Trigger: an answer to an open choice, of a menu only one that picks a member, that has one certain owner, and a
// resolved intention of another capability. A click does not exempt it: it authorises its own option alone.
// Input: the answer, its owner, the other operations, and the contracts of all proposed capabilities.
// Effect: inferred operations send the batch to the repair, which must keep the answer.
// Failure: an unreadable review is an issue without a code.
func reviewBesideChoice(ctx context.Context, p *pass) ([]ik.Issue, error) {
	owner := p.choiceOwner()
	if owner == "" {
		return nil, nil
	}
	extras := p.resolved(func(id ik.CapabilityID) bool { return id != owner })
	if len(extras) == 0 {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt: control.ReviewBesideChoice,
		members: map[string]any{
			"reviewKind": kindChoiceIntentions, "proposedAnswer": p.shownAnswer(), "choiceOwner": owner,
			"additionalIntentions": p.shown.View.Intentions(extras),
		},
		capabilities: p.contracts(p.batch.Intentions),
		at:           atIntentions,
		code:         codeChoiceExtras,
		advice: "Keep the answer, the operation of its owner and the input that goes with it. Remove only operations that were " +
			"inferred from the answer.",
	})
}

// choiceOwner is who takes the picked option, "" without a picked option or where nobody certainly does.
func (p *pass) choiceOwner() ik.CapabilityID {
	a, open := p.batch.Answer, p.Snapshot.Interaction
	if !answersActive(p.Snapshot, a) || open.Kind != ik.InteractionChoice || p.group && !p.picksMember(a) {
		return ""
	}
	if options := optionsWithValue(open, a.Value); len(options) == 1 {
		return target(open, options[0])
	}
	return ""
}
