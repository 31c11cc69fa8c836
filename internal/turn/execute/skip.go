package execute

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// skip ends the pending steps that can not run any more.
func (r *runner) skip(ctx context.Context) bool {
	ended := false
	for _, i := range slices.Clone(r.pending) {
		if r.comesLater(&r.steps[i]) {
			ended = true
			r.leave(i, ik.PlanReason{Code: plan.CodeReady, Message: "another change comes first", Evidence: []string{}})
			r.drop(i)
			r.announceDeferred(ctx, i)
			continue
		}
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

// edge is why a step comes after another one.
type edge int

const (
	edgeFact     edge = iota // it needs a fact of it, or nothing says why
	edgeOrder                // the capability declares the order
	edgeOptional             // it can do without: the fact is optional, or there from elsewhere
)

// edge tells why a step depends on another one.
func (r *runner) edge(s *ik.PlanStep, id ik.StepID) edge {
	provider, c := r.step(id), r.in.Agent.Capabilities[s.CapabilityID]
	if provider == nil || c == nil {
		return edgeFact
	}
	found := edgeFact
	for _, n := range r.bound(s).Needs() {
		switch {
		case !r.publishes(provider, n):
		case n.Met(r.facts), n.Resolution == facts.Optional, n.Resolution == facts.Runtime && plannedFor(provider, s):
			found = edgeOptional
		default:
			return edgeFact
		}
	}
	if slices.Contains(c.After, provider.CapabilityID) {
		return edgeOrder
	}
	return found
}

// plannedFor tells whether the kernel added a read for a step.
func plannedFor(read, s *ik.PlanStep) bool { return slices.Contains(read.PlannedFor, s.ID) }

// unread ends a step that waits for a fact which a read was added for, and the read failed: the step fails by it. It tells
// whether that is so.
func (r *runner) unread(ctx context.Context, i int) bool {
	s := &r.steps[i]
	if s.Disposition != ik.DispositionDefer || s.Reason.Code != plan.CodeMissingFacts {
		return false
	}
	for _, id := range s.DependsOn {
		res := r.results[id]
		if res == nil || completed(res) || waits(res) || !plannedFor(r.step(id), s) || len(r.unpublished(s, id)) == 0 {
			continue
		}
		s.Disposition, s.Question = ik.DispositionExecute, nil
		r.finish(i, r.skipResult(s, codeNotCompleted, []ik.StepID{id}, nil))
		r.announceSkipped(ctx, i, codeNotCompleted)
		return true
	}
	return false
}

// publishes tells whether the capability of a step publishes what a requirement asks for.
func (r *runner) publishes(s *ik.PlanStep, n facts.Need) bool {
	return slices.ContainsFunc(n.Facts, func(key ik.FactKey) bool { return r.in.Agent.Provides(s.CapabilityID, key) })
}

// comesLater tells whether a change that a step is declared to come after is still to be made, in a later turn.
func (r *runner) comesLater(s *ik.PlanStep) bool {
	return slices.ContainsFunc(s.DependsOn, func(id ik.StepID) bool {
		if r.isPending(id) || r.edge(s, id) != edgeOrder {
			return false
		}
		if res := r.results[id]; res != nil {
			return waits(res)
		}
		first := r.step(id)
		return first.Disposition == ik.DispositionDefer || first.Disposition == ik.DispositionClarify
	})
}

// skipped decides whether a step can not run. A failure dominates a wait: a dependency that failed, or that is not
// going to run, ends the step at once; a wait is known once every dependency ended.
func (r *runner) skipped(i int) *ik.StepResult {
	s := &r.steps[i]
	var failed, absent, waiting []ik.StepID
	all := true
	for _, id := range s.DependsOn {
		res := r.results[id]
		if !r.isPending(id) && !completed(res) && r.edge(s, id) == edgeOptional {
			continue
		}
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

// unpublished gives the requirements of a step that a dependency's capability provides and that are not met. What the step
// can do without is none.
func (r *runner) unpublished(s *ik.PlanStep, dependency ik.StepID) []ik.FactRequirement {
	var out []ik.FactRequirement
	provider := r.step(dependency)
	if provider == nil || r.in.Agent.Capabilities[s.CapabilityID] == nil {
		return nil
	}
	for _, n := range r.bound(s).Needs() {
		if n.Resolution != facts.Optional && r.publishes(provider, n) && !n.Met(r.facts) {
			out = append(out, n.Open())
		}
	}
	return out
}

func (r *runner) inDeclaredOrder(s *ik.PlanStep, found []ik.FactRequirement) []ik.FactRequirement {
	var out []ik.FactRequirement
	for _, n := range r.bound(s).Needs() {
		want := n.Open()
		same := func(f ik.FactRequirement) bool { return f.FactRef == want.FactRef && slices.Equal(f.AnyOf, want.AnyOf) }
		if slices.ContainsFunc(found, same) && !slices.ContainsFunc(out, same) {
			out = append(out, want)
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
