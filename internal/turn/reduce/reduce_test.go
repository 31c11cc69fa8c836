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

type obj = map[string]any

var intend = turntest.Intend

func returns(r ik.Result, err error) turntest.Handler {
	return func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) { return r, err }
}

// inTurn gives the results one call after the other.
func inTurn(list ...ik.Result) turntest.Handler {
	return func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
		r := list[0]
		if len(list) > 1 {
			list = list[1:]
		}
		return r, nil
	}
}

func with(r ik.Result, change ik.InteractionChange) ik.Result {
	r.Interaction = change
	return r
}

func items(c *ik.Checkpoint) []string {
	out := []string{}
	for _, i := range c.Agenda {
		out = append(out, string(i.Intention.ProposedCapability)+" "+string(i.Status))
	}
	return out
}

func facts(list []ik.FactRecord) []ik.FactKey {
	out := []ik.FactKey{}
	for _, f := range list {
		out = append(out, f.FactKey())
	}
	return out
}

func active(c *ik.Checkpoint) ik.CapabilityID {
	if c.Interaction == nil {
		return ""
	}
	return c.Interaction.CapabilityID
}

var (
	required = ik.Interaction{Kind: ik.InteractionInput, Goal: "What?"}
	optional = ik.Interaction{Kind: ik.InteractionChoice, Goal: "More?", Mode: "optional"}
	help     = intend("h", "help.ask", obj{})
	collect  = intend("c", "person.collect", obj{})
)

func find(text string) ik.Intention { return intend("f"+text, "items.find", obj{"text": text}) }

func pick() ik.Intention { return intend("p", "items.pick", obj{}) }

func shop(t *testing.T, handlers map[ik.CapabilityID]turntest.Handler) *turntest.World {
	t.Helper()
	a := turntest.Shop()
	a.Handlers = handlers
	return turntest.NewWorld(t, a)
}

type script = map[ik.CapabilityID]turntest.Handler

func TestFacts(t *testing.T) {
	t.Run("C-142 failure keeps facts", func(t *testing.T) {
		w := shop(t, script{"items.find": returns(ik.FailedResult(ik.CapabilityIssue{Code: "X", Message: "m"}), nil)}).Facts("items.found@1")
		turned := w.Say(t, find("x"))
		assert.Equal(t, []ik.FactKey{"items.found@1"}, facts(w.Checkpoint.Facts))
		assert.Empty(t, turned.Out[0].Invalidated)
		assert.Equal(t, "X", turned.Issues[0].Code)
	})
	t.Run("C-143 invalidation while collecting", func(t *testing.T) {
		w := shop(t, script{"items.find": returns(ik.NeedsInputResult(ik.NeedsInput{Ask: required, Invalidates: []ik.FactRef{{Type: "items.found", Version: 1}, {Type: "items.picked", Version: 1}}}), nil)}).
			Facts("items.found@1", "items.picked@1")
		turned := w.Say(t, find("x"))
		assert.Empty(t, w.Checkpoint.Facts)
		assert.Equal(t, []ik.FactKey{"items.found@1", "items.picked@1"}, facts(turned.Out[0].Invalidated))
		assert.Equal(t, ik.CapabilityID("items.find"), active(w.Checkpoint))
	})
	t.Run("C-155 an equal value still replaces", func(t *testing.T) {
		w := shop(t, nil).Facts("items.found@1")
		w.Checkpoint.Facts = append(w.Checkpoint.Facts, turntest.Record("person.known@1", "items.found@1"))
		turned := w.Say(t, find("x"))
		assert.Equal(t, []ik.FactKey{"items.found@1"}, facts(w.Checkpoint.Facts))
		assert.Equal(t, ik.TurnID("turn-1"), w.Checkpoint.Facts[0].ProducedBy.TurnID)
		assert.Len(t, turned.Out[0].Invalidated, 2)
	})
	t.Run("C-158 published and removed in one turn", func(t *testing.T) {
		w := shop(t, nil)
		turned := w.Say(t, find("x"), pick())
		assert.Equal(t, []ik.FactKey{"items.found@1", "items.picked@1"}, facts(turned.Out[0].Published))
		assert.Equal(t, 1, w.Checkpoint.Facts[0].ProducedBy.CapabilityVersion)
		again := w.Say(t, find("y"))
		assert.Equal(t, []ik.FactKey{"items.found@1", "items.picked@1"}, facts(again.Out[0].Invalidated))
	})
	t.Run("C-082 the order of the facts is the order in which they came about", func(t *testing.T) {
		a := turntest.NewAgent()
		wr := a.Add("w.clear", ik.EffectWrite, "||r.fact@1")
		wr.Confirmation, wr.Because = ik.ConfirmationNone, "always"
		a.Add("r.read", ik.EffectRead, "|r.fact@1")
		w := turntest.NewWorld(t, a)
		w.Say(t, intend("w", "w.clear", obj{}), intend("r", "r.read", obj{}))
		assert.Empty(t, w.Checkpoint.Facts)
	})
}

