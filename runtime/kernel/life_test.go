package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
)

func greeting(text string, index int) []scripted.Entry {
	return append([]scripted.Entry{selects(text, index)}, words([]string{"Hello."})...)
}

func TestInput(t *testing.T) {
	d := newDesk(t)
	for code, in := range map[string]kernel.Input{
		"INVALID_IDENTIFIER": {Thread: " ", Turn: "t"},
		"INVALID_UTF8":       {Thread: "a", Turn: "t", Text: "\xff"},
	} {
		d.fails(code, in)
	}
	d.fails("INVALID_IDENTIFIER", kernel.Input{Thread: "a", Turn: ""})
	bad := "\xff"
	d.fails("INVALID_UTF8", kernel.Input{Thread: "a", Turn: "t", Selection: &ik.TurnSelection{OptionID: &bad}})
	assert.Empty(t, d.sink.take())
}

func TestReplay(t *testing.T) {
	t.Run("E-170 C66 a committed turn gives its stored outcome and calls nothing", func(t *testing.T) {
		d := newDesk(t)
		in := d.next("Find A")
		first := d.send(in, find("Find A", 0, "exact")...)
		d.sink.take()
		d.def.Contract = "contract-2"
		d.compile()
		again := d.send(in)
		assert.True(t, again.Replayed)
		again.Replayed = false
		want, err := json.Marshal(first)
		require.NoError(t, err)
		got, err := json.Marshal(again)
		require.NoError(t, err)
		assert.JSONEq(t, string(want), string(got))
		assert.Empty(t, d.sink.take())
		assert.Equal(t, 1, d.ran["catalog.search"])
	})
	t.Run("the same turn with another payload is refused", func(t *testing.T) {
		d := newDesk(t)
		in := d.next("Hi")
		d.send(in, greeting("Hi", 0)...)
		in.Text = "Hi!"
		d.fails("TURN_PAYLOAD_MISMATCH", in)
		in.Text, in.Selection = "Hi", &ik.TurnSelection{InteractionID: "x"}
		d.fails("TURN_PAYLOAD_MISMATCH", in)
		in.Selection, in.Summary, in.HostContext = nil, "other", 1
		assert.True(t, d.send(in).Replayed)
	})
	t.Run("E-172 a stored result that cannot be read", func(t *testing.T) {
		for _, raw := range []string{`{}`, `{"traceId":"t","response":{},"checkpoint":null}`, `{"traceId":1,"response":{},"checkpoint":{}}`, `[]`} {
			d := newDesk(t, func(d *desk) {
				d.opt.Store = &wrapped{Store: d.store, prior: func(p *ik.StoredTurn) *ik.StoredTurn {
					if p != nil {
						p.Result = json.RawMessage(raw)
					}
					return p
				}}
			})
			in := d.next("Hi")
			d.send(in, greeting("Hi", 0)...)
			d.fails("INVALID_DURABLE_TURN_RESULT", in)
		}
	})
	t.Run("E-202 E-203 turns at once", func(t *testing.T) {
		d := newDesk(t)
		in := d.next("Find A")
		d.gateway.Push(find("Find A", 0, "exact")...)
		results := make([]*ik.TurnResult, 2)
		var all sync.WaitGroup
		for i := range results {
			all.Go(func() { results[i], _ = d.agent.Run(context.Background(), in) })
		}
		all.Wait()
		assert.NotEqual(t, results[0].Replayed, results[1].Replayed)
		assert.Equal(t, 1, d.ran["catalog.search"])
	})
}

// wrapped is a store whose answers a test changes.
type wrapped struct {
	ik.Store
	prior  func(*ik.StoredTurn) *ik.StoredTurn
	commit func(func() error) error
}

func (w *wrapped) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	return w.Store.WithTurn(ctx, id, func(ctx context.Context, s ik.TurnScope) error { return fn(ctx, &wrappedScope{s, w}) })
}

type wrappedScope struct {
	ik.TurnScope
	w *wrapped
}

func (s *wrappedScope) Prior() *ik.StoredTurn {
	if s.w.prior == nil {
		return s.TurnScope.Prior()
	}
	return s.w.prior(s.TurnScope.Prior())
}

func (s *wrappedScope) Commit(ctx context.Context, c ik.Commit) error {
	if s.w.commit == nil {
		return s.TurnScope.Commit(ctx, c)
	}
	return s.w.commit(func() error { return s.TurnScope.Commit(ctx, c) })
}

