package execute_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestEvents(t *testing.T) {
	t.Run("E-133 a step is announced when it starts, one that is skipped is not", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["items.find"] = returns(issue("NOTHING_FOUND"), nil)
		turned := turntest.NewWorld(t, a).Say(t,
			intend("m", "mail.send", obj{}), intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{}))
		assert.Equal(t, []string{"step.deferred", "step.started", "capability.invoked", "capability.failed", "capability.skipped"}, types(turned.Events))
	})
	t.Run("C-098 branches", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["help.ask"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			require.NoError(t, inv.Emit(ctx, "query.done", ik.CategoryTrace, obj{"n": 1}))
			require.NoError(t, inv.Emit(ctx, "query.done", ik.CategoryAudit, nil))
			return turntest.Completed(), nil
		}
		events := turntest.NewWorld(t, a).Say(t, intend("h", "help.ask", obj{})).Events
		require.Equal(t, []string{"step.started", "capability.invoked", "capability.event", "capability.event", "capability.completed"}, types(events))
		for i := 1; i < len(events); i++ {
			assert.Equal(t, events[i-1].ID, events[i].CausationID)
		}
		assert.Equal(t, ik.CategoryAudit, events[3].Category)
		assert.JSONEq(t, `{"capabilityId":"help.ask","name":"query.done","data":{"n":1}}`, string(events[2].Data))
	})
	t.Run("C-097 names", func(t *testing.T) {
		for name, ok := range map[string]bool{
			"a": true, "a1": true, "node.started": true, "sub-graph.node-2.done": true, "a.1": true,
			"": false, "A": false, "1a": false, "a_b": false, "a..b": false, "a.": false, ".a": false, "-a": false, "a b": false, "a.B": false,
		} {
			a := turntest.Shop()
			var err error
			a.Handlers["help.ask"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
				err = inv.Emit(ctx, name, ik.CategoryTrace, nil)
				return turntest.Completed(), nil
			}
			turntest.NewWorld(t, a).Say(t, intend("h", "help.ask", obj{}))
			if ok {
				assert.NoError(t, err, name)
			} else {
				assert.Equal(t, "INVALID_CAPABILITY_EVENT_NAME", ik.CodeOf(err), name)
			}
		}
	})
	t.Run("receipts", func(t *testing.T) {
		w := turntest.NewWorld(t, turntest.Shop())
		w.Say(t, intend("m", "mail.send", obj{}))
		events := w.Answer(t, true).Events
		require.Equal(t, []string{"step.started", "capability.invoked", "capability.completed", "effect.recorded"}, types(events))
		assert.JSONEq(t, `{"effectId":"effect-1","capabilityId":"mail.send","status":"completed","idempotencyKey":"mail.send:interaction-1","replayed":false}`, string(events[3].Data))
	})
	t.Run("what is private reaches no event", func(t *testing.T) {
		private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
		mask := func() *ik.Mask { return &ik.Mask{Fields: []ik.FieldMask{{Name: "card", Mask: private}}} }
		a := turntest.Shop()
		a.Def.Facts[2].Visibility = ik.VisibilityHidden // person.known
		a.Def.Capabilities[2].Output.Mask = mask
		a.Handlers["person.collect"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			r := turntest.Completed("person.known@1")
			r.Facts[0].Value, r.Evidence[0].Content = obj{"name": "canary-name"}, "canary-proof"
			return r, nil
		}
		a.Handlers["help.ask"] = func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			r := turntest.Completed()
			r.Output = obj{"card": "4111-canary", "shown": "yes"}
			r.Evidence = []ik.Evidence{{ID: "e", Source: ik.SourceCapability, Content: "card 4111-canary"}}
			return r, nil
		}
		turned := turntest.NewWorld(t, a).Say(t, intend("c", "person.collect", obj{}), intend("h", "help.ask", obj{}))
		text := string(turntest.JSON(turned.Events))
		assert.NotContains(t, text, "canary")
		assert.Contains(t, text, `"shown":"yes"`)
	})
}

