package interpret

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// reviewedAnswer binds a choice that was reviewed at selection to the open question. One that is not this turn's, or no
// longer names exactly one option, ends the stage.
func (s *stage) reviewedAnswer() (*ik.InteractionAnswer, error) {
	r := s.Selection.ReviewedChoice
	if r == nil {
		return nil, nil
	}
	i, current := s.Snapshot.Interaction, s.Snapshot.Current
	stale := ik.NewError(ik.KindGateway, "CAPABILITY_SELECTION_INVALID", "the reviewed choice does not belong to this turn").
		With("task", "capability.select")
	if i == nil || i.Kind != ik.InteractionChoice || i.ID != r.InteractionID ||
		r.MessageIndex != current.Index || r.Evidence != current.Content {
		return nil, stale
	}
	option := optionByID(i, r.OptionID)
	if option == nil {
		return nil, stale
	}
	value, err := json.Marshal(option.Value)
	if err != nil {
		return nil, stale
	}
	return &ik.InteractionAnswer{InteractionID: i.ID, Value: value, Evidence: current.Content, Rationale: r.Rationale}, nil
}

// resumesCollector tells whether a reviewed choice is all that the message says: the waiting work gets it as it is.
func (s *stage) resumesCollector(reviewed *ik.InteractionAnswer) bool {
	if reviewed == nil || s.Selection.Mode != modeSelected || len(s.Selection.CapabilityIDs) != 1 {
		return false
	}
	item := pendingCollector(s.Snapshot, reviewed)
	return item != nil && item.Intention.ProposedCapability == s.Selection.CapabilityIDs[0] && sameAnswer(s.validated, reviewed)
}

// sameAnswer tells whether two answers choose the same for the same question in the same words.
func sameAnswer(a, b *ik.InteractionAnswer) bool {
	return a.InteractionID == b.InteractionID && a.Evidence == b.Evidence && a.Rationale == b.Rationale && jsonval.Equal(a.Value, b.Value)
}
