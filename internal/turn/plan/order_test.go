package plan_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// town is an agent in which people are known by name or by mail, and a card does as well.
func town() *turntest.Agent {
	a := turntest.NewAgent()
	a.Add("person.byname", ik.EffectRead, "|person.known@1")
	a.Add("card.read", ik.EffectRead, "|card.known@1")
	a.Add("tip.read", ik.EffectRead, "|tip.known@1")
	greet := a.Add("desk.greet", ik.EffectRead, "")
	greet.Requires = []ik.Requirement{
		{Facts: []ik.FactKey{"person.known@1", "card.known@1"}, Description: "who it is"},
		{Facts: []ik.FactKey{"tip.known@1"}, Resolution: "optional"},
	}
	bymail := a.Add("person.bymail", ik.EffectRead, "")
	bymail.Provides = []ik.FactKey{"person.known@1"}
	a.Def.Facts[0].Alternatives = true
	return a
}

func ask(id ik.CapabilityID) ik.Intention { return intend("for "+string(id), id, obj{}) }

func edges(p *ik.TurnPlan, id ik.CapabilityID) []ik.CapabilityID {
	var out []ik.CapabilityID
	for _, s := range p.Steps {
		if s.CapabilityID != id {
			continue
		}
		for _, d := range s.DependsOn {
			for _, o := range p.Steps {
				if o.ID == d {
					out = append(out, o.CapabilityID)
				}
			}
		}
	}
	return out
}

func TestAnyOfSeveral(t *testing.T) {
	t.Run("none is known: the question names all", func(t *testing.T) {
		p := create(t, turntest.NewWorld(t, town()), say(ask("desk.greet")))
		require.Len(t, p.Steps[0].MissingFacts, 1)
		assert.Equal(t, []ik.FactRef{{Type: "card.known", Version: 1}}, p.Steps[0].MissingFacts[0].AnyOf)
		assert.Equal(t, []ik.FactType{"person.known", "card.known"}, p.Interaction.RequestedFacts)
	})
	t.Run("one is known: that is enough", func(t *testing.T) {
		p := create(t, turntest.NewWorld(t, town()).Facts("card.known@1"), say(ask("desk.greet")))
		assert.Equal(t, []string{"desk.greet execute READY"}, summary(p))
	})
	t.Run("any step that publishes one of them", func(t *testing.T) {
		for _, id := range []ik.CapabilityID{"person.byname", "person.bymail", "card.read"} {
			p := create(t, turntest.NewWorld(t, town()), say(ask("desk.greet"), ask(id)))
			assert.Equal(t, []ik.CapabilityID{id}, edges(p, "desk.greet"))
		}
	})
	t.Run("one that runs before one that asks", func(t *testing.T) {
		a := town()
		a.Def.Capabilities[4].Confirmation = ik.ConfirmationRequired // person.bymail
		p := create(t, turntest.NewWorld(t, a), say(ask("desk.greet"), ask("person.byname"), ask("person.bymail")))
		assert.Equal(t, []ik.CapabilityID{"person.byname"}, edges(p, "desk.greet"))
		assert.Equal(t, ik.DispositionExecute, p.Steps[0].Disposition)
	})
	t.Run("work that waits for one of them goes on with any", func(t *testing.T) {
		w := turntest.NewWorld(t, town())
		w.Say(t, ask("desk.greet"))
		turned := w.Say(t, ask("card.read"))
		require.Len(t, turned.Invoked, 2)
		assert.Equal(t, ik.TriggerResume, turned.Invoked[1].Trigger)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
}

func TestOptionalRequirement(t *testing.T) {
	t.Run("an order where there is one, never a condition", func(t *testing.T) {
		w := turntest.NewWorld(t, town()).Facts("card.known@1")
		assert.Empty(t, edges(create(t, w, say(ask("desk.greet"))), "desk.greet"))
		assert.Equal(t, []ik.CapabilityID{"tip.read"}, edges(create(t, w, say(ask("desk.greet"), ask("tip.read"))), "desk.greet"))
	})
	for name, handler := range map[string]turntest.Handler{
		"failed": func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) { panic("broken") },
		"asks": func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			return turntest.Asks(ik.Interaction{Kind: ik.InteractionInput, Goal: "Which?"}, nil), nil
		},
		"published nothing": func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			return turntest.Completed(), nil
		},
	} {
		t.Run("its provider "+name+": the consumer runs without", func(t *testing.T) {
			a := town()
			a.Handlers["tip.read"] = handler
			turned := turntest.NewWorld(t, a).Facts("card.known@1").Say(t, ask("desk.greet"), ask("tip.read"))
			require.Len(t, turned.Invoked, 2)
			assert.Equal(t, ik.CapabilityID("desk.greet"), turned.Invoked[1].Capability)
		})
	}
}

