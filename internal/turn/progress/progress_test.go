package progress_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/progress"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// waiting is open work that waits for a fact.
func waiting(id ik.AgendaItemID, capability ik.CapabilityID, fact ik.FactKey) ik.AgendaItem {
	return ik.AgendaItem{
		ID: id, Intention: turntest.Intend(string(id), capability, map[string]any{}), Status: ik.AgendaWaitingFacts,
		MissingFacts: []ik.FactRequirement{{FactRef: fact.Ref()}},
	}
}

func asks(step ik.StepID) ik.StepResult {
	return ik.StepResult{StepID: step, CapabilityID: "deal.close", Result: &ik.StepOutcome{
		Status: ik.StatusNeedsDependency, Requirement: &ik.FactRequirement{FactRef: ik.FactKey("person.known@1").Ref()},
		Provider: &ik.ProviderCall{CapabilityID: "person.collect", Input: turntest.JSON(map[string]any{})},
	}}
}

func TestNext(t *testing.T) {
	w := turntest.NewWorld(t, turntest.Shop())
	state := func(agenda ...ik.AgendaItem) progress.Input {
		return progress.Input{
			Agent: w.Compiled, Attempted: map[string]bool{}, Message: ik.Message{Content: "all of it"}, MessageIndex: 7,
			Checkpoint: &ik.Checkpoint{Agenda: agenda, Facts: []ik.FactRecord{turntest.Record("items.found@1"), turntest.Record("items.picked@1")}},
		}
	}
	next := func(in progress.Input) ik.IntentionID {
		if a := progress.Next(in); a != nil {
			return a.Intention.ID
		}
		return ""
	}
	t.Run("a provider that was asked for comes first", func(t *testing.T) {
		in := state(waiting("x", "items.pick", "items.found@1"), waiting("agenda:s1", "deal.close", "person.known@1"))
		in.Results = []ik.StepResult{asks("gone"), asks("s1")}
		a := progress.Next(in)
		require.NotNil(t, a)
		assert.Equal(t, ik.TriggerDependency, a.Trigger)
		assert.Equal(t, ik.AgendaItemID("agenda:s1"), a.Parent)
		assert.Equal(t, "s1:person.collect", a.Identity)
		assert.Equal(t, ik.IntentionID("automatic.s1:person.collect"), a.Intention.ID)
		assert.Equal(t, []ik.IntentionEvidence{{Text: "all of it", Meaning: "the request that needs it", MessageIndex: 7}}, a.Intention.Evidence)
		in.Attempted[a.Key] = true
		assert.Equal(t, ik.IntentionID("x"), next(in), "each is tried once")
	})
	t.Run("every provider of a turn is served", func(t *testing.T) {
		in := state(waiting("agenda:s1", "deal.close", "person.known@1"), waiting("agenda:s2", "deal.close", "person.known@1"))
		in.Results = []ik.StepResult{asks("s1"), asks("s2")}
		in.Attempted[progress.Next(in).Key] = true
		assert.Equal(t, ik.AgendaItemID("agenda:s2"), progress.Next(in).Parent)
	})
	t.Run("C-103 what waited for the latest fact, else the oldest", func(t *testing.T) {
		in := state(waiting("old", "help.ask", "items.found@1"), waiting("new", "items.pick", "items.picked@1"))
		assert.Equal(t, ik.IntentionID("old"), next(in))
		in.Latest = []ik.StepResult{{Result: &ik.StepOutcome{Status: ik.StatusCompleted, Facts: []ik.CandidateRecord{{FactRef: ik.FactKey("items.picked@1").Ref()}}}}}
		assert.Equal(t, ik.IntentionID("new"), next(in))
	})
	t.Run("not while a fact is missing, nor without facts to wait for", func(t *testing.T) {
		none := waiting("b", "items.pick", "items.found@1")
		none.MissingFacts = nil
		assert.Empty(t, next(state(waiting("a", "deal.close", "person.known@1"), none)))
	})
	t.Run("work of a capability that the agent lost is left as it is", func(t *testing.T) {
		assert.Empty(t, next(state(waiting("gone", "no.body", "items.found@1"))))
	})
	t.Run("beside an open question only reads go on", func(t *testing.T) {
		in := state(waiting("w", "order.place", "items.picked@1"), waiting("r", "items.pick", "items.found@1"))
		in.Checkpoint.Interaction = &ik.Interaction{ID: "q", AgendaItemID: "other"}
		assert.Equal(t, ik.IntentionID("r"), next(in))
		in.Checkpoint.Interaction.AgendaItemID = "w"
		assert.Equal(t, ik.IntentionID("w"), next(in), "its own question holds nothing up")
	})
}
