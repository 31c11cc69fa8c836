package ik

import "encoding/json"

// InteractionKind is the kind of a question.
type InteractionKind string

// The kinds of questions.
const (
	InteractionInput         InteractionKind = "input"
	InteractionConfirmation  InteractionKind = "confirmation"
	InteractionChoice        InteractionKind = "choice"
	InteractionClarification InteractionKind = "clarification"
)

// Interaction is a question. A handler sets Name (its own word for the question), Kind, Goal and what it needs beside;
// ID, CapabilityID and the private fields are the kernel's.
type Interaction struct {
	ID             InteractionID   `json:"id"`
	Name           string          `json:"name,omitempty"`
	Kind           InteractionKind `json:"kind"`
	Mode           string          `json:"mode,omitempty"`         // required (also ""), optional
	ResponseMode   string          `json:"responseMode,omitempty"` // "" or contextual: a model may word the goal
	CapabilityID   CapabilityID    `json:"capabilityId,omitempty"` // who gets the answer
	RequestedFacts []FactType      `json:"requestedFacts"`
	Goal           string          `json:"goal"` // the question in natural language
	Options        []Option        `json:"options,omitempty"`
	Payload        any             `json:"payload,omitempty"` // opaque JSON, never authority; json.RawMessage once the kernel took it
	// ProtectedMessage is trusted copy, delivered without a model call and withheld from models.
	ProtectedMessage string `json:"protectedCanonicalMessage,omitempty"`

	// AgendaItemID is the item that asks: only it is answered. Private to the checkpoint.
	AgendaItemID AgendaItemID `json:"agendaItemId,omitempty"`
	// Delivered tells that protected and required copy went out once. Private to the checkpoint.
	Delivered bool `json:"delivered,omitempty"`
	// Consent binds a confirmation to what exactly is confirmed: SHA-256 in hex. Private to the checkpoint.
	Consent string `json:"consent,omitempty"`
}

// Optional tells whether the question may stay unanswered.
func (i *Interaction) Optional() bool { return i.Mode == "optional" }

// Option is one possible answer. Value is trusted data of the server; a model never reconstructs it.
type Option struct {
	ID                 string       `json:"id"`
	Label              string       `json:"label"`
	ReferenceExamples  []string     `json:"referenceExamples,omitempty"` // at most 32 of at most 256 code points
	TargetCapabilityID CapabilityID `json:"targetCapabilityId,omitempty"`
	Value              any          `json:"value"` // JSON; json.RawMessage once the kernel took it
}

// UnmarshalJSON keeps Payload as it was written.
func (i *Interaction) UnmarshalJSON(b []byte) error {
	type plain Interaction
	var v struct {
		plain
		Payload json.RawMessage `json:"payload"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*i = Interaction(v.plain)
	if v.Payload != nil {
		i.Payload = v.Payload
	}
	return nil
}

// UnmarshalJSON keeps Value as it was written.
func (o *Option) UnmarshalJSON(b []byte) error {
	type plain Option
	var v struct {
		plain
		Value json.RawMessage `json:"value"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*o = Option(v.plain)
	if v.Value != nil {
		o.Value = v.Value
	}
	return nil
}

// InteractionAnswer is the user's answer to the active question.
type InteractionAnswer struct {
	InteractionID InteractionID   `json:"interactionId"`
	Value         json.RawMessage `json:"value"`
	Evidence      string          `json:"evidence"` // text that the user can see
	Rationale     string          `json:"rationale,omitempty"`
}

// TurnSelection is a click that the host verified: an option, or a free action.
type TurnSelection struct {
	InteractionID InteractionID `json:"interactionId"`
	OptionID      *string       `json:"optionId,omitempty"` // wins over Action
	Action        string        `json:"action,omitempty"`
}

// InteractionChange is what a completed result does to the active question: keep it (zero), dismiss it, or ask another.
type InteractionChange struct {
	set   bool
	value *Interaction
}

// Dismiss takes the active question away.
func Dismiss() InteractionChange { return InteractionChange{set: true} }

// Ask asks a question.
func Ask(i Interaction) InteractionChange { return InteractionChange{true, &i} }

// Get gives the question (nil: dismiss) and whether there is a change at all.
func (c InteractionChange) Get() (*Interaction, bool) { return c.value, c.set }
