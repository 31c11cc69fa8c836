package kernel

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/progress"
	ik "github.com/ikgen/ikgen/runtime"
)

// follow does the work that follows of itself: every dependency that was asked for, then every waiting piece of work
// whose facts are there, until nothing is left. What the turn has no room for becomes open work that the next turn takes
// up first.
func (t *turn) follow(ctx context.Context) error {
	if t.exhausted != nil {
		_, err := t.reconcile(nil, false)
		return err
	}
	tried, begun := map[string]bool{}, map[string]bool{}
	for {
		if err := t.inTime(ctx); err != nil {
			return err
		}
		changed, err := t.next(ctx, tried, begun)
		if err != nil || !changed {
			return err
		}
	}
}

// next does one piece of work: first what open work waits for, then what the agent does of its own accord, and at last a
// confirmation that is about to be asked once more. changed tells that there was one.
func (t *turn) next(ctx context.Context, tried, begun map[string]bool) (changed bool, err error) {
	w := &t.state
	due := progress.Next(progress.Input{
		Agent: t.agent.def, Checkpoint: w.checkpoint, Results: w.results, Latest: w.latest.results, Attempted: tried,
		Loaded: t.loaded, Planned: w.plan.Steps,
		Message: t.message, MessageIndex: t.snapshot.Current.Index,
	})
	want, err := t.reconcile(begun, due != nil)
	switch {
	case err != nil:
		return false, err
	case due != nil:
		tried[due.Key] = true
		_, err = t.activate(ctx, due)
		return true, err
	case want != nil:
		begun[want.OccurrenceID] = true
		return true, t.advance(ctx, want)
	}
	return t.reask(ctx, tried)
}

// reask judges the work again whose confirmation is about to be asked once more. changed tells that the question was not
// right any more; what takes its place was not open before this turn, so this ends.
func (t *turn) reask(ctx context.Context, tried map[string]bool) (changed bool, err error) {
	w := &t.state
	item := progress.Stale(t.loaded, w.checkpoint, len(w.published)+len(w.invalidated) > 0, tried)
	if item == nil {
		return false, nil
	}
	s, err := t.see(ctx, w.checkpoint, nil)
	if err != nil {
		return false, err
	}
	p, err := plan.Reask(ctx, t.planInput(s), item)
	if err != nil || p == nil {
		return false, err
	}
	t.protectInputs(p)
	t.announceAutomatic(ctx, "dependency.consumer.resumed", ik.TriggerResume, item.Intention.ProposedCapability, string(item.ID), p)
	_, err = t.carryOut(ctx, p, ik.TriggerResume, "")
	return true, err
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
	t.announceAutomatic(ctx, kind, a.Trigger, a.Intention.ProposedCapability, a.Identity, p)
	return t.carryOut(ctx, p, a.Trigger, a.Parent)
}

// announceAutomatic tells of a plan of the kernel's own.
func (t *turn) announceAutomatic(ctx context.Context, kind string, trigger ik.Trigger, id ik.CapabilityID, identity string, p *ik.TurnPlan) {
	t.emit(ctx, kind, ik.CategoryAudit, t.automaticData(trigger, id, identity, p))
}

func (t *turn) automaticData(trigger ik.Trigger, id ik.CapabilityID, identity string, p *ik.TurnPlan) map[string]any {
	var disposition any
	for _, s := range p.Steps {
		if s.CapabilityID == id && len(s.PlannedFor) == 0 {
			disposition = s.Disposition
			break
		}
	}
	return map[string]any{
		"capabilityId": id, "disposition": disposition, "trigger": trigger, "identity": identity, "steps": t.stepsData(p.Steps),
	}
}
