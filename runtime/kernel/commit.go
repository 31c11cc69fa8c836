package kernel

import (
	"context"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/compose"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/host"
	ik "github.com/ikgen/ikgen/runtime"
)

// answer is what the composition gave.
type answer = compose.Output

// compose makes the answer. From here on the turn commits: what it did has happened. Only one that did nothing for want of
// a budget, and has nothing to say, does not.
func (t *turn) compose(ctx context.Context) error {
	w := &t.state
	out := compose.Respond(ctx, compose.Input{
		Agent: t.agent.def, Snapshot: t.snapshot, Selection: t.selection, Batch: t.batch, Plan: w.plan, Results: w.results,
		Checkpoint: w.checkpoint, Issues: w.issues, Caller: t.caller, Emitter: t.emitter, Cause: t.head, Turn: t.in.Turn, Trace: t.trace,
	})
	t.answer, t.head = out, out.Last
	w.addIssues(out.Issues)
	return t.speechless()
}

// commit stores everything that the turn changed, in one transaction, and tells of it afterwards. The two events that
// tell it are part of the transaction. A deadline or a cancellation does not stop it any more.
func (t *turn) commit(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	said := ik.Message{Role: ik.RoleAssistant, Content: t.answer.Response.Message, At: t.agent.kernel.stamp()}
	cp := t.successor(said)
	result := t.outcome(cp)
	raw, err := json.Marshal(result)
	if err != nil {
		return ik.NewError(ik.KindBase, "TURN_RESULT_UNWRITABLE", "the result of the turn is not JSON").Because(err)
	}
	committed := t.emitter.Prepare(emit.Event{
		Type: "state.committed", Category: ik.CategoryAudit, Cause: t.head, Data: ik.StateCommitted{Revision: cp.Revision},
	})
	completed := t.emitter.Prepare(emit.Event{
		Type: "turn.completed", Category: ik.CategoryTrace, Cause: committed.ID,
		Data: ik.TurnCompleted{ResponseStatus: result.Response.Status, Grounded: result.Response.Grounded},
	})
	err = t.scope.Commit(ctx, ik.Commit{
		Digest: t.digest, Result: raw, Checkpoint: cp, Messages: []ik.Message{t.message, said}, Receipts: t.state.receipts(),
		Retired: t.state.invalidated, Answered: t.state.answered, Outbox: t.emitter.Events(),
	})
	if err != nil {
		t.emitter.Withdraw(committed, completed)
		return err
	}
	t.emitter.Send(ctx, committed)
	t.emitter.Send(ctx, completed)
	t.result = result
	return nil
}

// successor is the state after the turn.
func (t *turn) successor(said ik.Message) *ik.Checkpoint {
	cp := *t.state.checkpoint
	cp.SchemaVersion = ik.CheckpointSchema
	cp.Revision = t.loaded.Revision + 1
	cp.AgentFingerprint, cp.AuditFingerprint = t.agent.Contract(), t.agent.Audit()
	cp.MessageCount = max(t.loaded.MessageCount, len(t.loaded.Messages)) + 2
	cp.Messages = window(append(append([]ik.Message{}, t.loaded.Messages...), t.message, said), t.agent.limits.window)
	cp.Facts = host.Leave(t.agent.def, cp.Facts)
	cp.Undelivered = t.answer.Undelivered
	if t.answer.Delivered && cp.Interaction != nil {
		shown := *cp.Interaction
		shown.Delivered = true
		cp.Interaction = &shown
	}
	return &cp
}

// window keeps the last n messages.
func window(messages []ik.Message, n int) []ik.Message {
	return messages[max(0, len(messages)-n):]
}

func (t *turn) outcome(cp *ik.Checkpoint) *ik.TurnResult {
	return &ik.TurnResult{
		Response: t.answer.Response, Checkpoint: *cp, ThreadID: t.in.Thread, TurnID: t.in.Turn, TraceID: t.trace,
		Issues: append([]ik.TurnIssue{}, t.state.issues...), Usage: t.caller.Usage(),
	}
}
