package plan_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

type obj = map[string]any

var intend = turntest.Intend

// create plans intentions against the state of a world.
func create(t *testing.T, w *turntest.World, batch ik.IntentionBatch) *ik.TurnPlan {
	t.Helper()
	p, err := plan.Create(t.Context(), plan.Input{
		Batch: batch, Facts: w.Checkpoint.Facts, Agenda: w.Checkpoint.Agenda, Interaction: w.Checkpoint.Interaction,
		Agent: w.Compiled, IDs: w.IDs,
	})
	require.NoError(t, err)
	return p
}

func say(list ...ik.Intention) ik.IntentionBatch { return ik.IntentionBatch{Intentions: list} }

func summary(p *ik.TurnPlan) []string {
	out := []string{}
	for _, s := range p.Steps {
		out = append(out, string(s.CapabilityID)+" "+string(s.Disposition)+" "+s.Reason.Code)
	}
	return out
}

func TestDispositions(t *testing.T) {
	find, pick := intend("i1", "items.find", obj{"text": "suv"}), intend("i2", "items.pick", obj{})
	vague := ik.Intention{ID: "i", Objective: "something", Resolution: ik.Ambiguous}
	tests := []struct {
		name  string
		facts []ik.FactKey
		batch []ik.Intention
		want  []string
	}{
		{"C-001 independent reads", nil, []ik.Intention{find, intend("h", "help.ask", obj{})},
			[]string{"items.find execute READY", "help.ask execute READY"}},
		{"C-002 provider before consumer", nil, []ik.Intention{find, pick},
			[]string{"items.find execute READY", "items.pick execute READY"}},
		{"C-004 runtime requirement without provider", nil, []ik.Intention{intend("d", "deal.close", obj{})},
			[]string{"deal.close execute READY"}},
		{"C-008 missing prerequisite", nil, []ik.Intention{pick}, []string{"items.pick defer MISSING_REQUIRED_FACTS"}},
		{"C-011 invalid input", nil, []ik.Intention{intend("f", "items.find", obj{})},
			[]string{"items.find clarify INVALID_CAPABILITY_INPUT"}},
		{"C-013 unsupported", nil, []ik.Intention{{ID: "u", Objective: "fly", Resolution: ik.Unsupported, ProposedCapability: "x"}},
			[]string{" reject UNSUPPORTED_INTENTION"}},
		{"C-014 resolved without capability", nil, []ik.Intention{{ID: "u", Resolution: ik.Resolved}},
			[]string{" reject UNSUPPORTED_INTENTION"}},
		{"unregistered", nil, []ik.Intention{intend("x", "no.body", obj{})}, []string{"no.body reject CAPABILITY_NOT_REGISTERED"}},
		{"C-023 provider that asks: its consumer waits for the fact", nil, []ik.Intention{intend("f", "items.find", obj{}), pick},
			[]string{"items.find clarify INVALID_CAPABILITY_INPUT", "items.pick defer MISSING_REQUIRED_FACTS"}},
		{"C-034 missing facts outrank confirmation", nil, []ik.Intention{intend("o", "order.place", obj{})},
			[]string{"order.place defer MISSING_REQUIRED_FACTS"}},
		{"C-047 unrelated writes", []ik.FactKey{"items.picked@1"}, []ik.Intention{intend("o", "order.place", obj{}), intend("m", "mail.send", obj{})},
			[]string{"order.place clarify WRITE_CONFLICT", "mail.send clarify WRITE_CONFLICT"}},
		{"C-049 a chain of writes is no conflict", []ik.FactKey{"items.picked@1"},
			[]ik.Intention{intend("o", "order.place", obj{}), intend("i", "invoice.issue", obj{}), intend("m", "invoice.mail", obj{})},
			[]string{"order.place defer CONFIRMATION_REQUIRED", "invoice.issue defer MISSING_REQUIRED_FACTS", "invoice.mail defer MISSING_REQUIRED_FACTS"}},
		{"C-050 a write that waits is no conflict", nil, []ik.Intention{intend("o", "order.place", obj{}), intend("m", "mail.send", obj{})},
			[]string{"order.place defer MISSING_REQUIRED_FACTS", "mail.send defer CONFIRMATION_REQUIRED"}},
		{"C-053 priorities", nil, []ik.Intention{intend("m", "mail.send", obj{}), pick, intend("h", "help.ask", 7), vague},
			[]string{"mail.send defer CONFIRMATION_REQUIRED", "items.pick defer MISSING_REQUIRED_FACTS", "help.ask clarify INVALID_CAPABILITY_INPUT", " clarify AMBIGUOUS_INTENTION"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := turntest.NewWorld(t, turntest.Shop()).Facts(tt.facts...)
			assert.Equal(t, tt.want, summary(create(t, w, say(tt.batch...))))
		})
	}
}

