package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestModels(t *testing.T) {
	t.Run("E-175 the model of each task", func(t *testing.T) {
		d := newDesk(t, func(d *desk) {
			d.def.Models = map[string]string{"turn.interpret": "small", "response.compose": "writer", "response.grounding-review": "judge"}
		})
		d.say("Find A", append(find("Find A", 0, "any"), words([]string{"A is 100.", "ev-1"})...)...)
		var used []string
		for _, r := range d.gateway.Requests() {
			used = append(used, r.Model)
		}
		assert.Equal(t, []string{"small", "small", "writer", "judge"}, used)
		assert.Empty(t, d.gateway.Requests()[2].Capabilities, "E-094 no contracts for answers")
	})
	t.Run("every turn tells what it cost", func(t *testing.T) {
		d := newDesk(t)
		script := find("Find A", 0, "exact")
		script[0].Usage = &ik.ModelUsage{InputTokens: 900, OutputTokens: 40}
		script[1].Usage = &ik.ModelUsage{InputTokens: 100, OutputTokens: 10}
		out := d.say("Find A", script...)
		assert.Equal(t, ik.TurnUsage{ModelCalls: 2, InputTokens: 1000, OutputTokens: 50}, out.Usage)
	})
	t.Run("E-128 steps that wait are told in plan order", func(t *testing.T) {
		d := newDesk(t)
		d.say("Find A", find("Find A", 0, "exact")...)
		d.sink.take()
		d.say("Order A and B", selects("Order A and B", 2, "order.register"), understands(
			want("order.register", "Order A", 2, map[string]string{"model": "A"}),
			map[string]any{
				"id": "x2", "objective": "Order B", "evidence": []any{quote("B", 2)}, "references": []any{},
				"proposedCapability": "order.register", "input": map[string]string{"model": "B"}, "resolution": "resolved",
			}))
		var deferred []ik.Event
		for _, e := range d.sink.take() {
			if e.Type == "step.deferred" {
				deferred = append(deferred, e)
			}
		}
		if assert.Len(t, deferred, 2) {
			assert.Equal(t, deferred[0].ID, deferred[1].CausationID)
			assert.NotEqual(t, deferred[0].StepID, deferred[1].StepID)
		}
	})
}
