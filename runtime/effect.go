package ik

import (
	"encoding/json"
	"time"
)

// Effect is what a capability does to the world.
type Effect string

// The effects.
const (
	EffectNone  Effect = "none"
	EffectRead  Effect = "read"
	EffectWrite Effect = "write"
)

// EffectStatus is the state of a receipt.
type EffectStatus string

// The states of a receipt.
const (
	EffectPrepared  EffectStatus = "prepared"  // claimed, the provider may be being called
	EffectCompleted EffectStatus = "completed" // happened, Data is its value
	EffectFailed    EffectStatus = "failed"    // certainly did not happen; may be tried again
	EffectUncertain EffectStatus = "uncertain" // may have happened; stays until settled
)

// EffectReceipt is the ledger's record of one effect.
type EffectReceipt struct {
	ID             EffectID        `json:"id"`
	IdempotencyKey string          `json:"idempotencyKey"`
	CapabilityID   CapabilityID    `json:"capabilityId"`
	TurnID         TurnID          `json:"turnId"` // of the latest attempt that reached the provider
	StepID         StepID          `json:"stepId"`
	Status         EffectStatus    `json:"status"`
	Data           json.RawMessage `json:"data,omitempty"` // only when completed
	CreatedAt      time.Time       `json:"createdAt"`
	UpdatedAt      time.Time       `json:"updatedAt"`
	InputDigest    string          `json:"inputDigest,omitempty"` // of the input that the key stands for
	Replayed       bool            `json:"replayed,omitempty"`    // this call did not reach the provider
}

// Unsettled tells whether it is not known yet how the effect ended.
func (r EffectReceipt) Unsettled() bool {
	return r.Status == EffectPrepared || r.Status == EffectUncertain
}

// EffectAuthority is what the operation of an effect may hand to its provider.
type EffectAuthority struct {
	IdempotencyKey string
	ReceiptID      EffectID
}

// EffectIdentity names an effect before it runs. Ids and times come from the kernel, so that every store says the same.
type EffectIdentity struct {
	Key         string // the whole key, with the capability's prefix
	Capability  CapabilityID
	Step        StepID
	InputDigest string
	ReceiptID   EffectID // for a new receipt; an earlier failed one keeps its own
	At          time.Time
	// Idempotent tells that the provider itself runs the key once: an uncertain effect may then be tried again.
	Idempotent bool
}

// EffectClaim is the right to run one effect. With Done the receipt answers and nothing may run.
type EffectClaim struct {
	Receipt EffectReceipt
	Done    bool
	Token   int64 // fencing token of the lease under which the claim was made
}

// EffectOutcome is how an effect ended.
type EffectOutcome struct {
	Status EffectStatus // completed, failed, uncertain
	Value  json.RawMessage
	At     time.Time
}

// Settlement is what the host found out about an uncertain effect.
type Settlement struct {
	Applied bool
	Value   json.RawMessage // when applied
	At      time.Time
}
