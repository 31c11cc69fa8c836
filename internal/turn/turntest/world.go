package turntest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/execute"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/progress"
	"github.com/ikgen/ikgen/internal/turn/reduce"
	ik "github.com/ikgen/ikgen/runtime"
)

// World is one thread of one agent between turns.
type World struct {
	Agent      *Agent
	Compiled   *agent.Agent
	Checkpoint *ik.Checkpoint
	IDs        *IDs
	Ledger     *Ledger
	MaxSteps   int
	Parallel   bool
	// Kept keeps the checkpoint as it is between turns. Without, it is read back as if from a store.
	Kept bool

	turn int
}

// Turned is what one turn did.
type Turned struct {
	Plan     *ik.TurnPlan // as it was made
	Carried  *ik.TurnPlan // as it was carried out
	Results  []ik.StepResult
	Out      []*reduce.Output
	Events   []ik.Event
	Issues   []ik.TurnIssue
	Answered []ik.AnsweredInteraction
	Invoked  []Call
	// Parts are all plans of the turn, the user's first, with what came of each.
	Parts []Part
}

// Part is one plan of a turn.
type Part struct {
	Trigger  ik.Trigger
	Planned  *ik.TurnPlan
	Facts    []ik.FactRecord // before
	Executed int
	Reduced  reduce.Input
	Out      *reduce.Output
}

// NewWorld compiles the agent and starts an empty thread.
func NewWorld(t testing.TB, a *Agent) *World {
	t.Helper()
	compiled, err := agent.Compile(a.Def)
	require.NoError(t, err)
	return &World{
		Agent: a, Compiled: compiled, IDs: &IDs{}, Ledger: NewLedger(), MaxSteps: 64,
		Checkpoint: &ik.Checkpoint{SchemaVersion: 1, AgentFingerprint: "contract"},
	}
}

// Facts puts facts into the thread.
func (w *World) Facts(list ...ik.FactKey) *World {
	for _, k := range list {
		w.Checkpoint.Facts = append(w.Checkpoint.Facts, Record(k))
	}
	return w
}

// Say runs a turn with intentions alone.
func (w *World) Say(t testing.TB, list ...ik.Intention) Turned {
	t.Helper()
	return w.Turn(t, ik.IntentionBatch{Intentions: list})
}

// Answer runs a turn that answers the active question.
func (w *World) Answer(t testing.TB, value any, list ...ik.Intention) Turned {
	t.Helper()
	require.NotNil(t, w.Checkpoint.Interaction, "nothing is asked")
	return w.Turn(t, ik.IntentionBatch{Intentions: list, Answer: &ik.InteractionAnswer{
		InteractionID: w.Checkpoint.Interaction.ID, Value: JSON(value), Evidence: "my answer",
	}})
}

// Turn runs a turn: the user's plan, then what the kernel goes on with by itself.
func (w *World) Turn(t testing.TB, batch ik.IntentionBatch) Turned {
	t.Helper()
	out, err := w.Try(t.Context(), batch)
	require.NoError(t, err)
	return out
}

// Try is Turn with its error. A turn that fails changes nothing but the ledger.
func (w *World) Try(ctx context.Context, batch ik.IntentionBatch) (Turned, error) {
	w.turn++
	r := &run{
		w: w, id: ik.TurnID(fmt.Sprintf("turn-%d", w.turn)), at: time.Unix(int64(w.turn)*60, 0).UTC(), current: w.Checkpoint,
		attempted: map[string]bool{}, steps: w.MaxSteps,
	}
	r.emitter = emit.New(emit.Config{
		Thread: "thread-1", Turn: r.id, Trace: "trace", Agent: w.Compiled.Stamp(), IDs: w.IDs, Stamp: func() time.Time { return r.at },
	})
	if err := r.step(ctx, batch, ik.TriggerUser, ""); err != nil {
		return r.out, err
	}
	for {
		if len(r.out.Parts) > mostParts {
			return r.out, errEndless
		}
		next := progress.Next(progress.Input{
			Agent: w.Compiled, Checkpoint: r.current, Results: r.out.Results, Latest: r.latest, Attempted: r.attempted,
			Loaded: w.Checkpoint, Planned: r.planned(),
			Message: ik.Message{Role: ik.RoleUser, Content: "the message"},
		})
		if next == nil {
			changed, err := r.reask(ctx)
			if err != nil {
				return r.out, err
			}
			if !changed {
				break
			}
			continue
		}
		r.attempted[next.Key] = true
		if err := r.step(ctx, ik.IntentionBatch{Intentions: []ik.Intention{next.Intention}}, next.Trigger, next.Parent); err != nil {
			return r.out, err
		}
	}
	r.out.Events, r.out.Invoked = r.emitter.Events(), w.Agent.Calls()
	w.Checkpoint = r.current
	if !w.Kept {
		w.Checkpoint = reload(r.current)
	}
	return r.out, nil
}