func TestContracts(t *testing.T) {
	begin := func(t *testing.T) *desk {
		d := newDesk(t)
		d.send(d.next("Hi"), greeting("Hi", 0)...)
		d.def.Contract = "contract-2"
		return d
	}
	t.Run("E-168 C68 another contract is refused", func(t *testing.T) {
		d := begin(t)
		d.compile()
		e := d.fails("AGENT_FINGERPRINT_MISMATCH", d.next("Hi"))
		assert.Equal(t, map[string]any{"storedFingerprint": "contract-1", "compiledFingerprint": "contract-2"}, e.Context)
		assert.False(t, e.Retryable)
	})
	t.Run("a compatible contract goes on", func(t *testing.T) {
		d := begin(t)
		d.def.Compatible = []string{"contract-1"}
		d.compile()
		assert.Equal(t, "contract-2", d.send(d.next("Hi"), greeting("Hi", 2)...).Checkpoint.AgentFingerprint)
	})
	t.Run("another audit fingerprint goes on", func(t *testing.T) {
		d := begin(t)
		d.def.Contract, d.def.Audit = "contract-1", "audit-2"
		d.compile()
		assert.Equal(t, "audit-2", d.send(d.next("Hi"), greeting("Hi", 2)...).Checkpoint.AuditFingerprint)
	})
	t.Run("a migration takes the thread over", func(t *testing.T) {
		d := begin(t)
		d.opt.Migrations = map[string]kernel.Migration{"contract-1": func(_ context.Context, cp *ik.Checkpoint) (*ik.Checkpoint, error) {
			cp.Revision, cp.Effects = 99, []ik.EffectReceipt{{ID: "made-up", Status: ik.EffectUncertain}}
			cp.Messages[0].Content, cp.Messages = "never said", cp.Messages[:1]
			cp.Facts = append(cp.Facts, ik.FactRecord{FactRef: ik.FactRef{Type: "catalog.candidates", Version: 1}, Value: json.RawMessage(`1`)})
			return cp, nil
		}}
		d.compile()
		out := d.send(d.next("Hi"), greeting("Hi", 2)...)
		assert.Equal(t, 2, out.Checkpoint.Revision)
		assert.Len(t, out.Checkpoint.Facts, 1)
		require.Len(t, out.Checkpoint.Messages, 4)
		assert.NotEqual(t, "never said", out.Checkpoint.Messages[0].Content)
		assert.Empty(t, out.Checkpoint.Effects)
	})
	t.Run("a migration that fails changes nothing", func(t *testing.T) {
		for _, m := range []kernel.Migration{
			func(context.Context, *ik.Checkpoint) (*ik.Checkpoint, error) { return nil, errors.New("no") },
			func(context.Context, *ik.Checkpoint) (*ik.Checkpoint, error) { return nil, nil },
			func(context.Context, *ik.Checkpoint) (*ik.Checkpoint, error) { panic("no") },
		} {
			d := begin(t)
			d.opt.Migrations = map[string]kernel.Migration{"contract-1": m}
			d.compile()
			d.fails("MIGRATION_FAILED", d.next("Hi"))
		}
	})
	t.Run("a newer checkpoint and an unreadable one are refused, bytes untouched", func(t *testing.T) {
		d := newDesk(t)
		d.store.Seed("thread-1", []byte(`{"schemaVersion":2}`))
		d.fails("CHECKPOINT_SCHEMA_UNSUPPORTED", d.next("Hi"))
		d.store.Seed("thread-1", []byte(`{"schemaVersion":1,"x":1}`))
		d.fails("CHECKPOINT_UNREADABLE", d.next("Hi"))
	})
}

