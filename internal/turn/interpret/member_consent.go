package interpret

import (
	"context"

	ik "github.com/ikgen/ikgen/runtime"
)

// reviewMemberConsent asks early whether a member of a menu was picked at all.
//
// Trigger: mode selected, no intention, and the answer is a member option of the open menu. Such a batch is refused for
// the missing operation in any case.
// Input, effect and failure: those of reviewChoice. A repair that hears that nothing was picked may come back empty; one
// that hears that only the operation is missing may not.
func reviewMemberConsent(ctx context.Context, p *pass) ([]ik.Issue, error) {
	a := p.batch.Answer
	if p.selection.Mode != modeSelected || len(p.batch.Intentions) > 0 || !p.picksMember(a) ||
		len(optionsWithValue(p.Snapshot.Interaction, a.Value)) == 0 {
		return nil, nil
	}
	return reviewChoice(ctx, p)
}
