package plan_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestUnderstoodAtLast(t *testing.T) {
	vague := ik.Intention{ID: "v", Objective: "which one", Resolution: ik.Ambiguous, Alternatives: []string{"left", "right"}}
	t.Run("the request that the answer makes clear takes its place", func(t *testing.T) {
		w := turntest.NewWorld(t, turntest.Shop())
		w.Say(t, vague)
		turned := w.Answer(t, "left", intend("h", "help.ask", obj{}))
		assert.JSONEq(t, `"left"`, string(turned.Invoked[0].Invocation.Answer.Value))
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("else it is asked again", func(t *testing.T) {
		w := turntest.NewWorld(t, turntest.Shop())
		w.Say(t, vague)
		first := w.Checkpoint.Interaction.ID
		w.Answer(t, "left")
		assert.NotEqual(t, first, w.Checkpoint.Interaction.ID)
		assert.Len(t, w.Checkpoint.Agenda, 1)
	})
}

func TestTargetedChoice(t *testing.T) {
	list := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?", Options: []ik.Option{
		{ID: "a", Label: "A", Value: obj{"id": 1}, TargetCapabilityID: "items.pick"}, {ID: "b", Label: "B", Value: 2},
	}}
	shown := func(t *testing.T) *turntest.World {
		a := turntest.Shop()
		done := turntest.Completed("items.found@1")
		done.Interaction = ik.Ask(list)
		a.Handlers["items.find"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) { return done, nil }
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("f", "items.find", obj{"text": "x"}))
		return w
	}
	t.Run("C-169 the target gets the answer and the presenter is done", func(t *testing.T) {
		w := shown(t)
		turned := w.Answer(t, obj{"id": 1.0}, intend("p", "items.pick", obj{}))
		require.Len(t, turned.Invoked, 1)
		assert.NotNil(t, turned.Invoked[0].Invocation.Answer)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-058 a target that is not asked for lends its answer to nobody", func(t *testing.T) {
		turned := shown(t).Answer(t, obj{"id": 1}, intend("h", "help.ask", obj{}))
		require.Len(t, turned.Plan.Steps, 1)
		assert.Nil(t, turned.Plan.Steps[0].Answer)
	})
	t.Run("only one step of a capability gets the answer: the one that quotes it", func(t *testing.T) {
		one, two := intend("p1", "items.pick", obj{"n": 1}), intend("p2", "items.pick", obj{"n": 2})
		two.Evidence[0].Text = "answer"
		steps := shown(t).Answer(t, obj{"id": 1}, one, two).Plan.Steps
		assert.Nil(t, steps[0].Answer)
		assert.NotNil(t, steps[1].Answer)
	})
}

func TestOrderOfWrites(t *testing.T) {
	conflict := func(t *testing.T) *turntest.World {
		w := turntest.NewWorld(t, turntest.Shop()).Facts("items.picked@1")
		w.Say(t, intend("o", "order.place", obj{"n": 1}), intend("m", "mail.send", obj{}))
		return w
	}
	t.Run("C-052 the chosen write may be said again", func(t *testing.T) {
		w := conflict(t)
		turned := w.Answer(t, "o", intend("again", "order.place", obj{"n": 2}))
		assert.Equal(t, []string{"order.place defer CONFIRMATION_REQUIRED", "mail.send defer CONFIRMATION_REQUIRED"}, summary(turned.Plan))
		assert.Len(t, w.Checkpoint.Agenda, 2)
		assert.JSONEq(t, `{"n":2}`, string(w.Answer(t, true).Invoked[0].Input))
	})
	t.Run("writes that ask nobody wait behind one that is asked first", func(t *testing.T) {
		a := turntest.Shop()
		c := a.Add("log.write", ik.EffectWrite, "")
		c.Confirmation, c.Because = ik.ConfirmationNone, "always"
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("m", "mail.send", obj{}), intend("l", "log.write", obj{}))
		turned := w.Answer(t, "m")
		assert.Equal(t, []string{"mail.send defer CONFIRMATION_REQUIRED", "log.write clarify WRITE_CONFLICT"}, summary(turned.Plan))
		assert.Empty(t, turned.Invoked)
	})
}

func TestTemplatePaths(t *testing.T) {
	private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	w := asked(t, func(a *turntest.Agent) {
		c := &a.Def.Capabilities[8]
		c.Input.Mask = func() *ik.Mask { return &ik.Mask{Fields: []ik.FieldMask{{Name: "pin", Mask: private}}} }
		for _, p := range []ik.Path{"input.list.1.x", "input.pin", "input.none", "items.found@1.of", "items.found@1.none", "input.text", "input.yes", "input.list.9"} {
			c.Confirm = append(c.Confirm, ik.TemplatePart{Path: p}, ik.TemplatePart{Text: "|"})
		}
	})
	w.Say(t, intend("n", "mail.send", obj{"list": []any{0, obj{"x": []int{1, 2}}}, "pin": "4711", "text": "a\nb", "yes": true}))
	item := w.Checkpoint.Agenda[len(w.Checkpoint.Agenda)-1]
	assert.Equal(t, "[1,2]|pin||||a b|true||", item.Question.Goal)
}
