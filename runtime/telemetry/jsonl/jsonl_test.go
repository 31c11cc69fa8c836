package jsonl_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/telemetry/jsonl"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func event(n int) ik.Event {
	return ik.Event{
		ID: ik.EventID(fmt.Sprintf("event-%d", n)), Type: "turn.started", Version: 1, OccurredAt: time.UnixMilli(int64(n)).UTC(),
		ThreadID: "thread-1", TurnID: "t1", Sequence: n, CorrelationID: "trace-1", Category: ik.CategoryTrace,
		Data: json.RawMessage(`{"checkpointRevision":0,"messageLength":5}`),
	}
}

func closed(t *testing.T, s *jsonl.Sink) {
	t.Helper()
	require.NoError(t, s.Close(t.Context()))
}

// gate is a writer that waits until it is opened.
type gate struct {
	bytes.Buffer
	open    chan struct{}
	reached chan struct{}
	once    sync.Once
}

func newGate() *gate { return &gate{open: make(chan struct{}), reached: make(chan struct{})} }

func (g *gate) Write(b []byte) (int, error) {
	g.once.Do(func() { close(g.reached) })
	<-g.open
	return g.Buffer.Write(b)
}

func TestEventsComeBackAsTheyWere(t *testing.T) {
	var file bytes.Buffer
	s := jsonl.New(&file, jsonl.Options{})
	var want []ik.Event
	for n := range 300 {
		want = append(want, event(n+1))
		require.NoError(t, s.Emit(t.Context(), want[n]))
	}
	require.NoError(t, s.Flush(t.Context()))
	assert.Equal(t, 300, strings.Count(file.String(), "\n"), "all is written after a flush")
	closed(t, s)
	closed(t, s)
	var got []ik.Event
	for e, err := range jsonl.Read(&file) {
		require.NoError(t, err)
		got = append(got, e)
	}
	assert.Equal(t, want, got)
	assert.Equal(t, "EVENT_SINK_CLOSED", ik.CodeOf(s.Emit(t.Context(), event(1))))
}

func TestASlowWriterKeepsNobodyWaiting(t *testing.T) {
	for name, opt := range map[string]jsonl.Options{"events": {MaxEvents: 10}, "bytes": {MaxBytes: 3000}} {
		t.Run(name, func(t *testing.T) {
			slow := newGate()
			s := jsonl.New(slow, opt)
			require.NoError(t, s.Emit(t.Context(), event(1)))
			<-slow.reached
			taken := 1
			for n := range 100 {
				err := s.Emit(t.Context(), event(n+2))
				if err == nil {
					taken++
					continue
				}
				assert.Equal(t, "EVENT_SINK_FULL", ik.CodeOf(err))
				assert.True(t, ik.IsRetryable(err))
			}
			assert.Equal(t, 101-taken, s.Dropped())
			assert.Less(t, taken, 14)
			over, cancel := context.WithCancel(t.Context())
			cancel()
			assert.ErrorIs(t, s.Flush(over), context.Canceled)
			assert.ErrorIs(t, s.Close(over), context.Canceled)
			close(slow.open)
			closed(t, s)
			assert.Equal(t, taken, strings.Count(slow.String(), "\n"), "what was taken is written")
		})
	}
}

// flaky fails as its script says: it takes so many bytes of a call, or panics.
type flaky struct {
	bytes.Buffer
	script []int
}

const panics = -1

func (f *flaky) Write(b []byte) (int, error) {
	if len(f.script) == 0 {
		return f.Buffer.Write(b)
	}
	n := f.script[0]
	f.script = f.script[1:]
	if n == panics {
		panic("disk")
	}
	f.Buffer.Write(b[:n])
	return n, errors.New("disk full")
}

func TestWhatCannotBeWrittenIsToldAndTheNextLineIsWhole(t *testing.T) {
	f := &flaky{script: []int{10, 0, panics}}
	var lost []ik.EventID
	s := jsonl.New(f, jsonl.Options{OnError: func(e ik.Event, err error) {
		require.Error(t, err)
		lost = append(lost, e.ID)
		panic("the host's own fault")
	}})
	for n := range 5 {
		require.NoError(t, s.Emit(t.Context(), event(n+1)))
		require.NoError(t, s.Flush(t.Context()))
	}
	closed(t, s)
	assert.Equal(t, []ik.EventID{"event-1", "event-2", "event-3"}, lost)
	var codes []string
	var got []ik.EventID
	for e, err := range jsonl.Read(&f.Buffer) {
		if err != nil {
			codes = append(codes, ik.CodeOf(err))
			continue
		}
		got = append(got, e.ID)
	}
	assert.Equal(t, []string{"EVENT_LINE_UNREADABLE"}, codes, "half of the first line")
	assert.Equal(t, []ik.EventID{"event-4", "event-5"}, got)
}

func TestManyTurnsMayUseOneSink(t *testing.T) {
	var file bytes.Buffer
	s := jsonl.New(&file, jsonl.Options{MaxEvents: 10_000})
	var wg sync.WaitGroup
	for turn := range 8 {
		wg.Go(func() {
			for n := range 200 {
				assert.NoError(t, s.Emit(context.Background(), event(turn*1000+n+1)))
				if n%50 == 0 {
					assert.NoError(t, s.Flush(context.Background()))
				}
			}
		})
	}
	wg.Wait()
	closed(t, s)
	last := map[int]int{}
	for e, err := range jsonl.Read(&file) {
		require.NoError(t, err)
		assert.Greater(t, e.Sequence, last[e.Sequence/1000], "the order of a turn")
		last[e.Sequence/1000] = e.Sequence
	}
	assert.Len(t, last, 8)
}

func TestAnEventThatIsNoJSONIsRefused(t *testing.T) {
	s := jsonl.New(&bytes.Buffer{}, jsonl.Options{})
	defer closed(t, s)
	e := event(1)
	e.Data = json.RawMessage("{")
	assert.Equal(t, "EVENT_UNWRITABLE", ik.CodeOf(s.Emit(t.Context(), e)))
}
