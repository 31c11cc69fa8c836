package interpret_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// withHelp is an open choice of catalog.find, and a selection that goes beyond it.
func withHelp(script ...snaptest.Reply) scene {
	return scene{open: snaptest.Choice(""), selection: selected("catalog.find", "help.answer"), script: script}
}

func TestOmittedChoiceAnswer(t *testing.T) {
	own := batch(nil, res("catalog.find"))
	t.Run("supported", func(t *testing.T) {
		turn, out := choiceScene(first(own), oca("opt-2"), repaired(batch(ans("ch", "opt-2"), res("catalog.find"))), cha("opt-2")).accepted(t)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		assert.Contains(t, advice(t, turn), `"ch"`)
		assert.Contains(t, advice(t, turn), `"opt-2"`)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 4)
		assert.Equal(t, "omitted_choice_answer", in["reviewKind"])
		choice := in["currentChoice"].(map[string]any)
		assert.Len(t, choice, 3)
		assert.InDelta(t, 2, choice["options"].([]any)[1].(map[string]any)["position"], 0)
		assert.Empty(t, turn.Gateway.Requests[1].Capabilities)
	})
	t.Run("B-175 unsupported", func(t *testing.T) {
		_, out := choiceScene(first(own), ocaNone()).accepted(t)
		assert.Nil(t, out.Answer)
		assert.Len(t, out.Intentions, 1)
	})
	for name, output := range map[string]obj{
		"supported without an option": {"verdict": "supported", "optionId": nil, "rationale": "r"},
		"unsupported with an option":  {"verdict": "unsupported", "optionId": "opt-1", "rationale": "r"},
		"an option of another list":   {"verdict": "supported", "optionId": "opt-9", "rationale": "r"},
	} {
		t.Run("B-176 contradictory output "+name, func(t *testing.T) {
			turn := choiceScene(first(own), reply(promptOCA, output), repaired(own), reply(promptOCA, output)).rejected(t)
			for _, i := range issues(t, turn) {
				assert.Equal(t, "/answerToInteraction", i)
			}
			assert.False(t, permits(t, turn.Gateway.Requests[1].OutputSchema, output))
		})
	}
	t.Run("the target of an option does not count", func(t *testing.T) {
		scene{open: snaptest.Choice("help.answer"), selection: selected("help.answer"), script: []snaptest.Reply{
			first(batch(nil, res("help.answer"))),
		}}.accepted(t)
	})
	t.Run("B-178 privacy", func(t *testing.T) {
		c := withHelp(
			first(batch(nil, res("catalog.find", obj{"input": obj{"q": "zeta"}}, evidence("the zeta")), res("help.answer", obj{"input": obj{"q": "zeta"}}, evidence("the zeta")))),
			reply(promptINTR, batch(nil, res("catalog.find", obj{"input": obj{"q": "zeta"}}, evidence("the [redacted]")), res("help.answer", obj{"input": obj{"q": "zeta"}}, evidence("the [redacted]")))),
			ocaNone(), yes(promptCHU),
		)
		c.message, c.agenda = "an op, the zeta", withholds("zeta")
		c.open.Options[0].Value = obj{"pick": "zeta"}
		turn, out := c.accepted(t)
		assert.False(t, turn.Gateway.Sees("zeta"), "a quote of the hidden text is not even compared with it")
		options := turn.Gateway.Input(2)["currentChoice"].(map[string]any)["options"].([]any)
		assert.Equal(t, "opt-1", options[0].(map[string]any)["id"])
		assert.JSONEq(t, `{"q":"zeta"}`, string(out.Intentions[0].Input))
		assert.Equal(t, obj{"pick": "zeta"}, c.open.Options[0].Value)
	})
}

