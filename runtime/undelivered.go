package ik

import "encoding/json"

// Undelivered is finished work that the user was not told of, because the turn's answer was exact copy that no model
// may word. The next answer that a model words tells it.
type Undelivered struct {
	Completed []CompletedWork `json:"completed"`
	Cancelled []string        `json:"cancelled,omitempty"` // objectives of open work that the user cancelled
}

// CompletedWork is one completed capability call.
type CompletedWork struct {
	TurnID          TurnID          `json:"turnId"`
	StepID          StepID          `json:"stepId"`
	CapabilityID    CapabilityID    `json:"capabilityId"`
	Objective       string          `json:"objective"`
	Output          json.RawMessage `json:"output,omitempty"`
	Evidence        []Evidence      `json:"evidence"`
	ModelRedactions []string        `json:"modelRedactions,omitempty"`
	Replayed        bool            `json:"replayed,omitempty"` // its effect had happened before
}
