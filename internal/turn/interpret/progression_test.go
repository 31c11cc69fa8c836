package interpret_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// message of the repair's first issue.
func advice(t *testing.T, turn *snaptest.Turn) string {
	t.Helper()
	for n, r := range turn.Gateway.Requests {
		if r.Prompt.Definition.ID == promptINTR {
			return turn.Gateway.Input(n)["validationIssues"].([]any)[0].(map[string]any)["message"].(string)
		}
	}
	t.Fatal("there was no repair")
	return ""
}

// moveOn is an open menu and a message that leaves it.
func moveOn(script ...snaptest.Reply) scene {
	return scene{open: menu(), message: "OK, let us move on", selection: selected("catalog.compare"), script: script}
}

func TestOmittedProgressionAnswer(t *testing.T) {
	compare := func(text string) obj { return res("catalog.compare", evidence(text)) }
	t.Run("B-164 requested", func(t *testing.T) {
		turn, out := moveOn(first(batch(nil, compare("OK"))), opa("requested", "move on"), repaired(batch(goOn())), yes(promptPGA)).accepted(t)
		assert.Empty(t, out.Intentions)
		assert.JSONEq(t, `{"kind":"progression.continue","occurrenceId":"g1"}`, string(out.Answer.Value))
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		assert.Contains(t, advice(t, turn), menuID)
		assert.Contains(t, advice(t, turn), menuExit)
		in := turn.Gateway.Input(1)
		assert.Len(t, in, 4)
		assert.Equal(t, "omitted_progression_answer", in["reviewKind"])
		assert.Equal(t, []any{map[string]any{"capabilityId": "catalog.compare", "evidence": quoteOfJSON("OK")}}, in["proposedIntentions"])
		assert.Equal(t, map[string]any{
			"interactionId": menuID, "optionId": menuExit, "value": map[string]any{"kind": "progression.continue", "occurrenceId": "g1"},
		}, in["omittedAnswer"])
		require.Len(t, turn.Gateway.Requests[1].Capabilities, 1)
		assert.Equal(t, "contract", turn.Gateway.Requests[1].Capabilities[0].Detail)
	})
	t.Run("B-166 ambiguous and empty", func(t *testing.T) {
		c := moveOn(first(batch(nil)), opa("ambiguous", ""))
		c.selection = mode("conversational", "catalog.find", "help.answer")
		_, out := c.accepted(t)
		assert.Empty(t, out.Intentions)
		assert.Nil(t, out.Answer)
	})
	for name, excerpt := range map[string]string{"none": "", "of an earlier message": "good morning", "blank": "  "} {
		t.Run("B-167 bad excerpt "+name, func(t *testing.T) {
			turn := moveOn(first(batch(nil, compare("OK"))), opa("requested", excerpt), repaired(batch(nil, compare("OK"))),
				opa("requested", excerpt)).rejected(t)
			assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
		})
	}
	t.Run("B-167 an excerpt is compared with the message as the model saw it", func(t *testing.T) {
		c := moveOn(first(batch(nil, compare("OK"))), opa("requested", "MOVE  on, [redacted]"), repaired(batch(goOn())), yes(promptPGA))
		c.message, c.agenda = "OK, let us move on, zeta", withholds("zeta")
		turn, _ := c.accepted(t)
		assert.False(t, turn.Gateway.Sees("zeta"))
		assert.Contains(t, advice(t, turn), menuExit)
	})
	t.Run("B-169 compound", func(t *testing.T) {
		c := moveOn(first(batch(nil, compare("compare them"))), opa("requested", "then move on"),
			repaired(batch(goOn(words("then move on")), compare("compare them"))), yes(promptPGA), yes(promptPGI))
		c.message = "compare them, then move on"
		_, out := c.accepted(t)
		assert.Len(t, out.Intentions, 1)
		assert.NotNil(t, out.Answer)
	})
	t.Run("malformed", func(t *testing.T) {
		turn, _ := moveOn(first(batch(nil, compare("OK"))), reply(promptOPA, obj{"continuation": "maybe", "evidence": "", "rationale": "r"}),
			repaired(batch(nil, compare("OK"))), opa("not_requested", "")).accepted(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn))
	})
}

