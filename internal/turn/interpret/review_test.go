package interpret_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// confirmScene is an open confirmation of help.answer.
func confirmScene(script ...snaptest.Reply) scene {
	return scene{open: snaptest.Confirmation(), selection: selected("help.answer"), script: script}
}

func TestConfirmationAnswer(t *testing.T) {
	own := res("help.answer")
	t.Run("a pure acceptance", func(t *testing.T) {
		turn, out := confirmScene(reply(promptINT, batch(ans("conf-1", true))), yes(promptCFA)).accepted(t)
		assert.Equal(t, []string{promptINT, promptCFA}, turn.Prompts())
		assert.Empty(t, out.Intentions)
		assert.JSONEq(t, `true`, string(out.Answer.Value))
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 3)
		assert.Equal(t, []any{}, in["intentions"])
		assert.Equal(t, map[string]any{"interactionId": "conf-1", "value": true, "evidence": "an"}, in["proposedAnswer"])
		assert.Equal(t, "interaction-answer.review", turn.Gateway.Requests[1].Task)
		assert.Empty(t, turn.Gateway.Requests[1].Capabilities)
	})
	t.Run("B-190 not an answer", func(t *testing.T) {
		turn, out := confirmScene(reply(promptINT, batch(ans("conf-1", true), own)), no(promptCFA), reply(promptINTR, batch(nil, own))).accepted(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		assert.Nil(t, out.Answer)
	})
	t.Run("B-191 not an answer, nothing left", func(t *testing.T) {
		c := confirmScene(reply(promptINT, batch(ans("conf-1", true))), no(promptCFA), reply(promptINTR, batch(nil)))
		c.rejected(t)
		c.selection = mode("conversational", "help.answer")
		_, out := c.accepted(t)
		assert.Nil(t, out.Answer)
	})
	t.Run("B-193 non-boolean", func(t *testing.T) {
		confirmScene(reply(promptINT, batch(ans("conf-1", "yes"), own))).accepted(t)
	})
	t.Run("an unreadable review is a rejection", func(t *testing.T) {
		turn := confirmScene(
			reply(promptINT, batch(ans("conf-1", true))), reply(promptCFA, obj{"verdict": "maybe", "rationale": "r"}),
			reply(promptINTR, batch(ans("conf-1", true))), reply(promptCFA, obj{}),
		).rejected(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
	})
	t.Run("a review that fails ends the turn", func(t *testing.T) {
		_, _, err := confirmScene(reply(promptINT, batch(ans("conf-1", true))), snaptest.Reply{
			Prompt: promptCFA, Err: ik.NewError(ik.KindGateway, "MODEL_TIMEOUT", "x"),
		}).run(t)
		assert.Equal(t, "MODEL_TIMEOUT", ik.CodeOf(err))
	})
}

func TestBesideAConfirmation(t *testing.T) {
	own := res("help.answer")
	pass := []snaptest.Reply{reply(promptINT, batch(ans("conf-1", true), own)), yes(promptCFA), no(promptCFI)}
	with := func(more ...snaptest.Reply) scene {
		return confirmScene(append(append([]snaptest.Reply{}, pass...), more...)...)
	}
	t.Run("B-195 restatement dropped", func(t *testing.T) {
		turn, out := with(reply(promptINTR, batch(ans("conf-1", true))), yes(promptCFA)).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CONFIRMATION_INTENTIONS /intentions"}, issues(t, turn))
		assert.Empty(t, out.Intentions)
	})
	t.Run("B-196 answer dropped in repair", func(t *testing.T) {
		with(reply(promptINTR, batch(nil, own))).rejected(t)
	})
	t.Run("B-197 answer flipped in repair", func(t *testing.T) {
		with(reply(promptINTR, batch(ans("conf-1", false)))).rejected(t)
	})
	t.Run("B-202 evidence may change", func(t *testing.T) {
		with(reply(promptINTR, batch(ans("conf-1", true, obj{"evidence": "op", "rationale": "because"}))), yes(promptCFA)).accepted(t)
	})
	t.Run("B-199 independent extras", func(t *testing.T) {
		turn, out := confirmScene(reply(promptINT, batch(ans("conf-1", true), res("help.answer", obj{"input": obj{"n": 2}}),
			res("help.answer", obj{"input": obj{"n": 3}}))), yes(promptCFA), yes(promptCFI)).accepted(t)
		assert.Len(t, out.Intentions, 2)
		in := turn.Gateway.Input(2)
		assert.Len(t, in["intentions"], 2)
		assert.Equal(t, "confirmation_intention_independence", in["reviewKind"])
		assert.Len(t, turn.Gateway.Requests[2].Capabilities, 1)
	})
	t.Run("B-200 unresolved extras reviewed", func(t *testing.T) {
		confirmScene(reply(promptINT, batch(ans("conf-1", true), amb())), yes(promptCFA), yes(promptCFI)).accepted(t)
	})
	t.Run("B-203 privacy", func(t *testing.T) {
		item := snaptest.Pending("catalog.find", ik.AgendaReady)
		item.ModelRedactions = []string{"zeta"}
		c := confirmScene(reply(promptINT, batch(ans("conf-1", true, obj{"evidence": "zeta"}), res("help.answer", obj{"input": obj{"q": "zeta"}}))),
			yes(promptCFA), yes(promptCFI))
		c.agenda = []ik.AgendaItem{item}
		turn, out := c.accepted(t)
		assert.False(t, turn.Gateway.Sees("zeta"))
		assert.JSONEq(t, `{"q":"zeta"}`, string(out.Intentions[0].Input))
		for _, e := range turn.Emitter.Events() {
			assert.NotContains(t, string(e.Data), "zeta")
		}
	})
}

func TestChoiceAnswer(t *testing.T) {
	own := res("catalog.find")
	output := batch(ans("ch", "opt-2"), own)
	first := reply(promptINT, output)
	t.Run("B-212 accepted", func(t *testing.T) {
		turn, _ := choiceScene(first, cha("opt-2")).accepted(t)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 5)
		options := in["currentChoice"].(map[string]any)["options"].([]any)
		assert.InDelta(t, 1, options[0].(map[string]any)["position"], 0)
		assert.Equal(t, options[1], in["proposedOption"])
		assert.Empty(t, turn.Gateway.Requests[1].Capabilities)
	})
	t.Run("another option", func(t *testing.T) {
		turn, out := choiceScene(first, cha("opt-1"), reply(promptINTR, batch(ans("ch", "opt-1"), own)), cha("opt-1")).accepted(t)
		assert.Equal(t, []string{"MISMATCHED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
		assert.JSONEq(t, `{"pick":1}`, string(out.Answer.Value))
	})
	t.Run("B-214 mismatch dropped", func(t *testing.T) {
		choiceScene(first, cha("opt-1"), reply(promptINTR, batch(nil))).rejected(t)
	})
	t.Run("B-215 mismatch unchanged", func(t *testing.T) {
		choiceScene(first, cha("opt-1"), reply(promptINTR, output), cha("opt-1")).rejected(t)
	})
	t.Run("B-216 abstention", func(t *testing.T) {
		turn, out := choiceScene(first, chaNone(), reply(promptINTR, batch(nil))).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
		assert.Empty(t, out.Intentions)
		assert.Nil(t, out.Answer)
	})
	t.Run("B-217 abstention with contradictions", func(t *testing.T) {
		_, out := choiceScene(first, chaNone(), reply(promptINTR, obj{
			"intentions": []any{}, "contradictions": []any{obj{"description": "d", "evidence": []any{"e"}}},
		})).accepted(t)
		assert.Len(t, out.Contradictions, 1)
	})
	t.Run("B-218 abstention denied: independent request", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(ans("ch", "opt-2"), own, res("help.answer"))), chaNone(), reply(promptINTR, batch(nil)))
		c.selection = selected("catalog.find", "help.answer")
		c.rejected(t)
	})
	t.Run("B-220 abstention denied: malformed review", func(t *testing.T) {
		turn := choiceScene(first, yes(promptCHA), reply(promptINTR, batch(nil))).rejected(t)
		for _, i := range issues(t, turn) {
			assert.Equal(t, "/answerToInteraction", i, "no code")
		}
	})
	t.Run("B-221 abstention denied: other mode", func(t *testing.T) {
		c := choiceScene(first, chaNone(), reply(promptINTR, batch(nil)))
		c.selection = mode("selected_with_control", "catalog.find")
		c.rejected(t)
	})
	t.Run("B-223 uncertain repair", func(t *testing.T) {
		_, out := choiceScene(first, chaNone(), reply(promptINTR, batch(nil, amb(refs("opt-2"))))).accepted(t)
		assert.Nil(t, out.Answer)
	})
	t.Run("B-224 duplicate values", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(ans("ch", obj{"pick": 1}), own)), reply(promptINTR, batch(nil)))
		c.open.Options[1].Value = obj{"pick": 1}
		c.agenda = []ik.AgendaItem{snaptest.Pending("catalog.find", ik.AgendaReady)}
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
	})
	t.Run("B-228 conflict of references", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(ans("ch", "opt-1"), res("catalog.find", obj{"evidence": quoteOf("1")}))), reply(promptINTR, batch(nil)))
		c.message, c.open.Options[1].ReferenceExamples = " 1 ", []string{"1"}
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
	})
	for name, ids := range map[string][]any{"twice": {"opt-2", "opt-2"}, "old": {"opt-2", "opt-9"}, "one": {"opt-2"}} {
		t.Run("B-226 bad ambiguous lists "+name, func(t *testing.T) {
			turn, _ := choiceScene(first, reply(promptCHA, obj{"decision": "ambiguous", "optionIds": ids, "rationale": "r"}),
				reply(promptINTR, batch(nil, own)), ocaNone()).accepted(t)
			assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		})
	}
	t.Run("an ambiguous message", func(t *testing.T) {
		turn, _ := choiceScene(first, reply(promptCHA, obj{"decision": "ambiguous", "optionIds": []any{"opt-1", "opt-2"}, "rationale": "r"}),
			reply(promptINTR, batch(nil))).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
	})
	t.Run("B-227 private binding", func(t *testing.T) {
		item := snaptest.Pending("help.answer", ik.AgendaReady)
		item.ModelRedactions = []string{"alpha-key", "beta-key"}
		c := choiceScene(first, cha("opt-2"))
		c.agenda = []ik.AgendaItem{item}
		c.open.Options[0].Value, c.open.Options[1].Value = obj{"code": "alpha-key"}, obj{"code": "beta-key"}
		turn, out := c.accepted(t)
		assert.False(t, turn.Gateway.Sees("-key"))
		assert.Equal(t, "opt-2", turn.Gateway.Input(1)["proposedOption"].(map[string]any)["id"])
		assert.JSONEq(t, `{"code":"beta-key"}`, string(out.Answer.Value))
	})
}

