package selection_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// What a model is sent for a selection and for its repair, byte for byte.
func TestRequests(t *testing.T) {
	turn := snaptest.New(t, snapshot.Input{
		Agent: snaptest.RichAgent(t), Checkpoint: snaptest.RichCheckpoint(snaptest.Choice("catalog.compare")),
		Message: ik.Message{Content: "ana@shop.org wants the second"}, Summary: "A tent for ana@shop.org.",
	}, first(`{"mode":"selected","capabilityIds":["for ana@shop.org"],"rationale":"r","evidence":[]}`),
		repair(`{"mode":"conversational","capabilityIds":[],"rationale":"r","evidence":[{"text":"the second","meaning":"m","messageIndex":12}]}`))
	_, err := selection.Select(t.Context(), selection.Input{Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent})
	require.NoError(t, err)
	for n, name := range []string{"select", "repair"} {
		r := turn.Gateway.Requests[n]
		r.System, r.Prompt.Definition.Template = "", ""
		snaptest.SameRequest(t, name, r)
	}
}
