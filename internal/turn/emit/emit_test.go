package emit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// sink records events, and fails or panics where it is told to.
type sink struct {
	got   []ik.Event
	fail  func(ik.Event) error
	panic bool
}

func (s *sink) Emit(_ context.Context, e ik.Event) error {
	s.got = append(s.got, e)
	if s.panic {
		panic("sink")
	}
	if s.fail != nil {
		return s.fail(e)
	}
	return nil
}

func config(change func(*emit.Config)) emit.Config {
	at := time.Date(2026, 1, 1, 10, 0, 0, 123_456_789, time.FixedZone("x", 3600))
	cfg := emit.Config{
		Thread: "th", Turn: "t", Trace: "trace-1", Agent: ik.AgentStamp{ID: "a", Version: 2}, IDs: &snaptest.IDs{},
		Stamp: func() time.Time { return at },
	}
	if change != nil {
		change(&cfg)
	}
	return cfg
}

func event(data any) emit.Event {
	return emit.Event{Type: "x.y", Category: ik.CategoryAudit, Step: "s", Cause: "c", Data: data}
}

func TestEnvelope(t *testing.T) {
	e := emit.New(config(nil))
	id := e.Emit(t.Context(), event(map[string]any{"n": 1}))
	assert.Equal(t, ik.EventID("event-1"), id)
	assert.Equal(t, id, e.Last())
	raw, err := json.Marshal(e.Events()[0])
	require.NoError(t, err)
	assert.JSONEq(t, `{"id":"event-1","type":"x.y","version":1,"occurredAt":"2026-01-01T09:00:00.123Z","threadId":"th",
		"turnId":"t","stepId":"s","sequence":1,"correlationId":"trace-1","causationId":"c","category":"audit",
		"agent":{"id":"a","version":2,"contract":"","audit":""},"data":{"n":1}}`, string(raw))
}

func TestPreparedEventsAreInTheListBeforeTheyAreSent(t *testing.T) {
	s := &sink{}
	e := emit.New(config(func(c *emit.Config) { c.Sink = s }))
	first := e.Prepare(event(map[string]any{}))
	assert.Len(t, e.Events(), 1)
	assert.Empty(t, s.got)
	e.Send(t.Context(), first)
	assert.Equal(t, []ik.Event{first}, s.got)
}

func TestSinkFaultsNeverFailATurn(t *testing.T) {
	boom := errors.New("boom")
	for name, s := range map[string]*sink{
		"E-151 error": {fail: func(ik.Event) error { return boom }},
		"panic":       {panic: true},
	} {
		t.Run(name, func(t *testing.T) {
			var heard []int
			e := emit.New(config(func(c *emit.Config) {
				c.Sink = s
				c.OnSinkError = func(ev ik.Event, err error) {
					require.Error(t, err)
					heard = append(heard, ev.Sequence)
					panic("a bad callback")
				}
			}))
			e.Emit(t.Context(), event(map[string]any{}))
			e.Emit(t.Context(), event(map[string]any{}))
			assert.Equal(t, []int{1, 2}, heard)
			assert.Len(t, e.Events(), 2)
		})
	}
}

func TestASinkCannotChangeTheOutbox(t *testing.T) {
	s := &sink{fail: func(e ik.Event) error { copy(e.Data, "xxxxxxx"); return nil }}
	e := emit.New(config(func(c *emit.Config) { c.Sink = s }))
	e.Emit(t.Context(), event(map[string]any{"n": 1}))
	assert.JSONEq(t, `{"n":1}`, string(e.Events()[0].Data))
}

func TestNumbersAndSinkCallsAreInOneOrder(t *testing.T) {
	s := &sink{}
	e := emit.New(config(func(c *emit.Config) { c.Sink = s }))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				e.Emit(t.Context(), event(map[string]any{}))
			}
		})
	}
	wg.Wait()
	require.Len(t, s.got, 400)
	for i, ev := range s.got {
		assert.Equal(t, i+1, ev.Sequence)
		assert.Equal(t, ik.EventID(fmt.Sprintf("event-%d", i+1)), ev.ID)
	}
	assert.Equal(t, s.got, e.Events())
}

