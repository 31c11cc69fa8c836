package kernel

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/host"
	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// look takes what the host hands over, builds the snapshot that the turn starts from, and refuses a click on a question
// that was answered before.
func (t *turn) look(ctx context.Context) error {
	if err := t.answeredBefore(); err != nil {
		return err
	}
	if err := t.takeHost(); err != nil {
		return err
	}
	s, err := t.see(ctx, t.loaded, t.in.Selection)
	if err != nil {
		return err
	}
	t.snapshot = s
	t.head = s.Announce(ctx, t.emitter, t.head)
	return nil
}

// takeHost checks what the host hands over with the turn. Its facts are facts of the state from here to the commit.
func (t *turn) takeHost() error {
	def := t.agent.def
	given, err := host.Facts(def, t.in.HostFacts, t.in.Turn)
	if err != nil {
		return err
	}
	if t.hostContext, err = host.Context(def, t.in.HostContext); err != nil {
		return err
	}
	t.loaded, t.state.invalidated = host.Join(def, t.loaded, given)
	return nil
}

// see builds a snapshot of a state.
func (t *turn) see(ctx context.Context, cp *ik.Checkpoint, click *ik.TurnSelection) (*snapshot.Snapshot, error) {
	return snapshot.Build(ctx, snapshot.Input{
		Checkpoint: cp, Agent: t.agent.def, Message: t.message, Summary: t.in.Summary, Selection: click,
		Now: t.agent.kernel.now(), Window: t.agent.limits.window,
	})
}

// answeredBefore refuses a click on a question that is no longer open because it was answered.
func (t *turn) answeredBefore() error {
	click := t.in.Selection
	if click == nil || t.loaded.Interaction != nil && t.loaded.Interaction.ID == click.InteractionID {
		return nil
	}
	earlier := t.scope.Answered(click.InteractionID)
	if earlier == nil {
		return nil
	}
	return ik.NewError(ik.KindBase, "INTERACTION_ALREADY_ANSWERED", "the question was answered in turn %q: %s", earlier.TurnID, earlier.Outcome).
		With("interactionId", string(earlier.ID)).With("outcome", earlier.Outcome).With("turnId", string(earlier.TurnID))
}

// choose finds the capabilities that the message is about.
func (t *turn) choose(ctx context.Context) (err error) {
	t.caller.Begin(t.head)
	t.selection, err = selection.Select(ctx, selection.Input{Caller: t.caller, Snapshot: t.snapshot, Agent: t.agent.def})
	t.head = t.caller.Head()
	return t.spent(err)
}

// interpret finds out what the message means.
func (t *turn) interpret(ctx context.Context) (err error) {
	if t.exhausted != nil {
		return nil
	}
	t.batch, err = interpret.Interpret(ctx, interpret.Input{
		Caller: t.caller, Snapshot: t.snapshot, Agent: t.agent.def, Selection: t.selection, IDs: t.ids,
	})
	t.head = t.caller.Head()
	return t.spent(t.withoutInput(err))
}

// plan decides what to do about it.
func (t *turn) plan(ctx context.Context) error {
	p, err := t.makePlan(ctx, t.snapshot, t.batch, t.exhausted != nil)
	if err != nil {
		return err
	}
	t.cannotStart(p)
	t.state.begin(t, p)
	t.emit(ctx, "plan.created", ik.CategoryAudit, t.planData(p))
	return nil
}

func (t *turn) makePlan(ctx context.Context, s *snapshot.Snapshot, batch ik.IntentionBatch, automatic bool) (*ik.TurnPlan, error) {
	in := t.planInput(s)
	in.Batch, in.Automatic = batch, automatic
	p, err := plan.Create(ctx, in)
	if err != nil {
		return nil, err
	}
	t.protectInputs(p)
	return p, nil
}

// planInput is what plans are made from, but for what was understood.
func (t *turn) planInput(s *snapshot.Snapshot) plan.Input {
	in := plan.Input{
		Facts: s.Facts, Agenda: s.Agenda, Interaction: s.Interaction, Agent: t.agent.def, IDs: t.ids,
		Now: t.agent.def.Now(t.agent.kernel.now()),
	}
	if t.state.plan != nil {
		in.Earlier = t.state.plan.Steps
	}
	if p := s.Progression; p != nil && p.Objective != nil {
		in.Objective = p.Objective.ID
	}
	return in
}
