// Package execute runs the steps of a plan: level by level, reads side by side, writes one at a time, with durable
// effects, and it makes sure that what handlers return keeps their contract.
//
// A fault of a handler fails its step, never the turn: only the end of the turn and state that can not be read are
// errors. The package changes no stored state; what it found out is reduced later.
package execute

import (
	"context"
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input is what a plan is executed with. IDs and Now must be safe for concurrent use: handlers of one level run side by
// side. Nothing of it is changed.
type Input struct {
	Plan       *ik.TurnPlan
	Checkpoint *ik.Checkpoint
	Agent      *agent.Agent
	Scope      ik.TurnScope
	Emitter    *emit.Emitter
	IDs        ik.IDGenerator
	Now        func() time.Time

	Cause     ik.EventID // what the first event follows from
	Trigger   ik.Trigger
	StepsLeft int // how many steps of the turn may still run
	// LastStart is the time, of Now, after which no step starts: what is left of the turn's time is for its answer. Zero:
	// any time.
	LastStart time.Time
	// Sequential runs reads one after the other, in plan order.
	Sequential bool

	Thread      ik.ThreadID
	Turn        ik.TurnID
	Message     ik.Message
	Summary     string
	HostContext any
	// OnAbandoned hears of a handler that ignored the end of the turn. May be nil.
	OnAbandoned func(ik.CapabilityID)
}

// Output is what came of a plan.
type Output struct {
	// Plan is the plan as it was carried out: steps that were judged anew with facts of this turn have their new
	// disposition and question.
	Plan *ik.TurnPlan
	// Results are in plan order.
	Results []ik.StepResult
	// Order are the ids of the results as their steps ended: by level, then in plan order. Facts are reduced in it.
	Order []ik.StepID
	// Facts are the confirmed facts after the last step.
	Facts []ik.FactRecord
	// Last is the latest event, or the cause where there was none.
	Last ik.EventID
	// Executed counts the steps whose handler ran.
	Executed int
}

type runner struct {
	in      Input
	steps   []ik.PlanStep
	pending []int // indexes of steps, in plan order
	results map[ik.StepID]*ik.StepResult
	order   []ik.StepID
	facts   []ik.FactRecord
	version int // counts changes of facts
	last    ik.EventID
	heads   map[ik.StepID]ik.EventID // where the events of a started step hang
	done    int
}

// Run executes a plan. The error is the end of the turn (TURN_CANCELLED, TURN_DEADLINE_EXCEEDED), INVALID_TURN_PLAN for
// a plan that can not be ordered, or FACT_VALUE_UNREADABLE.
func Run(ctx context.Context, in Input) (Output, error) {
	n := len(in.Plan.Steps)
	r := &runner{
		in: in, steps: slices.Clone(in.Plan.Steps), results: make(map[ik.StepID]*ik.StepResult, n),
		facts: slices.Clip(in.Checkpoint.Facts), last: in.Cause, heads: make(map[ik.StepID]ik.EventID, n),
		pending: make([]int, 0, n), order: make([]ik.StepID, 0, n),
	}
	for i := range r.steps {
		if r.steps[i].Disposition == ik.DispositionExecute {
			r.pending = append(r.pending, i)
		} else if !r.waitsForThisPlan(i) {
			r.announceDeferred(ctx, i)
		}
	}
	if err := r.levels(ctx); err != nil {
		return Output{}, err
	}
	if err := r.settle(ctx); err != nil {
		return Output{}, err
	}
	return r.output(), nil
}

func (r *runner) output() Output {
	p := *r.in.Plan
	p.Steps = r.steps
	if r.lostJudge() {
		p.AnsweredItem = ""
	}
	plan.Refresh(&p)
	if p.Interaction != nil {
		p.ResponseGoal = p.Interaction.Goal
	}
	out := Output{Plan: &p, Results: make([]ik.StepResult, 0, len(r.order)), Order: r.order, Facts: r.facts, Last: r.last, Executed: r.done}
	for i := range r.steps {
		if res := r.results[r.steps[i].ID]; res != nil {
			out.Results = append(out.Results, *res)
		}
	}
	return out
}

// lostJudge tells whether a step that the user confirmed does not run because a policy failed: the confirmation is not
// used up then.
func (r *runner) lostJudge() bool {
	for i, planned := range r.in.Plan.Steps {
		if planned.Accepted != "" && r.steps[i].Reason.Code == plan.CodeHandlerFailed {
			return true
		}
	}
	return false
}

// waitsForThisPlan tells whether a question depends on steps that are still to run: it is worded after them.
func (r *runner) waitsForThisPlan(i int) bool {
	s := &r.steps[i]
	return s.Disposition == ik.DispositionDefer && s.Reason.Code == plan.CodeConfirm && len(s.DependsOn) > 0
}

// settle words the questions of steps that wait for a confirmation with the facts of now, after judging them again.
func (r *runner) settle(ctx context.Context) error {
	for i := range r.steps {
		s := &r.steps[i]
		if s.Disposition != ik.DispositionDefer || s.Reason.Code != plan.CodeConfirm {
			if s.Disposition == ik.DispositionDefer && s.Reason.Code == plan.CodeMissingFacts {
				r.unread(ctx, i)
			}
			continue
		}
		late := r.waitsForThisPlan(i)
		if r.version > 0 || late {
			if err := r.reassess(ctx, i); err != nil {
				return err
			}
		}
		if r.unread(ctx, i) {
			continue
		}
		if late || s.Reason.Code != plan.CodeConfirm {
			r.announceDeferred(ctx, i)
		}
	}
	return nil
}

// reassess judges a step again. One that would now run unasked is asked about all the same: its turn to run is over.
func (r *runner) reassess(ctx context.Context, i int) error {
	var consent *ik.Interaction
	if asked := r.in.Checkpoint.Interaction; asked != nil && asked.ID == r.steps[i].Accepted {
		consent = asked
	}
	next, err := plan.Reassess(ctx, plan.Change{
		Agent: r.in.Agent, Step: r.steps[i], Facts: r.facts, Consent: consent, IDs: r.in.IDs, Now: r.in.Now(),
	})
	if err != nil {
		return err
	}
	waited := r.steps[i].Disposition == ik.DispositionDefer
	r.steps[i] = next
	if waited && next.Disposition == ik.DispositionExecute {
		r.leave(i, ik.PlanReason{Code: plan.CodeReady, Message: "nothing has to be asked any more", Evidence: []string{}})
	}
	return nil
}

// leave keeps a step for later: nothing is wrong with it.
func (r *runner) leave(i int, why ik.PlanReason) {
	r.steps[i].Disposition, r.steps[i].Reason, r.steps[i].Question = ik.DispositionDefer, why, nil
}
