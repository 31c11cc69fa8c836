package ik

import (
	"context"
	"encoding/json"
)

// Store keeps threads. Its semantics are those of the conformance suite runtime/store/storetest.
type Store interface {
	// WithTurn holds the thread for the whole of fn: an exclusive lease with a fencing token. Waiters run in arrival
	// order. It returns what fn returns; an error of fn after a commit does not undo the commit.
	WithTurn(ctx context.Context, id TurnIdentity, fn func(context.Context, TurnScope) error) error
	// History gives up to limit messages with an absolute index below before, oldest first. before < 0: from the end.
	History(ctx context.Context, thread ThreadID, before, limit int) ([]Message, error)
	// SettleEffect ends an uncertain effect. The error has code EFFECT_NOT_FOUND or EFFECT_NOT_UNCERTAIN.
	SettleEffect(ctx context.Context, id EffectID, s Settlement) (EffectReceipt, error)
	// Erase removes everything of a thread but a tombstone.
	Erase(ctx context.Context, thread ThreadID) error
}

// TurnScope is a store during one turn. After the turn ended its methods fail with LEASE_LOST.
type TurnScope interface {
	// Checkpoint is the last committed state, read under the lease; nil for a new thread. It is the caller's copy.
	Checkpoint() *Checkpoint
	// Prior is this very turn, committed earlier, or nil.
	Prior() *StoredTurn
	// Answered tells how an earlier question of the thread was answered, or nil.
	Answered(InteractionID) *AnsweredInteraction
	// BeginEffect claims an effect; the claim is durable before it returns. Codes: IDEMPOTENCY_KEY_COLLISION,
	// EFFECT_KEY_REUSED, EFFECT_IN_PROGRESS (retryable), EFFECT_UNCERTAIN. With EFFECT_UNCERTAIN the claim has the receipt
	// of the effect that may have happened, also when the turn that claimed it was never committed: its id is what
	// SettleEffect takes.
	BeginEffect(context.Context, EffectIdentity) (EffectClaim, error)
	// FinishEffect records how a claimed effect ended, independently of the turn's commit.
	FinishEffect(context.Context, EffectClaim, EffectOutcome) (EffectReceipt, error)
	// Commit stores the turn, at most once. Codes: TURN_ALREADY_COMMITTED, CHECKPOINT_REVISION_CONFLICT (retryable).
	Commit(context.Context, Commit) error
}

// TurnIdentity names a turn.
type TurnIdentity struct {
	Thread ThreadID
	Turn   TurnID
}

// StoredTurn is a committed turn. Digest is of the payload that made it.
type StoredTurn struct {
	Digest string
	Result json.RawMessage // a TurnResult
}

// AnsweredInteraction is a row of a question that was answered.
type AnsweredInteraction struct {
	ID      InteractionID `json:"id"`
	TurnID  TurnID        `json:"turnId"`
	Outcome string        `json:"outcome"` // accepted, declined, answered, cancelled
}

// Commit is everything that a turn changes, in one transaction.
type Commit struct {
	Digest     string          // of the turn's payload
	Result     json.RawMessage // a TurnResult
	Checkpoint *Checkpoint     // revision is the loaded one plus 1
	Messages   []Message       // the new ones
	Receipts   []EffectReceipt // this turn's
	Retired    []FactRecord    // facts that this turn removed or replaced
	Answered   []AnsweredInteraction
	Outbox     []Event // all events of the turn
}
