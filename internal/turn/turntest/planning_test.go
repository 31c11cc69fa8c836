package turntest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func planning() []property {
	return []property{
		forAll("P-01 a step for every intention, in order; the rest is open work", oneStepAnIntention),
		forAll("P-02 planning is a pure function", func(t *rapid.T, w *talk, turn told) {
			before := string(turntest.JSON(turn.before))
			assert.Equal(t, turntest.JSON(create(t, w, turn.before, turn.batch)), turntest.JSON(create(t, w, turn.before, turn.batch)))
			assert.Equal(t, before, string(turntest.JSON(turn.before)), "the input does not change")
		}),
		forAllPlans("P-03 an edge leads to another step of the plan, and to no circle", func(t *rapid.T, _ *talk, p turntest.Part) {
			for _, s := range p.Planned.Steps {
				for _, d := range s.DependsOn {
					assert.NotNil(t, stepOf(p.Planned.Steps, d))
					assert.False(t, reaches(p.Planned.Steps, d, s.ID), "a circle")
				}
			}
		}),
		forAllPlans("P-04 what runs lacks nothing, is valid, allowed and confirmed", runsRightly),
		forAllPlans("P-05 two writes of a plan are ordered, or one was confirmed or chosen", ordered),
		forAllPlans("P-06 what runs is ready or confirmed", func(t *rapid.T, _ *talk, p turntest.Part) {
			for _, s := range p.Reduced.Plan.Steps {
				if s.Disposition == ik.DispositionExecute {
					assert.Contains(t, []string{plan.CodeReady, plan.CodeAccepted}, s.Reason.Code)
				}
			}
		}),
		forAllPlans("P-07 the question is the most pressing one, of equals the first that comes after no other", mostPressing),
		forAllPlans("P-08 an answer goes to one step", func(t *rapid.T, _ *talk, p turntest.Part) {
			given := map[string]int{}
			for _, s := range p.Planned.Steps {
				if s.Answer != nil {
					given[string(s.Answer.InteractionID)]++
				}
			}
			for _, n := range given {
				assert.Equal(t, 1, n)
			}
		}),
		{"P-09 every provider precedes its consumers", func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) {
				a := turntest.DrawAgent(rt, 8)
				a.Def.Capabilities = rapid.Permutation(a.Def.Capabilities).Draw(rt, "order")
				w := turntest.NewWorld(t, a.Agent).Compiled
				for _, c := range w.Def.Capabilities {
					for _, r := range c.Requires {
						for _, k := range r.Facts {
							for _, p := range w.Providers[k] {
								assert.Less(rt, w.Rank(p), w.Rank(c.ID))
							}
						}
					}
				}
			})
		}},
		forAll("P-10 a further fact never adds to what is missing", furtherFact),
	}
}

func oneStepAnIntention(t *rapid.T, _ *talk, turn told) {
	steps := turn.turned.Plan.Steps
	at, missing := 0, 0
	for _, i := range turn.batch.Intentions {
		found := slices.IndexFunc(steps[at:], func(s ik.PlanStep) bool { return s.Intention.ID == i.ID })
		if found < 0 {
			missing++ // said again: it is the step of what was confirmed, or of work that goes on
			continue
		}
		at += found + 1
	}
	resumed := 0
	for _, s := range steps {
		own := slices.ContainsFunc(turn.batch.Intentions, func(i ik.Intention) bool { return i.ID == s.Intention.ID })
		if !own {
			resumed++
			assert.True(t, slices.ContainsFunc(turn.before.Agenda, func(i ik.AgendaItem) bool { return i.Intention.ID == s.Intention.ID }),
				"the rest is open work")
		}
	}
	assert.Len(t, steps, len(turn.batch.Intentions)-missing+resumed)
	assert.LessOrEqual(t, missing, resumed, "nothing that was said is lost")
}

func reaches(steps []ik.PlanStep, from, to ik.StepID) bool {
	s := stepOf(steps, from)
	return s != nil && (from == to || slices.ContainsFunc(s.DependsOn, func(d ik.StepID) bool { return reaches(steps, d, to) }))
}

func runsRightly(t *rapid.T, w *talk, p turntest.Part) {
	for _, s := range p.Planned.Steps {
		if s.Disposition != ik.DispositionExecute {
			continue
		}
		c := capabilityOf(w, s)
		assert.Empty(t, s.MissingFacts)
		_, issues := c.Input.Decode(s.Input)
		assert.Empty(t, issues)
		for _, v := range s.Reason.Policies {
			assert.Contains(t, []ik.VerdictKind{ik.VerdictAllow, ik.VerdictConfirm}, v.Verdict)
			assert.True(t, v.Verdict != ik.VerdictConfirm || s.Reason.Code == plan.CodeAccepted)
		}
		if c.Confirmation == ik.ConfirmationRequired {
			assert.Equal(t, plan.CodeAccepted, s.Reason.Code)
			assert.NotEmpty(t, s.Accepted)
		}
	}
}

func ordered(t *rapid.T, w *talk, p turntest.Part) {
	var writes []ik.PlanStep
	for _, s := range p.Planned.Steps {
		if s.Disposition == ik.DispositionExecute && capabilityOf(w, s).Effect == ik.EffectWrite {
			writes = append(writes, s)
		}
	}
	for i, a := range writes {
		for _, b := range writes[i+1:] {
			first := a.Reason.Code == plan.CodeAccepted || b.Reason.Code == plan.CodeAccepted || a.Answer != nil || b.Answer != nil
			assert.True(t, first || reaches(p.Planned.Steps, a.ID, b.ID) || reaches(p.Planned.Steps, b.ID, a.ID))
		}
	}
}

func mostPressing(t *rapid.T, _ *talk, p turntest.Part) {
	best := 0
	for _, s := range p.Planned.Steps {
		if s.Question != nil {
			best = max(best, plan.Priority(s.Reason.Code))
		}
	}
	if p.Planned.Interaction == nil {
		assert.Zero(t, best)
		return
	}
	for _, s := range p.Planned.Steps {
		behind := slices.ContainsFunc(s.DependsOn, func(d ik.StepID) bool {
			other := stepOf(p.Planned.Steps, d)
			return other.Question != nil && plan.Priority(other.Reason.Code) == best
		})
		if s.Question == nil || plan.Priority(s.Reason.Code) < best || behind {
			continue
		}
		assert.Equal(t, s.Question.ID, p.Planned.Interaction.ID)
		return
	}
}

func furtherFact(t *rapid.T, w *talk, turn told) {
	if len(w.world.Compiled.Def.Facts) == 0 {
		return
	}
	key := rapid.SampledFrom(w.world.Compiled.Def.Facts).Draw(t, "fact").Fact
	if len(w.world.Compiled.Def.Policies) > 0 || hasFact(turn.before.Facts, key) {
		return // rules may judge otherwise with the fact
	}
	more := clone(t, turn.before)
	more.Facts = append(more.Facts, turntest.Record(key))
	a, b := create(t, w, turn.before, turn.batch), create(t, w, more, turn.batch)
	for _, s := range b.Steps {
		at := slices.IndexFunc(a.Steps, func(o ik.PlanStep) bool { return o.Intention.ID == s.Intention.ID })
		for _, m := range s.MissingFacts {
			assert.True(t, at >= 0 && slices.ContainsFunc(a.Steps[at].MissingFacts, func(o ik.FactRequirement) bool { return o.FactRef == m.FactRef }))
		}
	}
}
