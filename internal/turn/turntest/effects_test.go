package turntest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// attempt is one call of the ledger, and what the receipt was before and after.
type attempt struct {
	key        string
	capability ik.CapabilityID
	idempotent bool
	called     bool // the provider was
	outcome    string
	before     *ik.EffectReceipt
	after      *ik.EffectReceipt
	replayed   *ik.EffectReceipt
	err        error
}

// attempts runs drawn calls of two capabilities over a few keys on one ledger.
func attempts(t *rapid.T) []attempt {
	l := turntest.NewLedger()
	var out []attempt
	for i := range rapid.IntRange(1, 12).Draw(t, "calls") {
		c := ik.CapabilityID(rapid.SampledFrom([]string{"a.write", "b.write"}).Draw(t, "capability"))
		a := attempt{
			capability: c, key: string(c) + ":" + rapid.SampledFrom([]string{"1", "2"}).Draw(t, "key"),
			outcome: rapid.SampledFrom([]string{"applied", "not applied", "unknown", "dies"}).Draw(t, "outcome"),
		}
		a.idempotent = rapid.IntRange(0, 4).Draw(t, "idempotent") == 0
		a.before = l.Row(a.key)
		scope := l.Scope(ik.TurnID(fmt.Sprintf("turn-%d", i)))
		claim, err := scope.BeginEffect(context.Background(), ik.EffectIdentity{
			ReceiptID: ik.EffectID(fmt.Sprintf("effect-%d", i)), Key: a.key, Capability: c, Step: "s", InputDigest: "same", Idempotent: a.idempotent,
			At: time.Unix(int64(i), 0),
		})
		a.err = err
		if err == nil && claim.Done {
			a.replayed = &claim.Receipt
		}
		if err == nil && !claim.Done {
			a.called = true
			finish(scope, claim, a.outcome, time.Unix(int64(i), 1))
		}
		a.after = l.Row(a.key)
		out = append(out, a)
	}
	return out
}

func finish(scope ik.TurnScope, claim ik.EffectClaim, outcome string, at time.Time) {
	o := ik.EffectOutcome{At: at}
	switch outcome {
	case "applied":
		o.Status, o.Value = ik.EffectCompleted, json.RawMessage(`{"n":1}`)
	case "not applied":
		o.Status = ik.EffectFailed
	case "unknown":
		o.Status = ik.EffectUncertain
	case "dies":
		return
	}
	if _, err := scope.FinishEffect(context.Background(), claim, o); err != nil {
		panic(errors.Join(errors.New("a claim that was given is good"), err))
	}
}

func ofKey(list []attempt, key string) []attempt {
	return slices.DeleteFunc(slices.Clone(list), func(a attempt) bool { return a.key != key })
}

func forKeys(name string, holds func(*rapid.T, []attempt)) property {
	return property{name, func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			all := attempts(rt)
			for _, k := range []string{"a.write:1", "a.write:2", "b.write:1", "b.write:2"} {
				holds(rt, ofKey(all, k))
			}
		})
	}}
}

func effects() []property {
	return []property{
		forKeys("P-19 a provider is called again only if it proved that nothing happened, or may be repeated", func(t *rapid.T, list []attempt) {
			var last *attempt
			for i := range list {
				a := &list[i]
				if a.called && last != nil {
					assert.True(t, last.outcome == "not applied" || last.outcome != "applied" && a.idempotent)
				}
				if a.called {
					last = a
				}
			}
		}),
		forKeys("P-20 a completed effect gives the same receipt ever after", func(t *rapid.T, list []attempt) {
			for i, a := range list {
				if a.replayed == nil {
					continue
				}
				for _, b := range list[i+1:] {
					assert.NotNil(t, b.replayed)
					assert.Equal(t, turntest.JSON(a.replayed), turntest.JSON(b.replayed))
				}
			}
		}),
		forKeys("P-21 id and creation of a receipt never change, and its time never goes back", func(t *rapid.T, list []attempt) {
			for _, a := range list {
				if a.before == nil || a.after == nil {
					continue
				}
				assert.Equal(t, a.before.ID, a.after.ID)
				assert.True(t, a.before.CreatedAt.Equal(a.after.CreatedAt))
				assert.False(t, a.after.UpdatedAt.Before(a.before.UpdatedAt))
			}
		}),
		forKeys("P-22 only the transitions of the ledger happen", func(t *rapid.T, list []attempt) {
			may := map[ik.EffectStatus][]ik.EffectStatus{
				"":                 {ik.EffectPrepared, ik.EffectCompleted, ik.EffectFailed, ik.EffectUncertain},
				ik.EffectPrepared:  {ik.EffectPrepared, ik.EffectUncertain},
				ik.EffectFailed:    {ik.EffectPrepared, ik.EffectCompleted, ik.EffectFailed, ik.EffectUncertain},
				ik.EffectCompleted: {ik.EffectCompleted}, ik.EffectUncertain: {ik.EffectUncertain},
			}
			for _, a := range list {
				var before ik.EffectStatus
				if a.before != nil {
					before = a.before.Status
				}
				if a.after != nil && !(a.idempotent && a.called) {
					assert.Contains(t, may[before], a.after.Status, "%s", before)
				}
			}
		}),
		{"P-23 keys of different capabilities never meet", func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				for _, a := range attempts(rt) {
					assert.NotEqual(rt, "IDEMPOTENCY_KEY_COLLISION", ik.CodeOf(a.err))
					if a.after != nil {
						assert.Equal(rt, a.capability, a.after.CapabilityID)
					}
				}
			})
		}},
	}
}