// quoteOfJSON is quoteOf as a request shows it.
func quoteOfJSON(text string) []any {
	return []any{map[string]any{"text": text, "meaning": "m", "messageIndex": 3.0}}
}

func TestNoOmittedProgressionAnswer(t *testing.T) {
	closed := menu()
	closed.Options = closed.Options[:2]
	for name, c := range map[string]scene{
		"with an answer": {open: menu(), selection: selected("catalog.find"), script: []snaptest.Reply{
			first(batch(member("catalog.find"), res("catalog.find"))), cha("progression:g1:catalog.find"),
		}},
		"with a lifecycle action": {
			open: menu(), selection: mode("selected_with_control", "catalog.compare"), agenda: pending("help.answer", ik.AgendaWaitingInput),
			script: []snaptest.Reply{first(with(batch(nil, res("catalog.compare")), actions(cancel("ag-1")))), lar("supported")},
		},
		"with an ambiguous intention":     {open: menu(), selection: selected("catalog.compare"), script: []snaptest.Reply{first(batch(nil, amb()))}},
		"with an unsupported intention":   {open: menu(), selection: selected("catalog.compare"), script: []snaptest.Reply{first(batch(nil, uns()))}},
		"in an ordinary choice":           {open: snaptest.Choice(""), selection: selected("help.answer"), script: []snaptest.Reply{first(batch(nil, res("help.answer")))}},
		"in a menu without a way out":     {open: closed, selection: selected("catalog.compare"), script: []snaptest.Reply{first(batch(nil, res("catalog.compare")))}},
		"over a confirmation":             {open: snaptest.Confirmation(), selection: selected("help.answer"), script: []snaptest.Reply{first(batch(nil, res("help.answer")))}},
		"without a question being open":   {selection: selected("catalog.find"), script: []snaptest.Reply{first(batch(nil, res("catalog.find")))}},
		"in an optional question of text": {open: snaptest.Question(), selection: selected("help.answer"), script: []snaptest.Reply{first(batch(nil, res("help.answer")))}},
	} {
		t.Run("B-170 not triggered "+name, func(t *testing.T) { c.accepted(t) })
	}
}

func TestOmittedProgressionAnswerOfARepair(t *testing.T) {
	op := res("catalog.find", evidence("go"))
	start := []snaptest.Reply{first(batch(goOn(words("go")), op)), repaired(batch(nil, op))}
	t.Run("B-172 not skipped after mere overlap", func(t *testing.T) {
		turn, out := scene{open: menu(), message: "go", selection: selected("catalog.find"),
			script: append(append([]snaptest.Reply{}, start...), opa("not_requested", ""), yes(promptPMO))}.accepted(t)
		assert.Equal(t, []string{"/answerToInteraction"}, issues(t, turn), "without a call and without a code")
		assert.Len(t, out.Intentions, 1)
	})
	t.Run("B-173 lost exit", func(t *testing.T) {
		scene{open: menu(), message: "go and continue", selection: selected("catalog.find"),
			script: append(append([]snaptest.Reply{}, start...), opa("requested", "continue"))}.rejected(t)
	})
}

// sure is an open menu and a message that could mean anything in it.
func sure(script ...snaptest.Reply) scene {
	return scene{open: menu(), message: "sure", selection: selected("catalog.find"), script: script}
}

