package interpret_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// choiceScene is an open choice of catalog.find, answered by free text.
func choiceScene(script ...snaptest.Reply) scene {
	return scene{open: snaptest.Choice(""), selection: selected("catalog.find"), script: script}
}

func TestCanonicalChoice(t *testing.T) {
	own := func(changes ...obj) obj { return res("catalog.find", changes...) }
	for name, c := range map[string]struct {
		output   obj
		evidence string
	}{
		"by id":                          {batch(ans("ch", "opt-2"), own()), "an"},
		"B-115 by optionId object":       {batch(ans("ch", obj{"optionId": "opt-2", "other": 9}), own()), "an"},
		"B-116 exact value":              {batch(ans("made-up", obj{"pick": 2}), own()), "an"},
		"B-116 another number":           {batch(ans("ch", obj{"pick": 2.0}), own()), "an"},
		"synthesised from one mention":   {batch(nil, own(refs("opt-2"))), "the reference"},
		"B-118 several mentions":         {batch(nil, own(refs("opt-2")), own(refs("opt-2"))), "an op, the second"},
		"B-121 foreign references":       {batch(ans("ch", "opt-2"), own(refs("some-entity"))), "an"},
		"wrong id with the right option": {batch(ans("old", "opt-2"), own()), "an"},
	} {
		t.Run(name, func(t *testing.T) {
			_, out := choiceScene(reply(promptINT, c.output), cha("opt-2")).accepted(t)
			require.NotNil(t, out.Answer)
			assert.Equal(t, ik.InteractionID("ch"), out.Answer.InteractionID)
			assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
			assert.Equal(t, c.evidence, out.Answer.Evidence)
		})
	}
	t.Run("B-119 two options referenced", func(t *testing.T) {
		_, out := choiceScene(reply(promptINT, batch(nil, own(refs("opt-1", "opt-2")))), ocaNone()).accepted(t)
		assert.Nil(t, out.Answer)
	})
	t.Run("references of unresolved intentions bind nothing", func(t *testing.T) {
		_, out := choiceScene(reply(promptINT, batch(nil, own(), amb(refs("opt-2")))), ocaNone()).accepted(t)
		assert.Nil(t, out.Answer)
	})
	t.Run("B-122 the option id comes first", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(ans("ch", "b"), own())), cha("b"))
		c.open.Options = []ik.Option{snaptest.Option("a", "b"), snaptest.Option("b", "c")}
		_, out := c.accepted(t)
		assert.JSONEq(t, `"c"`, string(out.Answer.Value))
	})
	t.Run("B-124 key order", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(ans("ch", json.RawMessage(`{"y":2,"x":1}`)), own())), cha("opt-1"))
		c.open.Options[0].Value = json.RawMessage(`{"x":1,"y":2}`)
		_, out := c.accepted(t)
		assert.JSONEq(t, `{"x":1,"y":2}`, string(out.Answer.Value))
	})
	t.Run("B-125 invented value", func(t *testing.T) {
		turn, out := choiceScene(
			reply(promptINT, batch(ans("ch", obj{"pick": 2, "extra": true}), own())), reply(promptINTR, batch(nil, own())), ocaNone(),
		).accepted(t)
		assert.Contains(t, issues(t, turn), "/answerToInteraction/value")
		assert.Nil(t, out.Answer)
	})
}

func TestCanonicalOtherKinds(t *testing.T) {
	t.Run("B-127 confirmation, unrelated intention", func(t *testing.T) {
		turn, _ := scene{open: snaptest.Confirmation(), selection: selected("catalog.find", "help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(ans("made-up", true), res("catalog.find"))), reply(promptINTR, batch(nil, res("catalog.find"))),
		}}.accepted(t)
		assert.Equal(t, []string{"/answerToInteraction/interactionId"}, issues(t, turn))
	})
	t.Run("confirmation with a wrong id", func(t *testing.T) {
		_, out := scene{open: snaptest.Confirmation(), selection: selected("help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(ans("made-up", true))), yes(promptCFA),
		}}.accepted(t)
		assert.Equal(t, ik.InteractionID("conf-1"), out.Answer.InteractionID)
	})
	t.Run("B-128 other kinds", func(t *testing.T) {
		open := snaptest.Question()
		open.Options = snaptest.Choice("").Options
		_, out := scene{open: open, selection: selected("help.answer"), script: []snaptest.Reply{
			reply(promptINT, batch(ans("in-1", "opt-1"), res("help.answer"))),
		}}.accepted(t)
		assert.JSONEq(t, `"opt-1"`, string(out.Answer.Value))
	})
}

