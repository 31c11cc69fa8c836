package execute

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// completedData is the data of the event that ends most steps. Its members are in code order, as those of maps are.
type completedData struct {
	Artifacts    any             `json:"artifacts"`
	CapabilityID ik.CapabilityID `json:"capabilityId"`
	Evidence     any             `json:"evidence"`
	Facts        any             `json:"facts"`
	Output       any             `json:"output"`
	Status       ik.Status       `json:"status"`
}

// emit publishes an event of a step at the end of the turn's chain.
func (r *runner) emit(ctx context.Context, step ik.StepID, kind string, category ik.Category, data any) {
	r.last = r.in.Emitter.Emit(ctx, emit.Event{Type: kind, Category: category, Step: step, Cause: r.last, Data: data})
}

func (r *runner) announceDeferred(ctx context.Context, i int) {
	s := &r.steps[i]
	if s.Disposition != ik.DispositionDefer && s.Disposition != ik.DispositionClarify {
		if s.Disposition == ik.DispositionReject && r.waited(s) {
			r.announceSkipped(ctx, i, s.Reason.Code)
		}
		return
	}
	r.emit(ctx, s.ID, "step.deferred", ik.CategoryTrace, map[string]any{
		"capabilityId": idOrNull(s.CapabilityID), "disposition": s.Disposition, "reasonCode": s.Reason.Code,
	})
}

// waited tells whether a step was planned to wait or to run, and is refused only now.
func (r *runner) waited(s *ik.PlanStep) bool {
	for i := range r.in.Plan.Steps {
		if p := &r.in.Plan.Steps[i]; p.ID == s.ID {
			return p.Disposition != ik.DispositionReject
		}
	}
	return false
}

func (r *runner) announceStarted(ctx context.Context, i int) {
	s := &r.steps[i]
	r.emit(ctx, s.ID, "step.started", ik.CategoryTrace, started(s))
	r.emit(ctx, s.ID, "capability.invoked", ik.CategoryTrace, invoked(s))
	r.heads[s.ID] = r.last
}

// written is the room for the data of an event of a step: most need less.
const written = 96

// started and invoked write the data of the events that every step has. They hold ids alone, and are written by hand: with
// two reads a turn, encoding/json would take a tenth of what the turn costs.
func started(s *ik.PlanStep) emit.Written {
	out := jsonval.AppendString(append(make([]byte, 0, written), `{"capabilityId":`...), string(s.CapabilityID))
	out = append(out, `,"dependsOn":[`...)
	for i, id := range s.DependsOn {
		if i > 0 {
			out = append(out, ',')
		}
		out = jsonval.AppendString(out, string(id))
	}
	return append(out, `]}`...)
}

func invoked(s *ik.PlanStep) emit.Written {
	return append(jsonval.AppendString(append(make([]byte, 0, written), `{"capabilityId":`...), string(s.CapabilityID)), '}')
}

func (r *runner) announceSkipped(ctx context.Context, i int, code string) {
	s := &r.steps[i]
	r.emit(ctx, s.ID, "capability.skipped", ik.CategoryTrace, map[string]any{
		"capabilityId": s.CapabilityID, "status": statusSkipped, "reasonCode": code,
	})
}

// announceResult tells how a step ended, then of its receipts. It hangs at the step's own branch.
func (r *runner) announceResult(ctx context.Context, c *call, res *ik.StepResult, published []ik.FactRecord) {
	r.protect(c, res)
	r.last = c.head // the handler has returned, or what it still says is refused
	view := c.view(published...)
	if res.Result.Status == ik.StatusFailed {
		r.emit(ctx, res.StepID, "capability.failed", ik.CategoryTrace, map[string]any{
			"capabilityId": res.CapabilityID, "status": res.Result.Status, "issue": view.Value(res.Result.Issue),
		})
	} else {
		r.emit(ctx, res.StepID, "capability.completed", ik.CategoryTrace, c.describe(view, res.Result, published))
	}
	for _, receipt := range res.Effects {
		r.emit(ctx, res.StepID, "effect.recorded", ik.CategoryAudit, map[string]any{
			"effectId": receipt.ID, "capabilityId": receipt.CapabilityID, "status": receipt.Status,
			"idempotencyKey": receipt.IdempotencyKey, "replayed": receipt.Replayed,
		})
	}
}

// describe is what a result that did not fail tells.
func (c *call) describe(view *project.View, o *ik.StepOutcome, published []ik.FactRecord) any {
	done := completedData{CapabilityID: c.step.CapabilityID, Status: o.Status}
	if o.Status == ik.StatusCompleted {
		done.Output, done.Facts = view.Output(c.step.CapabilityID, o.Output), view.EventFacts(published)
		done.Evidence, done.Artifacts = listOrEmpty(view, shownEvidence(o.Evidence, published)), listOrEmpty(view, o.Artifacts)
		if o.Interaction == nil && !o.Dismiss {
			return done
		}
	}
	data := map[string]any{"capabilityId": done.CapabilityID, "status": done.Status}
	switch o.Status {
	case ik.StatusCompleted:
		data["output"], data["facts"], data["evidence"], data["artifacts"] = done.Output, done.Facts, done.Evidence, done.Artifacts
	case ik.StatusNeedsDependency:
		data["requirement"] = o.Requirement
		data["providerCapabilityId"] = o.Provider.CapabilityID
	}
	if o.Interaction != nil {
		data["interaction"] = view.Interaction(o.Interaction)
	} else if o.Dismiss {
		data["interaction"] = nil
	}
	return data
}

// shownEvidence leaves out the records that prove nothing but facts whose value may not be seen.
func shownEvidence(all []ik.Evidence, published []ik.FactRecord) []ik.Evidence {
	var out []ik.Evidence
	for _, e := range all {
		hidden, shown := false, false
		for _, f := range published {
			if slices.Contains(f.EvidenceIDs, e.ID) {
				secret := f.ModelVisibility == ik.VisibilityHidden || f.ModelVisibility == ik.VisibilityPresence
				hidden, shown = hidden || secret, shown || !secret
			}
		}
		if !hidden || shown {
			out = append(out, e)
		}
	}
	return out
}

// protect keeps the private texts of a result out of every later event.
func (r *runner) protect(c *call, res *ik.StepResult) {
	texts := append([]string(nil), res.Result.Redactions...)
	texts = append(texts, c.step.ModelRedactions...)
	for _, f := range res.Result.Facts {
		if def := r.in.Agent.Facts[f.FactKey()]; def != nil {
			texts = append(texts, facts.Private(def.Value, f.Value)...)
		}
	}
	r.in.Emitter.Protect(texts)
}

// view is what events may show of a call.
func (c *call) view(published ...ik.FactRecord) *project.View {
	a := c.r.in.Agent
	own := project.Redactions(a, published, nil, c.step.ModelRedactions...).List()
	texts := project.Redactions(a, c.facts, c.r.in.Checkpoint.Agenda, own...)
	return project.NewView(a, texts)
}

func listOrEmpty[T any](view *project.View, list []T) any {
	if len(list) == 0 {
		return []any{}
	}
	return view.Value(list)
}

func idOrNull(id ik.CapabilityID) any {
	if id == "" {
		return nil
	}
	return id
}
