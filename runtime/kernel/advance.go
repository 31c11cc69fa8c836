package kernel

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/automation"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/progression"
	ik "github.com/ikgen/ikgen/runtime"
)

// identityLength is how much of an occurrence's id the id of its intention keeps.
const identityLength = 48

// reconcile moves the agent's progression after the latest plan, and gives the work that it wants. later tells that other
// work comes first. In a turn that could not read its message nothing is started.
func (t *turn) reconcile(tried map[string]bool, later bool) (*progression.Activation, error) {
	w := &t.state
	out, err := progression.Reconcile(progression.Input{
		Agent: t.agent.def, Loaded: t.loaded, Before: w.latest.before, Checkpoint: w.checkpoint, Plan: w.latest.plan,
		Results: w.latest.results, Published: w.published, Invalidated: w.invalidated, Tried: tried, Defer: later, Idle: t.exhausted != nil,
	})
	if err != nil {
		return nil, err
	}
	w.checkpoint, w.requested = out.Checkpoint, out.Requested
	return out.Activate, nil
}

// advance starts what the progression wants: its input is made, then it is planned, judged and carried out like any other
// work.
func (t *turn) advance(ctx context.Context, a *progression.Activation) error {
	s, err := t.see(ctx, t.state.checkpoint, nil)
	if err != nil {
		return err
	}
	c := t.agent.def.Capabilities[a.Capability]
	input, made, err := automation.Input(ctx, t.agent.def, c, automation.Source{Message: t.message, Facts: s.Facts, Now: s.Now})
	want := t.intend(a, c, input)
	if err != nil || !made {
		return t.concede(ctx, a, want, automation.Issue(c.ID, err), err)
	}
	p, err := t.makePlan(ctx, s, ik.IntentionBatch{Intentions: []ik.Intention{want}, Contradictions: []ik.Contradiction{}}, true)
	if err != nil {
		return err
	}
	t.announceActivation(ctx, a, p)
	_, err = t.carryOut(ctx, p, ik.TriggerProgression, "")
	return err
}

// intend makes the intention of work that nobody asked for in words.
func (t *turn) intend(a *progression.Activation, c *ik.CapabilityDefinition, input []byte) ik.Intention {
	return ik.Intention{
		ID: ik.IntentionID("automatic." + a.OccurrenceID[:min(len(a.OccurrenceID), identityLength)]), Objective: c.Description,
		Evidence: []ik.IntentionEvidence{{
			Text: t.message.Content, Meaning: "what was said when the agent went on", MessageIndex: t.snapshot.Current.Index,
		}},
		References: []ik.Reference{}, ProposedCapability: c.ID, Input: input, Resolution: ik.Resolved,
	}
}

// concede lets a step fail whose input could not be made. Without an issue the error ends the turn.
func (t *turn) concede(ctx context.Context, a *progression.Activation, want ik.Intention, is *ik.CapabilityIssue, err error) error {
	if is == nil {
		return err
	}
	step := ik.PlanStep{
		ID: ik.StepID(t.ids.Next(ik.IDStep)), IntentionID: want.ID, Intention: want, CapabilityID: want.ProposedCapability,
		DependsOn: []ik.StepID{}, MissingFacts: []ik.FactRequirement{}, Disposition: ik.DispositionExecute,
		Reason: ik.PlanReason{Code: plan.CodeReady, Message: "it is due", Evidence: []string{}},
	}
	p := &ik.TurnPlan{Steps: []ik.PlanStep{step}, ResponseGoal: want.Objective}
	t.announceActivation(ctx, a, p)
	return t.failStep(ctx, p, is, ik.TriggerProgression)
}

// failStep lets the one step of a plan fail before its handler was called.
func (t *turn) failStep(ctx context.Context, p *ik.TurnPlan, is *ik.CapabilityIssue, trigger ik.Trigger) error {
	step := &p.Steps[0]
	t.head = t.emitter.Emit(ctx, emit.Event{
		Type: "capability.failed", Category: ik.CategoryTrace, Step: step.ID, Cause: t.head,
		Data: map[string]any{"capabilityId": step.CapabilityID, "status": ik.StatusFailed, "issue": t.view().Value(is)},
	})
	results := []ik.StepResult{{
		Status: "invoked", StepID: step.ID, CapabilityID: step.CapabilityID, Result: &ik.StepOutcome{Status: ik.StatusFailed, Issue: is},
	}}
	return t.reduce(p, results, nil, trigger, "")
}

func (t *turn) announceActivation(ctx context.Context, a *progression.Activation, p *ik.TurnPlan) {
	data := t.automaticData(ik.TriggerProgression, a.Capability, a.OccurrenceID, p)
	data["occurrenceId"] = a.OccurrenceID
	t.emit(ctx, "progression.capability.activated", ik.CategoryAudit, data)
}

// tellRequest tells of a question that the progression asked: a menu, an offer, or one that came back.
func (t *turn) tellRequest(ctx context.Context) {
	w := &t.state
	asked := w.checkpoint.Interaction
	if w.requested == nil || asked == nil || asked.ID != w.requested.InteractionID {
		return
	}
	t.emit(ctx, "progression.interaction.requested", ik.CategoryTrace, ik.ProgressionInteractionRequested{
		OccurrenceID: w.requested.OccurrenceID, Kind: w.requested.Kind,
	})
}
