package interpret

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// pass is one check of a structurally valid batch.
type pass struct {
	*stage
	// selection is what the batch is held against: the stage's own, or none when the kernel lets the model abstain.
	selection ik.CapabilitySelection
	batch     ik.IntentionBatch
	// first is the attempt that the batch repairs, or nil.
	first *attempt
	// shown is the snapshot for reviews: private inputs that the batch brought are withheld in it.
	shown *snapshot.Snapshot
}

// check is one step of the pipeline. It finds issues and changes nothing.
type check func(context.Context, *pass) ([]ik.Issue, error)

// checks are the steps in their order: what costs nothing first, then the reviews by a model. The first step that finds
// something ends the pass. A member of a menu that was picked without its operation goes first: whether it was picked at
// all is worth more to a repair than that the operation is missing.
func checks() []check {
	return []check{
		reviewMemberConsent,
		boundary,
		operationInputs,
		reviewOmittedExit,
		reviewOmittedChoice,
		reviewMemberOperations,
		reviewConfirmation,
		reviewExit,
		reviewBesideExit,
		reviewBesideConfirmation,
		reviewChoice,
		reviewBesideChoice,
		reviewBesideUnansweredChoice,
		reviewLifecycleActions,
	}
}

// check runs the pipeline over a batch. first is the attempt that the batch repairs, or nil.
func (s *stage) check(ctx context.Context, b ik.IntentionBatch, first *attempt) ([]ik.Issue, error) {
	p := &pass{stage: s, selection: s.Selection, batch: b, first: first}
	if first != nil {
		if issues := p.retained(); len(issues) > 0 {
			return issues, nil
		}
		if p.mayAbstain() {
			p.selection = ik.CapabilitySelection{Mode: modeConversational}
		}
	}
	var err error
	if p.shown, err = s.Snapshot.Withhold(s.privateTexts(b)); err != nil {
		return nil, err
	}
	for _, step := range checks() {
		if issues, err := step(ctx, p); err != nil || len(issues) > 0 {
			return issues, err
		}
	}
	return nil, nil
}

// issue makes an issue without a code of its own.
func issue(path, message string) ik.Issue { return ik.Issue{Path: path, Message: message} }
