package ik

import "encoding/json"

// Resolution says how well an intention was understood.
type Resolution string

// The resolutions.
const (
	Resolved    Resolution = "resolved"
	Ambiguous   Resolution = "ambiguous"
	Unsupported Resolution = "unsupported"
)

// Intention is one thing that the user wants, as a model proposed it.
type Intention struct {
	ID                 IntentionID         `json:"id"`
	Objective          string              `json:"objective"`
	Rationale          string              `json:"rationale,omitempty"`
	Evidence           []IntentionEvidence `json:"evidence"`
	References         []Reference         `json:"references"`
	ProposedCapability CapabilityID        `json:"proposedCapability,omitempty"`
	Input              json.RawMessage     `json:"input,omitempty"` // absent and null differ
	Resolution         Resolution          `json:"resolution"`
	Alternatives       []string            `json:"alternatives,omitempty"`
}

// IntentionEvidence is a quote of a message. MessageIndex is absolute.
type IntentionEvidence struct {
	Text         string `json:"text"`
	Meaning      string `json:"meaning"`
	MessageIndex int    `json:"messageIndex"`
}

// Reference is an expression of the user and what it stands for, usually an option id.
type Reference struct {
	Expression string `json:"expression"`
	Target     string `json:"target"`
	Evidence   string `json:"evidence"`
}

// IntentionBatch is everything that the kernel understood of one message.
type IntentionBatch struct {
	Answer           *InteractionAnswer `json:"answerToInteraction,omitempty"`
	Intentions       []Intention        `json:"intentions"`
	Contradictions   []Contradiction    `json:"contradictions"`
	LifecycleActions []LifecycleAction  `json:"lifecycleActions,omitempty"`
}

// Contradiction is a conflict that a model saw in what the user said.
type Contradiction struct {
	Description string   `json:"description"`
	Evidence    []string `json:"evidence"`
}

// LifecycleAction cancels open work. Kind is cancel_agenda_item or cancel_objective.
type LifecycleAction struct {
	Kind     string            `json:"kind"`
	TargetID string            `json:"targetId"`
	Evidence IntentionEvidence `json:"evidence"`
}

// CapabilitySelection is which capabilities a message is about.
type CapabilitySelection struct {
	Mode           string              `json:"mode"` // selected, selected_with_control, no_match, conversational, control
	CapabilityIDs  []CapabilityID      `json:"capabilityIds"`
	Rationale      string              `json:"rationale"`
	Evidence       []IntentionEvidence `json:"evidence"`
	Source         string              `json:"source,omitempty"` // model (also ""), kernel_boundary, structured_selection
	Adjustments    []Adjustment        `json:"adjustments,omitempty"`
	ReviewedChoice *ReviewedChoice     `json:"reviewedChoice,omitempty"`
}

// Adjustment is a change that the kernel made to a selection.
type Adjustment struct {
	Code         string       `json:"code"`
	CapabilityID CapabilityID `json:"capabilityId"`
}

// ReviewedChoice is an option that a review bound to the current message.
type ReviewedChoice struct {
	InteractionID InteractionID `json:"interactionId"`
	OptionID      string        `json:"optionId"`
	MessageIndex  int           `json:"messageIndex"`
	Evidence      string        `json:"evidence"`
	Rationale     string        `json:"rationale"`
}
