package execute

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// effects coordinates the effects of one call with the ledger. The claim is durable before the provider is called, and
// how it ended is recorded whatever becomes of the turn.
type effects struct {
	call *call

	mu        sync.Mutex
	closed    bool
	open      []ik.EffectClaim // the provider may be being called
	receipts  []ik.EffectReceipt
	uncertain bool
}

func newEffects(c *call) *effects { return &effects{call: c} }

type operation = func(context.Context, ik.EffectAuthority) (json.RawMessage, error)

// run is what handlers call. Codes: EFFECT_NOT_ALLOWED, EFFECT_KEY_INVALID, INVALID_IDEMPOTENCY_KEY, EFFECT_UNCERTAIN, those of
// TurnScope.BeginEffect, and whatever op returned with NotApplied.
func (e *effects) run(ctx context.Context, label string, op operation) (json.RawMessage, ik.EffectReceipt, error) {
	var none ik.EffectReceipt
	c := e.call
	if c.capability.Effect != ik.EffectWrite {
		return nil, none, ik.NewError(ik.KindBase, "EFFECT_NOT_ALLOWED", "the capability %q is no write", c.step.CapabilityID).
			With("stepId", string(c.step.ID)).With("capabilityId", string(c.step.CapabilityID))
	}
	if e.isClosed() {
		return nil, none, overError(c.step)
	}
	id, err := e.identity(label)
	if err != nil {
		return nil, none, err
	}
	claim, err := e.begin(ctx, id)
	if err != nil {
		return nil, none, err
	}
	if claim.Done {
		return claim.Receipt.Data, claim.Receipt, nil
	}
	value, err := guard.Protect(func() (json.RawMessage, error) {
		return op(ctx, ik.EffectAuthority{IdempotencyKey: id.Key, ReceiptID: claim.Receipt.ID})
	})
	return e.finish(ctx, claim, value, err)
}

func (e *effects) isClosed() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.closed
}

// begin claims an effect. An effect that happened before is a receipt at once.
func (e *effects) begin(ctx context.Context, id ik.EffectIdentity) (ik.EffectClaim, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return ik.EffectClaim{}, overError(e.call.step)
	}
	claim, err := e.call.r.in.Scope.BeginEffect(ctx, id)
	if err != nil {
		if ik.IsUncertain(err) {
			e.uncertain = true
			e.learn(claim.Receipt)
		}
		return claim, err
	}
	if claim.Done {
		claim.Receipt.Replayed = true
		e.receipts = append(e.receipts, claim.Receipt)
		return claim, nil
	}
	e.open = append(e.open, claim)
	return claim, nil
}

// learn adds the receipt of an effect that was uncertain before this call. It may be of a turn that was not committed:
// this is how the host gets to know its id, and can settle it. Stores that give no receipt with the error give an empty
// one. The caller holds mu.
func (e *effects) learn(r ik.EffectReceipt) {
	known := slices.ContainsFunc(e.receipts, func(have ik.EffectReceipt) bool { return have.ID == r.ID })
	if r.ID != "" && !known {
		e.receipts = append(e.receipts, r)
	}
}

// finish records how an effect ended. Only an error that proves that nothing happened leaves it failed.
func (e *effects) finish(ctx context.Context, claim ik.EffectClaim, value json.RawMessage, err error) (json.RawMessage, ik.EffectReceipt, error) {
	outcome := ik.EffectOutcome{Status: ik.EffectCompleted, Value: value}
	switch {
	case err == nil:
	case ik.IsNotApplied(err):
		outcome = ik.EffectOutcome{Status: ik.EffectFailed}
	default:
		outcome = ik.EffectOutcome{Status: ik.EffectUncertain}
		err = uncertainError(claim).Because(err)
	}
	receipt, recorded := e.record(ctx, claim, outcome)
	switch {
	case recorded != nil:
		return nil, receipt, recorded
	case err != nil:
		return nil, receipt, err
	}
	return receipt.Data, receipt, nil
}

// record writes the outcome of an open claim to the ledger, once. A ledger that can not record it leaves the effect
// uncertain: it may have happened.
func (e *effects) record(ctx context.Context, claim ik.EffectClaim, outcome ik.EffectOutcome) (ik.EffectReceipt, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.take(claim) {
		return claim.Receipt, overError(e.call.step)
	}
	outcome.At = e.call.r.in.Now()
	receipt, err := e.call.r.in.Scope.FinishEffect(context.WithoutCancel(ctx), claim, outcome)
	if err != nil {
		receipt = claim.Receipt
		receipt.Status, receipt.UpdatedAt, receipt.Data = ik.EffectUncertain, outcome.At, nil
		err = uncertainError(claim).Because(err)
	}
	e.uncertain = e.uncertain || receipt.Status == ik.EffectUncertain
	e.receipts = append(e.receipts, receipt)
	return receipt, err
}

// take removes a claim from the open ones. The caller holds mu.
func (e *effects) take(claim ik.EffectClaim) bool {
	for i, o := range e.open {
		if o.Receipt.ID == claim.Receipt.ID {
			e.open = append(e.open[:i], e.open[i+1:]...)
			return true
		}
	}
	return false
}

// close ends the coordination when the handler returned or was left behind. What is still open may have happened.
func (e *effects) close(ctx context.Context) {
	e.mu.Lock()
	e.closed = true
	open := append([]ik.EffectClaim(nil), e.open...)
	e.mu.Unlock()
	for _, claim := range open {
		_, _ = e.record(ctx, claim, ik.EffectOutcome{Status: ik.EffectUncertain}) // the receipt says it
	}
}

func uncertainError(claim ik.EffectClaim) *ik.Error {
	return ik.NewError(ik.KindEffectUncertain, "EFFECT_UNCERTAIN", "it is not known whether the effect happened").
		With("idempotencyKey", claim.Receipt.IdempotencyKey)
}
