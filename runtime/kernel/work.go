package kernel

import (
	"context"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/execute"
	"github.com/ikgen/ikgen/internal/turn/progression"
	"github.com/ikgen/ikgen/internal/turn/reduce"
	ik "github.com/ikgen/ikgen/runtime"
)

// work is everything that a turn plans, runs and changes: that of the user's message, then that which follows of itself.
type work struct {
	plan        *ik.TurnPlan // all plans, as one
	results     []ik.StepResult
	checkpoint  *ik.Checkpoint // as reduced so far
	published   []ik.FactRecord
	invalidated []ik.FactRecord
	issues      []ik.TurnIssue
	answered    []ik.AnsweredInteraction
	executed    int // steps whose handler ran
	latest      round
	requested   *progression.Request // the question that the progression asked last
}

// round is the latest plan alone, with the state that it started from.
type round struct {
	before  *ik.Checkpoint
	plan    *ik.TurnPlan
	results []ik.StepResult
}

// begin starts from the loaded state with the user's plan.
func (w *work) begin(t *turn, p *ik.TurnPlan) { w.plan, w.checkpoint = p, t.loaded }

// execute runs the user's plan, reduces what came of it, and tells what it gave up.
func (t *turn) execute(ctx context.Context) (err error) {
	if t.unbuilt != nil {
		err = t.failStep(ctx, t.state.plan, t.unbuilt, ik.TriggerUser)
	} else {
		_, err = t.carryOut(ctx, t.state.plan, ik.TriggerUser, "")
	}
	if err == nil {
		t.tellCancellations(ctx)
	}
	return err
}

// carryOut executes a plan, reduces its results into the turn's state, and gives the results. parent is the open work
// that a plan of the kernel's own is for.
func (t *turn) carryOut(ctx context.Context, p *ik.TurnPlan, trigger ik.Trigger, parent ik.AgendaItemID) ([]ik.StepResult, error) {
	w := &t.state
	opt := t.agent.kernel.opt
	out, err := execute.Run(ctx, execute.Input{
		Plan: p, Checkpoint: w.checkpoint, Agent: t.agent.def, Scope: t.scope, Emitter: t.emitter, IDs: t.ids,
		Now: t.agent.kernel.now, Cause: t.head, Trigger: trigger, StepsLeft: t.agent.limits.steps - w.executed,
		LastStart: t.end.Add(-t.agent.limits.reserve()),
		Thread:    t.in.Thread, Turn: t.in.Turn, Message: t.message, Summary: t.in.Summary, HostContext: t.hostContext,
		OnAbandoned: func(id ik.CapabilityID) {
			if opt.OnAbandoned != nil {
				opt.OnAbandoned(t.agent.ID(), id)
			}
		},
	})
	if err != nil {
		return nil, err
	}
	t.head = out.Last
	w.executed += out.Executed
	return out.Results, t.reduce(out.Plan, out.Results, out.Order, trigger, parent)
}

// reduce makes the next state of what came of a plan.
func (t *turn) reduce(p *ik.TurnPlan, results []ik.StepResult, order []ik.StepID, trigger ik.Trigger, parent ik.AgendaItemID) error {
	w := &t.state
	reduced, err := reduce.Reduce(reduce.Input{
		Checkpoint: w.checkpoint, Plan: p, Results: results, Order: order, Agent: t.agent.def, TurnID: t.in.Turn,
		Now: t.agent.kernel.now(), Parent: parent, Again: trigger != ik.TriggerUser,
	})
	if err != nil {
		return err
	}
	w.latest = round{w.checkpoint, p, results}
	w.absorb(p, results, reduced, trigger != ik.TriggerUser)
	return nil
}

// absorb adds what a plan changed. An automatic plan is joined to the plans before it.
func (w *work) absorb(p *ik.TurnPlan, results []ik.StepResult, r *reduce.Output, automatic bool) {
	if automatic {
		p = joinPlans(w.plan, p)
	}
	w.plan = p
	w.results = append(w.results, results...)
	w.checkpoint = r.Checkpoint
	w.published = append(w.published, r.Published...)
	w.invalidated = append(w.invalidated, r.Invalidated...)
	w.addIssues(r.Issues)
	w.answered = append(w.answered, r.Answered...)
}

// joinPlans gives two plans as one: the newer question wins, goals and cancellations are united.
func joinPlans(a, b *ik.TurnPlan) *ik.TurnPlan {
	out := *a
	out.Steps = append(append([]ik.PlanStep{}, a.Steps...), b.Steps...)
	out.CancelledAgendaItemIDs = append(append([]ik.AgendaItemID(nil), a.CancelledAgendaItemIDs...), b.CancelledAgendaItemIDs...)
	out.CancelledObjectiveIDs = append(append([]string(nil), a.CancelledObjectiveIDs...), b.CancelledObjectiveIDs...)
	if b.Interaction != nil {
		out.Interaction = b.Interaction
	}
	var goals []string
	for _, g := range []string{a.ResponseGoal, b.ResponseGoal} {
		if g != "" {
			goals = append(goals, g)
		}
	}
	out.ResponseGoal = strings.Join(goals, "; ")
	return &out
}

// receipts gives the receipts of the turn, each once, in the order of the steps. The latest state of a receipt counts.
func (w *work) receipts() []ik.EffectReceipt {
	at := map[ik.EffectID]int{}
	var out []ik.EffectReceipt
	for _, r := range w.results {
		for _, e := range r.Effects {
			if i, seen := at[e.ID]; seen {
				out[i] = e
				continue
			}
			at[e.ID] = len(out)
			out = append(out, e)
		}
	}
	return out
}