func TestBesideAChoice(t *testing.T) {
	find, help := res("catalog.find"), res("help.answer")
	both := batch(ans("ch", "opt-1"), find, help)
	t.Run("B-233 extras supported", func(t *testing.T) {
		turn, out := withHelp(first(both), cha("opt-1"), yes(promptCHI)).accepted(t)
		assert.Len(t, out.Intentions, 2)
		in := turn.Gateway.Input(2)
		assert.Len(t, in, 5)
		assert.Equal(t, "choice_intention_independence", in["reviewKind"])
		assert.Equal(t, "catalog.find", in["choiceOwner"])
		extras := in["additionalIntentions"].([]any)
		assert.Len(t, extras, 1)
		assert.Equal(t, "help.answer", extras[0].(map[string]any)["proposedCapability"])
		assert.Len(t, turn.Gateway.Requests[2].Capabilities, 2)
	})
	dropped := []snaptest.Reply{first(both), cha("opt-1"), no(promptCHI)}
	t.Run("B-234 extras dropped", func(t *testing.T) {
		turn, out := withHelp(append(dropped, repaired(batch(ans("ch", "opt-1"), find)), cha("opt-1"))...).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_INTENTIONS /intentions"}, issues(t, turn))
		assert.Len(t, out.Intentions, 1)
	})
	t.Run("B-235 answer dropped", func(t *testing.T) {
		withHelp(append(dropped, repaired(batch(nil, find)))...).rejected(t)
	})
	t.Run("B-235 another answer", func(t *testing.T) {
		withHelp(append(dropped, repaired(batch(ans("ch", "opt-2"), find)))...).rejected(t)
	})
	t.Run("B-236 owner dropped", func(t *testing.T) {
		withHelp(append(dropped, repaired(batch(ans("ch", "opt-1"), help)))...).rejected(t)
	})
	t.Run("malformed", func(t *testing.T) {
		turn, _ := withHelp(first(both), cha("opt-1"), reply(promptCHI, obj{}), repaired(batch(nil, find)), ocaNone()).accepted(t)
		for _, i := range issues(t, turn) {
			assert.Equal(t, "/intentions", i, "without a code, so the answer need not stay")
		}
	})
	t.Run("B-148 collector with companion", func(t *testing.T) {
		c := withHelp(first(batch(ans("ch", "opt-2"), help)), cha("opt-2"), yes(promptCHI))
		c.agenda = pending("catalog.find", ik.AgendaWaitingInput)
		_, out := c.accepted(t)
		assert.Len(t, out.Intentions, 1)
		assert.Equal(t, ik.CapabilityID("help.answer"), out.Intentions[0].ProposedCapability)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
	})
	t.Run("a click skips the choice's review, not this one", func(t *testing.T) {
		c := withHelp(first(batch(nil, find, help)), yes(promptCHI))
		c.click = snaptest.Click("ch", "opt-1")
		_, out := c.accepted(t)
		assert.Len(t, out.Intentions, 2)
	})
	t.Run("the owner of an option is its target", func(t *testing.T) {
		c := scene{open: ownedChoice(), selection: selected("catalog.compare"), script: []snaptest.Reply{
			first(batch(ans("ch", "opt-1"), res("catalog.compare"))), cha("opt-1"),
		}}
		c.accepted(t)
		c = scene{open: oneOption(), selection: selected("help.answer"), script: []snaptest.Reply{
			first(batch(ans("ch", "opt-1"), help)), cha("opt-1"),
		}}
		c.accepted(t)
	})
}