func TestEdges(t *testing.T) {
	w := turntest.NewWorld(t, turntest.Shop())
	t.Run("C-002 edge to the provider, whatever the order", func(t *testing.T) {
		p := create(t, w, say(intend("p", "items.pick", obj{}), intend("f", "items.find", obj{"text": "x"})))
		assert.Equal(t, []ik.StepID{p.Steps[1].ID}, p.Steps[0].DependsOn)
		assert.Empty(t, p.Steps[1].DependsOn)
	})
	t.Run("C-005 runtime requirement with explicit provider", func(t *testing.T) {
		p := create(t, w, say(intend("c", "person.collect", obj{}), intend("d", "deal.close", obj{})))
		assert.Equal(t, []ik.StepID{p.Steps[0].ID}, p.Steps[1].DependsOn)
	})
	t.Run("C-010 no edge where the fact is there", func(t *testing.T) {
		w := turntest.NewWorld(t, turntest.Shop()).Facts("items.found@1")
		p := create(t, w, say(intend("f", "items.find", obj{"text": "x"}), intend("p", "items.pick", obj{})))
		assert.Empty(t, p.Steps[1].DependsOn)
	})
	t.Run("C-008 the question names the facts", func(t *testing.T) {
		p := create(t, w, say(intend("p", "items.pick", obj{})))
		require.NotNil(t, p.Interaction)
		assert.Equal(t, ik.InteractionInput, p.Interaction.Kind)
		assert.Equal(t, []ik.FactType{"items.found"}, p.Interaction.RequestedFacts)
		assert.Equal(t, p.Interaction.Goal, p.ResponseGoal)
		assert.Equal(t, plan.ItemID(p.Steps[0].ID), p.Interaction.AgendaItemID)
	})
	t.Run("C-023 nobody is asked for what a step of the plan is about", func(t *testing.T) {
		p := create(t, w, say(intend("f", "items.find", obj{}), intend("p", "items.pick", obj{})))
		assert.Nil(t, p.Steps[1].Question)
	})
}

func TestGoals(t *testing.T) {
	w := turntest.NewWorld(t, turntest.Shop())
	p := create(t, w, say(intend("f", "items.find", obj{"text": "x"}), intend("h", "help.ask", obj{})))
	assert.Equal(t, "do items.find; do help.ask", p.ResponseGoal, "C-001")
	assert.NotEmpty(t, create(t, w, say()).ResponseGoal, "C-020")
	contradicted := say(intend("f", "items.find", obj{"text": "x"}))
	contradicted.Contradictions = []ik.Contradiction{{Description: "a"}, {Description: "b"}}
	assert.Len(t, create(t, w, contradicted).Steps, 1, "C-019")
	vague := create(t, w, say(ik.Intention{ID: "v", Objective: "o", Resolution: ik.Ambiguous, Alternatives: []string{"left", "right"}}))
	assert.Equal(t, []string{"alternative-1", "alternative-2"}, []string{vague.Interaction.Options[0].ID, vague.Interaction.Options[1].ID})
	assert.NotNil(t, create(t, w, say(ik.Intention{ID: "v", Resolution: ik.Ambiguous})).Interaction.Options, "C-016")
}

