package selection_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestAClickOnAMenuNeedsNoModel(t *testing.T) {
	t.Run("B-259 group continue click", func(t *testing.T) {
		in := menu("", snaptest.Objective("active"))
		in.Selection = snaptest.Click("progression:g1", "progression:g1:continue")
		turn, out := accepted(t, in, ids())
		assert.Equal(t, "conversational", out.Mode)
		event := turn.Event(t, "capabilities.selected")
		assert.Equal(t, "structured_selection", event["source"])
		assert.Equal(t, []any{}, event["capabilityIds"])
		assert.Equal(t, []any{}, event["evidence"])
	})
	t.Run("B-260 group member click", func(t *testing.T) {
		in := menu("2")
		in.Selection = snaptest.Click("progression:g1", "progression:g1:help.answer")
		turn, out := accepted(t, in, ids("help.answer"))
		assert.Equal(t, "selected", out.Mode)
		assert.Equal(t, "structured_selection", turn.Event(t, "capabilities.selected")["source"])
	})
	t.Run("an action on a menu is read like other clicks", func(t *testing.T) {
		in := menu("more")
		in.Checkpoint.Interaction.Options[1].Value = map[string]any{"action": "more"}
		in.Selection = &ik.TurnSelection{InteractionID: "progression:g1", Action: "more"}
		accepted(t, in, ids("help.answer"), first(sel("selected", "help.answer")), chosen(asks("help.answer")))
	})
	t.Run("words are no click", func(t *testing.T) {
		_, out := accepted(t, menu("progression:g1:help.answer"), ids("help.answer"), first(sel("selected", "help.answer")), chosen(asks("help.answer")))
		assert.Empty(t, out.Source)
	})
}
