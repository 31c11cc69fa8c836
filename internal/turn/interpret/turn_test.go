package interpret_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// The prompts of selection.
const (
	promptSEL  = "kernel.capability.select"
	promptSELR = "kernel.capability.select.repair"
	promptCHS  = "kernel.review-capability-selection.choice-selection-review-system-prompt"
	promptMIX  = "kernel.review-capability-selection.mixed"
	promptDIV  = "kernel.review-capability-selection.active-interaction-diversion-review-system-prompt"
	promptLSR  = "kernel.review-lifecycle-actions.lifecycle-selection-review-system-prompt"
)

func sel(mode string, ids ...string) snaptest.Reply  { return reply(promptSEL, selOutput(mode, ids)) }
func selR(mode string, ids ...string) snaptest.Reply { return reply(promptSELR, selOutput(mode, ids)) }

func selOutput(mode string, ids []string) obj {
	return obj{
		"mode": mode, "capabilityIds": append([]string{}, ids...), "rationale": "r",
		"evidence": []any{obj{"text": "good morning", "meaning": "m", "messageIndex": 0}},
	}
}

// chs is the review of a selection that finds an option of snaptest.Choice, by its position.
func chs(position int) snaptest.Reply {
	o := snaptest.Choice("").Options[position-1]
	return reply(promptCHS, obj{"meaning": "unique_option", "position": position, "label": o.Label, "optionId": o.ID, "rationale": "r"})
}

func chsAmbiguous() snaptest.Reply {
	return reply(promptCHS, obj{"meaning": "ambiguous_or_unrelated", "rationale": "r"})
}

func chsOperation(ids ...any) snaptest.Reply {
	return reply(promptCHS, obj{"meaning": "operation_request", "operationCapabilityIds": ids, "rationale": "r"})
}

// read runs both stages that read a message, as a turn does.
func (c scene) read(t *testing.T) (*snaptest.Turn, ik.IntentionBatch) {
	t.Helper()
	turn := c.turn(t)
	var err error
	c.selection, err = selection.Select(t.Context(), selection.Input{Caller: turn.Caller, Snapshot: turn.Snapshot, Agent: turn.Agent})
	require.NoError(t, err)
	out, err := c.in(t, turn)
	require.NoError(t, err)
	return turn, out
}

