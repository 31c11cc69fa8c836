package snaptest

import (
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// Group is an open menu of an occurrence "g1" with these members, and the option that leaves it.
func Group(members ...ik.CapabilityID) *ik.Interaction {
	i := &ik.Interaction{
		ID: "progression:g1", Kind: ik.InteractionChoice, Goal: "What next?",
		Payload: map[string]any{"kind": "progression.group", "occurrenceId": "g1", "groupId": "g", "groupLabel": "Next"},
	}
	for _, m := range members {
		i.Options = append(i.Options, ik.Option{
			ID: "progression:g1:" + string(m), Label: "Go to " + string(m), TargetCapabilityID: m,
			Value: map[string]any{"kind": "progression.member", "occurrenceId": "g1", "capabilityId": m},
		})
	}
	i.Options = append(i.Options, ik.Option{
		ID: "progression:g1:continue", Label: "Go on", Value: map[string]any{"kind": "progression.continue", "occurrenceId": "g1"},
	})
	return i
}

// Open gives a change of the checkpoint that opens a question.
func Open(i *ik.Interaction) func(*ik.Checkpoint) {
	return func(cp *ik.Checkpoint) { cp.Interaction = i }
}

// Objective gives a change of the checkpoint to an objective "trip" of a status.
func Objective(status string) func(*ik.Checkpoint) {
	return func(cp *ik.Checkpoint) {
		cp.Progression = &ik.ProgressionState{
			Objective: &ik.ObjectiveState{ID: "trip", Status: status}, Occurrences: []ik.Occurrence{},
		}
	}
}

// Waiting gives a change of the checkpoint that adds open work.
func Waiting(id ik.CapabilityID, status ik.AgendaStatus) func(*ik.Checkpoint) {
	return func(cp *ik.Checkpoint) { cp.Agenda = append(cp.Agenda, Pending(id, status)) }
}

// Click is a click on an option of a question.
func Click(question ik.InteractionID, option string) *ik.TurnSelection {
	return &ik.TurnSelection{InteractionID: question, OptionID: &option}
}

// Scene is the input of a snapshot: a message over a state.
func Scene(message string, changes ...func(*ik.Checkpoint)) snapshot.Input {
	cp := Checkpoint()
	for _, f := range changes {
		f(cp)
	}
	return snapshot.Input{Checkpoint: cp, Message: ik.Message{Role: ik.RoleUser, Content: message}, Now: Now(), Window: 20}
}
