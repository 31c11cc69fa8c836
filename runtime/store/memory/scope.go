package memory

import (
	"bytes"
	"context"

	"github.com/ikgen/ikgen/internal/ledger"
	ik "github.com/ikgen/ikgen/runtime"
)

// scope is the store during one turn. ended and committed are guarded by the store's mutex.
type scope struct {
	store      *Store
	id         ik.TurnIdentity
	thread     *thread
	token      int64
	checkpoint *ik.Checkpoint
	revision   int // of the loaded checkpoint, 0 for a new thread
	prior      *ik.StoredTurn
	committed  bool
	ended      bool
}

// Checkpoint is the last committed state, or nil. It is the caller's copy.
func (sc *scope) Checkpoint() *ik.Checkpoint { return sc.checkpoint }

// Prior is this very turn, committed earlier, or nil.
func (sc *scope) Prior() *ik.StoredTurn { return sc.prior }

// Answered tells how an earlier question of the thread was answered, or nil.
func (sc *scope) Answered(id ik.InteractionID) *ik.AnsweredInteraction {
	sc.store.mu.Lock()
	defer sc.store.mu.Unlock()
	if a, ok := sc.thread.answered[id]; ok && !sc.ended {
		return &a
	}
	return nil
}

// end refuses every later call of the scope.
func (sc *scope) end() {
	sc.store.mu.Lock()
	defer sc.store.mu.Unlock()
	sc.ended = true
}

// lost tells whether the turn no longer holds its thread. The caller holds the mutex.
func (sc *scope) lost() bool { return sc.ended || sc.token != sc.thread.lease.token }

// BeginEffect claims an effect.
func (sc *scope) BeginEffect(_ context.Context, id ik.EffectIdentity) (ik.EffectClaim, error) {
	s := sc.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if sc.lost() {
		return ik.EffectClaim{}, ledger.LeaseLost()
	}
	existing := sc.thread.rows[id.Key]
	live := existing != nil && existing.Token == sc.token
	d := ledger.Decide(existing, sc.id.Turn, id, sc.token, live)
	if d.Store != nil {
		if existing == nil {
			sc.thread.keys = append(sc.thread.keys, id.Key)
			s.effects[d.Store.Receipt.ID] = effectRef{sc.id.Thread, id.Key}
		}
		sc.thread.rows[id.Key] = d.Store
	}
	if d.Err != nil {
		return d.Claim, d.Err
	}
	return d.Claim, nil
}

// FinishEffect records how a claimed effect ended, independently of the turn's commit.
func (sc *scope) FinishEffect(_ context.Context, claim ik.EffectClaim, out ik.EffectOutcome) (ik.EffectReceipt, error) {
	s := sc.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if sc.lost() {
		return ik.EffectReceipt{}, ledger.LeaseLost()
	}
	key := claim.Receipt.IdempotencyKey
	row, err := ledger.Finish(sc.thread.rows[key], claim, out)
	if row.Receipt.ID != "" {
		sc.thread.rows[key] = &row
	}
	if err != nil {
		return row.Clone().Receipt, err
	}
	return row.Clone().Receipt, nil
}

// Commit stores the turn, at most once.
func (sc *scope) Commit(_ context.Context, c ik.Commit) error {
	stored, err := encode(c)
	if err != nil {
		return err
	}
	s := sc.store
	s.mu.Lock()
	defer s.mu.Unlock()
	if sc.lost() {
		return ledger.LeaseLost()
	}
	if _, twice := sc.thread.turns[sc.id.Turn]; twice || sc.committed {
		return ik.NewError(ik.KindDurability, "TURN_ALREADY_COMMITTED", "the turn %q is committed", string(sc.id.Turn))
	}
	if want := sc.revision + 1; c.Checkpoint.Revision != want {
		return ik.NewError(ik.KindDurability, "CHECKPOINT_REVISION_CONFLICT", "the checkpoint has revision %d, expected %d",
			c.Checkpoint.Revision, want).Retry().With("expectedRevision", want).With("actualRevision", c.Checkpoint.Revision)
	}
	sc.committed = true
	sc.apply(stored)
	return nil
}

// apply writes an encoded commit. The caller holds the mutex.
func (sc *scope) apply(c encoded) {
	t, s := sc.thread, sc.store
	t.checkpoint = c.checkpoint
	t.turns[sc.id.Turn] = ik.StoredTurn{Digest: c.digest, Result: c.result}
	t.messages = append(t.messages, c.messages...)
	t.retired = append(t.retired, c.retired...)
	for _, a := range c.answered {
		if _, first := t.answered[a.ID]; !first {
			t.answered[a.ID] = a
		}
	}
	for _, e := range c.outbox {
		s.publish(t, e)
	}
}

// cloneEvent copies an event so that nothing is shared.
func cloneEvent(e ik.Event) ik.Event {
	e.Data = bytes.Clone(e.Data)
	return e
}
