package storetest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// epoch is the time of everything that the suite stores.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// errSentinel is an error of the host.
var errSentinel = errors.New("sentinel")

// turn runs fn as one turn and fails the test on an error.
func turn(t *testing.T, s ik.Store, thread, id string, fn func(sc ik.TurnScope)) {
	t.Helper()
	err := s.WithTurn(context.Background(), identity(thread, id), func(_ context.Context, sc ik.TurnScope) error {
		fn(sc)
		return nil
	})
	noError(t, err)
}

func identity(thread, id string) ik.TurnIdentity {
	return ik.TurnIdentity{Thread: ik.ThreadID(thread), Turn: ik.TurnID(id)}
}

// checkpoint gives a valid checkpoint of a revision.
func checkpoint(revision int) *ik.Checkpoint {
	return &ik.Checkpoint{
		SchemaVersion: ik.CheckpointSchema, Revision: revision, AgentFingerprint: "contract", AuditFingerprint: "audit",
		Messages: []ik.Message{}, Facts: []ik.FactRecord{}, Agenda: []ik.AgendaItem{}, Effects: []ik.EffectReceipt{},
	}
}

// commit gives a valid commit of a revision.
func commit(revision int) ik.Commit {
	return ik.Commit{Digest: "digest", Result: json.RawMessage(`{"traceId":"trace-1"}`), Checkpoint: checkpoint(revision)}
}

func mustCommit(t *testing.T, sc ik.TurnScope, c ik.Commit) {
	t.Helper()
	noError(t, sc.Commit(context.Background(), c))
}

// effect gives the identity of an effect of the capability "a".
func effect(key, receipt string) ik.EffectIdentity {
	return ik.EffectIdentity{
		Key: "a:" + key, Capability: "a", Step: "step-1", InputDigest: "in", ReceiptID: ik.EffectID(receipt), At: epoch,
	}
}

func begin(t *testing.T, sc ik.TurnScope, id ik.EffectIdentity) ik.EffectClaim {
	t.Helper()
	claim, err := sc.BeginEffect(context.Background(), id)
	noError(t, err)
	return claim
}

func finish(t *testing.T, sc ik.TurnScope, c ik.EffectClaim, status ik.EffectStatus, value string) ik.EffectReceipt {
	t.Helper()
	out := ik.EffectOutcome{Status: status, At: epoch.Add(time.Second)}
	if value != "" {
		out.Value = json.RawMessage(value)
	}
	r, err := sc.FinishEffect(context.Background(), c, out)
	noError(t, err)
	return r
}

func refused(t *testing.T, sc ik.TurnScope, id ik.EffectIdentity, code string) {
	t.Helper()
	_, err := sc.BeginEffect(context.Background(), id)
	hasCode(t, err, code)
}

// named claims an effect that may have happened: the refusal names it, so that the host can settle it.
func named(t *testing.T, sc ik.TurnScope, id ik.EffectIdentity, want ik.EffectID) {
	t.Helper()
	claim, err := sc.BeginEffect(context.Background(), id)
	hasCode(t, err, "EFFECT_UNCERTAIN")
	equal(t, "receipt id", claim.Receipt.ID, want)
	equal(t, "receipt status", claim.Receipt.Status, ik.EffectUncertain)
	equal(t, "done", claim.Done, false)
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("unexpected error: %v", err)
	}
}

func hasCode(t *testing.T, err error, code string) {
	t.Helper()
	if err == nil || ik.CodeOf(err) != code {
		t.Fatalf("error %v, expected code %s", err, code)
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s: got %#v, expected %#v", what, got, want)
	}
}

// sameJSON compares two values by their JSON.
func sameJSON(t *testing.T, what string, got, want any) {
	t.Helper()
	equal(t, what, tree(t, got), tree(t, want))
}

func tree(t *testing.T, v any) any {
	t.Helper()
	raw, err := json.Marshal(v)
	noError(t, err)
	var out any
	noError(t, json.Unmarshal(raw, &out))
	return out
}
