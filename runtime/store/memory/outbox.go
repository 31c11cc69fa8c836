package memory

import (
	"cmp"
	"context"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// row is an event that waits for delivery, without the text of its prompt.
type row struct {
	ik.OutboxRow
	prompt ik.PromptText // its Text is in the store's texts; no Hash where the event has none
}

// keptText is the text of a prompt, and how many rows have it.
type keptText struct {
	text string
	rows int
}

// publish appends one event to the outbox. The caller holds the mutex.
func (s *Store) publish(t *thread, e ik.Event) {
	t.sequence++
	s.position++
	kept, prompt, ok := e.WithoutPrompt()
	if ok {
		s.keep(prompt)
		prompt.Text = ""
	}
	s.outbox = append(s.outbox, row{ik.OutboxRow{Position: s.position, Sequence: t.sequence, Event: kept}, prompt})
}

// keep counts one more row that has a text. The caller holds the mutex.
func (s *Store) keep(p ik.PromptText) {
	if s.texts[p.Hash] == nil {
		s.texts[p.Hash] = &keptText{text: p.Text}
	}
	s.texts[p.Hash].rows++
}

// drop removes rows, and the texts that no row has any more. The caller holds the mutex.
func (s *Store) drop(unwanted func(ik.Event) bool) {
	s.outbox = slices.DeleteFunc(s.outbox, func(r row) bool {
		if !unwanted(r.Event) {
			return false
		}
		if kept := s.texts[r.prompt.Hash]; kept != nil {
			if kept.rows--; kept.rows == 0 {
				delete(s.texts, r.prompt.Hash)
			}
		}
		return true
	})
}

// whole gives a row as it was committed. The caller holds the mutex.
func (s *Store) whole(r row) ik.OutboxRow {
	out := r.OutboxRow
	if kept := s.texts[r.prompt.Hash]; kept != nil {
		r.prompt.Text = kept.text
		out.Event = out.Event.WithPrompt(r.prompt)
		return out
	}
	out.Event = cloneEvent(out.Event)
	return out
}

// Outbox gives up to limit events that wait for delivery, with a position above after.
func (s *Store) Outbox(ctx context.Context, after int64, limit int) ([]ik.OutboxRow, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	from, _ := slices.BinarySearchFunc(s.outbox, after+1, func(r row, p int64) int { return cmp.Compare(r.Position, p) })
	to := min(len(s.outbox), from+max(0, limit))
	out := make([]ik.OutboxRow, 0, to-from)
	for _, r := range s.outbox[from:to] {
		out = append(out, s.whole(r))
	}
	return out, nil
}

// Ack marks events as delivered.
func (s *Store) Ack(ctx context.Context, ids ...ik.EventID) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	done := make(map[ik.EventID]bool, len(ids))
	for _, id := range ids {
		done[id] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(func(e ik.Event) bool { return done[e.ID] })
	return nil
}
