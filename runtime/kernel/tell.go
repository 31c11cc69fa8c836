package kernel

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// protectInputs keeps private texts of planned inputs out of every later event.
func (t *turn) protectInputs(p *ik.TurnPlan) {
	for _, s := range p.Steps {
		t.emitter.Protect(s.ModelRedactions)
		if c := t.agent.def.Capabilities[s.CapabilityID]; c != nil {
			t.emitter.Protect(project.Private(c.Input, s.Input))
		}
	}
}

// planData is what plan.created tells.
func (t *turn) planData(p *ik.TurnPlan) map[string]any {
	return map[string]any{
		"responseGoal":           t.view().Text(p.ResponseGoal),
		"cancelledAgendaItemIds": append([]ik.AgendaItemID{}, p.CancelledAgendaItemIDs...),
		"cancelledObjectiveIds":  append([]string{}, p.CancelledObjectiveIDs...),
		"steps":                  t.stepsData(p.Steps),
	}
}

func (t *turn) stepsData(steps []ik.PlanStep) []map[string]any {
	view := t.view()
	out := make([]map[string]any, 0, len(steps))
	for _, s := range steps {
		reason := map[string]any{
			"code": s.Reason.Code, "message": view.Text(s.Reason.Message), "evidence": texts(view, s.Reason.Evidence),
		}
		if len(s.Reason.Policies) > 0 {
			reason["policies"] = view.Value(s.Reason.Policies)
		}
		step := map[string]any{
			"id": s.ID, "capabilityId": orNull(s.CapabilityID), "disposition": s.Disposition,
			"input": view.Input(s.CapabilityID, s.Input), "dependsOn": append([]ik.StepID{}, s.DependsOn...),
			"missingFacts": view.Value(append([]ik.FactRequirement{}, s.MissingFacts...)), "reason": reason,
		}
		if len(s.PlannedFor) > 0 {
			step["plannedFor"] = s.PlannedFor
		}
		out = append(out, step)
	}
	return out
}

// view projects the state as it is now: what was private when the turn began stays so.
func (t *turn) view() *project.View {
	cp := t.state.checkpoint
	if cp == nil {
		return t.snapshot.View
	}
	return t.snapshot.View.With(project.Redactions(t.agent.def, cp.Facts, cp.Agenda).List()...)
}

// tellCancellations tells what the user gave up, once that is gone from the state and before anything follows of itself.
func (t *turn) tellCancellations(ctx context.Context) {
	p := t.state.plan
	for _, id := range p.CancelledAgendaItemIDs {
		t.emit(ctx, "agenda.item.cancelled", ik.CategoryAudit, ik.AgendaItemCancelled{AgendaItemID: id})
	}
	for _, id := range p.CancelledObjectiveIDs {
		t.emit(ctx, "objective.cancelled", ik.CategoryAudit, ik.ObjectiveCancelled{ObjectiveID: id})
	}
}

// report tells what the turn changed in the end: the facts and the question.
func (t *turn) report(ctx context.Context) error {
	w := &t.state
	view := t.view()
	t.emitter.Protect(view.Texts().List())
	question := w.checkpoint.Interaction
	var kind any
	if question != nil {
		kind = question.Kind
	}
	t.emit(ctx, "facts.reduced", ik.CategoryAudit, map[string]any{
		"published": view.EventFacts(w.published), "invalidated": view.EventFacts(w.invalidated),
		"agendaItems": len(w.checkpoint.Agenda), "interaction": kind,
	})
	t.tellRequest(ctx)
	if question != nil {
		t.emit(ctx, "interaction.requested", ik.CategoryTrace, ik.InteractionRequested{
			InteractionID: question.ID, Kind: question.Kind, CapabilityID: pointer(question.CapabilityID),
			RequestedFacts: append([]ik.FactType{}, question.RequestedFacts...),
		})
	}
	return nil
}

func texts(view *project.View, list []string) []string {
	out := make([]string, 0, len(list))
	for _, s := range list {
		out = append(out, view.Text(s))
	}
	return out
}

// pointer gives nil for no text.
func pointer[T ~string](s T) *T {
	if s == "" {
		return nil
	}
	return &s
}

func orNull[T ~string](s T) any {
	if s == "" {
		return nil
	}
	return s
}
