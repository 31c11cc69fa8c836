package memory_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/store/memory"
	"github.com/ikgen/ikgen/runtime/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestConformance runs the public suite, whose items name what they cover: C-139, E-209, E-211, E-221, E-223, E-224, E-226,
// E-227, E-229, E-230, E-232, E-233 and others.
func TestConformance(t *testing.T) {
	storetest.Run(t, func(*testing.T) ik.Store { return memory.New() })
}

func TestSeed(t *testing.T) {
	ctx := context.Background()
	open := func(raw string) error {
		s := memory.New()
		s.Seed("t", []byte(raw))
		return s.WithTurn(ctx, ik.TurnIdentity{Thread: "t", Turn: "1"}, func(_ context.Context, sc ik.TurnScope) error {
			assert.Equal(t, 3, sc.Checkpoint().Revision)
			return nil
		})
	}
	require.NoError(t, open(`{"schemaVersion":1,"revision":3,"agentFingerprint":"c","auditFingerprint":"a","messages":[],"messageCount":0,"facts":[],"agenda":[],"effects":[]}`))
	assert.Equal(t, "CHECKPOINT_SCHEMA_UNSUPPORTED", ik.CodeOf(open(`{"schemaVersion":2}`)))
	for _, bad := range []string{`{}`, `[]`, ``, `{"schemaVersion":1,"revision":"x"}`, `{"schemaVersion":1,"other":1}`,
		`{"schemaVersion":1,"Revision":3}`, `{"schemaVersion":1,"revision":3,"revision":3}`,
		`{"schemaVersion":1,"interaction":{"unknown":1}}`, `{"schemaVersion":1,"facts":[{"evidence":[{"x":1}]}]}`, `{"schemaVersion":1} 1`} {
		assert.Equal(t, "CHECKPOINT_UNREADABLE", ik.CodeOf(open(bad)), bad)
	}
}

// A thread that begins in the middle has its messages at their absolute indexes.
func TestHistoryOfASeededThread(t *testing.T) {
	ctx := context.Background()
	s := memory.New()
	s.Seed("t", []byte(`{"schemaVersion":1,"revision":3,"agentFingerprint":"c","auditFingerprint":"a","messages":[
		{"role":"user","content":"8","at":"2026-01-01T00:00:00Z"},{"role":"assistant","content":"9","at":"2026-01-01T00:00:00Z"}],
		"messageCount":10,"facts":[],"agenda":[],"effects":[]}`))
	for _, c := range []struct {
		before, limit int
		want          []string
	}{{-1, 5, []string{"8", "9"}}, {10, 1, []string{"9"}}, {9, 5, []string{"8"}}, {8, 5, nil}, {3, 5, nil}, {99, 1, []string{"9"}}} {
		list, err := s.History(ctx, "t", c.before, c.limit)
		require.NoError(t, err)
		var got []string
		for _, m := range list {
			got = append(got, m.Content)
		}
		assert.Equal(t, c.want, got, "before %d", c.before)
	}
}

func TestLeases(t *testing.T) {
	ctx := context.Background()
	id := ik.TurnIdentity{Thread: "t", Turn: "1"}
	t.Run("E-244 a turn that dies after its commit holds nothing up", func(t *testing.T) {
		s := memory.New()
		assert.Panics(t, func() {
			_ = s.WithTurn(ctx, id, func(ctx context.Context, sc ik.TurnScope) error {
				require.NoError(t, sc.Commit(ctx, ik.Commit{Result: []byte(`{}`), Checkpoint: &ik.Checkpoint{SchemaVersion: 1, Revision: 1}}))
				panic("dead")
			})
		})
		require.NoError(t, s.WithTurn(ctx, ik.TurnIdentity{Thread: "t", Turn: "2"}, func(_ context.Context, sc ik.TurnScope) error {
			assert.Equal(t, 1, sc.Checkpoint().Revision)
			return nil
		}))
	})
	t.Run("E-247 a turn that lost its lease prepares no effect", func(t *testing.T) {
		s := memory.New()
		var zombie ik.TurnScope
		require.NoError(t, s.WithTurn(ctx, id, func(_ context.Context, sc ik.TurnScope) error {
			zombie = sc
			return nil
		}))
		_, err := zombie.BeginEffect(ctx, ik.EffectIdentity{Key: "a:k", Capability: "a", ReceiptID: "effect-1"})
		assert.Equal(t, "LEASE_LOST", ik.CodeOf(err))
		assert.Empty(t, s.Effects("t"))
	})
}

func TestReaders(t *testing.T) {
	ctx := context.Background()
	s := memory.New()
	err := s.WithTurn(ctx, ik.TurnIdentity{Thread: "b", Turn: "1"}, func(ctx context.Context, sc ik.TurnScope) error {
		claim, err := sc.BeginEffect(ctx, ik.EffectIdentity{Key: "a:k", Capability: "a", ReceiptID: "effect-1", At: time.Unix(0, 0)})
		require.NoError(t, err)
		_, err = sc.FinishEffect(ctx, claim, ik.EffectOutcome{Status: ik.EffectUncertain, At: time.Unix(1, 0)})
		require.NoError(t, err)
		return sc.Commit(ctx, ik.Commit{
			Result: []byte(`{}`), Checkpoint: &ik.Checkpoint{SchemaVersion: 1, Revision: 1},
			Messages: []ik.Message{{Role: ik.RoleUser, Content: "x"}},
			Retired:  []ik.FactRecord{{FactRef: ik.FactRef{Type: "x", Version: 1}, Value: []byte(`1`)}},
			Outbox:   []ik.Event{{ID: "event-1", ThreadID: "b"}},
		})
	})
	require.NoError(t, err)
	require.NoError(t, s.Erase(ctx, "a"))
	stats, err := s.Stats(ctx)
	require.NoError(t, err)
	assert.Equal(t, ik.StoreStats{Threads: 1, Erased: 1, Turns: 1, Messages: 1, Effects: 1, Uncertain: 1, Outbox: 1}, stats)
	threads, err := s.Threads(ctx, ik.ThreadFilter{})
	require.NoError(t, err)
	assert.Equal(t, []ik.ThreadInfo{{Thread: "a", Erased: true}, {Thread: "b", Revision: 1, Messages: 1, Uncertain: 1}}, threads)
	threads, err = s.Threads(ctx, ik.ThreadFilter{After: "a", Limit: 1})
	require.NoError(t, err)
	assert.Len(t, threads, 1)
	retired, err := s.Retired("b")
	require.NoError(t, err)
	assert.Len(t, retired, 1)
	assert.Len(t, s.Effects("b"), 1)
}
