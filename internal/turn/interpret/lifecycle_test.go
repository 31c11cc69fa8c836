package interpret_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// stop is open work of two capabilities, and a message that gives it up.
func stop(script ...snaptest.Reply) scene {
	second := snaptest.Pending("catalog.find", ik.AgendaWaitingInput)
	second.ID = "ag-2"
	return scene{
		selection: mode("control"), agenda: append(pending("help.answer", ik.AgendaWaitingInput), second), script: script,
	}
}

func TestLifecycleActions(t *testing.T) {
	one := with(batch(nil), actions(cancel("ag-1")))
	both := with(batch(nil), actions(cancel("ag-1"), cancel("ag-2")))
	t.Run("supported", func(t *testing.T) {
		turn, out := stop(first(one), lar("supported")).accepted(t)
		assert.Len(t, out.LifecycleActions, 1)
		r := turn.Gateway.Requests[1]
		assert.Equal(t, "lifecycle.review", r.Task)
		assert.Empty(t, r.Capabilities)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 3)
		assert.Equal(t, "control", in["selection"].(map[string]any)["mode"])
		assert.Equal(t, []any{map[string]any{
			"kind": "cancel_agenda_item", "targetId": "ag-1", "evidence": quoteOfJSON("op")[0],
		}}, in["proposedActions"])
	})
	t.Run("unsupported", func(t *testing.T) {
		turn := stop(first(one), lar("unsupported"), repaired(one), lar("unsupported")).rejected(t)
		assert.Equal(t, []string{"/lifecycleActions/0"}, issues(t, turn), "without a code")
		assert.Contains(t, advice(t, turn), "r ")
	})
	for name, reviews := range map[string][]any{
		"one review":       {review(0, "supported")},
		"a repeated index": {review(0, "supported"), review(0, "supported")},
		"an index beyond":  {review(0, "supported"), review(2, "supported")},
		"below":            {review(-1, "supported"), review(1, "supported")},
		"one too many":     {review(0, "supported"), review(1, "supported"), review(1, "supported")},
	} {
		t.Run("B-247 index discipline "+name, func(t *testing.T) {
			turn, _ := stop(first(both), reply(promptLAR, obj{"reviews": reviews}), repaired(both), lar("supported", "supported")).accepted(t)
			for _, i := range issues(t, turn) {
				assert.Equal(t, "/lifecycleActions", i)
			}
		})
	}
	t.Run("B-248 partial", func(t *testing.T) {
		turn, out := stop(first(both), lar("supported", "unsupported"), repaired(one), lar("supported")).accepted(t)
		assert.Equal(t, []string{"/lifecycleActions/1"}, issues(t, turn), "no action is dropped by the kernel")
		assert.Len(t, out.LifecycleActions, 1)
		turn, _ = stop(first(both), reply(promptLAR, obj{"reviews": []any{review(1, "unsupported"), review(0, "supported")}}),
			repaired(one), lar("supported")).accepted(t)
		assert.Equal(t, []string{"/lifecycleActions/1"}, issues(t, turn), "in whatever order the reviews come")
	})
	t.Run("B-137 the objective passes the boundary, whatever its status", func(t *testing.T) {
		for _, status := range []string{"active", "completed"} {
			c := stop(first(with(batch(nil), actions(cancelObjective("trip")))), lar("supported"))
			c.progress = objective(status)
			_, out := c.accepted(t)
			assert.Equal(t, "trip", out.LifecycleActions[0].TargetID)
		}
	})
	t.Run("an abandoned item is named as models see it", func(t *testing.T) {
		c := stop(first(with(batch(nil), actions(with(cancel("ag-1"), obj{"evidence": obj{"text": "op", "meaning": "zeta", "messageIndex": 3}})))), lar("supported"))
		c.agenda[0].ModelRedactions = []string{"zeta"}
		turn, out := c.accepted(t)
		assert.False(t, turn.Gateway.Sees("zeta"))
		assert.Equal(t, "zeta", out.LifecycleActions[0].Evidence.Meaning)
	})
}

func review(index int, verdict string) obj {
	return obj{"actionIndex": index, "verdict": verdict, "rationale": "r"}
}
