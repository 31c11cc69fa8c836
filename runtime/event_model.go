package ik

import "encoding/json"

// ModelInvoked is the data of model.invoked: a model is about to be asked.
type ModelInvoked struct {
	Task            string     `json:"task"`
	Model           *string    `json:"model"`           // alias of the agent's model policy
	CapabilityCount int        `json:"capabilityCount"` // contracts that the model gets
	Audit           ModelAudit `json:"audit"`
}

// ModelCompleted is the data of model.completed: a model answered. The answer is a proposal: nothing was checked yet.
type ModelCompleted struct {
	Task       string          `json:"task"`
	Provider   string          `json:"provider"`
	Model      string          `json:"model"`
	DurationMs float64         `json:"durationMs"`
	Usage      *ModelUsage     `json:"usage"`    // nil where the provider does not tell
	Proposal   json.RawMessage `json:"proposal"` // as it came, without what is private
}

// ModelFailed is the data of model.failed: a model did not answer.
type ModelFailed struct {
	Task string `json:"task"`
	Code string `json:"code"`
}

// ModelAudit is what a model was asked: the identity of its instructions, and what it saw. Members that the task does
// not have are null or empty.
type ModelAudit struct {
	InstructionDigest string                 `json:"instructionDigest"` // SHA-256 in hex of the instructions as they were sent
	Prompt            PromptAudit            `json:"prompt"`
	Context           AuditContext           `json:"context"`
	Capabilities      []CapabilityProjection `json:"capabilities"`
	Selection         json.RawMessage        `json:"selection"`         // what an interpretation works with
	ProposedSelection json.RawMessage        `json:"proposedSelection"` // this and what follows: what a review judges
	ProposedAnswer    json.RawMessage        `json:"proposedAnswer"`
	CurrentChoice     json.RawMessage        `json:"currentChoice"`
	ProposedOption    json.RawMessage        `json:"proposedOption"`
	Intentions        []json.RawMessage      `json:"intentions"`
	CompletedWork     []json.RawMessage      `json:"completedWork"` // finished work that the answer may tell of
	ResponseGoal      *string                `json:"responseGoal"`
	ValidationIssues  []json.RawMessage      `json:"validationIssues"` // what was wrong with the answer that is repaired
	RejectedProposal  json.RawMessage        `json:"rejectedProposal"`
}

// PromptAudit is the instructions of a call. Both hashes are SHA-256 in hex.
type PromptAudit struct {
	ID              string `json:"id"`
	ContractVersion int    `json:"contractVersion"`
	Revision        string `json:"revision"`     // of the host's resolver, else default
	TemplateHash    string `json:"templateHash"` // of the text before its variables are filled
	InstructionHash string `json:"instructionHash"`
	Instructions    string `json:"instructions"` // as it was sent
}

// AuditContext is what a model saw of the conversation and of the state.
type AuditContext struct {
	CurrentMessage json.RawMessage   `json:"currentMessage"` // a message, or its text
	Selection      *TurnSelection    `json:"interactionSelection"`
	RecentMessages []json.RawMessage `json:"recentMessages"`
	TotalMessages  *int              `json:"totalMessages"`
	Facts          []AuditFact       `json:"facts"`
	Interaction    *AuditQuestion    `json:"interaction"`
	Agenda         []json.RawMessage `json:"agenda"`
	Guidance       []json.RawMessage `json:"selectedModelGuidancePolicies"`
	Omissions      []Omission        `json:"omissions"`
}

// AuditFact is a fact as a model saw it: its value is null when models may not see it.
type AuditFact struct {
	FactRef
	Value      json.RawMessage `json:"value"`
	ProducedBy Producer        `json:"producedBy"`
}

// AuditQuestion is the open question as a model saw it.
type AuditQuestion struct {
	ID           InteractionID   `json:"id"`
	Kind         InteractionKind `json:"kind"`
	CapabilityID *CapabilityID   `json:"capabilityId"`
	Goal         string          `json:"goal"`
	Options      []EventOption   `json:"options"`
}

// EventType is model.invoked.
func (*ModelInvoked) EventType() string { return "model.invoked" }

// EventType is model.completed.
func (*ModelCompleted) EventType() string { return "model.completed" }

// EventType is model.failed.
func (*ModelFailed) EventType() string { return "model.failed" }