func TestMemberOperations(t *testing.T) {
	find := res("catalog.find", evidence("sure"))
	t.Run("B-179 abstention", func(t *testing.T) {
		turn, out := sure(first(batch(nil, find)), opa("ambiguous", ""), no(promptPMO), repaired(batch(nil)), opa("ambiguous", "")).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_PROGRESSION_MEMBER_OPERATION /intentions"}, issues(t, turn))
		assert.Empty(t, out.Intentions)
	})
	t.Run("B-181 supported", func(t *testing.T) {
		turn, out := sure(first(batch(nil, find)), opa("not_requested", ""), yes(promptPMO)).accepted(t)
		assert.Len(t, out.Intentions, 1)
		assert.Nil(t, out.Answer)
		in := turn.Gateway.Input(2)
		assert.Len(t, in, 4)
		assert.Equal(t, "progression_member_operation", in["reviewKind"])
		assert.Equal(t, in["intentions"], in["proposedMemberIntentions"])
		assert.Len(t, turn.Gateway.Requests[2].Capabilities, 1)
	})
	t.Run("B-182 malformed", func(t *testing.T) {
		turn := sure(first(batch(nil, find)), opa("not_requested", ""), reply(promptPMO, verdict("unclear")), repaired(batch(nil))).rejected(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn), "without a code")
	})
	t.Run("B-183 independent work kept", func(t *testing.T) {
		c := sure(first(batch(nil, find, res("catalog.compare", evidence("sure")))), opa("not_requested", ""), no(promptPMO),
			repaired(batch(nil, res("catalog.compare", evidence("sure")))), opa("not_requested", ""))
		c.selection = selected("catalog.find", "catalog.compare")
		turn, out := c.accepted(t)
		assert.Len(t, out.Intentions, 1)
		in := turn.Gateway.Input(2)
		assert.Len(t, in["proposedMemberIntentions"], 1)
		assert.Len(t, in["intentions"], 2)
	})
	t.Run("B-184 independent work lost", func(t *testing.T) {
		c := sure(first(batch(nil, find, res("catalog.compare", evidence("sure")))), opa("not_requested", ""), no(promptPMO), repaired(batch(nil)))
		c.selection = selected("catalog.find", "catalog.compare")
		c.rejected(t)
	})
}

func TestMemberAnswers(t *testing.T) {
	find, chosen := res("catalog.find", evidence("sure")), cha("progression:g1:catalog.find")
	picked := batch(member("catalog.find"))
	t.Run("B-185 early consent rejected", func(t *testing.T) {
		turn, out := sure(first(picked), chaNone(), repaired(batch(nil)), opa("ambiguous", "")).accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_ANSWER /answerToInteraction"}, issues(t, turn))
		assert.Empty(t, out.Intentions)
		assert.Nil(t, out.Answer)
	})
	t.Run("B-186 supported, and its operation added", func(t *testing.T) {
		turn, out := sure(first(picked), chosen, repaired(batch(member("catalog.find"), find)), chosen).accepted(t)
		assert.Equal(t, []string{"/intentions"}, issues(t, turn))
		assert.Len(t, out.Intentions, 1)
		assert.NotNil(t, out.Answer)
	})
	t.Run("B-187 supported but still empty", func(t *testing.T) {
		sure(first(picked), chosen, repaired(picked), chosen).rejected(t)
	})
	t.Run("B-188 member plus extra", func(t *testing.T) {
		c := sure(first(batch(member("catalog.find"), find, res("catalog.compare", evidence("sure")))), chosen, no(promptCHI),
			repaired(batch(member("catalog.find"), find)), chosen)
		c.selection = selected("catalog.find", "catalog.compare")
		turn, out := c.accepted(t)
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_INTENTIONS /intentions"}, issues(t, turn))
		assert.Len(t, out.Intentions, 1)
	})
	t.Run("a member is answered by its own operation", func(t *testing.T) {
		c := sure(first(batch(member("catalog.find"))), repaired(batch(member("catalog.find"), find)), chosen)
		c.selection = mode("conversational", "catalog.find", "help.answer")
		turn, _ := c.accepted(t)
		assert.Contains(t, advice(t, turn), "catalog.find")
	})
}
