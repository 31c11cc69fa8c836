package selection

import ik "github.com/ikgen/ikgen/runtime"

// abstain is the way out of a repair that failed: the message is taken as conversation and nothing is started. It is
// there only where a message may look like a request without being one.
func (s *stage) abstain(repaired attempt) (ik.CapabilitySelection, bool) {
	valid := repaired.answer.Valid()
	switch {
	case valid && leaves(s.Snapshot, repaired.selection):
		return s.conversational("The message may lead away from the open question; the question stays open as it is.",
			"Nothing shows for certain that the user turns to another operation."), true
	case requestsNothing(s.Snapshot),
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
