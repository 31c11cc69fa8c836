package selection

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// step is one review of a selection. Its verdict is a list of issues, never a change of what was selected; it may only
// attach what it bound.
type step struct {
	name    string
	applies func(*snapshot.Snapshot, ik.CapabilitySelection) bool
	run     func(context.Context, *stage, ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error)
}

// steps are the reviews in their order: what costs nothing first, then those by a model. The first that finds something
// ends the pass.
func steps() []step {
	return []step{
		{"quotes", always, checkQuotes},
		{"isolated number", isolatedNumber, refuseIsolatedNumber},
		{"after a cancelled objective", afterCancelledObjective, reviewUnbound},
		{"choice", picksOption, reviewChoice},
		{"diversion", diverts, reviewDiversion},
		{"lifecycle", needsLifecycleReview, reviewLifecycle},
	}
}

func always(*snapshot.Snapshot, ik.CapabilitySelection) bool { return true }

// checkQuotes compares what the model quotes with what it was shown.
func checkQuotes(_ context.Context, s *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	return sel, s.Snapshot.CheckQuotes("/evidence", sel.Evidence), nil
}
