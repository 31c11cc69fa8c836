package selection

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// adjust makes the contracts of an open question available to interpretation: to a message that is not about an
// operation, and to one about others beside an owned confirmation. It asserts nothing about what the user wants.
func adjust(sel ik.CapabilitySelection, s *snapshot.Snapshot) ik.CapabilitySelection {
	switch {
	case s.Interaction == nil:
		return sel
	case sel.Mode == ModeConversational:
		return expose(sel, s)
	case selects(sel) && s.Interaction.Kind == ik.InteractionConfirmation:
		return retainOwner(sel, s.Interaction.CapabilityID)
	default:
		return sel
	}
}

func expose(sel ik.CapabilitySelection, s *snapshot.Snapshot) ik.CapabilitySelection {
	sel.CapabilityIDs, sel.Adjustments = []ik.CapabilityID{}, []ik.Adjustment{}
	for _, c := range s.Contracts(s.ActiveSet()) {
		sel.CapabilityIDs = append(sel.CapabilityIDs, c.ID)
		sel.Adjustments = append(sel.Adjustments, ik.Adjustment{Code: "ACTIVE_INTERACTION_CONTRACT_AVAILABLE", CapabilityID: c.ID})
	}
	return sel
}

func retainOwner(sel ik.CapabilitySelection, owner ik.CapabilityID) ik.CapabilitySelection {
	if owner == "" || slices.Contains(sel.CapabilityIDs, owner) {
		return sel
	}
	sel.CapabilityIDs = append(slices.Clone(sel.CapabilityIDs), owner)
	sel.Adjustments = append(slices.Clone(sel.Adjustments), ik.Adjustment{Code: "ACTIVE_CONFIRMATION_OWNER_RETAINED", CapabilityID: owner})
	return sel
}
