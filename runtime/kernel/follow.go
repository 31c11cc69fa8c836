package kernel

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/progress"
	ik "github.com/ikgen/ikgen/runtime"
)

// follow does the work that follows of itself: every dependency that was asked for, then every waiting piece of work
// whose facts are there, until nothing is left. What the turn has no room for becomes open work that the next turn takes
// up first.
func (t *turn) follow(ctx context.Context) error {
	tried := map[string]bool{}
	latest := t.state.results
	for {
		if err := t.inTime(ctx); err != nil {
			return err
		}
		next := progress.Next(progress.Input{
			Agent: t.agent.def, Checkpoint: t.state.checkpoint, Results: t.state.results, Latest: latest, Attempted: tried,
			Message: t.message, MessageIndex: t.snapshot.Current.Index,
		})
		if next == nil {
			return nil
		}
		tried[next.Key] = true
		var err error
		if latest, err = t.activate(ctx, next); err != nil {
			return err
		}
	}
}

// activate plans, announces and carries out one activation, and gives its results.
func (t *turn) activate(ctx context.Context, a *progress.Activation) ([]ik.StepResult, error) {
	s, err := t.see(ctx, t.state.checkpoint, nil)
	if err != nil {
		return nil, err
	}
	p, err := t.makePlan(ctx, s, ik.IntentionBatch{
		Intentions: []ik.Intention{a.Intention}, Contradictions: []ik.Contradiction{},
	}, true)
	if err != nil {
		return nil, err
	}
	kind := "dependency.capability.activated"
	if a.Trigger == ik.TriggerResume {
		kind = "dependency.consumer.resumed"
	}
	var disposition any
	if len(p.Steps) > 0 {
		disposition = p.Steps[0].Disposition
	}
	t.emit(ctx, kind, ik.CategoryAudit, map[string]any{
		"capabilityId": a.Intention.ProposedCapability, "disposition": disposition, "trigger": a.Trigger, "identity": a.Identity,
		"steps": t.stepsData(p.Steps),
	})
	return t.carryOut(ctx, p, a.Trigger, a.Parent)
}
