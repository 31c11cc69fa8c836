package progression

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// chain is an agent whose gift is asked about while more urgent work may become due.
func chain(f func(*def)) *def {
	d := (&def{}).can("gift.price", ik.EffectRead, nil, keys("gift.priced@1")).
		can("gift.decide", ik.EffectRead, keys("gift.priced@1"), keys("gift.decision@1")).
		can("plan.choose", ik.EffectRead, nil, keys("plan.chosen@1")).
		can("plan.simulate", ik.EffectRead, keys("plan.chosen@1"), keys("plan.simulated@1")).
		can("plan.list", ik.EffectRead, nil, nil)
	d.rule("gift", "gift.decide", 200, "gift.priced@1").rule("simulate", "plan.simulate", 100, "plan.chosen@1")
	if f != nil {
		f(d)
	}
	return d
}

// giftScene is a thread in which the gift is asked about.
type giftScene struct {
	agent  *agent.Agent
	priced ik.FactRecord
	chosen ik.FactRecord
	item   ik.AgendaItem
	cp     *ik.Checkpoint
}

func gift(t *testing.T, f func(*def)) *giftScene {
	t.Helper()
	s := &giftScene{agent: chain(f).compile(t), priced: factOf("gift.priced@1", "gift.price", "s1"), chosen: factOf("plan.chosen@1", "plan.choose", "s9")}
	s.item = work("agenda:gift", "gift.decide", ik.AgendaWaitingInput)
	s.item.Question, s.item.AskedAt = asked(s.item), time.Unix(60, 0).UTC()
	s.cp = &ik.Checkpoint{
		Facts: []ik.FactRecord{s.priced}, Agenda: []ik.AgendaItem{s.item}, Interaction: asked(s.item),
		Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{occ(t, ruleOf(s.agent, "gift"), active, "gift.decide", s.priced)}},
	}
	return s
}

// choosing is a turn that publishes the chosen plan.
func (s *giftScene) choosing() Input {
	cp := *s.cp
	cp.Facts = []ik.FactRecord{s.priced, s.chosen}
	return Input{Agent: s.agent, Before: s.cp, Checkpoint: &cp, Published: []ik.FactRecord{s.chosen}}
}

// stored is the scene with the gift's question given way, and nothing on the screen.
func (s *giftScene) stored(t *testing.T) *giftScene {
	t.Helper()
	r := &reconciler{in: Input{Agent: s.agent}, cp: copyOf(s.cp), state: cloneState(s.cp.Progression), facts: s.cp.Facts}
	w, ok := r.ownerOf(&r.cp.Agenda[0])
	require.True(t, ok)
	require.NoError(t, r.suspend(w, *s.cp.Interaction))
	r.cp.Interaction = nil
	s.cp = r.cp
	return s
}

func marked(cp *ik.Checkpoint) bool {
	return len(cp.Agenda) > 0 && cp.Agenda[0].Suspended != nil
}

