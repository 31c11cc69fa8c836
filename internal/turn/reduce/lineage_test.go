package reduce_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// closing asks for the person, and completes when it is called again.
func closing() turntest.Handler {
	return inTurn(ik.Result{
		Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("person.known@1").Ref(), Provider: "person.collect", ProviderIn: obj{},
	}, turntest.Completed("deal.closed@1"))
}

// family is a thread in which deal.close waits for what person.collect, which ran for it, asks the user.
func family(t *testing.T) *turntest.World {
	t.Helper()
	w := shop(t, asking())
	w.Say(t, closeDeal("d1"))
	require.Equal(t, []string{"deal.close waiting_facts", "person.collect waiting_input"}, items(w.Checkpoint))
	return w
}

func asking() script {
	return script{"deal.close": closing(), "person.collect": returns(turntest.Asks(required, nil), nil)}
}

func closeDeal(id string) ik.Intention { return intend(id, "deal.close", obj{}) }

func parent(w *turntest.World) *ik.AgendaItem { return &w.Checkpoint.Agenda[0] }

func child(w *turntest.World) *ik.AgendaItem {
	return &w.Checkpoint.Agenda[len(w.Checkpoint.Agenda)-1]
}

func TestLineage(t *testing.T) {
	t.Run("C-170 C-176 a child is on record with its parent, also once it was taken up again", func(t *testing.T) {
		w := family(t)
		first := child(w).ID
		assert.Equal(t, []ik.AgendaItemID{first}, parent(w).Dependencies)
		assert.Equal(t, []ik.AgendaItemID{first}, parent(w).OwnedDependencyIDs)
		w.Answer(t, "more")
		require.Len(t, w.Checkpoint.Agenda, 2)
		assert.NotEqual(t, first, child(w).ID)
		assert.Equal(t, []ik.AgendaItemID{child(w).ID}, parent(w).Dependencies)
		assert.Equal(t, []ik.AgendaItemID{child(w).ID}, parent(w).OwnedDependencyIDs)
	})
	t.Run("C-175 a child goes with its parent, read back from a store", func(t *testing.T) {
		w := family(t)
		raw, err := json.Marshal(w.Checkpoint)
		require.NoError(t, err)
		w.Checkpoint, err = ik.DecodeCheckpoint(raw)
		require.NoError(t, err)
		w.Say(t, closeDeal("d2"))
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("C-172 a child of two parents stays with the other one", func(t *testing.T) {
		w := family(t)
		other := *parent(w)
		other.ID, other.Intention = "agenda:other", intend("other", "help.ask", obj{})
		w.Checkpoint.Agenda = append([]ik.AgendaItem{other}, w.Checkpoint.Agenda...)
		w.Say(t, closeDeal("d2"))
		assert.Equal(t, []string{"help.ask waiting_facts", "person.collect waiting_input"}, items(w.Checkpoint))
		assert.Equal(t, []ik.AgendaItemID{child(w).ID}, parent(w).OwnedDependencyIDs)
	})
	t.Run("C-173 work that is only waited for stays", func(t *testing.T) {
		w := family(t)
		parent(w).OwnedDependencyIDs = nil
		w.Say(t, closeDeal("d2"))
		assert.Equal(t, []string{"person.collect waiting_input"}, items(w.Checkpoint))
	})
	t.Run("C-178 a child that the user asks for is nobody's any more", func(t *testing.T) {
		w := family(t)
		w.Say(t, collect)
		require.Len(t, w.Checkpoint.Agenda, 2)
		assert.Empty(t, parent(w).OwnedDependencyIDs)
		w.Say(t, closeDeal("d2"))
		assert.Equal(t, []string{"person.collect waiting_input"}, items(w.Checkpoint))
	})
	t.Run("C-179 work that was there before is not captured", func(t *testing.T) {
		w := shop(t, asking())
		w.Say(t, collect)
		w.Say(t, closeDeal("d1"))
		require.Len(t, w.Checkpoint.Agenda, 2)
		assert.Empty(t, parent(w).OwnedDependencyIDs)
		w.Say(t, closeDeal("d2"))
		assert.Equal(t, []string{"person.collect waiting_input"}, items(w.Checkpoint))
		assert.Equal(t, ik.CapabilityID("person.collect"), active(w.Checkpoint))
	})
	t.Run("C-181 what asks for a parent that is done asks nobody", func(t *testing.T) {
		w := family(t)
		turned := w.Answer(t, "again", closeDeal("d2"))
		require.Len(t, turned.Invoked, 2)
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
	t.Run("C-181 nor does the kernel for it", func(t *testing.T) {
		a, strict := turntest.Shop(), false
		a.Handlers = asking()
		lenient := a.Def.Capabilities[3].Input.Decode
		a.Def.Capabilities[3].Input.Decode = func(raw json.RawMessage) (any, []ik.Issue) {
			if strict {
				return nil, []ik.Issue{{Code: "changed", Message: "no longer valid"}}
			}
			return lenient(raw)
		}
		w := turntest.NewWorld(t, a)
		w.Say(t, closeDeal("d1"))
		strict = true
		turned := w.Answer(t, "again", closeDeal("d2"))
		assert.Equal(t, "INVALID_CAPABILITY_INPUT", turned.Plan.Steps[0].Reason.Code)
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Nil(t, w.Checkpoint.Interaction)
	})
}

func TestQuestionsThatStay(t *testing.T) {
	t.Run("C-187 a dependency is served beside a question, which stays", func(t *testing.T) {
		w := shop(t, script{
			"items.find": returns(turntest.Asks(ik.Interaction{Kind: ik.InteractionChoice, Goal: "Which?"}, nil), nil),
			"deal.close": closing(),
		})
		w.Say(t, find("car"))
		asked := w.Checkpoint.Interaction.ID
		assert.Len(t, w.Say(t, closeDeal("d1")).Invoked, 3)
		assert.Equal(t, asked, w.Checkpoint.Interaction.ID)
		assert.Equal(t, []string{"items.find waiting_input"}, items(w.Checkpoint))
	})
	t.Run("C-193 a stored question finds its work by the intention that it is about", func(t *testing.T) {
		w := shop(t, nil)
		w.Checkpoint.Agenda = []ik.AgendaItem{
			{ID: "a", Intention: find("car"), Status: ik.AgendaWaitingInput}, {ID: "b", Intention: find("boat"), Status: ik.AgendaWaitingInput},
		}
		w.Checkpoint.Interaction = &ik.Interaction{
			ID: "i", Kind: ik.InteractionInput, Goal: "Which?", Payload: obj{"intention": obj{"id": "fboat"}},
		}
		w.Say(t)
		require.NotNil(t, w.Checkpoint.Interaction)
		assert.Equal(t, ik.InteractionID("i"), w.Checkpoint.Interaction.ID)
		assert.Equal(t, ik.AgendaItemID("b"), w.Checkpoint.Interaction.AgendaItemID)
	})
	t.Run("work that is stored without its input asks for it once its facts are there", func(t *testing.T) {
		w := shop(t, nil).Facts("items.found@1")
		lost := find("car")
		lost.ID, lost.Input = "lost", nil
		w.Checkpoint.Agenda = []ik.AgendaItem{{
			ID: "a", Intention: lost, Status: ik.AgendaWaitingFacts, MissingFacts: []ik.FactRequirement{{FactRef: ik.FactKey("items.found@1").Ref()}},
		}}
		assert.Empty(t, w.Say(t).Invoked)
		assert.Equal(t, []string{"items.find waiting_input"}, items(w.Checkpoint))
		assert.Equal(t, ik.CapabilityID("items.find"), active(w.Checkpoint))
	})
}

func TestMenuOfAnAnswer(t *testing.T) {
	// deal.close gets an answer and now needs the person; help.ask, brought up by words of the answer, offers nothing but to
	// collect the person.
	menu := func(target ik.CapabilityID) ik.Interaction {
		return ik.Interaction{Kind: ik.InteractionChoice, Goal: "Who?", Options: []ik.Option{{ID: "o", Label: "Tell", TargetCapabilityID: target, Value: "tell"}}}
	}
	run := func(t *testing.T, target ik.CapabilityID, words string) *turntest.World {
		w := shop(t, script{
			"deal.close": inTurn(turntest.Asks(required, nil), ik.Result{
				Status: ik.StatusNeedsDependency, Requirement: ik.FactKey("person.known@1").Ref(), Provider: "person.collect", ProviderIn: obj{},
			}, turntest.Completed("deal.closed@1")),
			"help.ask": returns(with(turntest.Completed(), ik.Ask(menu(target))), nil),
		})
		w.Say(t, closeDeal("d"))
		help := intend("h", "help.ask", obj{})
		help.Evidence[0].Text = words
		w.MaxSteps = 2 // the provider has no room
		w.Answer(t, "more", help)
		return w
	}
	own := func(w *turntest.World) int {
		n := 0
		for _, i := range w.Checkpoint.Agenda {
			n += len(i.OwnedDependencyIDs)
		}
		return n
	}
	both := own(run(t, "person.collect", "answer"))
	assert.Equal(t, both-1, own(run(t, "items.find", "answer")), "a menu that leads elsewhere is nobody's own")
	assert.Equal(t, both-1, own(run(t, "person.collect", "something else")), "nor is one that was asked for in other words")
}

func TestLikeWorkIsNotTheSame(t *testing.T) {
	w := shop(t, nil)
	w.Say(t, intend("m1", "mail.send", obj{"n": 1}))
	w.Say(t, intend("m2", "mail.send", obj{"n": 2}), intend("m3", "mail.send", obj{"n": 2}))
	for range 3 {
		if q := w.Checkpoint.Interaction; q != nil && q.Kind == ik.InteractionChoice {
			w.Answer(t, q.Options[0].Value)
		}
		before := len(w.Checkpoint.Agenda)
		w.Answer(t, true)
		assert.Len(t, w.Checkpoint.Agenda, before-1, "one yes is for one piece of work")
	}
	assert.Empty(t, w.Checkpoint.Agenda)
}
