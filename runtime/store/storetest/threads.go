package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	ik "github.com/ikgen/ikgen/runtime"
)

// threadItems are the requirements on history and erasure.
func threadItems() []item {
	return []item{
		{"history is read from the end or below an index", history},
		{"an erased thread takes no turn and shows nothing", func(t *testing.T, s ik.Store) {
			ctx := context.Background()
			uncertain(t, s)
			turn(t, s, "u", "1", func(sc ik.TurnScope) { mustCommit(t, sc, commit(1)) })
			noError(t, s.Erase(ctx, "t"))
			noError(t, s.Erase(ctx, "t"))
			err := s.WithTurn(ctx, identity("t", "1"), func(context.Context, ik.TurnScope) error { return nil })
			hasCode(t, err, "THREAD_ERASED")
			_, err = s.History(ctx, "t", -1, 10)
			hasCode(t, err, "THREAD_ERASED")
			_, err = s.SettleEffect(ctx, "effect-1", ik.Settlement{At: epoch})
			hasCode(t, err, "EFFECT_NOT_FOUND")
			turn(t, s, "u", "2", func(sc ik.TurnScope) { equal(t, "other thread", sc.Checkpoint().Revision, 1) })
		}},
	}
}

func history(t *testing.T, s ik.Store) {
	ctx := context.Background()
	none, err := s.History(ctx, "t", -1, 10)
	noError(t, err)
	equal(t, "of a new thread", len(none), 0)
	for n := 1; n <= 5; n++ {
		turn(t, s, "t", fmt.Sprint(n), func(sc ik.TurnScope) {
			c := commit(n)
			c.Messages = []ik.Message{
				{Role: ik.RoleUser, Content: fmt.Sprint("u", n), At: epoch}, {Role: ik.RoleAssistant, Content: fmt.Sprint("a", n), At: epoch},
			}
			mustCommit(t, sc, c)
		})
	}
	for _, c := range []struct {
		before, limit int
		want          []string
	}{
		{-1, 3, []string{"a4", "u5", "a5"}}, {4, 2, []string{"u2", "a2"}}, {2, 10, []string{"u1", "a1"}},
		{0, 10, nil}, {99, 1, []string{"a5"}}, {-1, 0, nil},
	} {
		got, err := s.History(ctx, "t", c.before, c.limit)
		noError(t, err)
		var texts []string
		for _, m := range got {
			texts = append(texts, m.Content)
		}
		equal(t, fmt.Sprint("history below ", c.before), texts, c.want)
	}
}

// outboxItems are the requirements on the outbox, for stores that can read it.
func outboxItems() []item {
	return []item{
		{"C44 C45 C47 events wait in commit order until they are acknowledged", delivery},
		{"events of model calls come back byte for byte, and so after another with the same prompt is gone", modelCalls},
		{"C46 a turn that does not commit leaves no events", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				c := commit(9)
				c.Outbox = events("1", 1)
				hasCode(t, sc.Commit(context.Background(), c), "CHECKPOINT_REVISION_CONFLICT")
			})
			equal(t, "rows", len(outbox(t, s)), 0)
		}},
	}
}

func delivery(t *testing.T, s ik.Store) {
	reader, ok := s.(ik.OutboxReader)
	if !ok {
		t.Skip("the store has no outbox reader")
	}
	ctx := context.Background()
	var want []ik.Event
	for i, thread := range []string{"t", "u", "t"} {
		turn(t, s, thread, fmt.Sprint(i), func(sc ik.TurnScope) {
			c := commit(1 + i/2)
			c.Outbox = events(fmt.Sprint(i), 2)
			for e := range c.Outbox {
				c.Outbox[e].ThreadID = ik.ThreadID(thread)
			}
			want = append(want, c.Outbox...)
			mustCommit(t, sc, c)
		})
	}
	turn(t, s, "v", "1", func(sc ik.TurnScope) { mustCommit(t, sc, commit(1)) })
	rows := outbox(t, s)
	equal(t, "rows", len(rows), len(want))
	sequences := make([]int64, len(rows))
	for i, r := range rows {
		sameJSON(t, "event", r.Event, want[i])
		sequences[i] = r.Sequence
	}
	equal(t, "sequences of the threads", sequences, []int64{1, 2, 1, 2, 3, 4})
	again := outbox(t, s)
	equal(t, "read again", again, rows)
	noError(t, reader.Ack(ctx, want[0].ID, want[3].ID, "unknown"))
	rest, err := reader.Outbox(ctx, rows[1].Position, 2)
	noError(t, err)
	equal(t, "after an acknowledgement", rest, []ik.OutboxRow{rows[2], rows[4]})
}

// modelCalls holds a store that keeps the text of a prompt apart from its events to giving it back.
func modelCalls(t *testing.T, s ik.Store) {
	reader, ok := s.(ik.OutboxReader)
	if !ok {
		t.Skip("the store has no outbox reader")
	}
	const prompt = `{"audit": {"prompt": {"instructionHash":"%064d","instructions":"Say \"%s\".\n","revision":"r"}}}`
	var want []ik.Event
	for i, thread := range []string{"t", "u"} {
		turn(t, s, thread, "1", func(sc ik.TurnScope) {
			c := commit(1)
			c.Outbox = events(fmt.Sprint(i), 3)
			for e, text := range []string{"hello", "hello", "another"} {
				c.Outbox[e].Type, c.Outbox[e].ThreadID = "model.invoked", ik.ThreadID(thread)
				c.Outbox[e].Data = fmt.Appendf(nil, prompt, e, text)
			}
			want = append(want, c.Outbox...)
			mustCommit(t, sc, c)
		})
	}
	for range want {
		rows := outbox(t, s)
		equal(t, "rows", len(rows), len(want))
		for i, r := range rows {
			equal(t, "data", string(r.Event.Data), string(want[i].Data))
		}
		noError(t, reader.Ack(context.Background(), want[0].ID))
		want = want[1:]
	}
	equal(t, "rows", len(outbox(t, s)), 0)
}

// outbox reads everything that waits; it skips the test when the store cannot.
func outbox(t *testing.T, s ik.Store) []ik.OutboxRow {
	t.Helper()
	reader, ok := s.(ik.OutboxReader)
	if !ok {
		t.Skip("the store has no outbox reader")
	}
	rows, err := reader.Outbox(context.Background(), 0, 1000)
	noError(t, err)
	return rows
}

func events(turn string, n int) []ik.Event {
	var out []ik.Event
	for i := range n {
		out = append(out, ik.Event{
			ID: ik.EventID(fmt.Sprint("event-", turn, "-", i)), Type: "turn.started", Version: 1, OccurredAt: epoch, ThreadID: "t",
			TurnID: ik.TurnID(turn), Sequence: i + 1, CorrelationID: "trace-1", Category: ik.CategoryTrace, Data: json.RawMessage(`{"a":1}`),
		})
	}
	return out
}
