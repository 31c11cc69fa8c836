package execute_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// TestEventsOfReadsSideBySide has the second read of a plan report and return before the first one reports.
func TestEventsOfReadsSideBySide(t *testing.T) {
	a := turntest.NewAgent()
	a.Add("a.read", ik.EffectRead, "")
	a.Add("b.read", ik.EffectRead, "")
	second := make(chan struct{})
	report := func(ctx context.Context, inv *ik.Invocation, names ...string) {
		for _, n := range names {
			require.NoError(t, inv.Emit(ctx, n, ik.CategoryTrace, nil))
		}
	}
	var late *ik.Invocation
	a.Handlers["a.read"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
		report(ctx, inv, "a.one")
		<-second
		report(ctx, inv, "a.two")
		return turntest.Completed(), nil
	}
	a.Handlers["b.read"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
		defer close(second)
		late = inv
		report(ctx, inv, "b.one", "b.two")
		return turntest.Completed(), nil
	}
	w := turntest.NewWorld(t, a)
	w.Parallel = true
	turned := w.Say(t, intend("1", "a.read", obj{}), intend("2", "b.read", obj{}))
	var names []string
	heads := map[ik.StepID]ik.EventID{}
	for _, e := range turned.Events {
		if e.Type == "capability.event" {
			var d struct{ Name string }
			require.NoError(t, json.Unmarshal(e.Data, &d))
			names = append(names, d.Name)
			assert.Equal(t, heads[e.StepID], e.CausationID, "each hangs at the one before it, of its own step")
		}
		heads[e.StepID] = e.ID
	}
	assert.Equal(t, []string{"a.one", "a.two", "b.one", "b.two"}, names)
	assert.Equal(t, "CAPABILITY_CALL_OVER", ik.CodeOf(late.Emit(t.Context(), "b.late", ik.CategoryTrace, nil)))
}
