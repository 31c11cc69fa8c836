package ledger

import (
	"encoding/json"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// Settle ends an uncertain effect by what the host found out. A claim whose lease is gone counts as uncertain. The error
// has code EFFECT_NOT_UNCERTAIN, or INVALID_SETTLEMENT when the value is not JSON.
func Settle(existing Row, s ik.Settlement, live bool) (Row, *ik.Error) {
	r := existing.Receipt
	dead := r.Status == ik.EffectPrepared && !live
	if r.Status != ik.EffectUncertain && !dead {
		return Row{}, ik.NewError(ik.KindDurability, "EFFECT_NOT_UNCERTAIN", "the effect is %s", r.Status).
			With("effectId", string(r.ID)).With("status", string(r.Status))
	}
	row := existing.Clone()
	row.Receipt.Status, row.Receipt.UpdatedAt, row.Receipt.Data = ik.EffectFailed, s.At, nil
	if s.Applied {
		value, ok := jsonValue(s.Value)
		if !ok {
			return Row{}, ik.NewError(ik.KindDurability, "INVALID_SETTLEMENT", "the value of the settlement is not JSON").
				With("effectId", string(r.ID))
		}
		row.Receipt.Status, row.Receipt.Data = ik.EffectCompleted, value
	}
	return row, nil
}

// Settled is the event of a settlement. Its id is made of the receipt and the time, so that sending it again is seen
// to be the same event.
func Settled(thread ik.ThreadID, r ik.EffectReceipt) ik.Event {
	data, _ := json.Marshal(ik.EffectSettled{
		EffectID: r.ID, CapabilityID: r.CapabilityID, Status: r.Status, IdempotencyKey: r.IdempotencyKey,
	})
	return ik.Event{
		ID: ik.EventID("effect.settled:" + string(r.ID) + ":" + r.UpdatedAt.UTC().Format(time.RFC3339Nano)), Type: "effect.settled",
		Version: 1, OccurredAt: r.UpdatedAt, ThreadID: thread, TurnID: r.TurnID, StepID: r.StepID,
		Category: ik.CategoryAudit, Data: data,
	}
}
