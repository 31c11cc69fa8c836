package interpret_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// A click on a menu says everything: no model is asked.
func TestClicksOnAMenu(t *testing.T) {
	structured := func(m string, ids ...ik.CapabilityID) ik.CapabilitySelection {
		sel := mode(m, ids...)
		sel.Source = "structured_selection"
		return sel
	}
	t.Run("B-259 continue", func(t *testing.T) {
		turn, out := scene{open: menu(), click: snaptest.Click(menuID, menuExit), selection: structured("conversational")}.accepted(t)
		assert.Empty(t, out.Intentions)
		assert.NotNil(t, out.Intentions)
		assert.Equal(t, "Go on", out.Answer.Evidence)
		assert.JSONEq(t, `{"kind":"progression.continue","occurrenceId":"g1"}`, string(out.Answer.Value))
		event := turn.Event(t, "intention.interpreted")
		assert.Equal(t, "structured_selection", event["source"])
		assert.Equal(t, "structured_selection", event["interactionAnswerSource"])
	})
	t.Run("B-260 member", func(t *testing.T) {
		open := menu()
		open.Options[1].Label = "Ask"
		turn, out := scene{open: open, click: snaptest.Click(menuID, "progression:g1:help.answer"), selection: structured("selected", "help.answer")}.accepted(t)
		require.Len(t, out.Intentions, 1)
		in := out.Intentions[0]
		assert.Equal(t, ik.IntentionID("progression.g1"), in.ID)
		assert.Equal(t, "Ask", in.Objective)
		assert.Equal(t, ik.Resolved, in.Resolution)
		assert.Equal(t, ik.CapabilityID("help.answer"), in.ProposedCapability)
		assert.JSONEq(t, `{"request":"Ask"}`, string(in.Input))
		require.Len(t, in.Evidence, 1)
		assert.Equal(t, "Ask", in.Evidence[0].Text)
		assert.Zero(t, in.Evidence[0].MessageIndex)
		assert.Empty(t, in.References)
		assert.JSONEq(t, `{"kind":"progression.member","occurrenceId":"g1","capabilityId":"help.answer"}`, string(out.Answer.Value))
		assert.Equal(t, "structured_selection", turn.Event(t, "intention.interpreted")["source"])
	})
	for name, c := range map[string]struct{ occurrence, id string }{
		"a long one": {strings.Repeat("ü", 40), "progression." + strings.Repeat("ü", 32)}, "none": {"", "progression.member"},
	} {
		t.Run("B-260 the occurrence names the intention: "+name, func(t *testing.T) {
			open := menu()
			open.Options[1].Value = obj{"kind": "progression.member", "occurrenceId": c.occurrence, "capabilityId": "help.answer"}
			_, out := scene{open: open, click: snaptest.Click(menuID, "progression:g1:help.answer"), selection: structured("selected", "help.answer")}.accepted(t)
			assert.Equal(t, ik.IntentionID(c.id), out.Intentions[0].ID)
		})
	}
	t.Run("a member that the agent no longer has is unsupported", func(t *testing.T) {
		open := snaptest.Group("ghost.op")
		_, out := scene{open: open, click: snaptest.Click(menuID, "progression:g1:ghost.op"), selection: structured("selected", "ghost.op")}.accepted(t)
		assert.Equal(t, ik.Unsupported, out.Intentions[0].Resolution)
		assert.Empty(t, out.Intentions[0].ProposedCapability)
		assert.Nil(t, out.Intentions[0].Input)
	})
	t.Run("B-260 a member with automation gets the input that it builds", func(t *testing.T) {
		c := scene{open: menu(), click: snaptest.Click(menuID, "progression:g1:help.answer"), selection: structured("selected", "help.answer")}
		turn := c.turn(t)
		turn.Agent.Capabilities["help.answer"].CreateInput = func(context.Context, ik.AutomationContext) (any, bool, error) {
			return obj{"built": true}, true, nil
		}
		out, err := c.in(t, turn)
		require.NoError(t, err)
		assert.JSONEq(t, `{"built":true}`, string(out.Intentions[0].Input))
	})
	t.Run("an option of another kind goes through the stage", func(t *testing.T) {
		open := menu()
		open.Options[2].Value = obj{"kind": "other"}
		turn, out := scene{open: open, click: snaptest.Click(menuID, menuExit), selection: mode("conversational", "catalog.find", "help.answer"), script: []snaptest.Reply{
			first(batch(nil)),
		}}.accepted(t)
		assert.JSONEq(t, `{"kind":"other"}`, string(out.Answer.Value))
		assert.Equal(t, "model", turn.Event(t, "intention.interpreted")["source"])
		assert.Equal(t, "structured_selection", turn.Event(t, "intention.interpreted")["interactionAnswerSource"])
	})
}

// What leaves the stage is the caller's own.
func TestNothingIsShared(t *testing.T) {
	cp := snaptest.Checkpoint()
	cp.Interaction = menu()
	turn := snaptest.New(t, snapshot.Input{Checkpoint: cp, Message: ik.Message{Content: "x"}, Selection: snaptest.Click(menuID, menuExit)})
	out, err := interpret.Interpret(t.Context(), interpret.Input{
		Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent, Selection: mode("conversational"), IDs: turn.IDs,
	})
	require.NoError(t, err)
	out.Answer.Evidence = "changed"
	assert.Equal(t, "Go on", turn.Snapshot.Answer.Evidence)
}