func TestRedaction(t *testing.T) {
	in := map[string]any{"secret": "s", "keep": 1, "big": json.Number("12345678901234567890")}
	for name, c := range map[string]struct {
		redact func(any) (any, error)
		want   string
	}{
		"no redactor":      {nil, `{"secret":"s","keep":1,"big":12345678901234567890}`},
		"E-145 partial":    {func(v any) (any, error) { v.(map[string]any)["secret"] = "-"; return v, nil }, `{"secret":"-","keep":1,"big":12345678901234567890}`},
		"null":             {func(any) (any, error) { return nil, nil }, `{}`},
		"wrong type":       {func(any) (any, error) { return "text", nil }, `{}`},
		"a list":           {func(any) (any, error) { return []any{1}, nil }, `{}`},
		"panic":            {func(any) (any, error) { panic("x") }, `{}`},
		"E-146 error":      {func(v any) (any, error) { return v, errors.New("x") }, `{}`},
		"cannot be JSON":   {func(any) (any, error) { return map[string]any{"f": math.NaN()}, nil }, `{}`},
		"a struct is fine": {func(any) (any, error) { return struct{ A int }{1}, nil }, `{"A":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			e := emit.New(config(func(cfg *emit.Config) { cfg.Redact = c.redact }))
			e.Emit(t.Context(), event(in))
			assert.Equal(t, 1, e.Events()[0].Sequence)
			assert.JSONEq(t, c.want, string(e.Events()[0].Data))
			assert.Equal(t, "s", in["secret"], "the redactor works on a copy")
		})
	}
}

type explosive struct{}

func (explosive) MarshalJSON() ([]byte, error) { panic("canary") }

func TestDataThatCannotBeMadeSafeIsEmpty(t *testing.T) {
	for name, data := range map[string]any{
		"not an object": []int{1}, "null": nil, "function": map[string]any{"f": func() {}}, "panics": explosive{},
	} {
		t.Run(name, func(t *testing.T) {
			e := emit.New(config(nil))
			e.Emit(t.Context(), event(data))
			assert.JSONEq(t, `{}`, string(e.Events()[0].Data))
		})
	}
}

func TestReasoningFields(t *testing.T) {
	const data = `{"chainOfThought":1,"chainofthought":2,"a":[{"privateReasoning":"x","b":{"rawReasoning":[]}}]}`
	want := `{"chainofthought":2,"a":[{"b":{}}]}`
	t.Run("E-142 stripped at every depth", func(t *testing.T) {
		e := emit.New(config(nil))
		e.Emit(t.Context(), event(json.RawMessage(data)))
		assert.JSONEq(t, want, string(e.Events()[0].Data))
	})
	t.Run("E-142 also where its name is written in escapes", func(t *testing.T) {
		for _, name := range []string{`\u0063hainOfThought`, `private\u0052easoning`, `rawReasonin\u0067`, `chainO\u0066Thought`} {
			e := emit.New(config(nil))
			e.Emit(t.Context(), event(json.RawMessage(`{"a":{"`+name+`":"x"},"b":"<&>"}`)))
			assert.JSONEq(t, `{"a":{},"b":"<&>"}`, string(e.Events()[0].Data), name)
		}
	})
	t.Run("E-143 the redactor sees them and cannot bring them back", func(t *testing.T) {
		seen := false
		e := emit.New(config(func(c *emit.Config) {
			c.Redact = func(v any) (any, error) {
				m := v.(map[string]any)
				_, seen = m["chainOfThought"]
				m["rawReasoning"] = "again"
				return m, nil
			}
		}))
		e.Emit(t.Context(), event(json.RawMessage(data)))
		assert.True(t, seen)
		assert.JSONEq(t, want, string(e.Events()[0].Data))
	})
}

func TestProtectedTextsAreMaskedInLaterEvents(t *testing.T) {
	e := emit.New(config(nil))
	e.Emit(t.Context(), event(map[string]any{"a": "ana@shop.org"}))
	e.Protect([]string{"ana", "ana@shop.org", "x"})
	e.Emit(t.Context(), event(map[string]any{"ana": []string{"to ana@shop.org", "banana", "x"}}))
	assert.JSONEq(t, `{"a":"ana@shop.org"}`, string(e.Events()[0].Data))
	assert.JSONEq(t, `{"ana":["to [redacted]","b[redacted]","x"]}`, string(e.Events()[1].Data))
}

func TestWithdrawnEventsLeaveNoGap(t *testing.T) {
	s := &sink{}
	e := emit.New(config(func(c *emit.Config) { c.Sink = s }))
	e.Emit(t.Context(), event(nil))
	a, b := e.Prepare(event(nil)), e.Prepare(event(nil))
	e.Withdraw(a, b)
	assert.Equal(t, s.got[0].ID, e.Last())
	e.Emit(t.Context(), event(nil))
	require.Len(t, s.got, 2)
	assert.Equal(t, 2, s.got[1].Sequence)
	sent := e.Emit(t.Context(), event(nil))
	e.Withdraw(a)
	assert.Equal(t, sent, e.Last(), "only what is last goes")
}

func TestDataThatIsWrittenLater(t *testing.T) {
	written := 0
	data := emit.Later(func() emit.Written {
		written++
		return emit.Written(`{"name":"Ann","secret":"hush-hush"}`)
	})
	t.Run("when the events are read", func(t *testing.T) {
		written = 0
		e := emit.New(config(nil))
		e.Protect([]string{"hush-hush"})
		e.Emit(t.Context(), event(data))
		e.Protect([]string{"Ann"})
		assert.Zero(t, written)
		for range 2 {
			assert.JSONEq(t, `{"name":"Ann","secret":"[redacted]"}`, string(e.Events()[0].Data), "what was private when it was emitted")
		}
		assert.Equal(t, 1, written)
	})
	t.Run("at once for a sink", func(t *testing.T) {
		s := &sink{}
		e := emit.New(config(func(c *emit.Config) { c.Sink = s }))
		e.Emit(t.Context(), event(data))
		assert.JSONEq(t, `{"name":"Ann","secret":"hush-hush"}`, string(s.got[0].Data))
	})
	t.Run("at once for a redactor", func(t *testing.T) {
		e := emit.New(config(func(c *emit.Config) {
			c.Redact = func(any) (any, error) { return map[string]any{"redacted": true}, nil }
		}))
		e.Emit(t.Context(), event(data))
		assert.JSONEq(t, `{"redacted":true}`, string(e.Events()[0].Data))
	})
	t.Run("never when it is withdrawn", func(t *testing.T) {
		written = 0
		e := emit.New(config(nil))
		e.Withdraw(e.Prepare(event(data)))
		e.Emit(t.Context(), event(map[string]any{"n": 1}))
		assert.JSONEq(t, `{"n":1}`, string(e.Events()[0].Data))
	})
	t.Run("a writer that panics or writes no object", func(t *testing.T) {
		for _, broken := range []emit.Later{func() emit.Written { panic("x") }, func() emit.Written { return nil }, func() emit.Written { return emit.Written(`[]`) }} {
			e := emit.New(config(nil))
			e.Emit(t.Context(), event(broken))
			assert.JSONEq(t, `{}`, string(e.Events()[0].Data))
		}
	})
}