func TestClicks(t *testing.T) {
	option := "opt-1"
	click := &ik.TurnSelection{InteractionID: "ch", OptionID: &option}
	t.Run("B-230 click on different data", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(ans("ch", "opt-2"), res("catalog.find"))))
		c.click = click
		turn, out := c.accepted(t)
		assert.JSONEq(t, `{"pick":1}`, string(out.Answer.Value))
		assert.Equal(t, "structured_selection", turn.Event(t, "intention.interpreted")["interactionAnswerSource"])
	})
	t.Run("B-229 click beats conflict", func(t *testing.T) {
		c := choiceScene(reply(promptINT, batch(nil, res("catalog.find"))))
		c.click, c.message, c.open.Options[1].ReferenceExamples = click, "1 op", []string{"1"}
		_, out := c.accepted(t)
		assert.Equal(t, "Label opt-1", out.Answer.Evidence)
	})
	t.Run("B-113 malformed answer beside a click", func(t *testing.T) {
		c := choiceScene(
			reply(promptINT, batch(ans("ch", "opt-2", obj{"evidence": absent{}}), res("catalog.find"))),
			reply(promptINTR, batch(nil, res("catalog.find"))),
		)
		c.click = click
		turn, _ := c.accepted(t)
		assert.Equal(t, []string{"MISSING_FIELD /answerToInteraction/evidence"}, issues(t, turn))
	})
	t.Run("B-194 clicked confirmation", func(t *testing.T) {
		open := snaptest.Confirmation()
		open.Options = []ik.Option{snaptest.Option("opt-1", true)}
		_, out := scene{
			open: open, click: &ik.TurnSelection{InteractionID: "conf-1", OptionID: &option}, selection: selected("help.answer"),
			script: []snaptest.Reply{reply(promptINT, batch(nil)), yes(promptCFA)},
		}.accepted(t)
		assert.JSONEq(t, `true`, string(out.Answer.Value))
	})
}

