package interpret

import (
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// retained: a repair that was only to drop operations beside a supported answer must keep the answer. Its words and its
// rationale may change.
func (p *pass) retained() []ik.Issue {
	a := p.first.batch.Answer
	if a == nil || !p.firstHas(codeConfirmationExtras) && !p.firstHas(codeChoiceExtras) {
		return nil
	}
	if own := p.batch.Answer; own != nil && own.InteractionID == a.InteractionID && jsonval.Equal(own.Value, a.Value) {
		return nil
	}
	return []ik.Issue{issue("/answerToInteraction", "The supported answer must stay as it was.")}
}

// firstHas tells whether the attempt that is being repaired had an issue of a code.
func (p *pass) firstHas(code string) bool {
	return p.first != nil && slices.ContainsFunc(p.first.issues, func(i ik.Issue) bool { return i.Code == code })
}