func TestJudgedAgain(t *testing.T) {
	t.Run("a rule sees the facts of its own turn before the step runs", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Policies = []ik.PolicyDefinition{{ID: "p", On: []ik.CapabilityID{"items.pick"}, Rules: func(c ik.PolicyContext) ik.Verdict {
			if _, found := c.Facts.Required("items.found@1"); found {
				return ik.Deny("not these")
			}
			return ik.Allow()
		}}}
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{}))
		assert.Equal(t, "READY", turned.Plan.Steps[1].Reason.Code)
		assert.Equal(t, "POLICY_DENIED", turned.Carried.Steps[1].Reason.Code)
		assert.Equal(t, []ik.CapabilityID{"items.find"}, invoked(turned.Invoked))
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Equal(t, "capability.skipped", turned.Events[len(turned.Events)-1].Type)
	})
	t.Run("who waits for a step that was turned down waits for its fact", func(t *testing.T) {
		a := turntest.Shop()
		a.Add("items.show", ik.EffectRead, "items.picked@1|")
		a.Def.Policies = []ik.PolicyDefinition{{ID: "p", On: []ik.CapabilityID{"items.pick"}, Rules: func(c ik.PolicyContext) ik.Verdict {
			if _, found := c.Facts.Required("items.found@1"); found {
				return ik.Deny("not these")
			}
			return ik.Allow()
		}}}
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{}), intend("s", "items.show", obj{}))
		assert.Equal(t, []string{"items.find completed", "items.show skipped DEPENDENCY_PENDING"}, statuses(turned.Results))
		assert.Equal(t, ik.AgendaWaitingFacts, w.Checkpoint.Agenda[0].Status)
	})
	t.Run("an acceptance outlives a policy that fails late", func(t *testing.T) {
		a := turntest.Shop()
		broken := false
		a.Def.Policies = []ik.PolicyDefinition{{ID: "p", On: []ik.CapabilityID{"mail.send"}, Rules: func(c ik.PolicyContext) ik.Verdict {
			if len(c.Facts.All("person.known@1")) > 0 && broken {
				panic("down")
			}
			return ik.Allow()
		}}}
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("m", "mail.send", obj{}))
		broken = true
		turned := w.Answer(t, true, intend("c", "person.collect", obj{}))
		assert.Equal(t, []ik.CapabilityID{"person.collect"}, invoked(turned.Invoked))
		assert.Equal(t, "HANDLER_FAILED", turned.Issues[0].Code)
		assert.Empty(t, turned.Answered)
		assert.Equal(t, ik.CapabilityID("mail.send"), w.Checkpoint.Interaction.CapabilityID)
	})
	t.Run("a question is worded after the steps that it depends on", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Capabilities[5].Confirm = ik.Template{{Text: "Order "}, {Path: "items.picked@1.of"}, {Text: "?"}}
		w := turntest.NewWorld(t, a).Facts("items.found@1")
		turned := w.Say(t, intend("p", "items.pick", obj{}), intend("o", "order.place", obj{}))
		assert.Equal(t, "Order items.picked@1?", w.Checkpoint.Interaction.Goal)
		assert.Equal(t, []string{"step.started", "capability.invoked", "capability.completed", "step.deferred"}, types(turned.Events))
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
	t.Run("no question where the provider failed", func(t *testing.T) {
		a := turntest.Shop()
		a.Handlers["items.pick"] = returns(issue("SOLD_OUT"), nil)
		w := turntest.NewWorld(t, a).Facts("items.found@1")
		w.Say(t, intend("p", "items.pick", obj{}), intend("o", "order.place", obj{}))
		assert.Nil(t, w.Checkpoint.Interaction)
		assert.Equal(t, ik.AgendaWaitingFacts, w.Checkpoint.Agenda[1].Status)
	})
	t.Run("the next confirmation is asked once the first write is done", func(t *testing.T) { // C-196
		w := turntest.NewWorld(t, turntest.Shop()).Facts("items.picked@1")
		w.Say(t, intend("o", "order.place", obj{}), intend("i", "invoice.issue", obj{}))
		assert.Equal(t, ik.CapabilityID("order.place"), w.Checkpoint.Interaction.CapabilityID)
		w.Answer(t, true)
		require.NotNil(t, w.Checkpoint.Interaction)
		assert.Equal(t, ik.CapabilityID("invoice.issue"), w.Checkpoint.Interaction.CapabilityID)
		assert.Len(t, w.Answer(t, true).Invoked, 1)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
}

func TestHandlerConfirmation(t *testing.T) {
	propose := func(_ context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
		if inv.Answer == nil {
			return ik.NeedsConfirmationResult(ik.NeedsConfirmation[any]{
				Ask: ik.Interaction{Kind: ik.InteractionConfirmation, Goal: "Pay 30?", CapabilityID: "somebody.else", Payload: obj{"p": 1}}, Proposed: obj{"amount": 30},
			}), nil
		}
		if _, _, err := inv.Effects(t.Context(), "", turntest.Applied); err != nil {
			return ik.Result{}, err
		}
		return turntest.Completed(), nil
	}
	world := func(t *testing.T) *turntest.World {
		a := turntest.NewAgent()
		a.Add("pay.out", ik.EffectWrite, "balance@1?").Confirmation = ik.ConfirmationCapability
		a.Add("balance.read", ik.EffectRead, "|balance@1")
		a.Handlers["pay.out"] = func(_ context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			return propose(t.Context(), inv, in)
		}
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("p", "pay.out", obj{"amount": 10}))
		return w
	}
	t.Run("C-092 the question is the capability's own", func(t *testing.T) {
		w := world(t)
		q := w.Checkpoint.Interaction
		assert.Equal(t, ik.CapabilityID("pay.out"), q.CapabilityID)
		assert.Equal(t, ik.InteractionID("interaction-1"), q.ID)
		assert.Equal(t, w.Checkpoint.Agenda[0].ID, q.AgendaItemID)
		assert.Contains(t, string(q.Payload.(json.RawMessage)), `"capabilityPayload":{"p":1}`)
		assert.Equal(t, ik.AgendaWaitingConfirmation, w.Checkpoint.Agenda[0].Status)
	})
	t.Run("acceptance runs the proposed input", func(t *testing.T) {
		w := world(t)
		turned := w.Answer(t, true)
		require.Len(t, turned.Invoked, 1)
		assert.JSONEq(t, `{"amount":30}`, string(turned.Invoked[0].Input))
	})
	t.Run("a replaced fact makes the handler ask again", func(t *testing.T) {
		w := world(t)
		w.Facts("balance@1")
		turned := w.Answer(t, true)
		assert.Equal(t, []string{"pay.out needs_confirmation"}, statuses(turned.Results))
		assert.Empty(t, w.Checkpoint.Effects)
	})
}