func TestTime(t *testing.T) {
	limited := func(ms int) func(*desk) {
		return func(d *desk) { d.opt.Limits.TurnTimeoutMs = &ms }
	}
	t.Run("E-190 the deadline ends a turn before composition", func(t *testing.T) {
		d := newDesk(t, limited(20))
		d.fails("TURN_DEADLINE_EXCEEDED", d.next("Hi"), scripted.Entry{Prompt: selectPrompt, Delay: time.Hour})
		last := d.sink.take()
		assert.Equal(t, "TURN_DEADLINE_EXCEEDED", data(t, last[len(last)-1])["code"])
	})
	t.Run("a clock that passes the deadline ends the turn", func(t *testing.T) {
		d := newDesk(t, limited(1000))
		d.gateway.OnDelay(func(_ context.Context, by time.Duration) error {
			d.clock.advance(by)
			return nil
		})
		script := find("Hi", 0, "any")
		script[1].Delay = 2 * time.Second
		d.fails("TURN_DEADLINE_EXCEEDED", d.next("Hi"), script...)
		assert.Zero(t, d.ran["catalog.search"])
	})
	t.Run("E-191 a turn that ends during composition gives a technical failure, committed", func(t *testing.T) {
		d := newDesk(t)
		ctx, cancel := context.WithCancel(context.Background())
		d.gateway.OnDelay(func(ctx context.Context, _ time.Duration) error {
			cancel()
			<-ctx.Done()
			return ctx.Err()
		})
		d.gateway.Push(append(find("Find A", 0, "any"), scripted.Entry{Prompt: composePrompt, Delay: time.Hour})...)
		out, err := d.agent.Run(ctx, d.next("Find A"))
		require.NoError(t, err)
		assert.Equal(t, "technical_fallback", out.Response.Source)
		assert.Len(t, out.Checkpoint.Facts, 1)
		require.NotNil(t, out.Checkpoint.Undelivered)
		assert.Equal(t, "TURN_CANCELLED", data(t, byType(t, d.sink.take(), "turn.failed"))["code"])
	})
	t.Run("E-193 a caller that goes away", func(t *testing.T) {
		d := newDesk(t)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := d.agent.Run(ctx, d.next("Hi"))
		assert.Equal(t, "TURN_CANCELLED", ik.CodeOf(err))
	})
	t.Run("E-194 waiting for the thread counts", func(t *testing.T) {
		d := newDesk(t, limited(20))
		err := d.store.WithTurn(context.Background(), ik.TurnIdentity{Thread: "thread-1", Turn: "other"}, func(context.Context, ik.TurnScope) error {
			d.fails("TURN_DEADLINE_EXCEEDED", d.next("Hi"))
			return nil
		})
		require.NoError(t, err)
		assert.Empty(t, d.sink.take())
	})
	t.Run("a handler that ignores the end of the turn is left behind", func(t *testing.T) {
		started, stop := make(chan struct{}), make(chan struct{})
		var abandoned ik.CapabilityID
		d := newDesk(t, func(d *desk) {
			d.opt.OnAbandoned = func(_ ik.AgentID, id ik.CapabilityID) { abandoned = id }
			d.def.Capabilities[1].Invoke = func(context.Context, *ik.Invocation, any) (ik.Result, error) {
				close(started)
				<-stop
				return ik.Result{}, nil
			}
		})
		ctx, cancel := context.WithCancel(context.Background())
		go func() {
			<-started
			cancel()
		}()
		d.gateway.Push(selects("Open?", 0, "branch.hours"), understands(want("branch.hours", "Open?", 0, map[string]string{})))
		_, err := d.agent.Run(ctx, d.next("Open?"))
		assert.Equal(t, "TURN_CANCELLED", ik.CodeOf(err))
		assert.Equal(t, ik.CapabilityID("branch.hours"), abandoned)
		close(stop)
	})
}

func TestCommit(t *testing.T) {
	t.Run("E-197 C67 a turn that was not committed leaves no trace but its effects", func(t *testing.T) {
		fail := false
		d := newDesk(t, func(d *desk) {
			d.opt.Store = &wrapped{Store: d.store, commit: func(commit func() error) error {
				if fail {
					return ik.NewError(ik.KindDurability, "STORE_DOWN", "down").Retry()
				}
				return commit()
			}}
		})
		question := askOrder(d)
		in := d.next("yes")
		script := []scripted.Entry{selects("yes", 4, "order.register"), answers(question, true, "yes"), confirmed()}
		fail = true
		e := d.fails("STORE_DOWN", in, script...)
		assert.True(t, e.Retryable)
		assert.Equal(t, 1, d.effects)
		fail = false
		out := d.send(in, script...)
		assert.Equal(t, "Registered R1.", out.Response.Message)
		assert.Equal(t, 3, out.Checkpoint.Revision)
		assert.Equal(t, 1, d.effects, "E-220 the effect is not repeated")
		assert.True(t, out.Checkpoint.Effects[0].Replayed)
	})
	t.Run("E-242 a commit whose acknowledgement is lost is replayed", func(t *testing.T) {
		lose := true
		d := newDesk(t, func(d *desk) {
			d.opt.Store = &wrapped{Store: d.store, commit: func(commit func() error) error {
				if err := commit(); err != nil || !lose {
					return err
				}
				return errors.New("connection lost")
			}}
		})
		in := d.next("Hi")
		d.fails("UNEXPECTED_ERROR", in, greeting("Hi", 0)...)
		lose = false
		assert.True(t, d.send(in).Replayed)
	})
	t.Run("E-173 the window is bounded, indexes are not", func(t *testing.T) {
		two := 2
		d := newDesk(t, func(d *desk) { d.opt.Limits.RecentMessageLimit = &two })
		for i := range 4 {
			out := d.say("Hi", greeting("Hi", 2*i)...)
			assert.Len(t, out.Checkpoint.Messages, 2)
			assert.Equal(t, 2*i+2, out.Checkpoint.MessageCount)
		}
		history, err := d.store.History(context.Background(), "thread-1", -1, 100)
		require.NoError(t, err)
		assert.Len(t, history, 8)
		var in struct {
			Omissions []struct {
				Path    string
				Omitted int
			}
		}
		requests := d.gateway.Requests()
		require.NoError(t, json.Unmarshal(requests[len(requests)-3].Input, &in))
		assert.Equal(t, "conversation.messages", in.Omissions[0].Path)
		assert.Equal(t, 4, in.Omissions[0].Omitted)
	})
}