func TestBesideAnUnansweredChoice(t *testing.T) {
	find, help := res("catalog.find"), res("help.answer")
	t.Run("B-238 supported", func(t *testing.T) {
		turn, out := withHelp(first(batch(nil, help)), yes(promptCHU)).accepted(t)
		assert.Nil(t, out.Answer)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 4)
		assert.Equal(t, "unanswered", in["answerStatus"])
		assert.Equal(t, "choice_intention_independence", in["reviewKind"])
		assert.Len(t, turn.Gateway.Requests[1].Capabilities, 1)
	})
	t.Run("B-239 abstention", func(t *testing.T) {
		turn, out := withHelp(first(batch(nil, help)), no(promptCHU), repaired(batch(nil))).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_UNANSWERED_CHOICE_EXTRAS /intentions"}, issues(t, turn))
		assert.Empty(t, out.Intentions)
	})
	t.Run("no abstention beside a contradiction", func(t *testing.T) {
		withHelp(first(batch(nil, help)), no(promptCHU), repaired(with(batch(nil), obj{
			"contradictions": []any{obj{"description": "d", "evidence": []any{"e"}}},
		}))).rejected(t)
	})
	t.Run("no abstention where the choice's own work was asked for too", func(t *testing.T) {
		withHelp(first(batch(nil, find, help)), ocaNone(), no(promptCHU), repaired(batch(nil))).rejected(t)
	})
	t.Run("no abstention after an unreadable review", func(t *testing.T) {
		withHelp(first(batch(nil, help)), reply(promptCHU, obj{}), repaired(batch(nil))).rejected(t)
	})
	t.Run("B-241 owner kept", func(t *testing.T) {
		turn, out := withHelp(first(batch(nil, find, help)), ocaNone(), no(promptCHU), repaired(batch(nil, find)), ocaNone()).accepted(t)
		assert.Len(t, out.Intentions, 1)
		assert.Len(t, turn.Gateway.Input(2)["additionalIntentions"], 1)
		assert.Len(t, turn.Gateway.Requests[2].Capabilities, 2)
	})
	t.Run("B-242 with lifecycle", func(t *testing.T) {
		c := withHelp(
			first(with(batch(nil, help), actions(cancel("ag-1")))), no(promptCHU),
			repaired(with(batch(nil), actions(cancel("ag-1")))), lar("supported"),
		)
		c.selection, c.agenda = mode("selected_with_control", "catalog.find", "help.answer"), pending("help.answer", ik.AgendaWaitingInput)
		_, out := c.accepted(t)
		assert.Len(t, out.LifecycleActions, 1)
	})
	t.Run("unresolved extras are none", func(t *testing.T) {
		withHelp(first(batch(nil, amb()))).accepted(t)
	})
	t.Run("B-244 not mixed", func(t *testing.T) {
		choiceScene(first(batch(nil, res("catalog.find"))), ocaNone()).accepted(t)
		scene{open: snaptest.Choice(""), selection: selected("help.answer"), script: []snaptest.Reply{first(batch(nil, help))}}.accepted(t)
	})
}

// The ids of options may hold what models must not see: models name them as they are shown.
func TestMaskedOptionIDs(t *testing.T) {
	open := func(ids ...string) *ik.Interaction {
		i := snaptest.Choice("")
		i.Options[0].ID, i.Options[1].ID = ids[0], ids[1]
		return i
	}
	t.Run("an option is bound by the id that was shown", func(t *testing.T) {
		c := choiceScene(
			first(batch(ans("ch", "for-[redacted]"), res("catalog.find", refs("for-[redacted]")))),
			cha("for-[redacted]"),
		)
		c.open, c.agenda = open("opt-1", "for-zeta"), withholds("zeta")
		turn, out := c.accepted(t)
		assert.False(t, turn.Gateway.Sees("zeta"), "not in the schema either")
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
		assert.Equal(t, "for-zeta", out.Intentions[0].References[0].Target)
	})
	t.Run("two options that look the same cannot be told apart", func(t *testing.T) {
		c := choiceScene(first(batch(ans("ch", "for-zeta"), res("catalog.find"))), repaired(batch(nil)))
		c.open, c.agenda = open("for-zeta", "for-eta!"), withholds("zeta", "eta!")
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
		assert.False(t, turn.Gateway.Sees("zeta"))
		c = choiceScene(first(batch(ans("ch", "for-[redacted]"), res("catalog.find"))), repaired(batch(nil, res("catalog.find"))), ocaNone())
		c.open, c.agenda = open("for-zeta", "for-eta!"), withholds("zeta", "eta!")
		turn, _ = c.accepted(t)
		assert.Equal(t, []string{"/answerToInteraction/value"}, issues(t, turn))
	})
}
