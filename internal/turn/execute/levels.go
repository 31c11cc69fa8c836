package execute

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/guard"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// Codes of steps that do not run.
const (
	codePending      = "DEPENDENCY_PENDING"
	codeNotCompleted = "DEPENDENCY_NOT_COMPLETED"
	statusInvoked    = "invoked"
	statusSkipped    = "skipped"
)

// levels runs what can run until nothing is pending. Each round at least one step ends, so it ends.
func (r *runner) levels(ctx context.Context) error {
	for len(r.pending) > 0 {
		if err := guard.Ended(ctx); err != nil {
			return err
		}
		skipped := r.skip(ctx)
		ready := r.ready()
		if len(ready) == 0 {
			if skipped {
				continue
			}
			return ik.NewError(ik.KindBase, "INVALID_TURN_PLAN", "the steps of the plan wait for each other").
				With("stepId", string(r.steps[r.pending[0]].ID))
		}
		if ready = r.withinBudget(ctx, ready); len(ready) == 0 {
			return nil
		}
		if err := r.level(ctx, ready); err != nil {
			return err
		}
	}
	return nil
}

// level runs the ready reads side by side, then the ready writes one at a time.
func (r *runner) level(ctx context.Context, ready []int) error {
	var reads, writes []int
	for _, i := range ready {
		switch {
		case r.capability(i).Effect == ik.EffectWrite:
			writes = append(writes, i)
		case !r.overlaps(i, reads):
			reads = append(reads, i)
		}
	}
	if len(reads) > 0 {
		// Writes stay pending: reads that were left out for this round come before them.
		return r.group(ctx, reads)
	}
	return r.group(ctx, writes[:1])
}

// overlaps tells whether a step publishes a fact that one of the others publishes too: those run and are judged one
// after the other.
func (r *runner) overlaps(i int, others []int) bool {
	return slices.ContainsFunc(others, func(o int) bool {
		return slices.ContainsFunc(r.capability(i).Provides, func(f ik.FactKey) bool {
			return slices.Contains(r.capability(o).Provides, f)
		})
	})
}

func (r *runner) capability(i int) *ik.CapabilityDefinition {
	return r.in.Agent.Capabilities[r.steps[i].CapabilityID]
}

// ready gives the pending steps whose dependencies all completed.
func (r *runner) ready() []int {
	var out []int
	for _, i := range r.pending {
		if !slices.ContainsFunc(r.steps[i].DependsOn, func(id ik.StepID) bool { return !completed(r.results[id]) }) {
			out = append(out, i)
		}
	}
	return out
}

// withinBudget gives the ready steps that the turn has room for, what the user confirmed first. Without room, or time,
// everything that is left waits for the next turn.
func (r *runner) withinBudget(ctx context.Context, ready []int) []int {
	left := r.in.StepsLeft - r.done
	late := !r.in.LastStart.IsZero() && r.in.Now().After(r.in.LastStart)
	if left <= 0 || late {
		why := ik.PlanReason{Code: plan.CodeBudget, Message: plan.NoRoom, Evidence: []string{}}
		if late {
			why.Message = plan.NoTime
		}
		for _, i := range r.pending {
			r.leave(i, why)
			r.announceDeferred(ctx, i)
		}
		r.pending = nil
		return nil
	}
	if len(ready) <= left {
		return ready
	}
	out := slices.Clone(ready)
	slices.SortStableFunc(out, func(a, b int) int { return accepted(r.steps[b]) - accepted(r.steps[a]) })
	out = out[:left]
	slices.Sort(out)
	return out
}

func accepted(s ik.PlanStep) int {
	if s.Accepted != "" {
		return 1
	}
	return 0
}

// skip ends the pending steps that can not run any more.
func (r *runner) skip(ctx context.Context) bool {
	ended := false
	for _, i := range slices.Clone(r.pending) {
		res := r.skipped(i)
		if res == nil {
			continue
		}
		ended = true
		r.finish(i, res)
		r.announceSkipped(ctx, i, res.Reason.Code)
	}
	return ended
}

// skipped decides whether a step can not run. A failure dominates a wait: a dependency that failed, or that is not
// going to run, ends the step at once; a wait is known once every dependency ended.
func (r *runner) skipped(i int) *ik.StepResult {
	s := &r.steps[i]
	var failed, absent, waiting []ik.StepID
	all := true
	for _, id := range s.DependsOn {
		res := r.results[id]
		switch {
		case res == nil && !r.isPending(id):
			absent = append(absent, id)
		case res == nil:
			all = false
		case waits(res):
			waiting = append(waiting, id)
		case !completed(res):
			failed = append(failed, id)
		case slices.ContainsFunc(r.unpublished(s, id), func(f ik.FactRequirement) bool { return f.Resolution == "" }):
			waiting = append(waiting, id) // it completed without the fact that this step is behind it for
		}
	}
	if len(failed) > 0 {
		return r.skipResult(s, codeNotCompleted, failed[:1], nil)
	}
	if len(absent) > 0 {
		return r.absentResult(s, absent)
	}
	if !all || len(waiting) == 0 {
		return nil
	}
	return r.waitResult(s, waiting)
}

