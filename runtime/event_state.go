package ik

// Activated is what events tell of work that the kernel starts by itself.
type Activated struct {
	CapabilityID CapabilityID  `json:"capabilityId"`
	Disposition  *Disposition  `json:"disposition"`
	Trigger      Trigger       `json:"trigger"` // dependency, resume, progression
	Identity     string        `json:"identity"`
	Steps        []PlannedStep `json:"steps"`
}

// DependencyCapabilityActivated is the data of dependency.capability.activated: a read that a handler asked for is
// planned.
type DependencyCapabilityActivated struct{ Activated }

// DependencyConsumerResumed is the data of dependency.consumer.resumed: waiting work goes on, its facts have come.
type DependencyConsumerResumed struct{ Activated }

// ProgressionCapabilityActivated is the data of progression.capability.activated: the agent goes on of its own accord.
type ProgressionCapabilityActivated struct {
	Activated
	OccurrenceID string `json:"occurrenceId"`
}

// AgendaItemCancelled is the data of agenda.item.cancelled: open work is given up.
type AgendaItemCancelled struct {
	AgendaItemID AgendaItemID `json:"agendaItemId"`
}

// ObjectiveCancelled is the data of objective.cancelled: an objective is given up.
type ObjectiveCancelled struct {
	ObjectiveID string `json:"objectiveId"`
}

// FactsReduced is the data of facts.reduced: what the turn changed in the facts.
type FactsReduced struct {
	Published   []EventFact      `json:"published"`
	Invalidated []EventFact      `json:"invalidated"`
	AgendaItems int              `json:"agendaItems"` // open work after the turn
	Interaction *InteractionKind `json:"interaction"` // of the question that is open after the turn
}

// ProgressionInteractionRequested is the data of progression.interaction.requested: the progression opened a question,
// or brought one back.
type ProgressionInteractionRequested struct {
	OccurrenceID string          `json:"occurrenceId"`
	Kind         InteractionKind `json:"kind"`
}

// InteractionRequested is the data of interaction.requested: a question is open at the end of the turn, a new one or one
// that stays.
type InteractionRequested struct {
	InteractionID  InteractionID   `json:"interactionId"`
	Kind           InteractionKind `json:"kind"`
	CapabilityID   *CapabilityID   `json:"capabilityId"` // who gets the answer
	RequestedFacts []FactType      `json:"requestedFacts"`
}

// EventType is dependency.capability.activated.
func (*DependencyCapabilityActivated) EventType() string { return "dependency.capability.activated" }

// EventType is dependency.consumer.resumed.
func (*DependencyConsumerResumed) EventType() string { return "dependency.consumer.resumed" }

// EventType is progression.capability.activated.
func (*ProgressionCapabilityActivated) EventType() string { return "progression.capability.activated" }

// EventType is agenda.item.cancelled.
func (*AgendaItemCancelled) EventType() string { return "agenda.item.cancelled" }

// EventType is objective.cancelled.
func (*ObjectiveCancelled) EventType() string { return "objective.cancelled" }

// EventType is facts.reduced.
func (*FactsReduced) EventType() string { return "facts.reduced" }

// EventType is progression.interaction.requested.
func (*ProgressionInteractionRequested) EventType() string {
	return "progression.interaction.requested"
}

// EventType is interaction.requested.
func (*InteractionRequested) EventType() string { return "interaction.requested" }
