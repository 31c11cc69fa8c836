package reduce_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// TestDeferredChoice is about a choice that is made while its owner can not run yet.
func TestDeferredChoice(t *testing.T) {
	choice := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Include it?", Options: []ik.Option{{ID: "i", Label: "Include", Value: "include"}, {ID: "e", Label: "Exclude", Value: "exclude"}}}
	decide, quote := intend("d", "buy.decide", obj{}), intend("q", "asset.quote", obj{})
	world := func(t *testing.T) *turntest.World {
		a := turntest.NewAgent()
		a.Add("buy.decide", ik.EffectRead, "quoted@1?|decided@1")
		a.Add("asset.quote", ik.EffectRead, "|quoted@1")
		a.Add("asset.price", ik.EffectRead, "|priced@1")
		a.Handlers["buy.decide"] = func(_ context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
			if inv.Answer == nil {
				return turntest.Asks(choice, nil), nil
			}
			return turntest.Completed("decided@1"), nil
		}
		a.Handlers["asset.quote"] = inTurn(turntest.Asks(required, nil), turntest.Completed("quoted@1"))
		w := turntest.NewWorld(t, a)
		w.Say(t, decide)
		turned := w.Answer(t, "include", quote)
		require.Equal(t, []string{"buy.decide waiting_facts", "asset.quote waiting_input"}, items(w.Checkpoint))
		require.Len(t, turned.Invoked, 1)
		return w
	}
	t.Run("it is delivered when the owner runs at last", func(t *testing.T) {
		turned := world(t).Answer(t, "done")
		require.Len(t, turned.Invoked, 2)
		assert.JSONEq(t, `"include"`, string(turned.Invoked[1].Invocation.Answer.Value))
		assert.Equal(t, "Include it?", turned.Invoked[1].Invocation.Interaction.Goal)
		assert.JSONEq(t, `"done"`, string(turned.Invoked[0].Invocation.Answer.Value), "the provider sees its own answer alone")
	})
	t.Run("C-215 cancelled work takes its choice with it", func(t *testing.T) {
		w := world(t)
		w.Turn(t, ik.IntentionBatch{LifecycleActions: []ik.LifecycleAction{{Kind: "cancel_agenda_item", TargetID: string(w.Checkpoint.Agenda[0].ID)}}})
		assert.Len(t, w.Answer(t, "done").Invoked, 1)
	})
	t.Run("C-214 a newer question wins", func(t *testing.T) {
		w := world(t).Facts("quoted@1")
		newer := choice
		newer.ID, newer.CapabilityID, newer.AgendaItemID = "newer", "buy.decide", w.Checkpoint.Agenda[0].ID
		w.Checkpoint.Interaction = &newer
		turned := w.Answer(t, "exclude")
		require.Equal(t, []ik.CapabilityID{"buy.decide"}, called(turned))
		assert.JSONEq(t, `"exclude"`, string(turned.Invoked[0].Invocation.Answer.Value))
		assert.Equal(t, ik.InteractionID("newer"), turned.Invoked[0].Invocation.Interaction.ID)
	})
	t.Run("C-218 it is delivered once", func(t *testing.T) {
		w := world(t)
		w.Agent.Handlers["buy.decide"] = inTurn(ik.Result{
			Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("priced@1").Ref(), Provider: "asset.price", ProviderIn: obj{},
			Continuation: obj{"said": "include"},
		}, turntest.Completed("decided@1"))
		turned := w.Answer(t, "done")
		require.Equal(t, []ik.CapabilityID{"asset.quote", "buy.decide", "asset.price", "buy.decide"}, called(turned))
		assert.JSONEq(t, `"include"`, string(turned.Invoked[1].Invocation.Answer.Value))
		assert.Nil(t, turned.Invoked[2].Invocation.Answer)
		assert.Nil(t, turned.Invoked[3].Invocation.Answer)
		assert.JSONEq(t, `{"said":"include"}`, string(turned.Invoked[3].Invocation.Continuation))
	})
}

func called(turned turntest.Turned) []ik.CapabilityID {
	var out []ik.CapabilityID
	for _, c := range turned.Invoked {
		out = append(out, c.Capability)
	}
	return out
}

// A choice is no consent: the write that it is for asks before it runs.
func TestChoiceOfAWrite(t *testing.T) {
	choice := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Include it?", Options: []ik.Option{{ID: "i", Label: "Include", Value: "include"}}}
	asked := func(t *testing.T) *turntest.World {
		a := turntest.NewAgent()
		a.Add("buy.decide", ik.EffectWrite, "quoted@1?|")
		a.Add("asset.quote", ik.EffectRead, "|quoted@1")
		a.Handlers["buy.decide"] = returns(turntest.Asks(choice, nil), nil)
		a.Handlers["asset.quote"] = returns(turntest.Asks(required, nil), nil)
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("d", "buy.decide", obj{}))
		require.Len(t, w.Answer(t, true).Invoked, 1)
		return w
	}
	t.Run("C-220 the choice alone", func(t *testing.T) {
		w := asked(t)
		assert.Empty(t, w.Answer(t, "include").Invoked)
		assert.Equal(t, []string{"buy.decide waiting_confirmation"}, items(w.Checkpoint))
		assert.Equal(t, ik.InteractionConfirmation, w.Checkpoint.Interaction.Kind)
		assert.Empty(t, w.Checkpoint.Effects)
	})
	t.Run("C-217 the choice beside a fact that it waits for", func(t *testing.T) {
		w := asked(t)
		assert.Equal(t, []ik.CapabilityID{"asset.quote"}, called(w.Answer(t, "include", intend("q", "asset.quote", obj{}))))
		assert.Contains(t, items(w.Checkpoint), "buy.decide waiting_confirmation")
		assert.Empty(t, w.Checkpoint.Effects)
	})
}
