package ik

import "encoding/json"

// CapabilitiesSelected is the data of capabilities.selected: which capabilities the message is about.
type CapabilitiesSelected struct {
	Source         string              `json:"source"` // model, kernel_boundary: the kernel abstained, structured_selection: a click
	Mode           string              `json:"mode"`
	CapabilityIDs  []CapabilityID      `json:"capabilityIds"`
	Rationale      string              `json:"rationale"`
	Evidence       []IntentionEvidence `json:"evidence"`
	ReviewedChoice *ReviewedChoice     `json:"reviewedChoice"`
	Adjustments    []Adjustment        `json:"adjustments"` // what the kernel changed in what the model proposed
}

// IntentionInterpreted is the data of intention.interpreted: what the message means.
type IntentionInterpreted struct {
	Source           string                 `json:"source"` // model, structured_selection
	Intentions       []InterpretedIntention `json:"intentions"`
	Answer           *InteractionAnswer     `json:"interactionAnswer"`
	AnswerSource     *string                `json:"interactionAnswerSource"`
	Contradictions   []Contradiction        `json:"contradictions"`
	LifecycleActions []LifecycleAction      `json:"lifecycleActions"`
}

// InterpretedIntention is one thing that is asked for, with null where there is nothing.
type InterpretedIntention struct {
	ID           IntentionID         `json:"id"`
	Objective    string              `json:"objective"`
	CapabilityID *CapabilityID       `json:"capabilityId"`
	Resolution   Resolution          `json:"resolution"`
	Evidence     []IntentionEvidence `json:"evidence"`
	References   []Reference         `json:"references"`
	Input        json.RawMessage     `json:"input"`
	Alternatives []string            `json:"alternatives"`
	Rationale    *string             `json:"rationale"`
}

// PlanCreated is the data of plan.created: what is done with the message.
type PlanCreated struct {
	ResponseGoal           string         `json:"responseGoal"`
	CancelledAgendaItemIDs []AgendaItemID `json:"cancelledAgendaItemIds"`
	CancelledObjectiveIDs  []string       `json:"cancelledObjectiveIds"`
	Steps                  []PlannedStep  `json:"steps"`
}

// PlannedStep is one step of a plan as events tell it.
type PlannedStep struct {
	ID           StepID            `json:"id"`
	CapabilityID *CapabilityID     `json:"capabilityId"`
	Disposition  Disposition       `json:"disposition"`
	Input        json.RawMessage   `json:"input"` // validated, with its defaults; null when models may not see it
	DependsOn    []StepID          `json:"dependsOn"`
	MissingFacts []FactRequirement `json:"missingFacts"`
	Reason       PlanReason        `json:"reason"`
	PlannedFor   []StepID          `json:"plannedFor,omitempty"` // the steps that the kernel added this read for
}

// EventType is capabilities.selected.
func (*CapabilitiesSelected) EventType() string { return "capabilities.selected" }

// EventType is intention.interpreted.
func (*IntentionInterpreted) EventType() string { return "intention.interpreted" }

// EventType is plan.created.
func (*PlanCreated) EventType() string { return "plan.created" }
