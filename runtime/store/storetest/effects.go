package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// effectItems are the requirements on the effect ledger.
func effectItems() []item { return append(claimItems(), outcomeItems()...) }

// claimItems are the requirements on who may run an effect.
func claimItems() []item {
	return []item{
		{"C21 an effect that happened has a completed receipt", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				claim := begin(t, sc, effect("k", "effect-1"))
				equal(t, "done", claim.Done, false)
				equal(t, "prepared", claim.Receipt, receipt("k", "effect-1", ik.EffectPrepared, "", 0))
				got := finish(t, sc, claim, ik.EffectCompleted, `{"ref":"R1"}`)
				equal(t, "receipt", got, receipt("k", "effect-1", ik.EffectCompleted, `{"ref":"R1"}`, time.Second))
			})
		}},
		{"C22 C32 a claim is durable, and uncertain once its turn is gone", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) { begin(t, sc, effect("k", "effect-1")) })
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				named(t, sc, effect("k", "effect-2"), "effect-1")
				named(t, sc, effect("k", "effect-3"), "effect-1")
			})
		}},
		{"C23 C33 C34 E-205 a completed effect answers in later turns", replays},
		{"C24 E-221 a completed effect answers in its own turn", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				first := finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectCompleted, `1`)
				again := begin(t, sc, effect("k", "effect-2"))
				equal(t, "done", again.Done, true)
				first.Replayed = true
				equal(t, "receipt", again.Receipt, first)
			})
		}},
		{"C25 C26 E-212 other keys and other threads are other effects", func(t *testing.T, s ik.Store) {
			for i, where := range [][2]string{{"t", "k"}, {"t", "k2"}, {"u", "k"}} {
				turn(t, s, where[0], fmt.Sprint(i), func(sc ik.TurnScope) {
					id := fmt.Sprint("effect-", i)
					claim := begin(t, sc, effect(where[1], id))
					equal(t, "receipt id", string(claim.Receipt.ID), id)
					finish(t, sc, claim, ik.EffectCompleted, `1`)
				})
			}
		}},
		{"C27 E-211 a key belongs to one capability, whatever its state", collisions},
	}
}

// outcomeItems are the requirements on what an outcome means for later claims.
func outcomeItems() []item {
	return []item{
		{"C28 E-206 an unknown outcome blocks the key", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectUncertain, "")
				refused(t, sc, effect("k", "effect-2"), "EFFECT_UNCERTAIN")
			})
			turn(t, s, "t", "2", func(sc ik.TurnScope) { named(t, sc, effect("k", "effect-2"), "effect-1") })
		}},
		{"an unknown outcome of an idempotent provider is tried again", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectUncertain, "")
				again := effect("k", "effect-2")
				again.Idempotent = true
				equal(t, "receipt id", string(begin(t, sc, again).Receipt.ID), "effect-1")
			})
		}},
		{"C30 C31 E-208 E-209 what did not happen may be tried again", notApplied},
		{"C35 a value that is not JSON leaves the effect uncertain", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				claim := begin(t, sc, effect("k", "effect-1"))
				_, err := sc.FinishEffect(context.Background(), claim,
					ik.EffectOutcome{Status: ik.EffectCompleted, Value: json.RawMessage(`{`), At: epoch})
				hasCode(t, err, "EFFECT_UNCERTAIN")
				refused(t, sc, effect("k", "effect-2"), "EFFECT_UNCERTAIN")
			})
		}},
		{"C39 E-232 of several claims at once one may run", overlapping},
		{"a live claim refuses others, retryable", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				claim := begin(t, sc, effect("k", "effect-1"))
				_, err := sc.BeginEffect(context.Background(), effect("k", "effect-2"))
				hasCode(t, err, "EFFECT_IN_PROGRESS")
				equal(t, "retryable", ik.IsRetryable(err), true)
				finish(t, sc, claim, ik.EffectCompleted, `1`)
			})
		}},
		{"a key stands for one input", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectCompleted, `1`)
				other := effect("k", "effect-2")
				other.InputDigest = "other"
				refused(t, sc, other, "EFFECT_KEY_REUSED")
			})
		}},
		{"what did not happen binds nobody: its key may stand for another input", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(sc ik.TurnScope) {
				finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectFailed, "")
				other := effect("k", "effect-2")
				other.InputDigest = "other"
				claim := begin(t, sc, other)
				equal(t, "receipt id", string(claim.Receipt.ID), "effect-1")
				equal(t, "input digest", claim.Receipt.InputDigest, "other")
				finish(t, sc, claim, ik.EffectCompleted, `1`)
				refused(t, sc, effect("k", "effect-3"), "EFFECT_KEY_REUSED")
			})
		}},
	}
}

