package kernel

import (
	"context"
	"encoding/json"
	"time"

	"github.com/ikgen/ikgen/internal/turn/fault"
	ik "github.com/ikgen/ikgen/runtime"
)

// Run runs one turn of a thread and gives its outcome. The turn's time limit covers all of Run, waiting for the thread
// included. The same turn again gives the stored outcome, marked as replayed, and calls nothing.
//
// What happens in a conversation is a response: questions, refusals, failures of capabilities, and even an answer that
// could not be composed. An error means that nothing was committed, except after TURN_ALREADY_COMMITTED or a commit
// whose acknowledgement was lost. It is always an *ik.Error. Codes of the kernel's own: INVALID_IDENTIFIER,
// INVALID_UTF8, TURN_DEADLINE_EXCEEDED, TURN_CANCELLED, TURN_PAYLOAD_MISMATCH, INVALID_DURABLE_TURN_RESULT,
// AGENT_FINGERPRINT_MISMATCH, MIGRATION_FAILED, INTERACTION_ALREADY_ANSWERED, and before any model call HOST_FACT_MISSING,
// HOST_FACT_INVALID and HOST_CONTEXT_INVALID; others are those of the stages and of the
// store.
func (a *Agent) Run(ctx context.Context, in Input) (*ik.TurnResult, error) {
	if err := in.check(); err != nil {
		return nil, err
	}
	digest, err := in.digest()
	if err != nil {
		return nil, fault.Of(ctx, err)
	}
	k := a.kernel
	end := k.now().Add(a.limits.timeout)
	ctx, cancel := k.deadline(ctx, a.limits.timeout)
	defer cancel()
	var result *ik.TurnResult
	err = k.opt.Store.WithTurn(ctx, ik.TurnIdentity{Thread: in.Thread, Turn: in.Turn}, func(ctx context.Context, scope ik.TurnScope) error {
		var err error
		result, err = a.inLease(ctx, scope, in, digest, end)
		return err
	})
	if err != nil {
		return nil, fault.Of(ctx, err)
	}
	return result, nil
}

// inLease is a turn that holds its thread: a replay, or the stages.
func (a *Agent) inLease(ctx context.Context, scope ik.TurnScope, in Input, digest string, end time.Time) (*ik.TurnResult, error) {
	if prior := scope.Prior(); prior != nil {
		return replay(prior, digest, in)
	}
	cp, err := a.load(ctx, scope.Checkpoint())
	if err != nil {
		return nil, err
	}
	t := newTurn(a, scope, in, digest, cp, end)
	if err := t.run(ctx); err != nil {
		return nil, t.failed(ctx, err)
	}
	return t.result, nil
}

// replay gives the stored outcome of a turn. It asks nothing of the agent: a turn that is committed stays so.
func replay(prior *ik.StoredTurn, digest string, in Input) (*ik.TurnResult, error) {
	if prior.Digest != digest {
		return nil, ik.NewError(ik.KindDurability, "TURN_PAYLOAD_MISMATCH", "the turn %q is stored with another text or selection", in.Turn).
			With("turnId", string(in.Turn))
	}
	var shape struct {
		TraceID    *string        `json:"traceId"`
		Response   map[string]any `json:"response"`
		Checkpoint map[string]any `json:"checkpoint"`
	}
	out := &ik.TurnResult{}
	if json.Unmarshal(prior.Result, &shape) != nil || shape.TraceID == nil || shape.Response == nil || shape.Checkpoint == nil ||
		json.Unmarshal(prior.Result, out) != nil {
		return nil, ik.NewError(ik.KindDurability, "INVALID_DURABLE_TURN_RESULT", "the stored result of turn %q cannot be read", in.Turn).
			With("turnId", string(in.Turn))
	}
	out.Replayed = true
	return out, nil
}
