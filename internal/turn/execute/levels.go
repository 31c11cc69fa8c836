package execute

import (
	"context"
	"slices"
	"strings"

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
		if len(r.pending) == 0 {
			return nil
		}
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
			return slices.Contains(r.capability(o).Provides, f) && !r.apart(i, o, f)
		})
	})
}

// apart tells whether two steps are going to publish different instances of a keyed fact. Where their inputs do not tell,
// or differ in case and space alone, they may publish the same one.
func (r *runner) apart(i, o int, fact ik.FactKey) bool {
	if !r.in.Agent.Keyed(fact) {
		return false
	}
	mine, told := r.bound(&r.steps[i]).Brings(fact)
	other, known := r.bound(&r.steps[o]).Brings(fact)
	return told && known && !strings.EqualFold(ik.Trim(mine), ik.Trim(other))
}

func (r *runner) capability(i int) *ik.CapabilityDefinition {
	return r.in.Agent.Capabilities[r.steps[i].CapabilityID]
}

// ready gives the pending steps whose dependencies all completed, or ended where the step can do without.
func (r *runner) ready() []int {
	var out []int
	for _, i := range r.pending {
		s := &r.steps[i]
		if !slices.ContainsFunc(s.DependsOn, func(id ik.StepID) bool {
			return !completed(r.results[id]) && (r.isPending(id) || r.edge(s, id) != edgeOptional)
		}) {
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
