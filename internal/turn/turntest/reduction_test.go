package turntest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/reduce"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func reduction() []property {
	return []property{
		forAllPlans("P-24 reduction is a pure function", func(t *rapid.T, _ *talk, p turntest.Part) {
			before := string(turntest.JSON(p.Reduced.Checkpoint)) + string(turntest.JSON(p.Reduced.Plan)) + string(turntest.JSON(p.Reduced.Results))
			again, err := reduce.Reduce(p.Reduced)
			require.NoError(t, err)
			assert.Equal(t, turntest.JSON(p.Out), turntest.JSON(again))
			after := string(turntest.JSON(p.Reduced.Checkpoint)) + string(turntest.JSON(p.Reduced.Plan)) + string(turntest.JSON(p.Reduced.Results))
			assert.Equal(t, before, after)
		}),
		forAllPlans("P-25 no fact depends on one that was replaced or removed since", factsAsModelled),
		forAllPlans("P-26 facts are kept or removed, in their order", keptOrRemoved),
		forAllPlans("P-27 facts change by results alone", func(t *rapid.T, _ *talk, p turntest.Part) {
			changes := slices.ContainsFunc(p.Reduced.Results, func(r ik.StepResult) bool {
				return completed(&r) || r.Result != nil && len(r.Result.Invalidates) > 0
			})
			if !changes {
				assert.Equal(t, turntest.JSON(append([]ik.FactRecord{}, p.Facts...)), turntest.JSON(p.Out.Checkpoint.Facts))
			}
		}),
		forAll("P-28 a stored fact is declared by its producer and carries its evidence", func(t *rapid.T, w *talk, turn told) {
			for _, f := range turn.after.Facts {
				assert.True(t, w.world.Compiled.Provides(f.ProducedBy.CapabilityID, f.FactKey()))
				for _, id := range f.EvidenceIDs {
					assert.True(t, slices.ContainsFunc(f.Evidence, func(e ik.Evidence) bool { return e.ID == id }))
				}
			}
		}),
		forAll("P-29 ids are unique, edges lead to open work, owned work is waited for and belongs to one", agendaIsSound),
		forAllPlans("P-30 work that a step goes on with is replaced by what the step leaves", func(t *rapid.T, _ *talk, p turntest.Part) {
			for _, s := range p.Reduced.Plan.Steps {
				for _, old := range p.Reduced.Checkpoint.Agenda {
					if old.Intention.ID == s.IntentionID && s.Reason.Code != plan.CodeHandlerFailed {
						assert.Nil(t, itemOf(p.Out.Checkpoint, old.ID))
					}
				}
			}
		}),
		forAllPlans("P-31 work that nothing touches stays as it is", untouchedStays),
		forAllPlans("P-32 a refused step leaves nothing; a completed one leaves work only if it asks", func(t *rapid.T, _ *talk, p turntest.Part) {
			for _, s := range p.Reduced.Plan.Steps {
				item, res := itemOf(p.Out.Checkpoint, plan.ItemID(s.ID)), resultOf(p, s.ID)
				if s.Disposition == ik.DispositionReject || completed(res) && res.Result.Interaction == nil {
					assert.Nil(t, item)
				}
			}
		}),
		forAllPlans("P-33 the question is one of this turn, the one before, or one that waited; it has its work", questionIsKnown),
		forAllPlans("P-34 a question that was taken away is not asked again", func(t *rapid.T, _ *talk, p turntest.Part) {
			dismissed := slices.ContainsFunc(p.Reduced.Results, func(r ik.StepResult) bool { return r.Result != nil && r.Result.Dismiss })
			if q := p.Reduced.Checkpoint.Interaction; dismissed && q != nil && p.Out.Checkpoint.Interaction != nil {
				assert.NotEqual(t, q.ID, p.Out.Checkpoint.Interaction.ID)
			}
		}),
		forAll("P-35 a turn is one revision", func(t *rapid.T, _ *talk, turn told) {
			assert.Equal(t, turn.before.Revision+1, turn.after.Revision)
		}),
		{"P-36 reading the state back from a store changes nothing", storedOrKept},
		{"P-37 what waits for a fact is not called before, and once it is known it is", waitsForItsFact},
		forAll("P-38 nothing private of open work is shown to a model", func(t *rapid.T, w *talk, turn told) {
			view := project.NewView(w.world.Compiled, project.Redactions(w.world.Compiled, turn.after.Facts, turn.after.Agenda))
			shown := string(turntest.JSON(view.Agenda(turn.after.Agenda)))
			for _, private := range []string{"CANARY", "continuation", "question", "askedAt", "ownedDependencyIds", "completedFollowUp", "deferredChoiceAnswer", "consent"} {
				assert.NotContains(t, shown, private)
			}
		}),
		forAllPlans("P-39 receipts of the turn and unsettled ones are kept, each once", receiptsAreKept),
		forAll("P-40 cancelling alone changes neither facts nor effects", func(t *rapid.T, _ *talk, turn told) {
			if len(turn.batch.LifecycleActions) > 0 && len(turn.turned.Invoked) == 0 {
				assert.Equal(t, turntest.JSON(append([]ik.FactRecord{}, turn.before.Facts...)), turntest.JSON(turn.after.Facts))
				for _, e := range turn.after.Effects {
					assert.True(t, slices.ContainsFunc(turn.before.Effects, func(o ik.EffectReceipt) bool { return o.ID == e.ID }))
				}
			}
		}),
	}
}

