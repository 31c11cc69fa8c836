package plan_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// asked is a world in which mail.send {to: A} waits for its confirmation.
func asked(t *testing.T, change func(*turntest.Agent)) *turntest.World {
	t.Helper()
	a := turntest.Shop()
	if change != nil {
		change(a)
	}
	w := turntest.NewWorld(t, a).Facts("items.picked@1")
	w.Say(t, intend("m", "mail.send", obj{"to": "A"}))
	require.NotNil(t, w.Checkpoint.Interaction)
	require.Equal(t, ik.AgendaWaitingConfirmation, w.Checkpoint.Agenda[0].Status)
	return w
}

func TestConfirmation(t *testing.T) {
	t.Run("C-037 acceptance runs the stored input", func(t *testing.T) {
		w := asked(t, nil)
		id := w.Checkpoint.Interaction.ID
		turned := w.Answer(t, true)
		assert.Equal(t, []string{"mail.send execute CONFIRMATION_ACCEPTED"}, summary(turned.Plan))
		assert.JSONEq(t, `{"to":"A"}`, string(turned.Invoked[0].Input))
		assert.Nil(t, w.Checkpoint.Interaction)
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Equal(t, []ik.AnsweredInteraction{{ID: id, TurnID: "turn-2", Outcome: "accepted"}}, turned.Answered)
		assert.NotNil(t, w.Ledger.Row("mail.send:"+string(id)), "the accepted question is the effect's key")
	})
	t.Run("C-038 identical restatement", func(t *testing.T) {
		turned := asked(t, nil).Answer(t, true, intend("other", "mail.send", obj{"to": "A"}))
		assert.Len(t, turned.Plan.Steps, 1)
		assert.Len(t, turned.Invoked, 1)
	})
	t.Run("C-040 yes with another input is no acceptance", func(t *testing.T) {
		w := asked(t, nil)
		turned := w.Answer(t, true, intend("other", "mail.send", obj{"to": "B"}))
		assert.Equal(t, []string{"mail.send defer CONFIRMATION_REQUIRED"}, summary(turned.Plan))
		assert.Empty(t, turned.Invoked)
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.Contains(t, w.Checkpoint.Interaction.Goal, `"B"`)
		assert.JSONEq(t, `{"to":"B"}`, string(w.Answer(t, true).Invoked[0].Input))
	})
	t.Run("C-041 of two restatements one is another operation", func(t *testing.T) {
		w := asked(t, nil)
		turned := w.Answer(t, true, intend("x", "mail.send", obj{"to": "A"}), intend("y", "mail.send", obj{"to": "A"}))
		assert.Equal(t, []string{"mail.send execute CONFIRMATION_ACCEPTED", "mail.send defer CONFIRMATION_REQUIRED"}, summary(turned.Plan))
		assert.Len(t, turned.Invoked, 1)
		assert.NotNil(t, w.Checkpoint.Interaction)
	})
	t.Run("an accepted write runs beside another one, which is asked next", func(t *testing.T) {
		w := asked(t, nil)
		turned := w.Answer(t, true, intend("o", "order.place", obj{}))
		assert.Equal(t, []string{"mail.send execute CONFIRMATION_ACCEPTED", "order.place defer CONFIRMATION_REQUIRED"}, summary(turned.Plan))
		assert.Len(t, turned.Invoked, 1)
		assert.Equal(t, ik.CapabilityID("order.place"), w.Checkpoint.Interaction.CapabilityID)
	})
	t.Run("C-043 an unusable answer changes nothing", func(t *testing.T) {
		w := asked(t, nil)
		before := turntest.JSON(w.Checkpoint.Agenda)
		turned := w.Answer(t, "yes")
		assert.Empty(t, turned.Plan.Steps)
		assert.Empty(t, turned.Answered)
		assert.JSONEq(t, string(before), string(turntest.JSON(w.Checkpoint.Agenda)))
		assert.NotNil(t, w.Checkpoint.Interaction)
	})
	t.Run("C-046 a declined input is not validated", func(t *testing.T) {
		w := asked(t, nil)
		w.Compiled.Capabilities["mail.send"].Input = turntest.Object("impossible")
		turned := w.Answer(t, false)
		assert.Equal(t, []string{"mail.send reject CONFIRMATION_DECLINED"}, summary(turned.Plan))
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Equal(t, "declined", turned.Answered[0].Outcome)
	})
	t.Run("C-031 policies judge an acceptance again", func(t *testing.T) {
		verdict := ik.Allow()
		w := asked(t, func(a *turntest.Agent) {
			a.Def.Policies = []ik.PolicyDefinition{{ID: "p", Rules: func(ik.PolicyContext) ik.Verdict { return verdict }}}
		})
		verdict = ik.Deny("closed")
		turned := w.Answer(t, true)
		assert.Equal(t, []string{"mail.send reject POLICY_DENIED"}, summary(turned.Plan))
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("a policy that can not judge loses no acceptance", func(t *testing.T) {
		broken := false
		w := asked(t, func(a *turntest.Agent) {
			a.Def.Policies = []ik.PolicyDefinition{{ID: "p", Rules: func(ik.PolicyContext) ik.Verdict {
				if broken {
					panic("down")
				}
				return ik.Allow()
			}}}
		})
		broken = true
		assert.Empty(t, w.Answer(t, true).Answered)
		broken = false
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
	t.Run("C-044 acceptance after the fact vanished asks again once it is back", func(t *testing.T) {
		w := turntest.NewWorld(t, turntest.Shop()).Facts("items.found@1", "items.picked@1")
		w.Say(t, intend("o", "order.place", obj{}))
		w.Checkpoint.Facts = w.Checkpoint.Facts[:1]
		assert.Equal(t, []string{"order.place defer MISSING_REQUIRED_FACTS"}, summary(w.Answer(t, true).Plan))
		turned := w.Say(t, intend("p", "items.pick", obj{}))
		assert.Len(t, turned.Invoked, 1)
		assert.Equal(t, ik.InteractionConfirmation, w.Checkpoint.Interaction.Kind)
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
}

func TestConsentIsBound(t *testing.T) {
	template := ik.Template{{Text: "Send to "}, {Path: "input.to"}, {Text: " about "}, {Path: "items.picked@1.of"}, {Text: "?"}}
	with := func(a *turntest.Agent) { a.Def.Capabilities[8].Confirm = template }
	t.Run("the question is the kernel's", func(t *testing.T) {
		assert.Equal(t, "Send to A about items.picked@1?", asked(t, with).Checkpoint.Interaction.Goal)
	})
	t.Run("a replaced fact that the question used asks again", func(t *testing.T) {
		w := asked(t, with)
		w.Checkpoint.Facts[0].ProducedBy.TurnID = "another"
		turned := w.Answer(t, true)
		assert.Equal(t, []string{"mail.send defer CONFIRMATION_REQUIRED"}, summary(turned.Plan))
		assert.Empty(t, turned.Invoked)
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
	t.Run("a fact that only policies read counts too", func(t *testing.T) {
		w := asked(t, func(a *turntest.Agent) {
			a.Def.Policies = []ik.PolicyDefinition{{ID: "p", Rules: func(c ik.PolicyContext) ik.Verdict {
				c.Facts.Required("items.picked@1")
				return ik.Allow()
			}}}
		})
		w.Checkpoint.Facts = nil
		assert.Empty(t, w.Answer(t, true).Invoked)
	})
	t.Run("that time goes by is no change", func(t *testing.T) {
		w := asked(t, func(a *turntest.Agent) {
			a.Def.Capabilities[8].Confirm = ik.Template{{Text: "Send at "}, {Path: "now"}}
		})
		assert.Equal(t, "Send at 1970-01-01T00:01:00Z", w.Checkpoint.Interaction.Goal)
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
	t.Run("a fact that nothing used does not matter", func(t *testing.T) {
		w := asked(t, nil)
		w.Checkpoint.Facts = nil
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
	t.Run("a tampered input is not what was confirmed", func(t *testing.T) {
		w := asked(t, nil)
		var payload map[string]any
		require.NoError(t, json.Unmarshal(w.Checkpoint.Interaction.Payload.(json.RawMessage), &payload))
		payload["input"] = obj{"to": "mallory"}
		w.Checkpoint.Interaction.Payload = turntest.JSON(payload)
		assert.Empty(t, w.Answer(t, true).Invoked)
	})
	t.Run("consent without a digest is none", func(t *testing.T) {
		w := asked(t, nil)
		w.Checkpoint.Interaction.Consent = ""
		assert.Empty(t, w.Answer(t, true).Invoked)
	})
}

func TestDefaultQuestion(t *testing.T) {
	secret := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	w := asked(t, func(a *turntest.Agent) {
		c := &a.Def.Capabilities[8]
		c.Description = "Send a mail."
		c.Input.JSON = `{"type":"object","properties":{"to":{},"count":{},"code":{},"body":{}}}`
		c.Input.Mask = func() *ik.Mask { return &ik.Mask{Fields: []ik.FieldMask{{Name: "code", Mask: secret}}} }
	})
	w.Say(t, intend("n", "mail.send", obj{"code": "hunter22", "to": "A\nPlease confirm: nothing", "count": 2, "zeta": []int{1}}))
	item := w.Checkpoint.Agenda[len(w.Checkpoint.Agenda)-1]
	assert.Equal(t, `Please confirm: Send a mail (to: "A\nPlease confirm: nothing", count: 2, code, zeta: [1]).`, item.Question.Goal)
	assert.Contains(t, item.ModelRedactions, "hunter22")
}
