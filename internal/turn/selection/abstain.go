package selection

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// abstain is the way out of a repair that failed: the message is taken as conversation and nothing is started. It is
// there only where a message may look like a request without being one.
func (s *stage) abstain(repaired attempt) (ik.CapabilitySelection, bool) {
	valid := repaired.answer.Valid()
	diverts := valid && diversion(s.Snapshot, repaired.selection)
	switch {
	case diverts:
		return s.conversational("The message may lead away from the open question; the question stays open as it is.",
			"Nothing shows for certain that the user turns to another operation."), true
	case unboundNumber(s.Snapshot),
		valid && (afterCancelledObjective(s.Snapshot, repaired.selection) || picksOption(s.Snapshot, repaired.selection)):
		return s.conversational("The message gives a value that belongs to nothing open.",
			"A value without a request for an operation."), true
	default:
		return ik.CapabilitySelection{}, false
	}
}

func (s *stage) conversational(rationale, meaning string) ik.CapabilitySelection {
	return ik.CapabilitySelection{
		Mode: ModeConversational, CapabilityIDs: []ik.CapabilityID{}, Rationale: rationale, Source: "kernel_boundary",
		Evidence: []ik.IntentionEvidence{{
			Text: s.Snapshot.Current.Content, Meaning: meaning, MessageIndex: s.Snapshot.Current.Index,
		}},
	}
}

// afterCancelledObjective: something was selected although the objective was cancelled and nothing is open.
func afterCancelledObjective(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	return selects(sel) && s.Interaction == nil && len(s.Agenda) == 0 && s.Progression != nil &&
		s.Progression.Objective != nil && s.Progression.Objective.Status == "cancelled"
}

// picksOption: a capability was selected that an option of the open choice leads to.
func picksOption(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	i := s.Interaction
	if !selects(sel) || i == nil || i.Kind != ik.InteractionChoice || len(i.Options) < 2 {
		return false
	}
	return slices.ContainsFunc(i.Options, func(o ik.Option) bool {
		return o.TargetCapabilityID != "" && slices.Contains(sel.CapabilityIDs, o.TargetCapabilityID)
	})
}

// diversion: something was selected that has nothing to do with the open question, or goes beyond an open choice.
func diversion(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	active := s.ActiveSet()
	if !selects(sel) || len(sel.CapabilityIDs) == 0 || len(active) == 0 {
		return false
	}
	inside := 0
	for _, id := range sel.CapabilityIDs {
		if slices.Contains(active, id) {
			inside++
		}
	}
	return inside == 0 || (s.Interaction.Kind == ik.InteractionChoice && inside < len(sel.CapabilityIDs))
}
