package ik

import "encoding/json"

// Disposition says what happens to a planned step.
type Disposition string

// The dispositions.
const (
	DispositionExecute Disposition = "execute"
	DispositionDefer   Disposition = "defer"
	DispositionClarify Disposition = "clarify"
	DispositionReject  Disposition = "reject"
)

// PlanReason says why. Policies lists every policy that spoke, strictest first.
type PlanReason struct {
	Code     string          `json:"code"`
	Message  string          `json:"message"`
	Evidence []string        `json:"evidence"`
	Policies []PolicyVerdict `json:"policies,omitempty"`
}

// PolicyVerdict is what one policy said of a step.
type PolicyVerdict struct {
	ID      PolicyID    `json:"id"`
	Verdict VerdictKind `json:"verdict"`
	Reason  string      `json:"reason,omitempty"`
}

// PlanStep is one planned capability call, or why there is none.
type PlanStep struct {
	ID              StepID             `json:"id"`
	IntentionID     IntentionID        `json:"intentionId"`
	Intention       Intention          `json:"intention"`
	CapabilityID    CapabilityID       `json:"capabilityId,omitempty"`
	Input           json.RawMessage    `json:"input,omitempty"` // validated, defaults filled
	Continuation    json.RawMessage    `json:"continuation,omitempty"`
	ModelRedactions []string           `json:"modelRedactions,omitempty"`
	Answer          *InteractionAnswer `json:"interactionAnswer,omitempty"`
	DependsOn       []StepID           `json:"dependsOn"`
	MissingFacts    []FactRequirement  `json:"missingFacts"`
	Disposition     Disposition        `json:"disposition"`
	Reason          PlanReason         `json:"reason"`

	DeferredChoiceAnswer *DeferredAnswer `json:"deferredChoiceAnswer,omitempty"`
	// Accepted is the confirmation that let the step run: it is the default effect key.
	Accepted InteractionID `json:"acceptedInteractionId,omitempty"`
	// PlannedFor are the steps that the kernel added this read for: it brings a fact that they lack. Nil: the step was asked
	// for, or goes on with open work.
	PlannedFor []StepID `json:"plannedFor,omitempty"`
	// Question is what the kernel asks for this step, if it asks.
	Question *Interaction `json:"question,omitempty"`
}

// TurnPlan is what the kernel will do, before it does it.
type TurnPlan struct {
	Steps                  []PlanStep         `json:"steps"`
	Interaction            *Interaction       `json:"interaction,omitempty"`
	AnsweredCapability     CapabilityID       `json:"answeredInteractionCapabilityId,omitempty"`
	AnsweredItem           AgendaItemID       `json:"answeredAgendaItemId,omitempty"`
	ResponseGoal           string             `json:"responseGoal"`
	ProgressionAction      *ProgressionAction `json:"progressionAction,omitempty"`
	CancelledAgendaItemIDs []AgendaItemID     `json:"cancelledAgendaItemIds,omitempty"`
	CancelledObjectiveIDs  []string           `json:"cancelledObjectiveIds,omitempty"`
}

// ProgressionAction is what an answer does to a menu. Kind is member, continue or automatic.
type ProgressionAction struct {
	Kind         string       `json:"kind"`
	OccurrenceID string       `json:"occurrenceId"`
	CapabilityID CapabilityID `json:"capabilityId,omitempty"`
}

// StepResult is the outcome of an executed or skipped step, with every value as JSON.
type StepResult struct {
	Status       string            `json:"status"` // invoked, skipped
	StepID       StepID            `json:"stepId"`
	CapabilityID CapabilityID      `json:"capabilityId"`
	Result       *StepOutcome      `json:"result,omitempty"` // invoked
	Effects      []EffectReceipt   `json:"effects,omitempty"`
	Reason       *PlanReason       `json:"reason,omitempty"` // skipped
	PendingFacts []FactRequirement `json:"pendingFacts,omitempty"`
}

// StepOutcome is a capability result whose values are JSON: what reduction, composition, events and cases work with.
type StepOutcome struct {
	Status       Status             `json:"status"`
	Output       json.RawMessage    `json:"output,omitempty"`
	Facts        []CandidateRecord  `json:"facts,omitempty"`
	Evidence     []Evidence         `json:"evidence,omitempty"`
	Artifacts    []Artifact         `json:"artifacts,omitempty"`
	Canonical    *CanonicalResponse `json:"canonicalResponse,omitempty"`
	Interaction  *Interaction       `json:"interaction,omitempty"`
	Dismiss      bool               `json:"-"` // interaction: null
	Continuation json.RawMessage    `json:"continuation,omitempty"`
	Partial      json.RawMessage    `json:"partialInput,omitempty"`
	Redactions   []string           `json:"modelRedactions,omitempty"`
	Invalidates  []FactRef          `json:"invalidates,omitempty"`
	Issue        *CapabilityIssue   `json:"issue,omitempty"`
	Proposed     json.RawMessage    `json:"proposedInput,omitempty"`
	Requirement  *FactRequirement   `json:"requirement,omitempty"`
	Provider     *ProviderCall      `json:"provider,omitempty"`
}

// CandidateRecord is a fact candidate as JSON.
type CandidateRecord struct {
	FactRef
	Value       json.RawMessage `json:"value"`
	EvidenceIDs []EvidenceID    `json:"evidenceIds"`
	DependsOn   []FactRef       `json:"dependsOn"`
}

// ProviderCall is the capability call that a needs_dependency result asks for.
type ProviderCall struct {
	CapabilityID CapabilityID    `json:"capabilityId"`
	Input        json.RawMessage `json:"input"`
}
