package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

// called is an event of a model call with the text of a prompt.
func called(thread ik.ThreadID, id, text string) ik.Event {
	data := fmt.Sprintf(`{"audit":{"prompt":{"instructionHash":%q,"instructions":%q,"revision":"default"}},"task":%q}`,
		ik.TextHash(text), text, id)
	return ik.Event{ID: ik.EventID(id), Type: "model.invoked", ThreadID: thread, Data: json.RawMessage(data)}
}

func TestTheTextOfAPromptIsKeptOnce(t *testing.T) {
	ctx, s := context.Background(), New()
	long, other := strings.Repeat("A long text. ", 500), strings.Repeat("Another one. ", 500)
	var want []ik.Event
	for turn := range 10 {
		thread := ik.ThreadID([]string{"t", "u"}[turn%2])
		events := []ik.Event{called(thread, fmt.Sprint("a", turn), long), {ID: ik.EventID(fmt.Sprint("b", turn)), ThreadID: thread, Data: json.RawMessage(`{}`)}}
		if turn == 0 {
			events = append(events, called(thread, "c", other))
		}
		err := s.WithTurn(ctx, ik.TurnIdentity{Thread: thread, Turn: ik.TurnID(fmt.Sprint(turn))}, func(ctx context.Context, sc ik.TurnScope) error {
			return sc.Commit(ctx, ik.Commit{Result: []byte(`{}`), Checkpoint: &ik.Checkpoint{SchemaVersion: 1, Revision: turn/2 + 1}, Outbox: events})
		})
		require.NoError(t, err)
		want = append(want, events...)
	}
	size := 0
	for _, r := range s.outbox {
		size += len(r.Event.Data)
	}
	assert.Less(t, size, len(long), "rows do not have the text")
	assert.Len(t, s.texts, 2)

	rows, err := s.Outbox(ctx, 0, 100)
	require.NoError(t, err)
	var got []ik.Event
	for _, r := range rows {
		got = append(got, r.Event)
	}
	assert.Equal(t, want, got, "byte for byte")
	clear(rows[0].Event.Data)
	again, err := s.Outbox(ctx, 0, 1)
	require.NoError(t, err)
	assert.Equal(t, want[0], again[0].Event, "readers get copies")

	require.NoError(t, s.Ack(ctx, "c", "b0"))
	assert.Len(t, s.texts, 1, "a text goes with the last event that has it")
	require.NoError(t, s.Erase(ctx, "t"))
	assert.Len(t, s.texts, 1)
	require.NoError(t, s.Erase(ctx, "u"))
	assert.Empty(t, s.texts, "nothing of an erased thread stays")
	assert.Empty(t, s.outbox)
}