// mostParts is how many plans a turn of a test may have: one that goes on for ever is a fault of the product.
const mostParts = 200

var errEndless = errors.New("the turn does not end")

// reload is a checkpoint as it comes back from a store.
func reload(c *ik.Checkpoint) *ik.Checkpoint {
	var out ik.Checkpoint
	if err := jsonUnmarshal(JSON(c), &out); err != nil {
		panic(err)
	}
	return &out
}

type run struct {
	w         *World
	id        ik.TurnID
	at        time.Time
	current   *ik.Checkpoint
	emitter   *emit.Emitter
	attempted map[string]bool
	steps     int
	latest    []ik.StepResult
	out       Turned
}

// reask judges a confirmation again that is asked once more, as the kernel does.
func (r *run) reask(ctx context.Context) (bool, error) {
	changed := slices.ContainsFunc(r.out.Out, func(o *reduce.Output) bool { return len(o.Published)+len(o.Invalidated) > 0 })
	item := progress.Stale(r.w.Checkpoint, r.current, changed, r.attempted)
	if item == nil {
		return false, nil
	}
	p, err := plan.Reask(ctx, r.planInput(), item)
	if err != nil || p == nil {
		return false, err
	}
	return true, r.carryOut(ctx, p, ik.TriggerResume, "")
}

// planned are the steps of all plans so far.
func (r *run) planned() []ik.PlanStep {
	var out []ik.PlanStep
	for _, p := range r.out.Parts {
		out = append(out, p.Planned.Steps...)
	}
	return out
}

func (r *run) planInput() plan.Input {
	in := plan.Input{
		Earlier: r.planned(),
		Facts:   r.current.Facts, Agenda: r.current.Agenda, Interaction: r.current.Interaction,
		Agent: r.w.Compiled, IDs: r.w.IDs, Now: r.at,
	}
	if p := r.current.Progression; p != nil && p.Objective != nil {
		in.Objective = p.Objective.ID
	}
	return in
}

func (r *run) step(ctx context.Context, batch ik.IntentionBatch, trigger ik.Trigger, parent ik.AgendaItemID) error {
	in := r.planInput()
	in.Batch, in.Automatic = batch, trigger != ik.TriggerUser
	planned, err := plan.Create(ctx, in)
	if err != nil {
		return err
	}
	if !in.Automatic {
		r.out.Plan = planned
	}
	return r.carryOut(ctx, planned, trigger, parent)
}

func (r *run) carryOut(ctx context.Context, planned *ik.TurnPlan, trigger ik.Trigger, parent ik.AgendaItemID) error {
	automatic := trigger != ik.TriggerUser
	done, err := execute.Run(ctx, execute.Input{
		Plan: planned, Checkpoint: r.current, Agent: r.w.Compiled, Scope: r.w.Ledger.Scope(r.id), Emitter: r.emitter, IDs: r.w.IDs,
		Now: func() time.Time { return r.at }, Trigger: trigger, StepsLeft: r.steps, Sequential: !r.w.Parallel,
		Thread: "thread-1", Turn: r.id, Message: ik.Message{Role: ik.RoleUser, Content: "the message", At: r.at},
	})
	if err != nil {
		return err
	}
	r.steps -= done.Executed
	change := reduce.Input{
		Checkpoint: r.current, Plan: done.Plan, Results: done.Results, Order: done.Order, Agent: r.w.Compiled, TurnID: r.id,
		Now: r.at, Again: automatic, Parent: parent,
	}
	reduced, err := reduce.Reduce(change)
	if err != nil {
		return err
	}
	r.out.Parts = append(r.out.Parts, Part{
		Trigger: trigger, Planned: planned, Facts: r.current.Facts, Executed: done.Executed, Reduced: change, Out: reduced,
	})
	if !automatic {
		r.out.Carried = done.Plan
	}
	r.current, r.latest = reduced.Checkpoint, done.Results
	r.out.Results = append(r.out.Results, done.Results...)
	r.out.Out = append(r.out.Out, reduced)
	r.out.Issues = append(r.out.Issues, reduced.Issues...)
	r.out.Answered = append(r.out.Answered, reduced.Answered...)
	return nil
}