// The calls of every path, from the first selection to the batch. A script is the exact list of the calls.
func TestCallsOfAPath(t *testing.T) {
	pair := []snaptest.Reply{sel("selected", "catalog.find"), first(batch(nil, res("catalog.find")))}
	collector := scene{open: ownedChoice(), agenda: pending("catalog.compare", ik.AgendaWaitingInput)}
	with := func(c scene, script ...snaptest.Reply) scene { c.script = script; return c }
	second := "the second"
	for name, c := range map[string]struct {
		scene scene
		calls int
	}{
		"a click on a menu":                       {scene{open: menu(), click: snaptest.Click(menuID, menuExit)}, 0},
		"a click on a member of a menu":           {scene{open: menu(), click: snaptest.Click(menuID, "progression:g1:help.answer")}, 0},
		"talk without a question":                 {scene{script: []snaptest.Reply{sel("conversational")}}, 1},
		"a plain operation":                       {scene{script: pair}, 2},
		"a reviewed choice that waiting work got": {with(collector, sel("selected", "catalog.compare"), chs(2)), 2},
		"the same after a structural repair": {
			with(collector, sel("selected", "ghost.op"), selR("selected", "catalog.compare"), chs(2)), 3,
		},
		"the same after a repair that a review asked for": {
			with(collector, sel("selected", "catalog.compare"), chsAmbiguous(), selR("selected", "catalog.compare"), chs(2)), 4,
		},
		"a choice in words, with targets": {scene{open: snaptest.Choice("catalog.compare"), script: []snaptest.Reply{
			sel("selected", "catalog.compare"), chs(2), first(batch(nil, res("catalog.compare", evidence(second)))),
		}}, 3},
		"a choice in words, without targets": {scene{open: snaptest.Choice(""), script: []snaptest.Reply{
			sel("selected", "catalog.find"), first(batch(ans("ch", "opt-2"), res("catalog.find"))), cha("opt-2"),
		}}, 3},
		"a pure confirmation": {scene{open: snaptest.Confirmation(), script: []snaptest.Reply{
			sel("selected", "help.answer"), first(batch(ans("conf-1", true))), yes(promptCFA),
		}}, 3},
		"a pure continuation in words": {scene{open: exitOnly(), script: []snaptest.Reply{
			sel("conversational"), first(batch(goOn())), yes(promptPGA),
		}}, 3},
		"the same with an active objective": {scene{open: exitOnly(), progress: objective("active"), script: []snaptest.Reply{
			sel("conversational"), yes(promptLSR), first(batch(goOn())), yes(promptPGA),
		}}, 4},
		"a repair of the interpretation": {scene{open: snaptest.Choice(""), script: []snaptest.Reply{
			sel("selected", "catalog.find"), first(obj{}), repaired(batch(ans("ch", "opt-2"), res("catalog.find"))), cha("opt-2"),
		}}, 4},
		"an answer of waiting input": {scene{open: snaptest.Question(), agenda: pending("help.answer", ik.AgendaWaitingInput), script: []snaptest.Reply{
			sel("selected", "help.answer"), first(batch(ans("in-1", "Rome"))),
		}}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			turn, _ := c.scene.read(t)
			assert.Len(t, turn.Gateway.Requests, c.calls)
		})
	}
}

// worst is what one message can cost at most: every review of both passes.
func worst(open *ik.Interaction, m string, ids []ik.CapabilityID, answer any, option string, intentions ...obj) scene {
	proposal := with(batch(answer, intentions...), actions(cancel("ag-1")))
	return scene{
		open: open, agenda: pending("help.answer", ik.AgendaWaitingInput), selection: mode(m, ids...),
		script: []snaptest.Reply{
			first(proposal), cha(option), yes(promptCHI), lar("unsupported"),
			repaired(proposal), cha(option), yes(promptCHI), lar("supported"),
		},
	}
}

func TestWorstCase(t *testing.T) {
	t.Run("B-263 interpretation", func(t *testing.T) {
		turn, out := worst(snaptest.Choice(""), "selected_with_control", []ik.CapabilityID{"catalog.find", "help.answer"},
			ans("ch", "opt-1"), "opt-1", res("catalog.find"), res("help.answer")).accepted(t)
		assert.Len(t, turn.Gateway.Requests, 8)
		assert.Len(t, out.Intentions, 2)
	})
	t.Run("both stages", func(t *testing.T) {
		c := worst(menu(), "selected_with_control", nil, member("catalog.find"), "progression:g1:catalog.find", res("catalog.find"), res("catalog.compare"))
		c.progress = objective("active")
		ids := []string{"catalog.find", "catalog.compare"}
		c.script = append([]snaptest.Reply{
			sel("selected_with_control", ids...), chsOperation("catalog.find"), yes(promptMIX), no(promptLSR),
			selR("selected_with_control", ids...), chsOperation("catalog.find"), yes(promptMIX), yes(promptLSR),
		}, c.script...)
		turn, _ := c.read(t)
		assert.Len(t, turn.Gateway.Requests, 16)
	})
}