func TestLifecycle(t *testing.T) {
	w := turntest.NewWorld(t, turntest.Shop())
	w.Say(t, intend("p", "items.pick", obj{}))
	id := string(w.Checkpoint.Agenda[0].ID)
	cancel := func(kind string, ids ...string) ik.IntentionBatch {
		var b ik.IntentionBatch
		for _, i := range ids {
			b.LifecycleActions = append(b.LifecycleActions, ik.LifecycleAction{Kind: kind, TargetID: i})
		}
		return b
	}
	t.Run("C-064 unknown and repeated cancellations", func(t *testing.T) {
		assert.Equal(t, []ik.AgendaItemID{ik.AgendaItemID(id)}, create(t, w, cancel("cancel_agenda_item", id, "x", id)).CancelledAgendaItemIDs)
		assert.Nil(t, create(t, w, cancel("cancel_agenda_item", "x")).CancelledAgendaItemIDs)
	})
	t.Run("C-067 wrong objective id", func(t *testing.T) {
		assert.Nil(t, create(t, w, cancel("cancel_objective", "x")).CancelledObjectiveIDs)
	})
	t.Run("C-068 progression action", func(t *testing.T) {
		answer := func(v any) *ik.ProgressionAction {
			w.Checkpoint.Interaction = &ik.Interaction{ID: "menu", Kind: ik.InteractionChoice, Payload: obj{"kind": "progression.group"}}
			return create(t, w, ik.IntentionBatch{Answer: &ik.InteractionAnswer{InteractionID: w.Checkpoint.Interaction.ID, Value: turntest.JSON(v)}}).ProgressionAction
		}
		assert.Equal(t, &ik.ProgressionAction{Kind: "continue", OccurrenceID: "o1"}, answer(obj{"kind": "progression.continue", "occurrenceId": "o1"}))
		assert.Equal(t, "member", answer(obj{"kind": "progression.member", "occurrenceId": "o1", "capabilityId": "c"}).Kind)
		assert.Equal(t, &ik.ProgressionAction{Kind: "accept", OccurrenceID: "o1"}, answer(obj{"kind": "progression.accept", "occurrenceId": "o1"}))
		assert.Nil(t, answer(obj{"kind": "progression.continue"}))
		w.Checkpoint.Interaction = &ik.Interaction{ID: "menu", Kind: ik.InteractionInput}
		leave := ik.InteractionAnswer{InteractionID: "menu", Value: turntest.JSON(obj{"kind": "progression.continue", "occurrenceId": "o1"})}
		assert.Nil(t, create(t, w, ik.IntentionBatch{Answer: &leave}).ProgressionAction, "only a menu has such answers")
	})
}

func policy(id ik.PolicyID, v ik.Verdict) ik.PolicyDefinition {
	return ik.PolicyDefinition{ID: id, Version: 1, Rules: func(ik.PolicyContext) ik.Verdict { return v }}
}

