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

func returning(r ik.Result) turntest.Handler {
	return func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) { return r, nil }
}

// waitingFor is a world in which capabilities ask, each with an item and a question of its own.
func waitingFor(t *testing.T, a *turntest.Agent, q ik.Interaction, list ...ik.Intention) *turntest.World {
	t.Helper()
	for _, i := range list {
		a.Handlers[i.ProposedCapability] = returning(turntest.Asks(q, nil))
	}
	w := turntest.NewWorld(t, a)
	for _, i := range list {
		w.Say(t, i)
	}
	require.Len(t, w.Checkpoint.Agenda, len(list))
	return w
}

func TestProvidersOfOnePlan(t *testing.T) {
	collect, closing := intend("c", "person.collect", obj{}), intend("d", "deal.close", obj{})
	asks := ik.Interaction{Kind: ik.InteractionInput, Goal: "Who?"}
	answered := func(t *testing.T, resolution string) *ik.TurnPlan {
		a := turntest.Shop()
		a.Def.Capabilities[4].Requires[0].Resolution = resolution
		w := waitingFor(t, a, asks, collect)
		return create(t, w, ik.IntentionBatch{Intentions: []ik.Intention{closing}, Answer: &ik.InteractionAnswer{
			InteractionID: w.Checkpoint.Interaction.ID, Value: json.RawMessage(`"me"`), Evidence: "me",
		}})
	}
	t.Run("what is only resumed by its answer is no provider at run time", func(t *testing.T) {
		p := answered(t, "runtime")
		assert.Equal(t, []string{"person.collect execute READY", "deal.close execute READY"}, summary(p))
		assert.Empty(t, p.Steps[1].DependsOn)
	})
	t.Run("C-007 but it provides what is required", func(t *testing.T) {
		p := answered(t, "")
		assert.Equal(t, []string{"person.collect execute READY", "deal.close execute READY"}, summary(p))
		assert.Equal(t, []ik.StepID{p.Steps[0].ID}, p.Steps[1].DependsOn)
	})
	t.Run("C-022 a denied provider is no source: its consumer waits for the fact", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Policies = []ik.PolicyDefinition{{ID: "p", On: []ik.CapabilityID{"items.find"}, Rules: func(ik.PolicyContext) ik.Verdict { return ik.Deny("R") }}}
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{}))
		assert.Equal(t, []string{"items.find reject POLICY_DENIED", "items.pick defer MISSING_REQUIRED_FACTS"}, summary(turned.Plan))
		assert.Empty(t, turned.Invoked)
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.Equal(t, ik.AgendaWaitingFacts, w.Checkpoint.Agenda[0].Status)
		assert.Equal(t, ik.FactKey("items.found@1"), w.Checkpoint.Agenda[0].MissingFacts[0].FactKey())
	})
}

func TestLadder(t *testing.T) {
	t.Run("C-017 the validated value is used, in the question too", func(t *testing.T) {
		a := turntest.Shop()
		help := &a.Def.Capabilities[2]
		help.Confirmation = ik.ConfirmationRequired
		help.Input.Decode = func(raw json.RawMessage) (any, []ik.Issue) {
			in := obj{"lang": "en"}
			return in, issuesOf(json.Unmarshal(raw, &in))
		}
		p := create(t, turntest.NewWorld(t, a), say(intend("h", "help.ask", obj{})))
		assert.JSONEq(t, `{"lang":"en"}`, string(p.Steps[0].Input))
		var payload struct{ Input json.RawMessage }
		require.NoError(t, json.Unmarshal(p.Interaction.Payload.(json.RawMessage), &payload))
		assert.JSONEq(t, `{"lang":"en"}`, string(payload.Input))
		assert.Contains(t, p.Interaction.Goal, `lang: "en"`)
	})
	t.Run("C-029 a deny outranks missing facts", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Policies = []ik.PolicyDefinition{policy("p", ik.Deny("R"))}
		p := create(t, turntest.NewWorld(t, a), say(intend("p", "items.pick", obj{})))
		assert.Equal(t, []string{"items.pick reject POLICY_DENIED"}, summary(p))
	})
	t.Run("C-035 a read may ask for confirmation", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Capabilities[2].Confirmation = ik.ConfirmationRequired
		w := turntest.NewWorld(t, a)
		assert.Equal(t, []string{"help.ask defer CONFIRMATION_REQUIRED"}, summary(w.Say(t, intend("h", "help.ask", obj{})).Plan))
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
}

func issuesOf(err error) []ik.Issue {
	if err != nil {
		return []ik.Issue{{Code: "type", Message: "an object is expected"}}
	}
	return nil
}

func TestAnswersWithoutAnIntention(t *testing.T) {
	find := func(text string) ik.Intention { return intend(text, "items.find", obj{"text": text}) }
	t.Run("C-056 a choice without options resumes who asked", func(t *testing.T) {
		w := waitingFor(t, turntest.Shop(), ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?"}, find("car"))
		w.Agent.Handlers["items.find"] = nil
		turned := w.Answer(t, "the red one")
		require.Equal(t, []string{"items.find execute READY"}, summary(turned.Plan))
		assert.JSONEq(t, `{"text":"car"}`, string(turned.Invoked[0].Input))
		assert.JSONEq(t, `"the red one"`, string(turned.Invoked[0].Invocation.Answer.Value))
	})
	input := ik.Interaction{Kind: ik.InteractionInput, Goal: "Which?"}
	two := func(t *testing.T) *turntest.World {
		a := turntest.Shop()
		a.Handlers["items.find"] = returning(turntest.Asks(input, nil))
		w := turntest.NewWorld(t, a)
		w.Say(t, find("car"), find("boat"))
		require.Len(t, w.Checkpoint.Agenda, 2)
		a.Handlers["items.find"] = nil
		return w
	}
	t.Run("C-059 of two that ask, the one whose question it is gets the answer", func(t *testing.T) {
		w := two(t)
		turned := w.Answer(t, "red")
		require.Len(t, turned.Invoked, 1)
		assert.JSONEq(t, `{"text":"car"}`, string(turned.Invoked[0].Input))
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.JSONEq(t, `{"text":"boat"}`, string(w.Checkpoint.Agenda[0].Intention.Input))
		assert.Equal(t, w.Checkpoint.Agenda[0].ID, w.Checkpoint.Interaction.AgendaItemID, "the other one asks next")
	})
	t.Run("C-059 where nobody can tell who asked, nobody's work is lost", func(t *testing.T) {
		w := two(t)
		w.Checkpoint.Interaction.AgendaItemID = ""
		turned := w.Answer(t, "red")
		assert.Empty(t, turned.Plan.Steps)
		assert.Len(t, w.Checkpoint.Agenda, 2)
		assert.NotNil(t, w.Checkpoint.Interaction)
	})
}
