package interpret

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// mayAbstain tells whether a repair may come back empty although operations were selected: a readable review found that
// the user did not say what the first attempt made of the message, and nothing else was in it. A malformed review, an
// attempt that was empty at first, or a lost request of its own never opens this way, nor does a click or a reviewed
// choice, which say something for certain.
func (p *pass) mayAbstain() bool {
	if p.validated != nil || p.Selection.Mode != modeSelected || !p.first.answer.Valid() || !nothing(p.batch) {
		return false
	}
	return p.choiceAbstention() || p.extrasAbstention()
}

// nothing tells whether a batch neither asks for, answers nor cancels anything.
func nothing(b ik.IntentionBatch) bool {
	return len(b.Intentions)+len(b.LifecycleActions) == 0 && b.Answer == nil
}

// choiceAbstention: the message picks no option for certain, and all that was selected and proposed hung on that.
func (p *pass) choiceAbstention() bool {
	i := p.Snapshot.Interaction
	if i == nil || i.Kind != ik.InteractionChoice || !p.firstHas(codeChoiceAnswer) && !p.firstHas(codeMemberOperation) {
		return false
	}
	active := p.Snapshot.ActiveSet()
	for _, id := range p.Selection.CapabilityIDs {
		if !slices.Contains(active, id) {
			return false
		}
	}
	return p.firstProposed(func(id ik.CapabilityID) bool { return slices.Contains(active, id) })
}

// extrasAbstention: operations beside an unanswered choice were not asked for, and there was nothing but them.
func (p *pass) extrasAbstention() bool {
	if !p.Snapshot.MixedOrdinaryChoice(p.Selection) || p.first.batch.Answer != nil || len(p.batch.Contradictions) > 0 ||
		!p.firstHas(codeUnansweredExtras) {
		return false
	}
	active := p.Snapshot.ActiveSet()
	return p.firstProposed(func(id ik.CapabilityID) bool { return !slices.Contains(active, id) })
}

// firstProposed tells whether every intention of the first attempt is resolved and of a capability that fits.
func (p *pass) firstProposed(fits func(ik.CapabilityID) bool) bool {
	return !slices.ContainsFunc(p.first.batch.Intentions, func(in ik.Intention) bool {
		return in.Resolution != ik.Resolved || !fits(in.ProposedCapability)
	})
}