func TestReadingATurn(t *testing.T) {
	t.Run("B-067 ambiguous then conversational", func(t *testing.T) {
		_, out := scene{open: snaptest.Choice("catalog.compare"), script: []snaptest.Reply{
			sel("selected", "catalog.compare"), chsAmbiguous(), selR("conversational"), first(batch(nil)),
		}}.read(t)
		assert.Equal(t, ik.IntentionBatch{Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}, out)
	})
	t.Run("B-068 ambiguous twice", func(t *testing.T) {
		turn, out := scene{open: snaptest.Choice("catalog.compare"), script: []snaptest.Reply{
			sel("selected", "catalog.compare"), chsAmbiguous(), selR("selected", "catalog.compare"), chsAmbiguous(), first(batch(nil)),
		}}.read(t)
		assert.Empty(t, out.Intentions)
		assert.Empty(t, turn.Gateway.Requests[4].Capabilities)
	})
	t.Run("B-077 diversion stubborn", func(t *testing.T) {
		turn, _ := scene{open: snaptest.Choice("catalog.compare"), script: []snaptest.Reply{
			sel("selected", "help.answer"), no(promptDIV), selR("selected", "help.answer"), no(promptDIV), first(batch(nil)),
		}}.read(t)
		assert.Empty(t, turn.Gateway.Requests[4].Capabilities)
	})
	t.Run("B-245 a cancellation", func(t *testing.T) {
		_, out := scene{agenda: pending("help.answer", ik.AgendaWaitingInput), script: []snaptest.Reply{
			sel("control"), yes(promptLSR), first(with(batch(nil), actions(cancel("ag-1")))), lar("supported"),
		}}.read(t)
		assert.Len(t, out.LifecycleActions, 1)
	})
	t.Run("B-250 binding", func(t *testing.T) {
		turn, out := scene{open: snaptest.Choice("catalog.compare"), message: "second", script: []snaptest.Reply{
			sel("selected", "catalog.compare"), chs(2), first(batch(nil, res("catalog.compare", evidence("second")))),
		}}.read(t)
		assert.Equal(t, &ik.InteractionAnswer{InteractionID: "ch", Value: []byte(`{"pick":2}`), Evidence: "second", Rationale: "r"}, out.Answer)
		assert.Equal(t, "model", turn.Event(t, "intention.interpreted")["interactionAnswerSource"])
		assert.Contains(t, turn.Gateway.Input(2)["selection"], "reviewedChoice")
	})
	t.Run("B-257 extras after binding", func(t *testing.T) {
		compare, help := res("catalog.compare", evidence("second")), res("help.answer", evidence("second"))
		turn, out := scene{open: snaptest.Choice("catalog.compare"), message: "second", script: []snaptest.Reply{
			sel("selected", "catalog.compare", "help.answer"), chs(2), first(batch(nil, compare, help)), no(promptCHI),
			repaired(batch(nil, compare)),
		}}.read(t)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
		assert.Equal(t, []string{"UNSUPPORTED_CHOICE_INTENTIONS /intentions"}, issues(t, turn))
	})
	t.Run("B-262 conflict plus click, end to end", func(t *testing.T) {
		open := snaptest.Choice("catalog.compare")
		open.Options[0].ReferenceExamples = []string{"2"}
		turn, out := scene{open: open, message: "2", click: snaptest.Click("ch", "opt-1"), script: []snaptest.Reply{
			sel("selected", "catalog.compare"), selR("conversational"), first(batch(nil, res("catalog.compare", evidence("2")))),
		}}.read(t)
		assert.JSONEq(t, `{"pick":1}`, string(out.Answer.Value))
		assert.Equal(t, "structured_selection", turn.Event(t, "intention.interpreted")["interactionAnswerSource"])
	})
	t.Run("a cancellation beside a click", func(t *testing.T) {
		_, out := scene{
			open: snaptest.Choice(""), click: snaptest.Click("ch", "opt-1"), agenda: pending("help.answer", ik.AgendaWaitingInput),
			script: []snaptest.Reply{
				sel("selected_with_control", "catalog.find"), yes(promptLSR),
				first(with(batch(nil, res("catalog.find")), actions(cancel("ag-1")))), lar("supported"),
			},
		}.read(t)
		assert.Len(t, out.LifecycleActions, 1)
		assert.JSONEq(t, `{"pick":1}`, string(out.Answer.Value))
	})
}