func TestSelections(t *testing.T) {
	d := newDesk(t)
	question := ik.InteractionID(askOrder(d))
	unknown := "nope"
	for code, s := range map[string]ik.TurnSelection{
		"INTERACTION_SELECTION_MISMATCH": {InteractionID: "other"},
		"INTERACTION_OPTION_NOT_FOUND":   {InteractionID: question, OptionID: &unknown, Action: "yes"},
		"INTERACTION_SELECTION_EMPTY":    {InteractionID: question, Action: " "},
	} {
		in := d.next("x")
		in.Selection = &s
		d.fails(code, in)
	}
	ordered := d.say("yes", selects("yes", 4, "order.register"), answers(string(question), true, "yes"), confirmed())
	require.Nil(t, ordered.Checkpoint.Interaction)
	in := d.next("yes")
	in.Selection = &ik.TurnSelection{InteractionID: question, Action: "yes"}
	calls := len(d.gateway.Requests())
	e := d.fails("INTERACTION_ALREADY_ANSWERED", in)
	assert.Equal(t, map[string]any{"interactionId": string(question), "outcome": "accepted", "turnId": "t6"}, e.Context)
	assert.Len(t, d.gateway.Requests(), calls)
}

func TestBudgets(t *testing.T) {
	t.Run("E-196 steps are counted exactly and the rest goes on in the next turn", func(t *testing.T) {
		for steps, ran := range map[int][2]int{1: {1, 0}, 2: {1, 1}, 3: {2, 1}} {
			d := newDesk(t, func(d *desk) { d.opt.Limits.MaxSteps = &steps })
			script := []scripted.Entry{selects("Advise me", 0, "sales.advise"), understands(want("sales.advise", "Advise me", 0, map[string]string{}))}
			if steps < 3 {
				script = append(script, words([]string{"Working on it."})...)
			} else {
				script = append(script, words([]string{"Take A.", "ev-3"})...)
			}
			out := d.say("Advise me", script...)
			assert.Equal(t, ran, [2]int{d.ran["sales.advise"], d.ran["catalog.search"]}, "maxSteps %d", steps)
			if steps < 3 {
				require.Len(t, out.Issues, 1)
				assert.Equal(t, "STEP_BUDGET_EXCEEDED", out.Issues[0].Code)
				index := 2
				if steps == 1 {
					d.say("Go on", append([]scripted.Entry{selects("Go on", index)}, words([]string{"Going on."})...)...)
					index += 2
				}
				out = d.say("Go on", selects("Go on", index))
				assert.Equal(t, "Take A.", out.Response.Message)
				assert.Empty(t, out.Checkpoint.Agenda)
			}
		}
	})
	t.Run("a used up budget of model calls in selection ends the turn", func(t *testing.T) {
		one := 1
		d := newDesk(t, func(d *desk) { d.opt.Limits.MaxModelCalls = &one })
		d.fails("MODEL_CALL_BUDGET_EXCEEDED", d.next("Find A"), find("Find A", 0, "exact")[0])
	})
}

func TestStateStaysSmall(t *testing.T) {
	d := newDesk(t)
	sizes := map[int]int{}
	for i := range 30 {
		out := d.say("Hi", greeting("Hi", 2*i)...)
		raw, err := json.Marshal(out)
		require.NoError(t, err)
		sizes[i] = len(raw)
	}
	assert.InDelta(t, sizes[12], sizes[29], 40, "a turn stores as much as an earlier one")
	stats, err := d.store.Stats(context.Background())
	require.NoError(t, err)
	assert.Equal(t, 60, stats.Messages)
	assert.Equal(t, 30, stats.Turns)
}