func receipt(key, id string, status ik.EffectStatus, data string, age time.Duration) ik.EffectReceipt {
	r := ik.EffectReceipt{
		ID: ik.EffectID(id), IdempotencyKey: "a:" + key, CapabilityID: "a", TurnID: "1", StepID: "step-1", Status: status,
		CreatedAt: epoch, UpdatedAt: epoch.Add(age), InputDigest: "in",
	}
	if data != "" {
		r.Data = json.RawMessage(data)
	}
	return r
}

func replays(t *testing.T, s ik.Store) {
	var first ik.EffectReceipt
	_ = s.WithTurn(context.Background(), identity("t", "1"), func(ctx context.Context, sc ik.TurnScope) error {
		first = finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectCompleted, `{"n":12345678901234567890}`)
		hasCode(t, sc.Commit(ctx, commit(7)), "CHECKPOINT_REVISION_CONFLICT")
		return errSentinel
	})
	first.Replayed = true
	turn(t, s, "t", "2", func(sc ik.TurnScope) {
		later := effect("k", "effect-2")
		later.Step, later.At = "step-9", epoch.Add(time.Hour)
		claim := begin(t, sc, later)
		equal(t, "done", claim.Done, true)
		equal(t, "receipt", claim.Receipt, first)
	})
}

func collisions(t *testing.T, s ik.Store) {
	for i, status := range []ik.EffectStatus{ik.EffectPrepared, ik.EffectCompleted, ik.EffectFailed, ik.EffectUncertain} {
		thread := fmt.Sprint("t", i)
		turn(t, s, thread, "1", func(sc ik.TurnScope) {
			claim := begin(t, sc, effect("k", fmt.Sprint("effect-", i)))
			if status != ik.EffectPrepared {
				finish(t, sc, claim, status, "")
			}
			other := effect("k", "effect-other")
			other.Capability = "b"
			refused(t, sc, other, "IDEMPOTENCY_KEY_COLLISION")
		})
	}
}

func notApplied(t *testing.T, s ik.Store) {
	turn(t, s, "t", "1", func(sc ik.TurnScope) {
		r := finish(t, sc, begin(t, sc, effect("k", "effect-1")), ik.EffectFailed, "")
		equal(t, "status", r.Status, ik.EffectFailed)
	})
	turn(t, s, "t", "2", func(sc ik.TurnScope) {
		again := effect("k", "effect-2")
		again.Step, again.At = "step-2", epoch.Add(time.Hour)
		claim := begin(t, sc, again)
		want := receipt("k", "effect-1", ik.EffectPrepared, "", time.Hour)
		want.TurnID, want.StepID = "2", "step-2"
		equal(t, "receipt", claim.Receipt, want)
		finish(t, sc, claim, ik.EffectUncertain, "")
		refused(t, sc, effect("k", "effect-3"), "EFFECT_UNCERTAIN")
	})
}

func overlapping(t *testing.T, s ik.Store) {
	turn(t, s, "t", "1", func(sc ik.TurnScope) {
		var mu sync.Mutex
		granted := 0
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				claim, err := sc.BeginEffect(context.Background(), effect("k", fmt.Sprint("effect-", i)))
				mu.Lock()
				defer mu.Unlock()
				if err == nil && !claim.Done {
					granted++
				}
			})
		}
		all.Wait()
		equal(t, "granted", granted, 1)
	})
}
