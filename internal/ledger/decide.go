package ledger

import (
	"bytes"
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// Row is the ledger's row of one effect key. Token is that of the lease under which the latest claim was made.
type Row struct {
	Receipt ik.EffectReceipt
	Token   int64
}

// Clone gives a copy that shares nothing.
func (r Row) Clone() Row {
	r.Receipt.Data = bytes.Clone(r.Receipt.Data)
	return r
}

// Decision is the answer to a claim: a Claim, or Err. With EFFECT_UNCERTAIN the claim has the receipt of the effect that
// may have happened, so that the host gets to know its id; it gives no right to run anything. Store is the row to keep, durably and
// before the caller hears the answer; nil: nothing changes.
type Decision struct {
	Claim ik.EffectClaim
	Store *Row
	Err   *ik.Error
}

// Decide answers the claim of an effect by a turn that holds the lease token. existing is the key's row, or nil. live
// tells whether the lease of an existing prepared claim is still held.
func Decide(existing *Row, turn ik.TurnID, id ik.EffectIdentity, token int64, live bool) Decision {
	if existing == nil {
		return prepare(ik.EffectReceipt{ID: id.ReceiptID, CreatedAt: id.At}, turn, id, token)
	}
	have := existing.Receipt
	switch {
	case have.CapabilityID != id.Capability:
		return refuse(durability("IDEMPOTENCY_KEY_COLLISION", id.Key, "the effect key %q belongs to another capability"))
	case have.Status == ik.EffectPrepared && live:
		return refuse(durability("EFFECT_IN_PROGRESS", id.Key, "the effect %q is running").Retry())
	case have.InputDigest != id.InputDigest && have.Status != ik.EffectFailed: // what did not happen binds nobody
		return refuse(durability("EFFECT_KEY_REUSED", id.Key, "the effect key %q stands for another input"))
	case have.Status == ik.EffectCompleted:
		done := existing.Clone().Receipt
		done.Replayed = true
		return Decision{Claim: ik.EffectClaim{Receipt: done, Done: true, Token: token}}
	case have.Status == ik.EffectFailed, id.Idempotent:
		return prepare(have, turn, id, token)
	case have.Status == ik.EffectPrepared:
		lost := existing.Clone()
		lost.Receipt.Status, lost.Receipt.UpdatedAt = ik.EffectUncertain, id.At
		return uncertain(lost, &lost, id.Key)
	default:
		return uncertain(existing.Clone(), nil, id.Key)
	}
}

// prepare makes the claim of an effect that may run. The id and the time of creation of an earlier receipt stay.
func prepare(base ik.EffectReceipt, turn ik.TurnID, id ik.EffectIdentity, token int64) Decision {
	row := Row{Token: token, Receipt: ik.EffectReceipt{
		ID: base.ID, IdempotencyKey: id.Key, CapabilityID: id.Capability, TurnID: turn, StepID: id.Step,
		Status: ik.EffectPrepared, CreatedAt: base.CreatedAt, UpdatedAt: id.At, InputDigest: id.InputDigest,
	}}
	return Decision{Claim: ik.EffectClaim{Receipt: row.Receipt, Token: token}, Store: &row}
}

// Finish ends a claimed effect. The error has code LEASE_LOST when the claim is not the row's current one, and
// EFFECT_UNCERTAIN, with a row to keep, when the value of a completed effect is not JSON: it happened, but nobody could
// read it back.
func Finish(existing *Row, claim ik.EffectClaim, out ik.EffectOutcome) (Row, *ik.Error) {
	if existing == nil || existing.Receipt.ID != claim.Receipt.ID || existing.Token != claim.Token ||
		existing.Receipt.Status != ik.EffectPrepared {
		return Row{}, LeaseLost()
	}
	row := existing.Clone()
	row.Receipt.Status, row.Receipt.UpdatedAt, row.Receipt.Data = out.Status, out.At, nil
	switch out.Status {
	case ik.EffectFailed, ik.EffectUncertain:
		return row, nil
	case ik.EffectCompleted:
		if value, ok := jsonValue(out.Value); ok {
			row.Receipt.Data = value
			return row, nil
		}
	}
	row.Receipt.Status = ik.EffectUncertain
	return row, Uncertain(row.Receipt.IdempotencyKey)
}

// jsonValue copies a value; none at all is null.
func jsonValue(raw json.RawMessage) (json.RawMessage, bool) {
	if raw == nil {
		return json.RawMessage("null"), true
	}
	return bytes.Clone(raw), json.Valid(raw)
}

func uncertain(row Row, store *Row, key string) Decision {
	return Decision{Claim: ik.EffectClaim{Receipt: row.Clone().Receipt}, Store: store, Err: Uncertain(key)}
}

func refuse(e *ik.Error) Decision { return Decision{Err: e} }

func durability(code, key, format string) *ik.Error {
	return ik.NewError(ik.KindDurability, code, format, key).With("idempotencyKey", key)
}

// Uncertain is the error of an effect that may or may not have happened.
func Uncertain(key string) *ik.Error {
	return ik.NewError(ik.KindEffectUncertain, "EFFECT_UNCERTAIN", "the effect %q may have happened", key).
		With("idempotencyKey", key)
}

// LeaseLost is the error of every call on a turn whose lease is gone. The turn was not committed: it may be run again.
func LeaseLost() *ik.Error {
	return ik.NewError(ik.KindDurability, "LEASE_LOST", "the turn no longer holds its thread").Retry()
}