// absentResult ends a step whose provider will not run: it waits for the fact, or has nothing to wait for.
func (r *runner) absentResult(s *ik.PlanStep, absent []ik.StepID) *ik.StepResult {
	res := r.waitResult(s, absent)
	if len(res.PendingFacts) == 0 {
		res.Reason.Evidence = res.Reason.Evidence[:1]
	}
	return res
}

func (r *runner) waitResult(s *ik.PlanStep, behind []ik.StepID) *ik.StepResult {
	var pending []ik.FactRequirement
	for _, id := range behind {
		pending = append(pending, r.unpublished(s, id)...)
	}
	if len(pending) == 0 {
		return r.skipResult(s, codeNotCompleted, behind, nil)
	}
	return r.skipResult(s, codePending, behind, r.inDeclaredOrder(s, pending))
}

// unpublished gives the requirements of a step that a dependency's capability provides and that are not there.
func (r *runner) unpublished(s *ik.PlanStep, dependency ik.StepID) []ik.FactRequirement {
	var out []ik.FactRequirement
	provider := r.step(dependency)
	c := r.in.Agent.Capabilities[s.CapabilityID]
	if provider == nil || c == nil {
		return nil
	}
	for _, req := range c.Requires {
		for _, key := range req.Facts {
			if r.in.Agent.Provides(provider.CapabilityID, key) && !r.present(key) {
				out = append(out, ik.FactRequirement{FactRef: key.Ref(), Description: req.Description, Resolution: req.Resolution})
			}
		}
	}
	return out
}

func (r *runner) inDeclaredOrder(s *ik.PlanStep, found []ik.FactRequirement) []ik.FactRequirement {
	var out []ik.FactRequirement
	for _, req := range r.in.Agent.Capabilities[s.CapabilityID].Requires {
		for _, key := range req.Facts {
			at := slices.IndexFunc(found, func(f ik.FactRequirement) bool { return f.FactKey() == key })
			known := slices.ContainsFunc(out, func(f ik.FactRequirement) bool { return f.FactKey() == key })
			if at >= 0 && !known {
				out = append(out, found[at])
			}
		}
	}
	return out
}

func (r *runner) skipResult(s *ik.PlanStep, code string, behind []ik.StepID, pending []ik.FactRequirement) *ik.StepResult {
	reason := &ik.PlanReason{Code: code, Message: "a step that it needs did not complete", Evidence: []string{}}
	if code == codePending {
		reason.Message = "a fact that it needs is not known yet"
	}
	for _, id := range behind {
		reason.Evidence = append(reason.Evidence, string(id))
	}
	return &ik.StepResult{Status: statusSkipped, StepID: s.ID, CapabilityID: s.CapabilityID, Reason: reason, PendingFacts: pending}
}

func (r *runner) finish(i int, res *ik.StepResult) {
	id := r.steps[i].ID
	r.results[id] = res
	r.order = append(r.order, id)
	r.drop(i)
}

func (r *runner) drop(i int) {
	r.pending = slices.DeleteFunc(r.pending, func(p int) bool { return p == i })
}

func (r *runner) isPending(id ik.StepID) bool {
	return slices.ContainsFunc(r.pending, func(i int) bool { return r.steps[i].ID == id })
}

func (r *runner) step(id ik.StepID) *ik.PlanStep {
	for i := range r.steps {
		if r.steps[i].ID == id {
			return &r.steps[i]
		}
	}
	return nil
}

func (r *runner) present(key ik.FactKey) bool {
	return slices.ContainsFunc(r.facts, func(f ik.FactRecord) bool { return f.FactKey() == key })
}

func completed(res *ik.StepResult) bool {
	return res != nil && res.Result != nil && res.Result.Status == ik.StatusCompleted
}

// waits tells whether a step waits for something, and may complete in a later turn.
func waits(res *ik.StepResult) bool {
	if res.Result == nil {
		return res.Reason != nil && res.Reason.Code == codePending && len(res.PendingFacts) > 0
	}
	switch res.Result.Status {
	case ik.StatusNeedsInput, ik.StatusNeedsDependency, ik.StatusNeedsConfirmation:
		return true
	}
	return false
}
