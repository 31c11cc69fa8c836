package ledger_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ledger"
	ik "github.com/ikgen/ikgen/runtime"
)

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

func identity() ik.EffectIdentity {
	return ik.EffectIdentity{Key: "a:k", Capability: "a", Step: "step-2", InputDigest: "in", ReceiptID: "effect-2", At: epoch.Add(time.Hour)}
}

func row(status ik.EffectStatus) *ledger.Row {
	return &ledger.Row{Token: 1, Receipt: ik.EffectReceipt{
		ID: "effect-1", IdempotencyKey: "a:k", CapabilityID: "a", TurnID: "t1", StepID: "step-1", Status: status,
		CreatedAt: epoch, UpdatedAt: epoch, InputDigest: "in",
	}}
}

func TestDecide(t *testing.T) {
	for _, c := range []struct {
		name    string
		row     *ledger.Row
		change  func(*ik.EffectIdentity)
		live    bool
		code    string
		done    bool
		receipt ik.EffectID // of the claim
		stored  ik.EffectStatus
	}{
		{name: "new", receipt: "effect-2", stored: ik.EffectPrepared},
		{name: "failed keeps its receipt", row: row(ik.EffectFailed), receipt: "effect-1", stored: ik.EffectPrepared},
		{name: "completed answers", row: row(ik.EffectCompleted), done: true, receipt: "effect-1"},
		{name: "uncertain blocks", row: row(ik.EffectUncertain), code: "EFFECT_UNCERTAIN"},
		{name: "live claim", row: row(ik.EffectPrepared), live: true, code: "EFFECT_IN_PROGRESS"},
		{name: "dead claim", row: row(ik.EffectPrepared), code: "EFFECT_UNCERTAIN", stored: ik.EffectUncertain},
		{name: "dead claim, idempotent", row: row(ik.EffectPrepared), change: func(i *ik.EffectIdentity) { i.Idempotent = true },
			receipt: "effect-1", stored: ik.EffectPrepared},
		{name: "another input", row: row(ik.EffectCompleted), change: func(i *ik.EffectIdentity) { i.InputDigest = "x" }, code: "EFFECT_KEY_REUSED"},
		{name: "another input after a failure", row: row(ik.EffectFailed), change: func(i *ik.EffectIdentity) { i.InputDigest = "x" },
			receipt: "effect-1", stored: ik.EffectPrepared},
		{name: "another input while it is unknown", row: row(ik.EffectUncertain), change: func(i *ik.EffectIdentity) { i.InputDigest = "x" },
			code: "EFFECT_KEY_REUSED"},
		{name: "C-127 E-211 another capability", row: row(ik.EffectUncertain), change: func(i *ik.EffectIdentity) { i.Capability = "b" },
			code: "IDEMPOTENCY_KEY_COLLISION"},
	} {
		t.Run(c.name, func(t *testing.T) {
			id := identity()
			if c.change != nil {
				c.change(&id)
			}
			d := ledger.Decide(c.row, "t2", id, 9, c.live)
			if c.code != "" {
				require.NotNil(t, d.Err)
				assert.Equal(t, c.code, d.Err.Code)
			} else {
				require.Nil(t, d.Err)
				assert.Equal(t, c.receipt, d.Claim.Receipt.ID)
				assert.Equal(t, c.done, d.Claim.Receipt.Replayed)
			}
			assert.Equal(t, c.done, d.Claim.Done)
			if c.stored == "" {
				assert.Nil(t, d.Store)
			} else {
				require.NotNil(t, d.Store)
				assert.Equal(t, c.stored, d.Store.Receipt.Status)
				if c.code == "" {
					assert.Equal(t, id.InputDigest, d.Store.Receipt.InputDigest, "the claim is for this input")
				}
			}
		})
	}
}

// Finding a dead claim twice gives the same row: E-248.
func TestRecoveryIsIdempotent(t *testing.T) {
	first := ledger.Decide(row(ik.EffectPrepared), "t2", identity(), 9, false)
	require.NotNil(t, first.Store)
	again := ledger.Decide(first.Store, "t3", identity(), 10, false)
	assert.Nil(t, again.Store)
	require.NotNil(t, again.Err)
	assert.Equal(t, first.Err.Code, again.Err.Code)
	assert.Equal(t, ik.EffectID("effect-1"), first.Store.Receipt.ID)
	assert.Equal(t, epoch, first.Store.Receipt.CreatedAt)
}

// A provider is called at most once for a key unless it proved that nothing happened.
func TestAtMostOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var stored *ledger.Row
		happened := 0
		for token := int64(1); token <= int64(rapid.IntRange(1, 12).Draw(t, "turns")); token++ {
			d := ledger.Decide(stored, "t", identity(), token, stored != nil && stored.Token == token)
			if d.Store != nil {
				stored = d.Store
			}
			if d.Err != nil || d.Claim.Done {
				continue
			}
			outcome := rapid.SampledFrom([]string{"completed", "failed", "uncertain", "crash before", "crash after"}).Draw(t, "outcome")
			if outcome != "failed" && outcome != "crash before" {
				happened++
			}
			if outcome == "crash before" || outcome == "crash after" {
				continue
			}
			next, err := ledger.Finish(stored, d.Claim, ik.EffectOutcome{Status: ik.EffectStatus(outcome), At: epoch})
			if err != nil {
				t.Fatal(err)
			}
			stored = &next
		}
		if happened > 1 {
			t.Fatalf("the provider applied the effect %d times", happened)
		}
	})
}

func TestFinish(t *testing.T) {
	claim := ik.EffectClaim{Receipt: row(ik.EffectPrepared).Receipt, Token: 1}
	done := ik.EffectOutcome{Status: ik.EffectCompleted, Value: json.RawMessage(`1`), At: epoch}
	got, err := ledger.Finish(row(ik.EffectPrepared), claim, done)
	require.Nil(t, err)
	assert.JSONEq(t, `1`, string(got.Receipt.Data))
	stale := claim
	stale.Token = 0
	for name, c := range map[string]struct {
		row   *ledger.Row
		claim ik.EffectClaim
	}{"no row": {nil, claim}, "ended": {row(ik.EffectUncertain), claim}, "old token": {row(ik.EffectPrepared), stale}} {
		_, err := ledger.Finish(c.row, c.claim, done)
		require.NotNil(t, err, name)
		assert.Equal(t, "LEASE_LOST", err.Code, name)
	}
	_, err = ledger.Finish(row(ik.EffectPrepared), claim, ik.EffectOutcome{Status: "odd", At: epoch})
	require.NotNil(t, err)
	assert.Equal(t, "EFFECT_UNCERTAIN", err.Code)
}

func TestSettle(t *testing.T) {
	at := epoch.Add(time.Minute)
	got, err := ledger.Settle(*row(ik.EffectUncertain), ik.Settlement{Applied: true, At: at}, false)
	require.Nil(t, err)
	assert.Equal(t, ik.EffectCompleted, got.Receipt.Status)
	assert.JSONEq(t, `null`, string(got.Receipt.Data))
	assert.Equal(t, at, ledger.Settled("t", got.Receipt).OccurredAt)
	_, err = ledger.Settle(*row(ik.EffectPrepared), ik.Settlement{At: at}, true)
	require.NotNil(t, err)
	assert.Equal(t, "EFFECT_NOT_UNCERTAIN", err.Code)
	_, err = ledger.Settle(*row(ik.EffectUncertain), ik.Settlement{Applied: true, Value: json.RawMessage(`{`), At: at}, false)
	require.NotNil(t, err)
	assert.Equal(t, "INVALID_SETTLEMENT", err.Code)
}
