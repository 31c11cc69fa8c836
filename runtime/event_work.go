package ik

import "encoding/json"

// StepDeferred is the data of step.deferred: a step waits, or needs an answer.
type StepDeferred struct {
	CapabilityID *CapabilityID `json:"capabilityId"`
	Disposition  Disposition   `json:"disposition"` // defer, clarify
	ReasonCode   string        `json:"reasonCode"`
}

// StepStarted is the data of step.started: a step begins.
type StepStarted struct {
	CapabilityID CapabilityID `json:"capabilityId"`
	DependsOn    []StepID     `json:"dependsOn"`
}

// CapabilityInvoked is the data of capability.invoked: the handler of a step is called.
type CapabilityInvoked struct {
	CapabilityID CapabilityID `json:"capabilityId"`
}

// CapabilityEvent is the data of capability.event: a handler tells something itself.
type CapabilityEvent struct {
	CapabilityID CapabilityID    `json:"capabilityId"`
	Name         string          `json:"name"`
	Data         json.RawMessage `json:"data"`
}

// CapabilitySkipped is the data of capability.skipped: a step that was planned does not run.
type CapabilitySkipped struct {
	CapabilityID *CapabilityID `json:"capabilityId"`
	Status       string        `json:"status"` // skipped
	ReasonCode   string        `json:"reasonCode"`
}

// CapabilityCompleted is the data of capability.completed: a handler ended, with a result or with a question.
type CapabilityCompleted struct {
	CapabilityID CapabilityID `json:"capabilityId"`
	Status       Status       `json:"status"` // all but failed
	// Of a completed call; null when models may not see it.
	Output    json.RawMessage `json:"output,omitzero"`
	Facts     []EventFact     `json:"facts,omitzero"`
	Evidence  []Evidence      `json:"evidence,omitzero"`
	Artifacts []Artifact      `json:"artifacts,omitzero"`
	// Of a call that needs a dependency: the fact, and who brings it.
	Requirement *FactRequirement `json:"requirement,omitempty"`
	ProviderID  CapabilityID     `json:"providerCapabilityId,omitempty"`
	// What it asks; null when it takes its question back.
	Interaction Nullable[EventQuestion] `json:"interaction,omitzero"`
}

// EventFact is a fact as events show it: without a value when models may not see it.
type EventFact struct {
	FactRef
	Value           json.RawMessage `json:"value,omitempty"`
	EvidenceIDs     []EvidenceID    `json:"evidenceIds"`
	DependsOn       []FactRef       `json:"dependsOn"`
	Evidence        []Evidence      `json:"evidence"`
	ProducedBy      Producer        `json:"producedBy"`
	ModelVisibility Visibility      `json:"modelVisibility,omitempty"`
}

// EventQuestion is a question as events show it.
type EventQuestion struct {
	ID             InteractionID   `json:"id"`
	Kind           InteractionKind `json:"kind"`
	RequestedFacts []FactType      `json:"requestedFacts"`
	Goal           string          `json:"goal"`
	CapabilityID   CapabilityID    `json:"capabilityId,omitempty"`
	Options        []EventOption   `json:"options,omitempty"`
	Payload        json.RawMessage `json:"payload,omitempty"`
}

// EventOption is one option of a question.
type EventOption struct {
	Position int `json:"position,omitempty"` // from 1, where the model chooses by it
	Option
}

// UnmarshalJSON keeps the value as it is written.
func (o *EventOption) UnmarshalJSON(b []byte) error {
	var at struct {
		Position int `json:"position"`
	}
	if err := json.Unmarshal(b, &at); err != nil {
		return err
	}
	o.Position = at.Position
	return json.Unmarshal(b, &o.Option)
}

// CapabilityFailed is the data of capability.failed: a step failed.
type CapabilityFailed struct {
	CapabilityID CapabilityID    `json:"capabilityId"`
	Status       Status          `json:"status"` // failed
	Issue        CapabilityIssue `json:"issue"`
}

// EffectRecorded is the data of effect.recorded: a step has the receipt of an effect.
type EffectRecorded struct {
	EffectID       EffectID     `json:"effectId"`
	CapabilityID   CapabilityID `json:"capabilityId"`
	Status         EffectStatus `json:"status"`
	IdempotencyKey string       `json:"idempotencyKey"` // the whole key of the ledger
	Replayed       bool         `json:"replayed"`       // it happened before: nothing was done now
}

// EffectSettled is the data of effect.settled: an uncertain effect was settled, outside of any turn.
type EffectSettled struct {
	EffectID       EffectID     `json:"effectId"`
	CapabilityID   CapabilityID `json:"capabilityId"`
	Status         EffectStatus `json:"status"`
	IdempotencyKey string       `json:"idempotencyKey"`
}

// EventType is step.deferred.
func (*StepDeferred) EventType() string { return "step.deferred" }

// EventType is step.started.
func (*StepStarted) EventType() string { return "step.started" }

// EventType is capability.invoked.
func (*CapabilityInvoked) EventType() string { return "capability.invoked" }

// EventType is capability.event.
func (*CapabilityEvent) EventType() string { return "capability.event" }

// EventType is capability.skipped.
func (*CapabilitySkipped) EventType() string { return "capability.skipped" }

// EventType is capability.completed.
func (*CapabilityCompleted) EventType() string { return "capability.completed" }

// EventType is capability.failed.
func (*CapabilityFailed) EventType() string { return "capability.failed" }

// EventType is effect.recorded.
func (*EffectRecorded) EventType() string { return "effect.recorded" }

// EventType is effect.settled.
func (*EffectSettled) EventType() string { return "effect.settled" }
