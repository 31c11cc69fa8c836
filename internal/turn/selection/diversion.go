package selection

import (
	"context"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// leaves tells whether something was selected that has nothing to do with the open question, or that goes beyond an open
// choice.
func leaves(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	active := s.ActiveSet()
	if !selects(sel) || len(active) == 0 {
		return false
	}
	n := len(outside(active, sel))
	return n > 0 && (n == len(sel.CapabilityIDs) || s.Interaction.Kind == ik.InteractionChoice)
}

// outside are the selected capabilities that the open question is not about, in their order.
func outside(active []ik.CapabilityID, sel ik.CapabilitySelection) []ik.CapabilityID {
	out := []ik.CapabilityID{}
	for _, id := range sel.CapabilityIDs {
		if !slices.Contains(active, id) {
			out = append(out, id)
		}
	}
	return out
}

// diverts tells whether the review is needed now. What goes beyond an ordinary choice is judged after interpretation,
// when it is known what was asked for.
func diverts(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	return leaves(s, sel) && !s.MixedOrdinaryChoice(sel)
}

// reviewDiversion has a model judge whether the user really turns to something else, or beside a menu asks for more.
func reviewDiversion(ctx context.Context, s *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	active := s.Snapshot.ActiveSet()
	extras := outside(active, sel)
	r := ruling{
		task: "capability-selection.interaction-review", review: control.ReviewDiversion,
		members:      map[string]any{"proposedSelection": s.Snapshot.ShownSelection(sel)},
		capabilities: s.summaries(append(active, sel.CapabilityIDs...)),
		at:           "/capabilityIds",
		advice:       "Keep the open question, or list every capability that the message may be about, its own among them.",
	}
	if len(extras) < len(sel.CapabilityIDs) {
		r.review, r.members["additionalCapabilityIds"] = control.ReviewMixed, extras
		r.advice = "Keep what belongs to the open question; drop only those extras that have no request of their own."
	}
	issues, err := s.rule(ctx, r)
	return sel, issues, err
}

// summaries are those of some capabilities, in code order.
func (s *stage) summaries(ids []ik.CapabilityID) []ik.CapabilityProjection {
	out := []ik.CapabilityProjection{}
	for _, c := range s.Snapshot.Summaries() {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	return out
}
