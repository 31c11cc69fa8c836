package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// codeMemberOperation is the code of a member of a menu that runs although nobody asked for it.
const codeMemberOperation = "UNSUPPORTED_PROGRESSION_MEMBER_OPERATION"

// reviewMemberOperations asks whether members of the open menu were really asked for.
//
// Trigger: a menu is open, the batch has no answer, and a resolved intention is of a capability that a member option
// leads to.
// Input: those intentions with their contracts, and all intentions.
// Effect: what is not supported sends the batch to the repair, which may then come back empty.
// Failure: an unreadable review is an issue without a code.
func reviewMemberOperations(ctx context.Context, p *pass) ([]ik.Issue, error) {
	members := p.resolved(p.isMember)
	if p.batch.Answer != nil || len(members) == 0 {
		return nil, nil
	}
	return p.rule(ctx, ruling{
		prompt: control.ReviewMember,
		members: map[string]any{
			"reviewKind":               "progression_member_operation",
			"proposedMemberIntentions": p.shown.View.Intentions(members), "intentions": p.shownIntentions(),
		},
		capabilities: p.contracts(members),
		at:           atIntentions,
		code:         codeMemberOperation,
		advice: "Remove only the operations that follow from an answer or from earlier turns, keep explicit ones, and leave the " +
			"interaction open. If nothing remains, return no intentions and no answer.",
	})
}
