package execute_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// writing is an agent with one write that asks nobody; its effect key is the input's id.
func writing(h turntest.Handler) *turntest.Agent {
	a := turntest.NewAgent()
	because(a, "log.write", "|logged@1").EffectKey = []ik.Path{"input.id", "input.empty"}
	a.Add("read.it", ik.EffectRead, "")
	a.Handlers["log.write"] = h
	return a
}

func effect(op func(context.Context, ik.EffectAuthority) (json.RawMessage, error), labels ...string) turntest.Handler {
	return func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
		for _, l := range append([]string{""}, labels...) {
			if _, _, err := inv.Effects(ctx, l, op); err != nil {
				return ik.Result{}, err
			}
		}
		return turntest.Completed("logged@1"), nil
	}
}

const key = `log.write:["A",null]`

func write(id string) ik.Intention {
	return intend("w"+id, "log.write", obj{"id": "A", "empty": nil, "text": id})
}

func TestEffects(t *testing.T) {
	t.Run("keys, authority and labels", func(t *testing.T) {
		var got []ik.EffectAuthority
		w := turntest.NewWorld(t, writing(effect(func(_ context.Context, a ik.EffectAuthority) (json.RawMessage, error) {
			got = append(got, a)
			return json.RawMessage(`1`), nil
		}, "second")))
		turned := w.Say(t, write("1"))
		require.Len(t, turned.Results[0].Effects, 2)
		for i, k := range []string{key, key + "#second"} {
			r := turned.Results[0].Effects[i]
			assert.Equal(t, ik.EffectAuthority{IdempotencyKey: k, ReceiptID: r.ID}, got[i], "C-140")
			assert.Equal(t, ik.EffectCompleted, r.Status)
			assert.JSONEq(t, `1`, string(r.Data))
		}
		assert.Len(t, w.Checkpoint.Effects, 2)
	})
	t.Run("without a declared key the turn is the key", func(t *testing.T) {
		a := writing(effect(turntest.Applied))
		a.Def.Capabilities[0].EffectKey = nil
		w := turntest.NewWorld(t, a)
		w.Say(t, write("1"))
		assert.NotNil(t, w.Ledger.Row("log.write:turn:turn-1"))
	})
	t.Run("the same input again is answered by the first receipt", func(t *testing.T) {
		calls := 0
		w := turntest.NewWorld(t, writing(effect(func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
			calls++
			return json.RawMessage(`{}`), nil
		})))
		w.Say(t, write("1"))
		turned := w.Say(t, write("1"))
		assert.Equal(t, 1, calls)
		assert.Equal(t, []string{"log.write completed"}, statuses(turned.Results))
		assert.True(t, turned.Results[0].Effects[0].Replayed)
		assert.Len(t, w.Checkpoint.Effects, 1)
	})
	t.Run("the same key with another input sends nothing", func(t *testing.T) {
		w := turntest.NewWorld(t, writing(effect(turntest.Applied)))
		w.Say(t, write("1"))
		turned := w.Say(t, write("2"))
		assert.Equal(t, []string{"log.write failed CAPABILITY_FAILED"}, statuses(turned.Results))
		assert.Equal(t, map[string]any{"code": "EFFECT_KEY_REUSED"}, turned.Issues[0].Details)
	})
	t.Run("C-124 C-136 an unknown outcome blocks its item", func(t *testing.T) {
		calls := 0
		w := turntest.NewWorld(t, writing(effect(func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
			calls++
			panic("connection lost")
		})))
		turned := w.Say(t, write("1"))
		assert.Equal(t, map[string]any{"code": "EFFECT_UNCERTAIN"}, turned.Issues[0].Details)
		assert.Equal(t, ik.AgendaBlocked, w.Checkpoint.Agenda[0].Status)
		assert.Equal(t, ik.EffectUncertain, w.Checkpoint.Effects[0].Status)
		w.Say(t)
		require.Len(t, w.Checkpoint.Effects, 1, "an open effect stays")
		for range 3 {
			w.Say(t, write("1"))
		}
		assert.Equal(t, 1, calls)
		assert.Equal(t, ik.EffectUncertain, w.Ledger.Row(key).Status)
		assert.LessOrEqual(t, len(w.Checkpoint.Agenda), 2, "tries do not pile up")
	})
	t.Run("a fact can be part of the key", func(t *testing.T) {
		a := writing(effect(turntest.Applied))
		a.Def.Capabilities[0].EffectKey = []ik.Path{"logged@1.of", "logged@1"}
		w := turntest.NewWorld(t, a).Facts("logged@1")
		w.Say(t, write("1"))
		assert.NotNil(t, w.Ledger.Row(`log.write:["logged@1",{"of":"logged@1"}]`))
	})
	t.Run("a private part of a key is a digest, another one for another value", func(t *testing.T) {
		a := writing(effect(turntest.Applied))
		c := &a.Def.Capabilities[0]
		c.EffectKey = []ik.Path{"input.pin", "input.card", "logged@1.of", "input.id"}
		c.Input.Mask = func() *ik.Mask {
			secret := func() *ik.Mask { return &ik.Mask{Self: ik.Secret} }
			card := func() *ik.Mask { return &ik.Mask{Fields: []ik.FieldMask{{Name: "no", Mask: secret}}} }
			return &ik.Mask{Fields: []ik.FieldMask{{Name: "pin", Mask: secret}, {Name: "card", Mask: card}}}
		}
		a.Def.Facts[0].Visibility = ik.VisibilityHidden
		w := turntest.NewWorld(t, a).Facts("logged@1")
		keys := map[string]bool{}
		for _, pin := range []int{4711, 4712, 4711} {
			turned := w.Say(t, intend("w", "log.write", obj{"id": "A", "pin": pin, "card": obj{"no": 1, "kind": "debit"}}))
			key := turned.Results[0].Effects[0].IdempotencyKey
			assert.Regexp(t, `^log\.write:\["sha256:[0-9a-f]{64}","sha256:[0-9a-f]{64}","sha256:[0-9a-f]{64}","A"\]$`, key)
			keys[key] = true
		}
		assert.Len(t, keys, 2)
	})
	t.Run("a missing part of a key sends nothing", func(t *testing.T) {
		calls := 0
		w := turntest.NewWorld(t, writing(effect(func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
			calls++
			return json.RawMessage(`{}`), nil
		})))
		turned := w.Say(t, intend("w", "log.write", obj{"id": "A", "text": "1"}))
		assert.Equal(t, []string{"log.write failed CAPABILITY_FAILED"}, statuses(turned.Results))
		assert.Equal(t, map[string]any{"code": "EFFECT_KEY_INVALID"}, turned.Issues[0].Details)
		assert.Zero(t, calls)
	})
	t.Run("an unknown outcome of a lost turn is known again", func(t *testing.T) {
		w := turntest.NewWorld(t, writing(effect(func(context.Context, ik.EffectAuthority) (json.RawMessage, error) { return nil, errors.New("x") })))
		lost := *w.Checkpoint
		id := w.Say(t, write("1")).Results[0].Effects[0].ID
		w.Checkpoint = &lost
		for range 3 {
			turned := w.Say(t, write("1"))
			require.Len(t, turned.Results[0].Effects, 1)
			assert.Equal(t, id, turned.Results[0].Effects[0].ID)
			require.Len(t, w.Checkpoint.Effects, 1)
			assert.Equal(t, ik.EffectUncertain, w.Checkpoint.Effects[0].Status)
		}
		assert.LessOrEqual(t, len(w.Checkpoint.Agenda), 2, "tries do not pile up")
	})
	t.Run("a swallowed unknown outcome is no success", func(t *testing.T) {
		w := turntest.NewWorld(t, writing(func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			_, _, _ = inv.Effects(ctx, "", func(context.Context, ik.EffectAuthority) (json.RawMessage, error) { return nil, errors.New("x") })
			_, _, _ = inv.Effects(ctx, "other", turntest.Applied)
			return turntest.Completed("logged@1"), nil
		}))
		assert.Equal(t, []string{"log.write failed EFFECT_UNCERTAIN"}, statuses(w.Say(t, write("1")).Results))
		assert.Len(t, w.Checkpoint.Effects, 2)
	})
	t.Run("C-125 proven not applied may be tried again", func(t *testing.T) {
		down := true
		w := turntest.NewWorld(t, writing(effect(func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
			if down {
				return nil, ik.NotApplied("HOST_REJECTED", "no")
			}
			return json.RawMessage(`{}`), nil
		})))
		turned := w.Say(t, write("1"))
		assert.Equal(t, map[string]any{"code": "HOST_REJECTED"}, turned.Issues[0].Details)
		first := turned.Results[0].Effects[0]
		assert.Equal(t, ik.EffectFailed, first.Status)
		down = false
		turned = w.Say(t, write("1"))
		again := turned.Results[0].Effects[0]
		assert.Equal(t, []string{"log.write completed"}, statuses(turned.Results))
		assert.Equal(t, first.ID, again.ID)
		assert.Equal(t, first.CreatedAt, again.CreatedAt)
		assert.Equal(t, ik.TurnID("turn-2"), again.TurnID)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("a ledger that can not record leaves it open", func(t *testing.T) {
		w := turntest.NewWorld(t, writing(effect(turntest.Applied)))
		w.Ledger.FinishError = errors.New("disk full")
		turned := w.Say(t, write("1"))
		assert.Equal(t, map[string]any{"code": "EFFECT_UNCERTAIN"}, turned.Issues[0].Details)
		assert.Equal(t, ik.EffectUncertain, w.Checkpoint.Effects[0].Status)
	})
	for name, h := range map[string]turntest.Handler{
		"C-095 a write without an effect": returns(turntest.Completed("logged@1"), nil),
		"E-217 a write that swallows a failed effect": func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			_, _, _ = inv.Effects(ctx, "", func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
				return nil, ik.NotApplied("NO", "no")
			})
			return turntest.Completed("logged@1"), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []string{"log.write failed WRITE_EFFECT_NOT_COORDINATED"}, statuses(turntest.NewWorld(t, writing(h)).Say(t, write("1")).Results))
		})
	}
	t.Run("C-130 no effect in a read", func(t *testing.T) {
		a := writing(nil)
		a.Handlers["read.it"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			_, _, err := inv.Effects(ctx, "", turntest.Applied)
			assert.Equal(t, "EFFECT_NOT_ALLOWED", ik.CodeOf(err))
			return turntest.Completed(), nil
		}
		assert.Equal(t, []string{"read.it completed"}, statuses(turntest.NewWorld(t, a).Say(t, intend("r", "read.it", obj{})).Results))
	})
	t.Run("C-134 receipts of unfinished work are kept", func(t *testing.T) {
		w := turntest.NewWorld(t, writing(func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			_, _, err := inv.Effects(ctx, "", turntest.Applied)
			return turntest.Asks(question, obj{"half": 1}), err
		}))
		w.Say(t, write("1"))
		assert.Equal(t, ik.EffectCompleted, w.Checkpoint.Effects[0].Status)
	})
	t.Run("an effect in flight at the end of the turn is unknown", inFlight)
}

// inFlight lets a turn's time run out while a provider is being called. In the bubble time passes only once everything
// waits, so the effect is claimed by then.
func inFlight(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release, late := make(chan struct{}), make(chan error, 1)
		w := turntest.NewWorld(t, writing(func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			_, _, err := inv.Effects(ctx, "", func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
				<-release
				return json.RawMessage(`{}`), nil
			})
			late <- err
			return ik.Result{}, err
		}))
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		_, err := w.Try(ctx, ik.IntentionBatch{Intentions: []ik.Intention{write("1")}})
		assert.Equal(t, "TURN_DEADLINE_EXCEEDED", ik.CodeOf(err))
		require.NotNil(t, w.Ledger.Row(key))
		assert.Equal(t, ik.EffectUncertain, w.Ledger.Row(key).Status)
		close(release)
		assert.Error(t, <-late, "it may touch nothing any more")
		assert.Equal(t, ik.EffectUncertain, w.Ledger.Row(key).Status)
	})
}
