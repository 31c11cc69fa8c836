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
	// shown is the snapshot for reviews: private inputs that the batch brought are withheld in it.
	shown *snapshot.Snapshot
}

// check is one step of the pipeline. It finds issues and changes nothing.
type check struct {
	name string
	run  func(context.Context, *pass) ([]ik.Issue, error)
}

// checks are the steps in their order: what costs nothing first, then the reviews by a model. The first step that finds
// something ends the pass.
func checks() []check {
	return []check{
		{"boundary", local(boundary)},
		{"operation inputs", local(operationInputs)},
		{"confirmation answer", reviewConfirmation},
		{"beside a confirmation", reviewBesideConfirmation},
		{"choice answer", reviewChoice},
	}
}

// local makes a step of a check that needs no model.
func local(f func(*pass) []ik.Issue) func(context.Context, *pass) ([]ik.Issue, error) {
	return func(_ context.Context, p *pass) ([]ik.Issue, error) { return f(p), nil }
}

// check runs the pipeline over a batch. first is the attempt that the batch repairs, or nil.
func (s *stage) check(ctx context.Context, b ik.IntentionBatch, first *attempt) ([]ik.Issue, error) {
	if first != nil {
		if issues := retained(*first, b); len(issues) > 0 {
			return issues, nil
		}
	}
	shown, err := s.Snapshot.Withhold(s.privateTexts(b))
	if err != nil {
		return nil, err
	}
	p := &pass{stage: s, selection: s.Selection, batch: b, shown: shown}
	if first != nil && s.mayAbstain(*first, b) {
		p.selection = ik.CapabilitySelection{Mode: modeConversational}
	}
	for _, c := range checks() {
		if issues, err := c.run(ctx, p); err != nil || len(issues) > 0 {
			return issues, err
		}
	}
	return nil, nil
}

// issue makes an issue without a code of its own.
func issue(path, message string) ik.Issue { return ik.Issue{Path: path, Message: message} }
