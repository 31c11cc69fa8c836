package snapshot

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	ik "github.com/ikgen/ikgen/runtime"
)

// IsGroup tells whether the open question is a menu of the agent's progression.
func (s *Snapshot) IsGroup() bool {
	i := s.Interaction
	if i == nil || i.Kind != ik.InteractionChoice || i.Payload == nil {
		return false
	}
	raw, err := json.Marshal(i.Payload)
	if err != nil {
		return false
	}
	kind, ok := jsonval.Lookup(raw, "kind")
	if !ok {
		return false
	}
	name, _ := jsonval.String(kind)
	return name == reserved.Group
}

// MixedOrdinaryChoice tells whether a selection has something to do with an open ordinary choice and goes beyond it too:
// what is beyond is judged when it is known what the message means.
func (s *Snapshot) MixedOrdinaryChoice(sel ik.CapabilitySelection) bool {
	if s.Interaction == nil || s.Interaction.Kind != ik.InteractionChoice || s.IsGroup() {
		return false
	}
	if sel.Mode != "selected" && sel.Mode != "selected_with_control" {
		return false
	}
	active := s.ActiveSet()
	inside := 0
	for _, id := range sel.CapabilityIDs {
		if slices.Contains(active, id) {
			inside++
		}
	}
	return inside > 0 && inside < len(sel.CapabilityIDs)
}