func TestPrivateInputs(t *testing.T) {
	card := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	c := scene{
		message: "an op with 4111-2222", open: snaptest.Confirmation(), selection: selected("help.answer"),
		agent: func(d *ik.AgentDefinition) {
			d.Capabilities[0].Input = snaptest.Object("Input", &ik.Mask{Fields: []ik.FieldMask{{Name: "card", Mask: card}, {Name: "pin", Mask: card}}})
		},
		script: []snaptest.Reply{
			reply(promptINT, batch(ans("conf-1", true), res("help.answer", obj{"input": obj{"card": "4111-2222", "pin": 987654, "n": 1}}))),
			yes(promptCFA), yes(promptCFI),
		},
	}
	turn, out := c.accepted(t)
	assert.JSONEq(t, `{"card":"4111-2222","pin":987654,"n":1}`, string(out.Intentions[0].Input))
	for n := 1; n < 3; n++ {
		raw, err := json.Marshal(turn.Gateway.Requests[n])
		require.NoError(t, err)
		assert.NotContains(t, string(raw), "4111-2222", "reviews do not see what the contract calls private")
		assert.NotContains(t, string(raw), "987654")
	}
	for _, e := range turn.Emitter.Events()[2:] {
		assert.NotContains(t, string(e.Data), "4111-2222", e.Type)
		assert.NotContains(t, string(e.Data), "987654", e.Type)
	}
	intention := turn.Event(t, "intention.interpreted")["intentions"].([]any)[0].(map[string]any)
	assert.Equal(t, map[string]any{"card": "[redacted]", "n": 1.0}, intention["input"])
}

