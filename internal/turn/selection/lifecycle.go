package selection

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// needsLifecycleReview: the mode may cancel something, or a menu of an active objective is open, which a user may well
// decline as a whole.
func needsLifecycleReview(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	return controls(sel) || objective(s) == "active" && s.IsGroup()
}

// controls tells whether the mode may cancel open work.
func controls(sel ik.CapabilitySelection) bool {
	return sel.Mode == ModeControl || sel.Mode == ModeSelectedWithControl
}

// controlContract tells the review what lifecycle control is: two actions, and no answer to a question.
func controlContract() map[string]any {
	return map[string]any{
		"actions": []string{"cancel_objective", "cancel_agenda_item"}, "interactionAnswersAreLifecycleActions": false,
	}
}

// reviewLifecycle has a model judge the mode alone: which capabilities were selected is not shown to it.
func reviewLifecycle(ctx context.Context, s *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	shown := s.Snapshot.ShownSelection(sel)
	r := ruling{
		task: "lifecycle-selection.review", review: control.ReviewLifecycleSelection,
		members: map[string]any{
			"controlContract":   controlContract(),
			"proposedSelection": map[string]any{"mode": shown.Mode, "rationale": shown.Rationale, "evidence": shown.Evidence},
		},
		at:     "/mode",
		advice: "The mode has no control over open work: evaluate again whether the user cancels something.",
	}
	if controls(sel) {
		r.advice = "The mode has control over open work without words that cancel any: choose ordinary operations instead."
	}
	issues, err := s.rule(ctx, r)
	return sel, issues, err
}
