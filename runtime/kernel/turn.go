package kernel

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/fault"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// turn is one turn that runs: what it was given, what it shares among its stages, and what they found out so far.
type turn struct {
	agent  *Agent
	scope  ik.TurnScope
	in     Input
	digest string
	end    time.Time      // of the clock, when the turn's time is over
	loaded *ik.Checkpoint // with the facts of the host, once they are taken

	hostContext any // as it was checked

	ids     *turnIDs
	trace   ik.TraceID
	message ik.Message
	emitter *emit.Emitter
	caller  *model.Caller
	head    ik.EventID // the last event of the turn's chain

	snapshot  *snapshot.Snapshot
	selection ik.CapabilitySelection
	batch     ik.IntentionBatch
	unbuilt   *ik.CapabilityIssue // why the clicked member of a menu has no input
	exhausted *ik.Error           // the budget that ran out while the message was read
	state     work
	answer    answer
	result    *ik.TurnResult
}

func newTurn(a *Agent, scope ik.TurnScope, in Input, digest string, cp *ik.Checkpoint, end time.Time) *turn {
	k := a.kernel
	t := &turn{agent: a, scope: scope, in: in, digest: digest, end: end, loaded: cp, ids: &turnIDs{from: k.opt.IDs}}
	t.trace = ik.TraceID(t.ids.Next(ik.IDTrace))
	t.message = ik.Message{Role: ik.RoleUser, Content: in.Text, At: k.stamp()}
	t.emitter = emit.New(emit.Config{
		Thread: in.Thread, Turn: in.Turn, Trace: t.trace, Agent: a.def.Stamp(), Sink: in.feed.over(k.opt.Sink), OnSinkError: k.opt.OnSinkError,
		Redact: k.opt.Redact, IDs: t.ids, Stamp: k.stamp,
	})
	t.caller = model.Over(model.Config{
		Gateway: k.opt.Gateway, Resolver: k.opt.Prompts, Emitter: t.emitter, Alias: a.def.Model,
		MaxCalls: a.limits.maxCalls, MaxTokens: a.limits.maxTokens,
	}, a.prompts)
	return t
}

// stage is one step of a turn's life.
type stage struct {
	name string
	run  func(*turn, context.Context) error
}

// stages are the stages in their order. Every turn runs all of them.
func stages() []stage {
	return []stage{
		{"snapshot", (*turn).look},
		{"select", (*turn).choose},
		{"interpret", (*turn).interpret},
		{"plan", (*turn).plan},
		{"execute", (*turn).execute},
		{"follow", (*turn).follow},
		{"report", (*turn).report},
		{"compose", (*turn).compose},
		{"commit", (*turn).commit},
	}
}

// run runs the stages. The turn's time is checked before each but the commit: what was answered is kept.
func (t *turn) run(ctx context.Context) error {
	t.emit(ctx, "turn.started", ik.CategoryTrace, ik.TurnStarted{
		MessageLength: utf8.RuneCountInString(t.in.Text), CheckpointRevision: t.loaded.Revision,
	})
	for _, s := range stages() {
		if err := t.inTime(ctx); err != nil && s.name != "commit" {
			return err
		}
		t.in.feed.tell(Stage{s.name})
		if err := s.run(t, ctx); err != nil {
			return err
		}
	}
	return nil
}

// inTime tells whether the turn may go on: neither its context nor the clock has passed the deadline.
func (t *turn) inTime(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fault.Of(ctx, err)
	}
	if t.agent.kernel.now().After(t.end) {
		return fault.Deadline()
	}
	return nil
}

// emit publishes an event at the end of the turn's chain.
func (t *turn) emit(ctx context.Context, kind string, category ik.Category, data any) {
	t.head = t.emitter.Emit(ctx, emit.Event{Type: kind, Category: category, Cause: t.head, Data: data})
}

// failed tells of a turn that ends without a commit, and gives the error that Run returns.
func (t *turn) failed(ctx context.Context, err error) error {
	failure := fault.Of(ctx, err)
	cause := t.emitter.Last()
	t.emitter.Emit(context.WithoutCancel(ctx), emit.Event{
		Type: "turn.failed", Category: ik.CategoryAudit, Cause: cause, Data: fault.Data("runtime", failure),
	})
	return failure
}