// pinAgent has a contract with private places, and one without.
func pinAgent(d *ik.AgentDefinition) {
	private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	d.Capabilities[0].Input = snaptest.Object("Input", &ik.Mask{Fields: []ik.FieldMask{{Name: "card", Mask: private}, {Name: "pin", Mask: private}}})
}

func TestPrivateInputsOfARejectedAnswer(t *testing.T) {
	private := obj{"card": "4111-2222", "pin": 987654, "n": 1}
	for name, first := range map[string]any{
		"rejected for another reason":     batch(nil, res("help.answer", obj{"input": private}), res("catalog.find", obj{"input": nil})),
		"of the wrong shape":              batch(nil, res("help.answer", obj{"input": private, "resolution": "maybe"})),
		"that is no object":               batch(nil, res("help.answer", obj{"input": []any{"4111-2222", 987654}})),
		"for a capability that is absent": batch(nil, res("ghost.op", obj{"input": private})),
		"in a member that is not allowed": with(batch(nil, res("help.answer")), obj{"inputs": private}),
		"beside the input":                batch(nil, res("help.answer", obj{"arguments": private})),
		"in no list of intentions":        obj{"intentions": obj{"input": private}, "contradictions": []any{}},
		"in no object":                    []any{private},
		"in a list of lists":              obj{"intentions": []any{[]any{private}}, "contradictions": []any{}},
	} {
		t.Run("an input "+name, func(t *testing.T) {
			turn, _ := scene{
				selection: selected("help.answer", "catalog.find"), agent: pinAgent,
				script: []snaptest.Reply{reply(promptINT, first), reply(promptINTR, batch(nil, res("catalog.find")))},
			}.accepted(t)
			assert.NotContains(t, string(turn.Gateway.Requests[1].Input), "4111-2222", "a repair shows no more than an event")
			assert.NotContains(t, string(turn.Gateway.Requests[1].Input), "987654")
			for _, e := range turn.Emitter.Events() {
				assert.NotContains(t, string(e.Data), "4111-2222", e.Type)
				assert.NotContains(t, string(e.Data), "987654", e.Type)
			}
		})
	}
	t.Run("an answer that is no JSON", func(t *testing.T) {
		turn, _ := scene{
			selection: selected("help.answer", "catalog.find"), agent: pinAgent,
			script: []snaptest.Reply{{Prompt: promptINT, Output: `{"intentions":[{"input":{"pin":987654`}, reply(promptINTR, batch(nil, res("catalog.find")))},
		}.accepted(t)
		for _, e := range turn.Emitter.Events() {
			assert.NotContains(t, string(e.Data), "987654", e.Type)
		}
	})
	t.Run("without private places an event tells everything", func(t *testing.T) {
		turn, _ := scene{
			selection: selected("catalog.find"), agent: pinAgent,
			script: []snaptest.Reply{{Prompt: promptINT, Output: `{"intentions":`}, reply(promptINTR, batch(nil, res("catalog.find")))},
		}.accepted(t)
		assert.Equal(t, `{"intentions":`, turn.Event(t, "model.completed")["proposal"])
	})
}
