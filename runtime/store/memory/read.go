package memory

import (
	"context"
	"encoding/json"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// History gives up to limit messages with an absolute index below before, oldest first; before < 0 counts from the end.
func (s *Store) History(ctx context.Context, id ik.ThreadID, before, limit int) ([]ik.Message, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[id]
	switch {
	case t == nil:
		return nil, nil
	case t.erased:
		return nil, erasedError(id)
	}
	end := len(t.messages)
	if before >= 0 {
		end = min(max(0, before-t.unknown), end)
	}
	return slices.Clone(t.messages[max(0, end-max(0, limit)):end]), nil
}

// Threads describes the stored threads, in code order of their ids.
func (s *Store) Threads(ctx context.Context, f ik.ThreadFilter) ([]ik.ThreadInfo, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []ik.ThreadInfo
	for _, id := range s.sortedIDs() {
		if f.Limit > 0 && len(out) == f.Limit {
			break
		}
		if t := s.threads[id]; id > f.After && t.stored() {
			out = append(out, t.info(id))
		}
	}
	return out, nil
}

// Stats counts what the store holds.
func (s *Store) Stats(ctx context.Context) (ik.StoreStats, error) {
	if err := ctx.Err(); err != nil {
		return ik.StoreStats{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	st := ik.StoreStats{Outbox: len(s.outbox)}
	for _, t := range s.threads {
		switch {
		case t.erased:
			st.Erased++
			continue
		case t.stored():
			st.Threads++
		}
		st.Turns += len(t.turns)
		st.Messages += len(t.messages)
		st.Effects += len(t.rows)
		st.Uncertain += t.uncertain()
	}
	return st, nil
}

func (s *Store) sortedIDs() []ik.ThreadID {
	ids := make([]ik.ThreadID, 0, len(s.threads))
	for id := range s.threads {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// stored tells whether anything is kept of the thread: a lease alone is nothing.
func (t *thread) stored() bool {
	return t.erased || t.checkpoint != nil || len(t.rows) > 0
}

func (t *thread) info(id ik.ThreadID) ik.ThreadInfo {
	in := ik.ThreadInfo{Thread: id, Messages: len(t.messages), Erased: t.erased, Uncertain: t.uncertain()}
	if cp, err := ik.DecodeCheckpoint(t.checkpoint); err == nil {
		in.Revision = cp.Revision
	}
	return in
}

// uncertain counts the effects that wait for a settlement. A claim whose lease is gone counts.
func (t *thread) uncertain() int {
	n := 0
	for _, row := range t.rows {
		dead := row.Receipt.Status == ik.EffectPrepared && !(t.lease.held && row.Token == t.lease.token)
		if dead || row.Receipt.Status == ik.EffectUncertain {
			n++
		}
	}
	return n
}

// Retired gives the facts that turns of the thread removed or replaced, oldest first.
func (s *Store) Retired(id ik.ThreadID) ([]ik.FactRecord, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.threads[id]
	if t == nil {
		return nil, nil
	}
	out := make([]ik.FactRecord, len(t.retired))
	for i, raw := range t.retired {
		if err := json.Unmarshal(raw, &out[i]); err != nil {
			return nil, invalidCommit("a retired fact cannot be read").Because(err)
		}
	}
	return out, nil
}
