package interpret

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// mayAbstain tells whether a repair may come back empty although operations were selected: everything that was proposed
// hung on an answer to the open choice, and a readable review found that answer unsupported. A malformed review or a
// lost request of its own never opens this way.
func (s *stage) mayAbstain(first attempt, repaired ik.IntentionBatch) bool {
	i := s.Snapshot.Interaction
	if s.validated != nil || s.Selection.Mode != modeSelected || i == nil || i.Kind != ik.InteractionChoice ||
		!first.answer.Valid() || !hasCode(first.issues, codeChoiceAnswer) {
		return false
	}
	if len(repaired.Intentions)+len(repaired.LifecycleActions) > 0 || repaired.Answer != nil {
		return false
	}
	active := s.Snapshot.ActiveSet()
	for _, id := range s.Selection.CapabilityIDs {
		if !slices.Contains(active, id) {
			return false
		}
	}
	return !slices.ContainsFunc(first.batch.Intentions, func(in ik.Intention) bool {
		return in.Resolution != ik.Resolved || !slices.Contains(active, in.ProposedCapability)
	})
}