func TestAQuestionGivesWay(t *testing.T) {
	urgent := func(d *def) { d.Progression.Rules[1].Priority = 100 }
	t.Run("to a fresh and more urgent read", func(t *testing.T) {
		s := gift(t, urgent)
		out := reconcile(t, s.choosing())
		require.NotNil(t, out.Activate)
		assert.Equal(t, ik.CapabilityID("plan.simulate"), out.Activate.Capability)
		assert.Nil(t, out.Checkpoint.Interaction)
		item := out.Checkpoint.Agenda[0]
		require.NotNil(t, item.Suspended)
		assert.Equal(t, asked(s.item).ID, item.Suspended.Interaction.ID)
		assert.Nil(t, item.Question, "it comes back by its mark alone")
	})
	for name, f := range map[string]func(*def){
		"D-134 not to one that is equally urgent": func(d *def) { d.Progression.Rules[1].Priority = 200 },
		"D-134 not to one that is less urgent":    func(d *def) { d.Progression.Rules[1].Priority = 300 },
		"D-136 not to a write": func(d *def) {
			c := &d.Capabilities[3]
			c.Effect, c.Confirmation, d.Progression.Rules[1].Priority = ik.EffectWrite, ik.ConfirmationRequired, 50
		},
		"not to a menu": func(d *def) {
			d.Progression.Groups = []ik.GroupDefinition{{ID: "g", Label: "l", Prompt: "p", ContinueLabel: "c", Members: []ik.GroupMember{{Capability: "plan.simulate", Label: "m"}}}}
			d.Progression.Rules[1].Target = ik.ProgressionTarget{GroupID: "g"}
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := gift(t, f)
			out := reconcile(t, s.choosing())
			assert.Nil(t, out.Activate)
			assert.Equal(t, asked(s.item).ID, out.Checkpoint.Interaction.ID)
			assert.False(t, marked(out.Checkpoint))
			back := reconcile(t, Input{Agent: s.agent, Checkpoint: s.stored(t).choosing().Checkpoint, Published: []ik.FactRecord{s.chosen}})
			require.NotNil(t, back.Checkpoint.Interaction, "and one that gave way comes back")
			assert.Equal(t, asked(s.item).ID, back.Checkpoint.Interaction.ID)
			assert.Nil(t, back.Activate)
		})
	}
	t.Run("a write after the answer", func(t *testing.T) {
		s := gift(t, nil)
		in := s.choosing()
		in.Checkpoint.Interaction, in.Checkpoint.Agenda = nil, nil
		in.Results = []ik.StepResult{completedResult("s2", "gift.decide")}
		assert.NotNil(t, reconcile(t, in).Activate)
	})
	t.Run("C-203 and D-131 a fact of an earlier turn is not fresh", func(t *testing.T) {
		s := gift(t, urgent).stored(t)
		in := s.choosing()
		in.Published = nil
		out := reconcile(t, in)
		assert.Nil(t, out.Activate)
		assert.Equal(t, asked(s.item).ID, out.Checkpoint.Interaction.ID)
		require.NotNil(t, out.Requested)
		assert.Equal(t, s.cp.Progression.Occurrences[0].ID, out.Requested.OccurrenceID)
		assert.False(t, marked(out.Checkpoint))
		assert.NotNil(t, out.Checkpoint.Agenda[0].Question)
	})
	t.Run("C-208 and D-133 a publication of another step is not this one", func(t *testing.T) {
		s := gift(t, urgent).stored(t)
		in := s.choosing()
		in.Published = []ik.FactRecord{factOf("plan.chosen@1", "plan.choose", "other")}
		assert.Nil(t, reconcile(t, in).Activate)
	})
	t.Run("C-202 and C-211 one that was dismissed is over: nothing takes its place and nothing starts", func(t *testing.T) {
		s := gift(t, urgent)
		in := s.choosing()
		cp := *in.Checkpoint
		cp.Interaction, cp.Agenda = nil, slices.Clone(cp.Agenda)
		cp.Agenda[0].Question = nil
		in.Checkpoint = &cp
		out := reconcile(t, in)
		assert.Nil(t, out.Activate)
		assert.Nil(t, out.Checkpoint.Interaction)
		again := reconcile(t, Input{Agent: s.agent, Before: out.Checkpoint, Checkpoint: out.Checkpoint})
		assert.Nil(t, again.Activate, "nor in a later turn")
		assert.Nil(t, again.Checkpoint.Interaction)
	})
	t.Run("D-137 ready work comes before anything that comes back", func(t *testing.T) {
		s := gift(t, nil).stored(t)
		out := reconcile(t, Input{Agent: s.agent, Checkpoint: s.cp, Defer: true})
		assert.Nil(t, out.Checkpoint.Interaction)
		assert.True(t, marked(out.Checkpoint))
	})
	t.Run("D-139 it comes back when the question in its place is dismissed", func(t *testing.T) {
		s := gift(t, nil).stored(t)
		out := reconcile(t, Input{Agent: s.agent, Checkpoint: s.cp, Results: []ik.StepResult{completedResult("s3", "plan.list")}})
		assert.Equal(t, asked(s.item).ID, out.Checkpoint.Interaction.ID)
	})
	t.Run("C-205, D-140 and D-142 without its work it never comes back", func(t *testing.T) {
		s := gift(t, nil).stored(t)
		gone := *s.cp
		gone.Agenda = nil
		out := reconcile(t, Input{Agent: s.agent, Checkpoint: &gone})
		assert.Nil(t, out.Checkpoint.Interaction)
		assert.Equal(t, "declined", statusOf(out.Checkpoint, "gift"))
		out = reconcile(t, Input{Agent: s.agent, Checkpoint: &gone, Results: []ik.StepResult{completedResult("s4", "gift.decide")}})
		assert.Nil(t, out.Checkpoint.Interaction)
		assert.Equal(t, "satisfied", statusOf(out.Checkpoint, "gift"))
	})
	t.Run("D-151 not after the goal is reached", func(t *testing.T) {
		s := gift(t, func(d *def) {
			d.Progression.Objective = &ik.ObjectiveDefinition{ID: "g", CompletionFact: "plan.chosen@1"}
		}).stored(t)
		out := reconcile(t, s.choosing())
		assert.Nil(t, out.Checkpoint.Interaction)
		assert.Nil(t, out.Activate)
	})
}

