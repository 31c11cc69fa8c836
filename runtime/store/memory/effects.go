package memory

import (
	"context"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ledger"
	ik "github.com/ikgen/ikgen/runtime"
)

// Effects gives the whole ledger of a thread, in order of creation. The receipts are the caller's copies.
func (s *Store) Effects(id ik.ThreadID) []ik.EffectReceipt {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[id]
	if t == nil {
		return nil
	}
	out := make([]ik.EffectReceipt, 0, len(t.keys))
	for _, key := range t.keys {
		out = append(out, t.rows[key].Clone().Receipt)
	}
	return out
}

// SettleEffect ends an uncertain effect, once the turn that runs has ended. The receipt in the checkpoint follows, and
// an event effect.settled is in the outbox.
func (s *Store) SettleEffect(ctx context.Context, id ik.EffectID, st ik.Settlement) (ik.EffectReceipt, error) {
	ref, ok := s.locate(id)
	if !ok {
		return ik.EffectReceipt{}, notFound(id)
	}
	release, err := s.acquire(ctx, ref.thread)
	if err != nil {
		return ik.EffectReceipt{}, err
	}
	defer release()
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[ref.thread]
	row := t.rows[ref.key]
	if row == nil {
		return ik.EffectReceipt{}, notFound(id)
	}
	settled, fault := ledger.Settle(*row, st, false)
	if fault != nil {
		return ik.EffectReceipt{}, fault
	}
	if err := t.replaceReceipt(settled.Receipt); err != nil {
		return ik.EffectReceipt{}, err
	}
	t.rows[ref.key] = &settled
	s.publish(t, ledger.Settled(ref.thread, settled.Receipt))
	return settled.Clone().Receipt, nil
}

func (s *Store) locate(id ik.EffectID) (effectRef, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ref, ok := s.effects[id]
	return ref, ok
}

// replaceReceipt updates the checkpoint's copy of a receipt, if it has one. An unreadable checkpoint stays untouched.
func (t *thread) replaceReceipt(r ik.EffectReceipt) error {
	if t.checkpoint == nil {
		return nil
	}
	cp, err := ik.DecodeCheckpoint(t.checkpoint)
	if err != nil {
		return err
	}
	changed := false
	for i := range cp.Effects {
		if cp.Effects[i].ID == r.ID {
			cp.Effects[i], changed = r, true
		}
	}
	if !changed {
		return nil
	}
	raw, err := json.Marshal(cp)
	if err != nil {
		return invalidCommit("its checkpoint is not JSON").Because(err)
	}
	t.checkpoint = raw
	return nil
}

func notFound(id ik.EffectID) *ik.Error {
	return ik.NewError(ik.KindDurability, "EFFECT_NOT_FOUND", "there is no effect %q", string(id)).
		With("effectId", string(id))
}
