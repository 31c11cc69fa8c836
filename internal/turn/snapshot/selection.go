package snapshot

import (
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// ShownSelection is what a model sees of a selection. Mode, ids, source and adjustments are the kernel's own words;
// what a model wrote, and what it quoted of the user, is masked.
type ShownSelection struct {
	Mode           string            `json:"mode"`
	CapabilityIDs  []ik.CapabilityID `json:"capabilityIds"`
	Rationale      string            `json:"rationale"`
	Evidence       []project.Quote   `json:"evidence"`
	Source         string            `json:"source,omitempty"`
	Adjustments    []ik.Adjustment   `json:"adjustments,omitempty"`
	ReviewedChoice any               `json:"reviewedChoice,omitempty"`
}

// ShownSelection projects a selection.
func (s *Snapshot) ShownSelection(sel ik.CapabilitySelection) ShownSelection {
	out := ShownSelection{
		Mode: sel.Mode, CapabilityIDs: append([]ik.CapabilityID{}, sel.CapabilityIDs...), Rationale: s.View.Text(sel.Rationale),
		Evidence: s.View.Quotes(sel.Evidence), Source: sel.Source, Adjustments: sel.Adjustments,
	}
	if sel.ReviewedChoice != nil {
		out.ReviewedChoice = s.View.Value(sel.ReviewedChoice)
	}
	return out
}