// factsAsModelled compares the facts with those of a plain model: one fact a key, and with a key everything that was made
// from it goes.
func factsAsModelled(t *rapid.T, w *talk, p turntest.Part) {
	type entry struct {
		step ik.StepID
		on   []ik.FactRef
	}
	model := map[ik.FactKey]entry{}
	for _, f := range p.Facts {
		model[f.FactKey()] = entry{f.ProducedBy.StepID, f.DependsOn}
	}
	var drop func(k ik.FactKey)
	drop = func(k ik.FactKey) {
		delete(model, k)
		for other, e := range model {
			if slices.ContainsFunc(e.on, func(r ik.FactRef) bool { return r.FactKey() == k }) {
				drop(other)
			}
		}
	}
	for _, id := range p.Reduced.Order {
		res := resultOf(p, id)
		if !completed(res) {
			continue
		}
		for _, k := range w.world.Compiled.Capabilities[res.CapabilityID].Invalidates {
			drop(k)
		}
		for _, f := range res.Result.Facts {
			drop(f.FactKey())
		}
		for _, f := range res.Result.Facts {
			model[f.FactKey()] = entry{id, f.DependsOn}
		}
	}
	assert.Len(t, p.Out.Checkpoint.Facts, len(model))
	for _, f := range p.Out.Checkpoint.Facts {
		assert.Equal(t, model[f.FactKey()].step, f.ProducedBy.StepID)
	}
}

func keptOrRemoved(t *rapid.T, _ *talk, p turntest.Part) {
	at := -1
	for _, f := range p.Facts {
		same := func(o ik.FactRecord) bool { return o.FactRef == f.FactRef && o.ProducedBy == f.ProducedBy }
		now := slices.IndexFunc(p.Out.Checkpoint.Facts, same)
		assert.Equal(t, now < 0, slices.ContainsFunc(p.Out.Invalidated, same))
		if now >= 0 {
			assert.Greater(t, now, at)
			at = now
		}
	}
}

func agendaIsSound(t *rapid.T, _ *talk, turn told) {
	owners := map[ik.AgendaItemID]int{}
	seen := map[ik.AgendaItemID]bool{}
	for _, i := range turn.after.Agenda {
		assert.False(t, seen[i.ID])
		seen[i.ID] = true
		for _, o := range i.OwnedDependencyIDs {
			owners[o]++
			assert.Contains(t, i.Dependencies, o)
			assert.Equal(t, ik.AgendaWaitingFacts, i.Status)
		}
		for _, d := range i.Dependencies {
			assert.NotNil(t, itemOf(turn.after, d))
		}
	}
	for _, n := range owners {
		assert.Equal(t, 1, n)
	}
}

// plain is an item without what lineage and questions may change.
func plain(i ik.AgendaItem) string {
	i.Dependencies, i.OwnedDependencyIDs, i.Question = nil, nil, nil
	return string(turntest.JSON(i))
}

