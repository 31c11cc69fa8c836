package selection

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// afterCancelledObjective: something was selected although the objective was cancelled and nothing is open. Words that
// only continued the cancelled work must not start it anew.
func afterCancelledObjective(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	return selects(sel) && control.QuestionOf(s) == control.Nothing && objective(s) == "cancelled"
}

// objective is the status of the conversation's objective, "" where there is none.
func objective(s *snapshot.Snapshot) string {
	if s.Progression == nil || s.Progression.Objective == nil {
		return ""
	}
	return s.Progression.Objective.Status
}

func reviewUnbound(ctx context.Context, s *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	issues, err := s.rule(ctx, ruling{
		task: "capability-selection.review", review: control.ReviewUnbound,
		members: map[string]any{"proposedSelection": s.Snapshot.ShownSelection(sel)},
		at:      "/mode",
		advice: "The objective was cancelled and nothing is open: unless the present words order an operation, use " +
			"conversational without capabilities.",
	})
	return sel, issues, err
}
