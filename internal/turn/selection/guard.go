package selection

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// isolatedNumber tells whether a bare number was taken for a request although nothing is open that it could answer.
func isolatedNumber(s *snapshot.Snapshot, sel ik.CapabilitySelection) bool {
	return selects(sel) && requestsNothing(s)
}

// requestsNothing tells whether the message can be no request, whatever a model makes of it.
func requestsNothing(s *snapshot.Snapshot) bool {
	return control.OfText(s).Decision == control.NoOperation
}

func refuseIsolatedNumber(_ context.Context, _ *stage, sel ik.CapabilitySelection) (ik.CapabilitySelection, []ik.Issue, error) {
	return sel, []ik.Issue{{
		Path: "/mode",
		Message: "The message is a number alone, and nothing is open that it could answer. It requests no operation: use " +
			"conversational without capabilities.",
	}}, nil
}