func TestAQuestionIsDisplaced(t *testing.T) {
	// displaced is the scene with the question of another capability on the screen.
	displaced := func(t *testing.T, f func(*giftScene, *ik.Checkpoint, *ik.AgendaItem)) *Output {
		s := gift(t, nil)
		cp := *s.cp
		other := work("agenda:list", "plan.list", ik.AgendaWaitingInput)
		cp.Agenda = []ik.AgendaItem{s.item, other}
		cp.Interaction = asked(other)
		f(s, &cp, &cp.Agenda[0])
		return reconcile(t, Input{Agent: s.agent, Before: s.cp, Checkpoint: &cp})
	}
	assert.True(t, marked(displaced(t, func(*giftScene, *ik.Checkpoint, *ik.AgendaItem) {}).Checkpoint))
	for name, f := range map[string]func(*giftScene, *ik.Checkpoint, *ik.AgendaItem){
		"C-206 and D-143 a confirmation": func(_ *giftScene, _ *ik.Checkpoint, i *ik.AgendaItem) { i.Question.Kind = ik.InteractionConfirmation },
		"D-143 exact copy":               func(_ *giftScene, _ *ik.Checkpoint, i *ik.AgendaItem) { i.Question.ProtectedMessage = "exact" },
		"D-143 an optional one":          func(_ *giftScene, _ *ik.Checkpoint, i *ik.AgendaItem) { i.Question.Mode = "optional" },
		"D-143 of a completed follow-up": func(_ *giftScene, _ *ik.Checkpoint, i *ik.AgendaItem) { i.CompletedFollowUp = true },
		"D-143 of one of two": func(_ *giftScene, cp *ik.Checkpoint, _ *ik.AgendaItem) {
			cp.Agenda = append(cp.Agenda, work("agenda:second", "gift.decide", ik.AgendaWaitingFacts))
		},
		"D-143 of a write": func(s *giftScene, _ *ik.Checkpoint, _ *ik.AgendaItem) {
			s.agent = chain(func(d *def) {
				d.Capabilities[1].Effect, d.Capabilities[1].Confirmation = ik.EffectWrite, ik.ConfirmationRequired
			}).compile(t)
		},
		"of nothing that is due": func(s *giftScene, cp *ik.Checkpoint, _ *ik.AgendaItem) {
			p := cloneState(cp.Progression)
			p.Occurrences[0].ActiveMember = "plan.list"
			cp.Progression = p
		},
		"with an effect open": func(_ *giftScene, cp *ik.Checkpoint, _ *ik.AgendaItem) {
			cp.Effects = []ik.EffectReceipt{{ID: "e", CapabilityID: "gift.decide", Status: ik.EffectUncertain}}
		},
		"on facts that changed": func(s *giftScene, cp *ik.Checkpoint, _ *ik.AgendaItem) {
			cp.Facts = append([]ik.FactRecord{}, cp.Facts...)
			before := *s.cp
			before.Facts = nil
			s.cp = &before
		},
		"D-145 by a confirmation": func(_ *giftScene, cp *ik.Checkpoint, _ *ik.AgendaItem) {
			cp.Interaction.Kind = ik.InteractionConfirmation
		},
		"D-145 by an optional one": func(_ *giftScene, cp *ik.Checkpoint, _ *ik.AgendaItem) { cp.Interaction.Mode = "optional" },
		"under two pieces of work": func(_ *giftScene, cp *ik.Checkpoint, i *ik.AgendaItem) {
			for _, id := range []ik.AgendaItemID{"agenda:p1", "agenda:p2"} {
				cp.Agenda = append(cp.Agenda, owning(work(id, "plan.simulate", ik.AgendaWaitingFacts), *i))
			}
		},
		"under work that does not own it": func(_ *giftScene, cp *ik.Checkpoint, i *ik.AgendaItem) {
			p := work("agenda:p1", "plan.simulate", ik.AgendaWaitingFacts)
			p.Dependencies = []ik.AgendaItemID{i.ID}
			cp.Agenda = append(cp.Agenda, p)
		},
	} {
		t.Run(name, func(t *testing.T) {
			out := displaced(t, f)
			assert.False(t, marked(out.Checkpoint))
			assert.NotNil(t, out.Checkpoint.Agenda[0].Question, "it waits like any other question")
		})
	}
}

