package kernel

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// The kinds of work that follows of itself.
const (
	kindDependency = "dependency"
	kindResume     = "resume"
)

// maxIdentity is how much of an activation's identity is in the id of its intention.
const maxIdentity = 48

// activation is work that follows from what the turn found out: the read that a capability asked for, or waiting work
// whose facts have come.
type activation struct {
	kind       string
	identity   string
	capability ik.CapabilityID
	intention  ik.Intention
	parent     ik.AgendaItemID // of a dependency: the work that waits for it
}

// followUp is the loop that works off activations. Each is tried once in a turn.
type followUp struct {
	t        *turn
	tried    map[string]bool
	provider []activation // reads that results asked for, not done yet
}

// follow does the work that follows of itself: every dependency that was asked for, then every waiting piece of work
// whose facts are there, until nothing is left. Beside an open question only what changes nothing goes on. What the turn
// has no room for becomes open work that the next turn takes up first.
func (t *turn) follow(ctx context.Context) error {
	f := &followUp{t: t, tried: map[string]bool{}}
	f.collect(batch{t.state.plan, t.state.results})
	for {
		if err := t.inTime(ctx); err != nil {
			return err
		}
		next := f.next()
		if next == nil {
			return nil
		}
		done, err := t.activate(ctx, *next)
		if err != nil {
			return err
		}
		f.collect(done)
	}
}

// collect takes up what the results of a plan ask for.
func (f *followUp) collect(b batch) {
	for _, r := range b.results {
		if r.Result == nil || r.Result.Status != ik.StatusNeedsDependency || r.Result.Provider == nil {
			continue
		}
		p := r.Result.Provider
		a := activation{
			kind: kindDependency, identity: string(r.StepID) + ":" + string(p.CapabilityID), capability: p.CapabilityID,
			parent: plan.ItemID(r.StepID),
		}
		a.intention = f.t.automaticIntention(a, p.Input)
		f.provider = append(f.provider, a)
	}
}

// next gives the activation that is due, nil for none.
func (f *followUp) next() *activation {
	for i, a := range f.provider {
		if f.mayRun(a) {
			f.provider = slices.Delete(f.provider, i, i+1)
			f.tried[a.kind+":"+a.identity] = true
			return &a
		}
	}
	cp := f.t.state.checkpoint
	for _, item := range cp.Agenda {
		a := activation{
			kind: kindResume, identity: string(item.ID), capability: item.Intention.ProposedCapability, intention: item.Intention,
		}
		if factsCame(item, cp.Facts) && a.capability != "" && len(a.intention.Input) > 0 && f.mayRun(a) {
			f.tried[a.kind+":"+a.identity] = true
			return &a
		}
	}
	return nil
}

// factsCame tells whether work that waits for facts could run now.
func factsCame(item ik.AgendaItem, current []ik.FactRecord) bool {
	return item.Status == ik.AgendaWaitingFacts && len(item.MissingFacts) > 0 &&
		!slices.ContainsFunc(item.MissingFacts, func(m ik.FactRequirement) bool { return !facts.Present(current, m.FactKey()) })
}

// mayRun tells whether an activation was not tried yet, and changes nothing while a question is open.
func (f *followUp) mayRun(a activation) bool {
	c := f.t.agent.def.Capabilities[a.capability]
	if c == nil || f.tried[a.kind+":"+a.identity] {
		return false
	}
	return f.t.state.checkpoint.Interaction == nil || c.Effect != ik.EffectWrite
}

// automaticIntention is the intention of work that nobody worded.
func (t *turn) automaticIntention(a activation, input []byte) ik.Intention {
	id := []rune(a.identity)
	return ik.Intention{
		ID:        ik.IntentionID("automatic." + string(id[:min(len(id), maxIdentity)])),
		Objective: t.agent.def.Capabilities[a.capability].Description,
		Evidence: []ik.IntentionEvidence{{
			Text: t.message.Content, Meaning: "The message that the work follows from.", MessageIndex: t.snapshot.Current.Index,
		}},
		References: []ik.Reference{}, ProposedCapability: a.capability, Input: input, Resolution: ik.Resolved,
	}
}

// activate plans, announces and carries out one activation.
func (t *turn) activate(ctx context.Context, a activation) (batch, error) {
	s, err := t.see(ctx, t.state.checkpoint, nil)
	if err != nil {
		return batch{}, err
	}
	p, err := t.makePlan(ctx, s, ik.IntentionBatch{
		Intentions: []ik.Intention{a.intention}, Contradictions: []ik.Contradiction{},
	}, true)
	if err != nil {
		return batch{}, err
	}
	kind, trigger := "dependency.capability.activated", ik.TriggerDependency
	if a.kind == kindResume {
		kind, trigger = "dependency.consumer.resumed", ik.TriggerResume
	}
	var disposition any
	if len(p.Steps) > 0 {
		disposition = p.Steps[0].Disposition
	}
	t.emit(ctx, kind, ik.CategoryAudit, map[string]any{
		"capabilityId": a.capability, "disposition": disposition, "trigger": trigger, "identity": a.identity,
		"steps": t.stepsData(p.Steps),
	})
	return t.carryOut(ctx, p, trigger, a.parent)
}