// closing is an agent whose account is closed after the refund.
func closing() *turntest.Agent {
	a := turntest.NewAgent()
	a.Add("refund.issue", ik.EffectWrite, "")
	a.Add("account.close", ik.EffectWrite, "").After = []ik.CapabilityID{"refund.issue"}
	return a
}

func TestDeclaredOrder(t *testing.T) {
	both := []ik.Intention{ask("account.close"), ask("refund.issue")}
	t.Run("asked about and run in the declared order", func(t *testing.T) {
		w := turntest.NewWorld(t, closing())
		w.Say(t, both...)
		assert.Equal(t, ik.CapabilityID("refund.issue"), w.Checkpoint.Interaction.CapabilityID)
		w.Answer(t, true)
		assert.Equal(t, ik.CapabilityID("account.close"), w.Checkpoint.Interaction.CapabilityID)
		w.Answer(t, true)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
	t.Run("what is refused holds nothing up", func(t *testing.T) {
		w := turntest.NewWorld(t, closing())
		w.Say(t, both...)
		w.Answer(t, false)
		assert.Equal(t, ik.CapabilityID("account.close"), w.Checkpoint.Interaction.CapabilityID)
	})
	t.Run("an acceptance is not held up by what is asked for now", func(t *testing.T) {
		w := turntest.NewWorld(t, closing())
		w.Say(t, ask("account.close"))
		turned := w.Answer(t, true, ask("refund.issue"))
		require.Len(t, turned.Invoked, 1)
		assert.Equal(t, ik.CapabilityID("account.close"), turned.Invoked[0].Capability)
		assert.Equal(t, ik.CapabilityID("refund.issue"), w.Checkpoint.Interaction.CapabilityID)
	})
	silent := func(a *turntest.Agent) *turntest.Agent {
		for i := range a.Def.Capabilities {
			a.Def.Capabilities[i].Confirmation, a.Def.Capabilities[i].Because = ik.ConfirmationNone, "the test asks for it"
		}
		return a
	}
	t.Run("the second is not made when the first failed", func(t *testing.T) {
		a := silent(closing())
		a.Handlers["refund.issue"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			return ik.FailedResult(ik.CapabilityIssue{Code: "NO", Message: "no"}), nil
		}
		w := turntest.NewWorld(t, a)
		turned := w.Say(t, both...)
		assert.Len(t, turned.Invoked, 1)
		assert.Equal(t, "DEPENDENCY_NOT_COMPLETED", turned.Results[0].Reason.Code)
	})
	t.Run("the second waits while the first asks, and follows it", func(t *testing.T) {
		a := silent(closing())
		complete := a.Complete("refund.issue")
		a.Handlers["refund.issue"] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			if inv.Answer == nil {
				return turntest.Asks(ik.Interaction{Kind: ik.InteractionInput, Goal: "How much?"}, nil), nil
			}
			return complete(ctx, inv, in)
		}
		w := turntest.NewWorld(t, a)
		w.Say(t, both...)
		require.Len(t, w.Checkpoint.Agenda, 2)
		assert.Equal(t, ik.AgendaReady, w.Checkpoint.Agenda[0].Status)
		assert.Empty(t, w.Say(t).Invoked, "not before the first is done")
		turned := w.Answer(t, "5")
		require.Len(t, turned.Invoked, 2)
		assert.Equal(t, ik.CapabilityID("account.close"), turned.Invoked[1].Capability)
		assert.Empty(t, w.Checkpoint.Agenda)
	})
}

func TestDestructive(t *testing.T) {
	for name, template := range map[string]ik.Template{"default": nil, "template": {{Text: "Erase it?"}}} {
		t.Run(name, func(t *testing.T) {
			a := turntest.NewAgent()
			c := a.Add("account.erase", ik.EffectWrite, "")
			c.Destructive, c.Confirm = true, template
			p := create(t, turntest.NewWorld(t, a), say(ask("account.erase")))
			assert.Contains(t, p.Interaction.Goal, "This cannot be undone.")
		})
	}
}

// TestAskedAgain has a confirmation wait while facts change.
func TestAskedAgain(t *testing.T) {
	world := func(change func(*turntest.Agent)) *turntest.World {
		a := turntest.Shop()
		for i := range a.Def.Capabilities {
			if a.Def.Capabilities[i].ID == "order.place" {
				a.Def.Capabilities[i].Confirm = ik.Template{{Text: "Place "}, {Path: "items.picked@1.of"}, {Text: "?"}}
			}
		}
		if change != nil {
			change(a)
		}
		w := turntest.NewWorld(t, a).Facts("items.found@1", "items.picked@1")
		w.Say(t, ask("order.place"))
		require.NotNil(t, w.Checkpoint.Interaction)
		return w
	}
	repick := ask("items.pick")
	t.Run("nothing changed: the same question", func(t *testing.T) {
		w := world(nil)
		id := w.Checkpoint.Interaction.ID
		w.Say(t, intend("h", "help.ask", obj{}))
		assert.Equal(t, id, w.Checkpoint.Interaction.ID)
	})
	t.Run("a fact of the question was published anew: a new question, bound to it", func(t *testing.T) {
		w := world(nil)
		old := *w.Checkpoint.Interaction
		w.Say(t, repick)
		require.NotNil(t, w.Checkpoint.Interaction)
		assert.NotEqual(t, old.ID, w.Checkpoint.Interaction.ID)
		assert.NotEqual(t, old.Consent, w.Checkpoint.Interaction.Consent)
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.Len(t, w.Answer(t, true).Invoked, 1)
	})
	t.Run("a rule refuses it by now: it is not asked any more", func(t *testing.T) {
		picks := 0
		w := world(func(a *turntest.Agent) {
			a.Def.Policies = []ik.PolicyDefinition{{ID: "p", Version: 1, On: []ik.CapabilityID{"order.place"}, Rules: func(ik.PolicyContext) ik.Verdict {
				if picks > 0 {
					return ik.Deny("sold out")
				}
				return ik.Allow()
			}}}
		})
		picks++
		turned := w.Say(t, repick)
		assert.Nil(t, w.Checkpoint.Interaction)
		assert.Empty(t, w.Checkpoint.Agenda)
		assert.Equal(t, plan.CodeDenied, turned.Parts[1].Planned.Steps[0].Reason.Code)
	})
	t.Run("a policy that fails changes nothing, and is asked once a turn", func(t *testing.T) {
		calls, broken := 0, false
		w := world(func(a *turntest.Agent) {
			a.Def.Policies = []ik.PolicyDefinition{{ID: "p", Version: 1, On: []ik.CapabilityID{"order.place"}, Rules: func(ik.PolicyContext) ik.Verdict {
				if calls++; broken {
					panic("broken")
				}
				return ik.Allow()
			}}}
		})
		id := w.Checkpoint.Interaction.ID
		calls, broken = 0, true
		w.Say(t, repick)
		assert.Equal(t, 1, calls)
		assert.Equal(t, id, w.Checkpoint.Interaction.ID)
	})
	t.Run("the fact is gone: it waits for the fact", func(t *testing.T) {
		w := world(nil)
		w.Say(t, intend("f", "items.find", obj{"text": "x"})) // takes what was picked away
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.Equal(t, ik.AgendaWaitingFacts, w.Checkpoint.Agenda[0].Status)
		assert.Equal(t, ik.InteractionInput, w.Checkpoint.Interaction.Kind)
	})
}