func TestReviewedChoice(t *testing.T) {
	reviewed := func(change ...func(*ik.ReviewedChoice)) ik.CapabilitySelection {
		sel := selected("catalog.compare")
		sel.ReviewedChoice = &ik.ReviewedChoice{InteractionID: "ch", OptionID: "opt-2", MessageIndex: 3, Evidence: "an op, the second", Rationale: "r"}
		for _, f := range change {
			f(sel.ReviewedChoice)
		}
		return sel
	}
	t.Run("B-250 binding", func(t *testing.T) {
		turn, out := scene{open: snaptest.Choice("catalog.compare"), selection: reviewed(), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.compare"))),
		}}.accepted(t)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
		assert.Equal(t, "r", out.Answer.Rationale)
		assert.Equal(t, "model", turn.Event(t, "intention.interpreted")["interactionAnswerSource"])
	})
	for name, change := range map[string]func(*ik.ReviewedChoice){
		"index": func(r *ik.ReviewedChoice) { r.MessageIndex = 1 }, "text": func(r *ik.ReviewedChoice) { r.Evidence = "x" },
		"question": func(r *ik.ReviewedChoice) { r.InteractionID = "x" }, "option": func(r *ik.ReviewedChoice) { r.OptionID = "x" },
	} {
		t.Run("B-254 stale binding by "+name, func(t *testing.T) {
			_, _, err := scene{open: snaptest.Choice("catalog.compare"), selection: reviewed(change)}.run(t)
			assert.Equal(t, "CAPABILITY_SELECTION_INVALID", ik.CodeOf(err))
		})
	}
	t.Run("B-251 binding survives a repair, whatever it answers", func(t *testing.T) {
		turn, out := scene{open: snaptest.Choice("catalog.compare"), selection: reviewed(), script: []snaptest.Reply{
			reply(promptINT, obj{"intentions": "x"}), reply(promptINTR, batch(ans("ch", "opt-1"), res("catalog.compare"))),
		}}.accepted(t)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
		assert.Equal(t, []string{promptINT, promptINTR}, turn.Prompts(), "no review of what was reviewed")
	})
	t.Run("B-256 a click outranks the review", func(t *testing.T) {
		option := "opt-1"
		turn, out := scene{
			open: snaptest.Choice("catalog.compare"), selection: reviewed(), click: &ik.TurnSelection{InteractionID: "ch", OptionID: &option},
			script: []snaptest.Reply{reply(promptINT, batch(nil, res("catalog.compare")))},
		}.accepted(t)
		assert.JSONEq(t, `{"pick":1}`, string(out.Answer.Value))
		assert.Equal(t, "structured_selection", turn.Event(t, "intention.interpreted")["interactionAnswerSource"])
	})
	t.Run("B-252 the waiting work resumes without a model", func(t *testing.T) {
		open := snaptest.Choice("")
		sel := reviewed()
		sel.CapabilityIDs = []ik.CapabilityID{"catalog.find"}
		_, out := scene{open: open, selection: sel, agenda: []ik.AgendaItem{snaptest.Pending("catalog.find", ik.AgendaWaitingInput)}}.accepted(t)
		assert.Empty(t, out.Intentions)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
	})
	option := "opt-2"
	for name, c := range map[string]scene{
		"blocked work":      {agenda: []ik.AgendaItem{snaptest.Pending("catalog.find", ik.AgendaBlocked)}, selection: selected("catalog.find")},
		"another operation": {selection: selected("catalog.find", "help.answer")},
		"a cancellation":    {selection: mode("selected_with_control", "catalog.find")},
		"a click":           {selection: selected("catalog.find"), click: &ik.TurnSelection{InteractionID: "ch", OptionID: &option}},
	} {
		t.Run("B-253 no shortcut beside "+name, func(t *testing.T) {
			c.open, c.selection.ReviewedChoice = snaptest.Choice(""), reviewed().ReviewedChoice
			if c.agenda == nil {
				c.agenda = []ik.AgendaItem{snaptest.Pending("catalog.find", ik.AgendaWaitingInput)}
			}
			c.script = []snaptest.Reply{reply(promptINT, batch(nil, res("catalog.find")))}
			_, out := c.accepted(t)
			assert.Len(t, out.Intentions, 1)
			assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
		})
	}
	for name, change := range map[string]func(*ik.Interaction){
		"the kind of the question": func(i *ik.Interaction) { i.Kind = ik.InteractionInput },
		"an option that is gone":   func(i *ik.Interaction) { i.Options[1].ID = "opt-3" },
		"an option that is twice":  func(i *ik.Interaction) { i.Options = append(i.Options, i.Options[1]) },
	} {
		t.Run("B-254 stale binding by "+name, func(t *testing.T) {
			open := snaptest.Choice("catalog.compare")
			change(open)
			turn, _, err := scene{open: open, selection: reviewed()}.run(t)
			assert.Equal(t, "CAPABILITY_SELECTION_INVALID", ik.CodeOf(err))
			assert.Empty(t, turn.Gateway.Requests)
		})
	}
	t.Run("B-254 changes of other options do not matter", func(t *testing.T) {
		open := snaptest.Choice("catalog.compare")
		open.Options[0].ID, open.Options[0].Value = "opt-7", "another"
		_, out := scene{open: open, selection: reviewed(), script: []snaptest.Reply{
			reply(promptINT, batch(nil, res("catalog.compare"))),
		}}.accepted(t)
		assert.JSONEq(t, `{"pick":2}`, string(out.Answer.Value))
	})
}
