package ik

import "encoding/json"

// EventData is the data of an event: there is one type of it for each type of event. The JSON Schemas beside the
// reference page of events say the same.
type EventData interface {
	// EventType is the type of the events that have this data, as in turn.started.
	EventType() string
}

// EventType is one type of event.
type EventType struct {
	Name string
	// Category is the one that all events of the type have; "" where the handler chooses it.
	Category Category

	data func() EventData
}

// EventTypes gives all types of events, in the order of a turn. The last is of the store, outside of any turn.
func EventTypes() []EventType {
	return []EventType{
		{"turn.started", CategoryTrace, func() EventData { return &TurnStarted{} }},
		{"context.built", CategoryTrace, func() EventData { return &ContextBuilt{} }},
		{"model.invoked", CategoryTrace, func() EventData { return &ModelInvoked{} }},
		{"model.completed", CategoryTrace, func() EventData { return &ModelCompleted{} }},
		{"model.failed", CategoryAudit, func() EventData { return &ModelFailed{} }},
		{"capabilities.selected", CategoryAudit, func() EventData { return &CapabilitiesSelected{} }},
		{"intention.interpreted", CategoryAudit, func() EventData { return &IntentionInterpreted{} }},
		{"plan.created", CategoryAudit, func() EventData { return &PlanCreated{} }},
		{"step.deferred", CategoryTrace, func() EventData { return &StepDeferred{} }},
		{"step.started", CategoryTrace, func() EventData { return &StepStarted{} }},
		{"capability.invoked", CategoryTrace, func() EventData { return &CapabilityInvoked{} }},
		{"capability.event", "", func() EventData { return &CapabilityEvent{} }},
		{"capability.skipped", CategoryTrace, func() EventData { return &CapabilitySkipped{} }},
		{"capability.completed", CategoryTrace, func() EventData { return &CapabilityCompleted{} }},
		{"capability.failed", CategoryTrace, func() EventData { return &CapabilityFailed{} }},
		{"effect.recorded", CategoryAudit, func() EventData { return &EffectRecorded{} }},
		{"dependency.capability.activated", CategoryAudit, func() EventData { return &DependencyCapabilityActivated{} }},
		{"dependency.consumer.resumed", CategoryAudit, func() EventData { return &DependencyConsumerResumed{} }},
		{"progression.capability.activated", CategoryAudit, func() EventData { return &ProgressionCapabilityActivated{} }},
		{"agenda.item.cancelled", CategoryAudit, func() EventData { return &AgendaItemCancelled{} }},
		{"objective.cancelled", CategoryAudit, func() EventData { return &ObjectiveCancelled{} }},
		{"facts.reduced", CategoryAudit, func() EventData { return &FactsReduced{} }},
		{"progression.interaction.requested", CategoryTrace, func() EventData { return &ProgressionInteractionRequested{} }},
		{"interaction.requested", CategoryTrace, func() EventData { return &InteractionRequested{} }},
		{"response.composed", CategoryAudit, func() EventData { return &ResponseComposed{} }},
		{"state.committed", CategoryAudit, func() EventData { return &StateCommitted{} }},
		{"turn.completed", CategoryTrace, func() EventData { return &TurnCompleted{} }},
		{"turn.failed", CategoryAudit, func() EventData { return &TurnFailed{} }},
		{"effect.settled", CategoryAudit, func() EventData { return &EffectSettled{} }},
	}
}

// Read gives the data of an event: a pointer to the type that belongs to the type of the event. Members that the type
// does not know are left out, and members that are not there are zero, as all are where the host's redactor failed. An
// event of a type that this release does not know is EVENT_TYPE_UNKNOWN; data of another shape, which a host's redactor
// may make, is EVENT_DATA_UNREADABLE.
func (e Event) Read() (EventData, error) {
	for _, t := range EventTypes() {
		if t.Name != e.Type {
			continue
		}
		data := t.data()
		if err := json.Unmarshal(e.Data, data); err != nil {
			return nil, NewError(KindBase, "EVENT_DATA_UNREADABLE", "the data of the event is not that of %q", e.Type).
				With("type", e.Type).Because(err)
		}
		return data, nil
	}
	return nil, NewError(KindBase, "EVENT_TYPE_UNKNOWN", "there is no event type %q", e.Type).With("type", e.Type)
}
