package storetest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// settlementItems are the requirements on what the host may do about uncertain effects.
func settlementItems() []item {
	applied := ik.Settlement{Applied: true, Value: json.RawMessage(`{"ref":"R1"}`), At: epoch.Add(time.Hour)}
	return []item{
		{"an effect that was applied answers from then on", func(t *testing.T, s ik.Store) {
			uncertain(t, s)
			r, err := s.SettleEffect(context.Background(), "effect-1", applied)
			noError(t, err)
			equal(t, "receipt", r, receipt("k", "effect-1", ik.EffectCompleted, `{"ref":"R1"}`, time.Hour))
			turn(t, s, "t", "2", func(sc ik.TurnScope) {
				equal(t, "in the checkpoint", sc.Checkpoint().Effects, []ik.EffectReceipt{r})
				equal(t, "done", begin(t, sc, effect("k", "effect-2")).Done, true)
			})
		}},
		{"an effect that was not applied may be tried again", func(t *testing.T, s ik.Store) {
			uncertain(t, s)
			r, err := s.SettleEffect(context.Background(), "effect-1", ik.Settlement{At: epoch.Add(time.Hour)})
			noError(t, err)
			equal(t, "status", r.Status, ik.EffectFailed)
			turn(t, s, "t", "2", func(sc ik.TurnScope) {
				equal(t, "receipt id", string(begin(t, sc, effect("k", "effect-2")).Receipt.ID), "effect-1")
			})
		}},
		{"a claim whose turn is gone can be settled", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) { begin(t, sc, effect("k", "effect-1")) })
			_, err := s.SettleEffect(context.Background(), "effect-1", applied)
			noError(t, err)
		}},
		{"only uncertain effects are settled", func(t *testing.T, s ik.Store) {
			_, err := s.SettleEffect(context.Background(), "effect-1", applied)
			hasCode(t, err, "EFFECT_NOT_FOUND")
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectCompleted, `1`)
			})
			_, err = s.SettleEffect(context.Background(), "effect-1", applied)
			hasCode(t, err, "EFFECT_NOT_UNCERTAIN")
		}},
		{"a settlement is an event", func(t *testing.T, s ik.Store) {
			uncertain(t, s)
			_, err := s.SettleEffect(context.Background(), "effect-1", applied)
			noError(t, err)
			rows := outbox(t, s)
			if len(rows) != 1 || rows[0].Event.Type != "effect.settled" || rows[0].Event.ThreadID != "t" {
				t.Fatalf("outbox %#v, expected one effect.settled", rows)
			}
		}},
	}
}

// uncertain leaves the uncertain effect "effect-1" in the ledger and the checkpoint of thread "t".
func uncertain(t *testing.T, s ik.Store) {
	t.Helper()
	turn(t, s, "t", "1", func(sc ik.TurnScope) {
		r := finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectUncertain, "")
		c := commit(1)
		c.Checkpoint.Effects, c.Receipts = []ik.EffectReceipt{r}, []ik.EffectReceipt{r}
		mustCommit(t, sc, c)
	})
}