func TestPolicies(t *testing.T) {
	question := &ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?"}
	malformed := &ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?", ResponseMode: "shouted"}
	tests := []struct {
		name     string
		policies []ik.PolicyDefinition
		want     string
		message  string
		spoke    []ik.PolicyID
	}{
		{"C-025 deny", []ik.PolicyDefinition{policy("a", ik.Deny("R"))}, "help.ask reject POLICY_DENIED", "R", []ik.PolicyID{"a"}},
		{"C-026 the strictest wins", []ik.PolicyDefinition{policy("a", ik.Confirm("why")), policy("b", ik.Allow()), policy("c", ik.Deny("R"))},
			"help.ask reject POLICY_DENIED", "R", []ik.PolicyID{"c", "a"}},
		{"confirm", []ik.PolicyDefinition{policy("a", ik.Confirm("why"))}, "help.ask defer CONFIRMATION_REQUIRED", "why", []ik.PolicyID{"a"}},
		{"of two clarify questions the first by policy id", []ik.PolicyDefinition{policy("b", ik.Clarify("rb", "B?")), policy("a", ik.Clarify("ra", "A?"))},
			"help.ask clarify POLICY_REQUIRES_CLARIFICATION", "ra", []ik.PolicyID{"a", "b"}},
		{"C-028 a question of the policy", []ik.PolicyDefinition{policy("a", ik.Verdict{Kind: ik.VerdictClarify, Reason: "r", Interaction: question})},
			"help.ask clarify POLICY_REQUIRES_CLARIFICATION", "r", []ik.PolicyID{"a"}},
		{"C-197 a malformed question fails at once", []ik.PolicyDefinition{policy("a", ik.Verdict{Kind: ik.VerdictClarify, Interaction: malformed})},
			"help.ask reject HANDLER_FAILED", "a policy could not judge the step", []ik.PolicyID{"a"}},
		{"an unknown verdict fails closed", []ik.PolicyDefinition{policy("a", ik.Verdict{Kind: "maybe"})},
			"help.ask reject HANDLER_FAILED", "a policy could not judge the step", []ik.PolicyID{"a"}},
		{"a deny beside a fault is still a deny", []ik.PolicyDefinition{policy("a", ik.Verdict{Kind: "maybe"}), policy("b", ik.Deny("R"))},
			"help.ask reject POLICY_DENIED", "R", []ik.PolicyID{"a", "b"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := turntest.Shop()
			a.Def.Policies = tt.policies
			p := create(t, turntest.NewWorld(t, a), say(intend("h", "help.ask", obj{})))
			assert.Equal(t, []string{tt.want}, summary(p))
			assert.Equal(t, tt.message, p.Steps[0].Reason.Message)
			var spoke []ik.PolicyID
			for _, v := range p.Steps[0].Reason.Policies {
				spoke = append(spoke, v.ID)
			}
			assert.Equal(t, tt.spoke, spoke)
		})
	}
	t.Run("C-028 the question is asked as it is", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Policies = []ik.PolicyDefinition{policy("a", ik.Verdict{Kind: ik.VerdictClarify, Interaction: question})}
		p := create(t, turntest.NewWorld(t, a), say(intend("f", "items.pick", 7), intend("h", "help.ask", obj{})))
		assert.Equal(t, "Which?", p.Interaction.Goal)
	})
	t.Run("C-032 an error and a panic fail the step alone", func(t *testing.T) {
		for name, f := range map[string]func(context.Context, ik.PolicyContext) (ik.Verdict, error){
			"error": func(context.Context, ik.PolicyContext) (ik.Verdict, error) { return ik.Allow(), errors.New("down") },
			"panic": func(context.Context, ik.PolicyContext) (ik.Verdict, error) { panic("boom") },
		} {
			a := turntest.Shop()
			a.Def.Policies = []ik.PolicyDefinition{{ID: "a", On: []ik.CapabilityID{"help.ask"}, Evaluate: f}}
			w := turntest.NewWorld(t, a)
			turned := w.Say(t, intend("h", "help.ask", obj{}), intend("f", "items.find", obj{"text": "x"}))
			assert.Equal(t, []string{"help.ask reject HANDLER_FAILED", "items.find execute READY"}, summary(turned.Plan), name)
			require.Len(t, turned.Issues, 1)
			assert.Equal(t, "HANDLER_FAILED", turned.Issues[0].Code)
			assert.Equal(t, map[string]any{"kind": "policy", "id": "a"}, turned.Issues[0].Details)
		}
	})
	t.Run("a policy can not change what runs", func(t *testing.T) {
		a := turntest.Shop()
		a.Def.Policies = []ik.PolicyDefinition{{ID: "a", Rules: func(c ik.PolicyContext) ik.Verdict {
			raw := c.Input.(json.RawMessage)
			copy(raw, `{"text":"evil"}`)
			return ik.Allow()
		}}}
		p := create(t, turntest.NewWorld(t, a), say(intend("f", "items.find", obj{"text": "good"})))
		assert.JSONEq(t, `{"text":"good"}`, string(p.Steps[0].Input))
	})
}

func TestEndOfTurn(t *testing.T) {
	w := turntest.NewWorld(t, turntest.Shop())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := plan.Create(ctx, plan.Input{Agent: w.Compiled, IDs: w.IDs, Batch: say(intend("h", "help.ask", obj{}))})
	assert.Equal(t, "TURN_CANCELLED", ik.CodeOf(err))
}