// deepAgent is an order that waits for a contact.
func deepAgent(f func(*def)) *def {
	d := (&def{}).can("prod.pick", ik.EffectRead, nil, keys("prod.picked@1")).
		can("order.place", ik.EffectWrite, keys("prod.picked@1", "lead.made@1"), nil).
		can("lead.make", ik.EffectWrite, keys("contact.known@1"), keys("lead.made@1")).
		can("contact.ask", ik.EffectRead, nil, keys("contact.known@1"))
	d.rule("order", "order.place", 1300, "prod.picked@1")
	if f != nil {
		f(d)
	}
	return d
}

func TestMarks(t *testing.T) {
	picked := factOf("prod.picked@1", "prod.pick", "s1")
	scene := func(t *testing.T) (Input, *ik.SuspendedInteraction) {
		a := deepAgent(nil).compile(t)
		contact := work("agenda:contact", "contact.ask", ik.AgendaWaitingInput)
		lead := owning(waitsFor(work("agenda:lead", "lead.make", ik.AgendaWaitingFacts), "contact.known@1"), contact)
		order := owning(waitsFor(work("agenda:order", "order.place", ik.AgendaWaitingFacts), "lead.made@1"), lead)
		cp := &ik.Checkpoint{
			Facts: []ik.FactRecord{picked}, Agenda: []ik.AgendaItem{contact, lead, order},
			Progression: &ik.ProgressionState{Occurrences: []ik.Occurrence{occ(t, ruleOf(a, "order"), active, "order.place", picked)}},
		}
		r := &reconciler{in: Input{Agent: a}, cp: copyOf(cp), state: cloneState(cp.Progression)}
		w, ok := r.ownerOf(&r.cp.Agenda[0])
		require.True(t, ok, "an owner up the chain counts")
		require.NoError(t, r.suspend(w, *asked(contact)))
		return Input{Agent: a, Checkpoint: r.cp}, r.cp.Agenda[0].Suspended
	}
	t.Run("D-149 a mark without a path is accepted", func(t *testing.T) {
		in, mark := scene(t)
		mark.OwnerPath = ""
		out := reconcile(t, in)
		require.NotNil(t, out.Requested)
		assert.Equal(t, ik.InteractionID("q:agenda:contact"), out.Checkpoint.Interaction.ID)
	})
	for name, f := range map[string]func(*ik.Checkpoint, *ik.SuspendedInteraction){
		"D-149 the chain changed": func(cp *ik.Checkpoint, _ *ik.SuspendedInteraction) {
			cp.Agenda[1].ID = "agenda:lead-2"
			cp.Agenda[2].Dependencies, cp.Agenda[2].OwnedDependencyIDs = []ik.AgendaItemID{"agenda:lead-2"}, []ik.AgendaItemID{"agenda:lead-2"}
		},
		"its parent does not wait any more": func(cp *ik.Checkpoint, _ *ik.SuspendedInteraction) { cp.Agenda[1].Status = ik.AgendaBlocked },
		"another occurrence":                func(_ *ik.Checkpoint, m *ik.SuspendedInteraction) { m.OccurrenceID = "other" },
		"other facts":                       func(_ *ik.Checkpoint, m *ik.SuspendedInteraction) { m.PrerequisitePublications = "other" },
		"another capability's question":     func(_ *ik.Checkpoint, m *ik.SuspendedInteraction) { m.Interaction.CapabilityID = "prod.pick" },
		"a circle": func(cp *ik.Checkpoint, _ *ik.SuspendedInteraction) {
			cp.Agenda[0] = func(i ik.AgendaItem) ik.AgendaItem {
				s := i.Suspended
				i = owning(i, cp.Agenda[2])
				i.Suspended = s
				return i
			}(cp.Agenda[0])
		},
	} {
		t.Run(name+": the mark goes, nothing else", func(t *testing.T) {
			in, mark := scene(t)
			f(in.Checkpoint, mark)
			out := reconcile(t, in)
			assert.Nil(t, out.Requested)
			assert.False(t, marked(out.Checkpoint))
			assert.Equal(t, ik.AgendaWaitingInput, out.Checkpoint.Agenda[0].Status)
			require.NotNil(t, out.Checkpoint.Interaction, "it is asked like any other question that waits")
			assert.Equal(t, ik.InteractionID("q:agenda:contact"), out.Checkpoint.Agenda[0].Question.ID)
		})
	}
	t.Run("D-152 of two the more urgent comes back first", func(t *testing.T) {
		a := chain(func(d *def) {
			d.Progression.Rules[0].Priority, d.Progression.Rules[1].Priority = 200, 150
		}).compile(t)
		priced, chosen := factOf("gift.priced@1", "gift.price", "s1"), factOf("plan.chosen@1", "plan.choose", "s2")
		one, two := work("agenda:1", "gift.decide", ik.AgendaWaitingInput), work("agenda:2", "plan.simulate", ik.AgendaWaitingInput)
		r := &reconciler{in: Input{Agent: a}, cp: &ik.Checkpoint{Facts: []ik.FactRecord{priced, chosen}, Agenda: []ik.AgendaItem{one, two}}}
		r.state = &ik.ProgressionState{Occurrences: []ik.Occurrence{
			occ(t, ruleOf(a, "gift"), active, "gift.decide", priced), occ(t, ruleOf(a, "simulate"), active, "plan.simulate", chosen),
		}}
		r.cp.Progression = r.state
		for i := range r.cp.Agenda {
			w, ok := r.ownerOf(&r.cp.Agenda[i])
			require.True(t, ok)
			require.NoError(t, r.suspend(w, *asked(r.cp.Agenda[i])))
		}
		out := reconcile(t, Input{Agent: a, Checkpoint: r.cp})
		assert.Equal(t, ik.InteractionID("q:agenda:2"), out.Checkpoint.Interaction.ID)
		after := copyOf(out.Checkpoint)
		after.Agenda, after.Interaction = after.Agenda[:1], nil
		out = reconcile(t, Input{Agent: a, Checkpoint: after, Results: []ik.StepResult{completedResult("s5", "plan.simulate")}})
		assert.Equal(t, ik.InteractionID("q:agenda:1"), out.Checkpoint.Interaction.ID)
	})
}