func TestOpenWork(t *testing.T) {
	t.Run("C-055 an answer resumes its owner with its continuation", func(t *testing.T) {
		w := shop(t, script{"items.find": inTurn(turntest.Asks(required, obj{"K": 1}), turntest.Completed("items.found@1"))})
		w.Say(t, find("car"))
		turned := w.Answer(t, "new")
		call := turned.Invoked[0]
		assert.JSONEq(t, `{"text":"car"}`, string(call.Input))
		assert.JSONEq(t, `{"K":1}`, string(call.Invocation.Continuation))
		assert.JSONEq(t, `"new"`, string(call.Invocation.Answer.Value))
		assert.NotNil(t, call.Invocation.Interaction)
		assert.Equal(t, "answered", turned.Answered[0].Outcome)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-088 another capability sees no foreign question", func(t *testing.T) {
		w := shop(t, script{"items.find": returns(turntest.Asks(required, nil), nil)})
		w.Say(t, find("car"))
		assert.Nil(t, w.Say(t, help).Invoked[0].Invocation.Interaction)
	})
	t.Run("C-058 an answer is never lent, and only what was answered goes", func(t *testing.T) {
		w := shop(t, script{"items.find": inTurn(turntest.Asks(required, nil), turntest.Completed("items.found@1"))})
		w.Say(t, find("car"))
		turned := w.Answer(t, "new", help)
		for _, s := range turned.Plan.Steps {
			assert.Equal(t, s.CapabilityID == "items.find", s.Answer != nil)
		}
	})
	t.Run("C-061 a clarification that is answered without its content is asked again", func(t *testing.T) {
		w := shop(t, nil)
		w.Say(t, intend("f", "items.find", obj{}))
		first := w.Checkpoint.Interaction.ID
		w.Answer(t, "well")
		assert.Equal(t, []string{"items.find waiting_input"}, items(w.Checkpoint))
		assert.NotEqual(t, first, w.Checkpoint.Interaction.ID)
	})
	t.Run("a request said again takes the place of its open question", func(t *testing.T) {
		w := shop(t, nil)
		w.Say(t, intend("f", "items.find", obj{}))
		w.Say(t, find("car"))
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("C-062 a new request starts fresh and keeps redactions", func(t *testing.T) {
		ask := turntest.Asks(required, obj{"K": 1})
		ask.Redactions = []string{"private text"}
		w := shop(t, script{"items.find": inTurn(ask, turntest.Completed("items.found@1"))})
		w.Say(t, find("car"))
		step := w.Say(t, find("boat")).Plan.Steps[0]
		assert.Nil(t, step.Continuation)
		assert.Equal(t, []string{"private text"}, step.ModelRedactions)
	})
	t.Run("C-164 failure keeps the continuation, and a new try replaces it", func(t *testing.T) {
		w := shop(t, script{"items.find": inTurn(turntest.Asks(required, obj{"K": 1}), ik.FailedResult(ik.CapabilityIssue{Code: "X", Message: "m"}), turntest.Completed("items.found@1"))})
		w.Say(t, find("car"))
		w.Answer(t, "new")
		require.Equal(t, []string{"items.find blocked"}, items(w.Checkpoint))
		assert.JSONEq(t, `{"K":1}`, string(w.Checkpoint.Agenda[0].Continuation))
		w.Say(t, find("boat"))
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-166 a follow-up is no unfinished work", func(t *testing.T) {
		done := with(turntest.Completed("items.found@1"), ik.Ask(required))
		done.Continuation = obj{"K": 2}
		w := shop(t, script{"items.find": inTurn(done, turntest.Completed("items.found@1"))})
		w.Say(t, find("car"))
		assert.True(t, w.Checkpoint.Agenda[0].CompletedFollowUp)
		assert.Len(t, w.Checkpoint.Facts, 1)
		assert.JSONEq(t, `{"K":2}`, string(w.Answer(t, "x").Invoked[0].Invocation.Continuation))
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-167 what was not understood stays until it is answered or cancelled", func(t *testing.T) {
		w := shop(t, nil)
		w.Say(t, ik.Intention{ID: "v", Objective: "vague", Resolution: ik.Ambiguous})
		w.Say(t)
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.NotNil(t, w.Checkpoint.Interaction)
		w.Turn(t, ik.IntentionBatch{LifecycleActions: []ik.LifecycleAction{{Kind: "cancel_agenda_item", TargetID: string(w.Checkpoint.Agenda[0].ID)}}})
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("a refused step takes no other work with it", func(t *testing.T) {
		a := turntest.Shop()
		deny := false
		a.Def.Policies = []ik.PolicyDefinition{{ID: "p", Rules: func(ik.PolicyContext) ik.Verdict {
			if deny {
				return ik.Deny("no")
			}
			return ik.Allow()
		}}}
		a.Handlers["items.find"] = returns(turntest.Asks(required, nil), nil)
		w := turntest.NewWorld(t, a)
		w.Say(t, find("car"))
		deny = true
		w.Say(t, find("boat"))
		assert.Equal(t, []string{"items.find waiting_input"}, items(w.Checkpoint))
		assert.Equal(t, ik.CapabilityID("items.find"), active(w.Checkpoint))
	})
	t.Run("C-065 cancelling the objective", func(t *testing.T) {
		w := shop(t, script{"items.find": returns(turntest.Asks(required, nil), nil)})
		w.Say(t, find("car"))
		w.Checkpoint.Progression = &ik.ProgressionState{Objective: &ik.ObjectiveState{ID: "goal", Status: "active"}, Occurrences: []ik.Occurrence{{ID: "o", Status: "active", ActiveMember: "help.ask"}}}
		w.Turn(t, ik.IntentionBatch{LifecycleActions: []ik.LifecycleAction{{Kind: "cancel_objective", TargetID: "goal"}}})
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
		assert.Equal(t, "cancelled", w.Checkpoint.Progression.Objective.Status)
		assert.Equal(t, "declined", w.Checkpoint.Progression.Occurrences[0].Status)
		assert.Empty(t, w.Checkpoint.Progression.Occurrences[0].ActiveMember)
	})
	t.Run("C-104 a social turn goes on with work whose facts are there", func(t *testing.T) {
		w := shop(t, nil)
		w.Say(t, pick())
		w.Facts("items.found@1")
		assert.Equal(t, ik.TriggerResume, w.Say(t).Invoked[0].Trigger)
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("C-106 a question about a prerequisite ends with the prerequisite", func(t *testing.T) {
		w := shop(t, nil)
		w.Say(t, pick())
		assert.Len(t, w.Say(t, find("x")).Invoked, 2)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
}

func TestWaitingConsumer(t *testing.T) {
	w := shop(t, script{"person.collect": inTurn(turntest.Asks(required, nil), turntest.Asks(required, nil), turntest.Completed("person.known@1"))})
	w.Say(t, intend("d", "deal.close", obj{}), collect) // C-118
	for range 2 {
		require.Equal(t, []string{"deal.close waiting_facts", "person.collect waiting_input"}, items(w.Checkpoint))
		assert.Equal(t, []ik.AgendaItemID{w.Checkpoint.Agenda[1].ID}, w.Checkpoint.Agenda[0].Dependencies)
		w.Answer(t, "more")
	}
	assert.Empty(t, w.Checkpoint.Agenda)
	assert.Equal(t, []ik.FactKey{"person.known@1", "deal.closed@1"}, facts(w.Checkpoint.Facts))
}

func TestActiveQuestion(t *testing.T) {
	choice := ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?"}
	t.Run("C-182 kept or dismissed", func(t *testing.T) {
		w := shop(t, script{"help.ask": inTurn(turntest.Completed(), with(turntest.Completed(), ik.Dismiss()), turntest.Completed())})
		w.Say(t, pick())
		w.Say(t, help)
		assert.Equal(t, ik.CapabilityID("items.pick"), active(w.Checkpoint))
		w.Say(t, help)
		assert.Nil(t, w.Checkpoint.Interaction)
		assert.Equal(t, []string{"items.pick waiting_facts"}, items(w.Checkpoint))
		w.Say(t, help)
		assert.Nil(t, w.Checkpoint.Interaction, "what was dismissed is not asked again")
	})
	t.Run("C-184 an optional question gives way to a required one", func(t *testing.T) {
		w := shop(t, script{"items.find": returns(turntest.Asks(choice, nil), nil), "help.ask": returns(with(turntest.Completed(), ik.Ask(optional)), nil)})
		w.Say(t, find("x"))
		w.Say(t, help)
		assert.Equal(t, ik.CapabilityID("items.find"), active(w.Checkpoint))
		assert.Equal(t, []string{"items.find waiting_input"}, items(w.Checkpoint))
	})
	t.Run("C-185 an optional question is asked once", func(t *testing.T) {
		w := shop(t, script{"help.ask": returns(with(turntest.Completed(), ik.Ask(optional)), nil)})
		w.Say(t, help)
		require.NotNil(t, w.Checkpoint.Interaction)
		w.Say(t, find("x"))
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("C-188 a required question beats an earlier optional one", func(t *testing.T) {
		w := shop(t, script{"help.ask": returns(with(turntest.Completed(), ik.Ask(optional)), nil), "items.find": returns(with(turntest.Completed("items.found@1"), ik.Ask(choice)), nil)})
		w.Say(t, help, find("x"))
		assert.Equal(t, ik.CapabilityID("items.find"), active(w.Checkpoint))
		assert.Len(t, w.Checkpoint.Agenda, 2)
	})
	t.Run("C-190 the displaced question comes back", func(t *testing.T) {
		w := shop(t, script{"help.ask": returns(turntest.Asks(required, nil), nil)})
		w.Say(t, help)
		old := w.Checkpoint.Interaction.ID
		w.Say(t, intend("f", "items.find", obj{}))
		assert.Equal(t, ik.CapabilityID("items.find"), active(w.Checkpoint))
		w.Answer(t, "x", find("x"))
		require.NotNil(t, w.Checkpoint.Interaction)
		assert.Equal(t, old, w.Checkpoint.Interaction.ID)
	})
	t.Run("C-191 C-052 the order of writes is asked until it is answered", func(t *testing.T) {
		w := shop(t, nil).Facts("items.picked@1")
		w.Say(t, intend("o", "order.place", obj{}), intend("m", "mail.send", obj{}))
		w.Say(t)
		require.Len(t, w.Checkpoint.Interaction.Options, 2)
		w.Answer(t, "m")
		assert.Equal(t, ik.CapabilityID("mail.send"), active(w.Checkpoint))
		assert.Equal(t, "mail.send", string(w.Answer(t, true).Invoked[0].Capability))
		assert.Equal(t, ik.CapabilityID("order.place"), active(w.Checkpoint), "the other one is asked next")
		assert.Equal(t, "order.place", string(w.Answer(t, true).Invoked[0].Capability))
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("C-194 a question without its work ends", func(t *testing.T) {
		w := shop(t, nil)
		w.Checkpoint.Interaction = &ik.Interaction{ID: "i", Kind: ik.InteractionInput, CapabilityID: "items.find", Goal: "g"}
		w.Say(t, help)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("a hidden confirmation is asked as soon as the place is free, oldest first", func(t *testing.T) {
		w := shop(t, script{"help.ask": returns(turntest.Asks(required, nil), nil)})
		w.Say(t, intend("m1", "mail.send", obj{"n": 1}), help)
		assert.Equal(t, ik.CapabilityID("help.ask"), active(w.Checkpoint))
		w.Agent.Handlers["help.ask"] = returns(turntest.Completed(), nil)
		w.Answer(t, "x")
		assert.Equal(t, ik.CapabilityID("mail.send"), active(w.Checkpoint))
		assert.JSONEq(t, `{"n":1}`, string(w.Answer(t, true).Invoked[0].Input))
	})
	t.Run("a cancelled question is on record", func(t *testing.T) {
		w := shop(t, nil)
		w.Say(t, intend("m", "mail.send", obj{}))
		turned := w.Turn(t, ik.IntentionBatch{LifecycleActions: []ik.LifecycleAction{{Kind: "cancel_agenda_item", TargetID: string(w.Checkpoint.Agenda[0].ID)}}})
		assert.Equal(t, "cancelled", turned.Answered[0].Outcome)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
}
