package turntest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func execution() []property {
	return []property{
		forAllPlans("P-11 nothing starts before what it needs completed", nothingEarly),
		{"P-12 a write runs alone", func(t *testing.T) {
			rapid.Check(t, func(rt *rapid.T) { assert.Empty(rt, converse(t, rt).agent.Watch.Fault()) })
		}},
		forAllPlans("P-13 a result for each step that ran or was skipped, in plan order; each runs once", oneResult),
		forAllPlans("P-14 a step is skipped only if something that it needs did not complete or publish", skippedRightly),
		forAllPlans("P-15 what a skipped step waits for is declared and not known", func(t *rapid.T, w *talk, p turntest.Part) {
			for _, res := range p.Reduced.Results {
				for _, f := range res.PendingFacts {
					declared := slices.ContainsFunc(w.world.Compiled.Capabilities[res.CapabilityID].Requires, func(r ik.Requirement) bool {
						return r.Facts[0] == f.FactKey() && len(r.Facts) == len(f.AnyOf)+1
					})
					assert.True(t, declared)
					assert.False(t, facts.Satisfied(p.Facts, f))
				}
			}
		}),
		{"P-16 a failing step changes no other", failureIsolates},
		forAll("P-17 no turn runs more steps than it may, automatic ones included", func(t *rapid.T, w *talk, turn told) {
			n := 0
			for _, p := range turn.turned.Parts {
				n += p.Executed
			}
			assert.LessOrEqual(t, n, w.world.MaxSteps)
			assert.Len(t, turn.turned.Invoked, n)
		}),
		forAllPlans("P-18 a write that completed has a completed receipt", func(t *rapid.T, w *talk, p turntest.Part) {
			for _, res := range p.Reduced.Results {
				write := w.world.Compiled.Capabilities[res.CapabilityID].Effect == ik.EffectWrite
				if write && completed(&res) {
					assert.True(t, slices.ContainsFunc(res.Effects, func(e ik.EffectReceipt) bool { return e.Status == ik.EffectCompleted }))
				}
			}
		}),
	}
}

func completed(res *ik.StepResult) bool {
	return res != nil && res.Result != nil && res.Result.Status == ik.StatusCompleted
}

func resultOf(p turntest.Part, id ik.StepID) *ik.StepResult {
	for i := range p.Reduced.Results {
		if p.Reduced.Results[i].StepID == id {
			return &p.Reduced.Results[i]
		}
	}
	return nil
}

// optionalEdge tells whether a step can do without another one.
func optionalEdge(w *talk, s, other *ik.PlanStep) bool {
	c := capabilityOf(w, *s)
	found := false
	for _, r := range c.Requires {
		about := slices.ContainsFunc(r.Facts, func(k ik.FactKey) bool { return w.world.Compiled.Provides(other.CapabilityID, k) })
		if about && r.Resolution != "optional" {
			return false
		}
		found = found || about
	}
	return found && !slices.Contains(c.After, other.CapabilityID)
}

func nothingEarly(t *rapid.T, w *talk, p turntest.Part) {
	steps := p.Reduced.Plan.Steps
	for i, id := range p.Reduced.Order {
		s, res := stepOf(steps, id), resultOf(p, id)
		if res.Result == nil {
			continue // skipped
		}
		for _, d := range s.DependsOn {
			other := resultOf(p, d)
			if optionalEdge(w, s, stepOf(steps, d)) {
				continue
			}
			if required := needs(w, p, s, stepOf(steps, d), i); required || slices.Contains(capabilityOf(w, *s).After, stepOf(steps, d).CapabilityID) {
				assert.True(t, completed(other), "%s ran, and %s did not complete", id, d)
			}
			assert.True(t, other == nil || slices.Index(p.Reduced.Order, d) < i)
		}
	}
}

// needs tells whether a step had to wait for another one: it publishes a fact that was neither there before the plan, nor
// published by what ended before the step.
func needs(w *talk, p turntest.Part, s, other *ik.PlanStep, at int) bool {
	return slices.ContainsFunc(capabilityOf(w, *s).Requires, func(r ik.Requirement) bool {
		if r.Resolution != "" || len(r.Facts) != 1 || !w.world.Compiled.Provides(other.CapabilityID, r.Facts[0]) || hasFact(p.Facts, r.Facts[0]) {
			return false
		}
		return !slices.ContainsFunc(p.Reduced.Order[:at], func(id ik.StepID) bool {
			res := resultOf(p, id)
			return completed(res) && slices.ContainsFunc(res.Result.Facts, func(f ik.CandidateRecord) bool { return f.FactKey() == r.Facts[0] })
		})
	})
}

func oneResult(t *rapid.T, _ *talk, p turntest.Part) {
	at := -1
	seen := map[ik.StepID]bool{}
	for _, res := range p.Reduced.Results {
		assert.False(t, seen[res.StepID])
		seen[res.StepID] = true
		place := slices.IndexFunc(p.Reduced.Plan.Steps, func(s ik.PlanStep) bool { return s.ID == res.StepID })
		assert.Greater(t, place, at)
		at = place
	}
	for _, s := range p.Reduced.Plan.Steps {
		assert.Equal(t, s.Disposition == ik.DispositionExecute, seen[s.ID], "a result for each step that was to run and had room")
	}
	assert.Len(t, p.Reduced.Order, len(p.Reduced.Results))
}

func skippedRightly(t *rapid.T, w *talk, p turntest.Part) {
	for _, res := range p.Reduced.Results {
		if res.Result != nil {
			continue
		}
		s := stepOf(p.Reduced.Plan.Steps, res.StepID)
		cause := slices.ContainsFunc(s.DependsOn, func(d ik.StepID) bool {
			other := resultOf(p, d)
			return !completed(other) || slices.ContainsFunc(res.PendingFacts, func(f ik.FactRequirement) bool {
				return !slices.ContainsFunc(other.Result.Facts, func(c ik.CandidateRecord) bool { return facts.Meets(c.FactRef, f) })
			})
		})
		lost := slices.ContainsFunc(res.PendingFacts, func(f ik.FactRequirement) bool {
			return slices.ContainsFunc(p.Out.Invalidated, func(gone ik.FactRecord) bool { return facts.Meets(gone.FactRef, f) })
		})
		assert.True(t, cause || lost, "%s waits for %v", res.StepID, res.PendingFacts)
		assert.Equal(t, res.Reason.Code == "DEPENDENCY_PENDING", len(res.PendingFacts) > 0)
		assert.NotEmpty(t, res.Reason.Evidence)
	}
}

// failureIsolates runs reads that do not need each other, with and without one that fails.
func failureIsolates(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(rt, "n")
		fails := rapid.IntRange(0, n-1).Draw(rt, "fails")
		run := func(broken bool) map[ik.CapabilityID]string {
			a := turntest.NewAgent()
			var list []ik.Intention
			for i := range n {
				id := ik.CapabilityID(fmt.Sprintf("cap.n%d", i))
				a.Add(id, ik.EffectRead, fmt.Sprintf("|f%d@1", i))
				list = append(list, turntest.Intend(fmt.Sprint(i), id, map[string]any{}))
			}
			if broken {
				a.Handlers[ik.CapabilityID(fmt.Sprintf("cap.n%d", fails))] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
					panic("broken")
				}
			}
			out := map[ik.CapabilityID]string{}
			for _, res := range turntest.NewWorld(t, a).Say(t, list...).Results {
				out[res.CapabilityID] = string(turntest.JSON(res))
			}
			delete(out, ik.CapabilityID(fmt.Sprintf("cap.n%d", fails)))
			return out
		}
		assert.Equal(rt, run(false), run(true))
	})
}
