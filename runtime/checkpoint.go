package ik

import (
	"encoding/json"
	"time"
)

// CheckpointSchema is the version of the stored shape.
const CheckpointSchema = 1

// Checkpoint is the state of a thread between turns. Its size depends on open work and current facts, never on history.
type Checkpoint struct {
	SchemaVersion    int               `json:"schemaVersion"`
	Revision         int               `json:"revision"`
	AgentFingerprint string            `json:"agentFingerprint"` // contract
	AuditFingerprint string            `json:"auditFingerprint"`
	Messages         []Message         `json:"messages"`     // the last recentMessageLimit
	MessageCount     int               `json:"messageCount"` // all ever; indexes are absolute
	Facts            []FactRecord      `json:"facts"`
	Agenda           []AgendaItem      `json:"agenda"`
	Interaction      *Interaction      `json:"interaction,omitempty"`
	Effects          []EffectReceipt   `json:"effects"` // this turn's and every unsettled one
	Progression      *ProgressionState `json:"progression,omitempty"`
	Undelivered      *Undelivered      `json:"undelivered,omitempty"`
}

// Role says who wrote a message.
type Role string

// The roles.
const (
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
)

// Message is one message of a thread.
type Message struct {
	Role    Role      `json:"role"`
	Content string    `json:"content"`
	At      time.Time `json:"at"`
}

// AgendaStatus is the state of open work.
type AgendaStatus string

// The states of open work.
const (
	AgendaReady               AgendaStatus = "ready"
	AgendaWaitingInput        AgendaStatus = "waiting_input"
	AgendaWaitingFacts        AgendaStatus = "waiting_facts"
	AgendaWaitingConfirmation AgendaStatus = "waiting_confirmation"
	AgendaBlocked             AgendaStatus = "blocked"
)

// AgendaItem is open work. The fields after ModelRedactions are private: no model and no host sees them.
type AgendaItem struct {
	ID              AgendaItemID      `json:"id"`
	Intention       Intention         `json:"intention"`
	Status          AgendaStatus      `json:"status"`
	MissingFacts    []FactRequirement `json:"missingFacts"`
	Dependencies    []AgendaItemID    `json:"dependencies"`
	Continuation    json.RawMessage   `json:"continuation,omitempty"`
	ModelRedactions []string          `json:"modelRedactions,omitempty"`

	CompletedFollowUp    bool                  `json:"completedFollowUp,omitempty"`
	OptionalInput        bool                  `json:"optionalInput,omitempty"`
	OwnedDependencyIDs   []AgendaItemID        `json:"ownedDependencyIds,omitempty"`
	DeferredChoiceAnswer *DeferredAnswer       `json:"deferredChoiceAnswer,omitempty"`
	Suspended            *SuspendedInteraction `json:"suspendedInteraction,omitempty"`
	// Question is the interaction of a waiting item, asked when the place is free.
	Question *Interaction `json:"question,omitempty"`
	// AskedAt orders waiting questions, oldest first.
	AskedAt time.Time `json:"askedAt,omitzero"`
}

// FactRequirement is a required fact as agenda items and plans name it.
type FactRequirement struct {
	FactRef
	// AnyOf are further facts: any one of them does as well.
	AnyOf       []FactRef `json:"anyOf,omitempty"`
	Description string    `json:"description"`
	Resolution  string    `json:"resolution,omitempty"`
}

// DeferredAnswer is a choice that was answered while its owner could not run yet.
type DeferredAnswer struct {
	Interaction Interaction       `json:"interaction"`
	Answer      InteractionAnswer `json:"answer"`
}

// SuspendedInteraction is a displaced question that comes back.
type SuspendedInteraction struct {
	Interaction              Interaction `json:"interaction"`
	OccurrenceID             string      `json:"occurrenceId"`
	PrerequisitePublications string      `json:"prerequisitePublications"`
	OwnerPath                string      `json:"ownerPath,omitempty"`
}

// ProgressionState is what the agent does of its own accord, as stored.
type ProgressionState struct {
	Objective   *ObjectiveState `json:"objective,omitempty"`
	Occurrences []Occurrence    `json:"occurrences"`
}

// ObjectiveState is the stored state of the objective.
type ObjectiveState struct {
	ID     string `json:"id"`
	Status string `json:"status"` // active, completed, cancelled
}

// Occurrence is one activation of a progression rule.
type Occurrence struct {
	ID                string            `json:"id"`
	RuleID            string            `json:"ruleId"`
	Target            ProgressionTarget `json:"target"`
	Mode              string            `json:"mode"`
	Priority          int               `json:"priority"`
	ActivationFacts   []ActivationFact  `json:"activationFacts"`
	Status            string            `json:"status"` // pending, active, declined, satisfied, superseded
	Presented         bool              `json:"presented"`
	CompletedMembers  []CapabilityID    `json:"completedMembers"`
	ActiveMember      CapabilityID      `json:"activeMember,omitempty"`
	CompletionLineage json.RawMessage   `json:"completionLineage,omitempty"`
}

// ActivationFact is a publication that activated an occurrence.
type ActivationFact struct {
	FactRef
	Publication string `json:"publication"`
}