func untouchedStays(t *rapid.T, _ *talk, p turntest.Part) {
	owned := map[ik.AgendaItemID]bool{}
	for _, i := range p.Reduced.Checkpoint.Agenda {
		for _, o := range i.OwnedDependencyIDs {
			owned[o] = true
		}
	}
	for _, old := range p.Reduced.Checkpoint.Agenda {
		touched := old.ID == p.Reduced.Plan.AnsweredItem || owned[old.ID] || slices.Contains(p.Reduced.Plan.CancelledAgendaItemIDs, old.ID) ||
			slices.ContainsFunc(p.Reduced.Plan.Steps, func(s ik.PlanStep) bool {
				goesOn := slices.ContainsFunc(p.Reduced.Checkpoint.Agenda, func(i ik.AgendaItem) bool { return i.Intention.ID == s.IntentionID })
				return s.IntentionID == old.Intention.ID || s.CapabilityID == old.Intention.ProposedCapability && !goesOn
			})
		if touched {
			continue
		}
		now := itemOf(p.Out.Checkpoint, old.ID)
		if assert.NotNil(t, now) {
			assert.Equal(t, plain(old), plain(*now))
		}
	}
}

func questionIsKnown(t *rapid.T, _ *talk, p turntest.Part) {
	q := p.Out.Checkpoint.Interaction
	if q == nil {
		return
	}
	before := p.Reduced.Checkpoint
	known := before.Interaction != nil && before.Interaction.ID == q.ID ||
		slices.ContainsFunc(before.Agenda, func(i ik.AgendaItem) bool { return i.Question != nil && i.Question.ID == q.ID }) ||
		slices.ContainsFunc(p.Reduced.Plan.Steps, func(s ik.PlanStep) bool { return s.Question != nil && s.Question.ID == q.ID }) ||
		slices.ContainsFunc(p.Reduced.Results, func(r ik.StepResult) bool {
			return r.Result != nil && r.Result.Interaction != nil && r.Result.Interaction.ID == q.ID
		})
	assert.True(t, known)
	assert.NotNil(t, itemOf(p.Out.Checkpoint, q.AgendaItemID))
}

func receiptsAreKept(t *rapid.T, _ *talk, p turntest.Part) {
	seen := map[ik.EffectID]bool{}
	for _, e := range p.Out.Checkpoint.Effects {
		assert.False(t, seen[e.ID])
		seen[e.ID] = true
	}
	for _, e := range p.Reduced.Checkpoint.Effects {
		assert.True(t, seen[e.ID] || !reduce.Unsettled(e))
	}
	for _, r := range p.Reduced.Results {
		for _, e := range r.Effects {
			assert.True(t, seen[e.ID])
		}
	}
}

// storedOrKept has the same conversation twice: once the state goes through its JSON form between turns.
func storedOrKept(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a := turntest.DrawAgent(rt, 6)
		turns := drawTurns(rt, a, 6)
		stored, kept := turntest.NewWorld(t, a.Agent), turntest.NewWorld(t, a.Agent)
		kept.Kept = true
		for _, d := range turns {
			x, err := stored.Try(t.Context(), d.batch(stored.Checkpoint))
			require.NoError(rt, err)
			y, err := kept.Try(t.Context(), d.batch(kept.Checkpoint))
			require.NoError(rt, err)
			assert.Equal(rt, string(turntest.JSON(x.Events)), string(turntest.JSON(y.Events)))
			assert.Equal(rt, string(turntest.JSON(stored.Checkpoint)), string(turntest.JSON(kept.Checkpoint)))
		}
	})
}

// waitsForItsFact parks a consumer behind a provider that asks a drawn number of times before it publishes.
func waitsForItsFact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		asks := rapid.IntRange(1, 4).Draw(rt, "asks")
		idle := rapid.IntRange(0, 3).Draw(rt, "idle")
		w := turntest.NewWorld(t, patient(asks))
		calls := func(turned turntest.Turned) int {
			n := 0
			for _, c := range turned.Invoked {
				if c.Capability == "deal.close" {
					n++
				}
			}
			return n
		}
		first := w.Say(t, turntest.Intend("d", "deal.close", map[string]any{}), turntest.Intend("p", "person.collect", map[string]any{}))
		assert.Zero(rt, calls(first))
		for range idle {
			assert.Zero(rt, calls(w.Say(t)))
		}
		for i := range asks {
			turned := w.Answer(t, "more")
			last := i == asks-1
			assert.Equal(rt, last, calls(turned) == 1, "once, when the fact is there")
		}
		assert.Zero(rt, calls(w.Say(t)))
		assert.Empty(rt, w.Checkpoint.Agenda)
	})
}
