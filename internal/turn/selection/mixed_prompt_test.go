package selection_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestReviewsOfOneTaskAreToldApartByTheirPrompt(t *testing.T) {
	const task = "capability-selection.interaction-review"
	sent := func(list []ik.ModelRequest) []string {
		var out []string
		for _, r := range list {
			if r.Task == task {
				out = append(out, r.Prompt.Definition.ID)
			}
		}
		return out
	}
	t.Run("A-131 an extra beside an option of the open choice is reviewed once, by the prompt for mixed selections", func(t *testing.T) {
		both := sel("selected", "catalog.find", "catalog.compare")
		turn, _ := accepted(t, menu("find one and compare"), ids("catalog.find", "catalog.compare"),
			first(both), chosen(asks("catalog.find")), mixed(yes))
		assert.Equal(t, []string{"kernel.review-capability-selection.mixed"}, sent(turn.Gateway.Requests))
	})
	t.Run("A-131 an operation beyond the open choice has another prompt of the same task", func(t *testing.T) {
		turn, _ := accepted(t, menu("compare them"), ids("catalog.compare"), first(sel("selected", "catalog.compare")), diverted(yes))
		require.Len(t, sent(turn.Gateway.Requests), 1)
		assert.Equal(t, string(control.ReviewDiversion), sent(turn.Gateway.Requests)[0])
		assert.NotEqual(t, string(control.ReviewMixed), sent(turn.Gateway.Requests)[0])
	})
}
