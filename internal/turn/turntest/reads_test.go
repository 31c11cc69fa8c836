package turntest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// reader is a drawn agent whose capabilities read for each other: fact i has instances by "id", and its value names the
// instance of another fact in "ref".
type reader struct {
	*turntest.Agent
	ids    []ik.CapabilityID
	keyed  []bool
	script map[ik.CapabilityID][]int
}

const (
	readFails = iota + 1
	readBreaks
	readAsks
	readAnother
	readNothing
	readOutcomes
)

func factOf(i int) ik.FactKey { return ik.FactKey(fmt.Sprintf("f%d@1", i)) }

func drawReader(t *rapid.T) *reader {
	r := &reader{Agent: turntest.NewAgent(), script: map[ik.CapabilityID][]int{}}
	for i := range rapid.IntRange(2, 7).Draw(t, "capabilities") {
		id := ik.CapabilityID(fmt.Sprintf("cap.n%d", i))
		effect := rapid.SampledFrom([]ik.Effect{ik.EffectRead, ik.EffectRead, ik.EffectNone, ik.EffectWrite}).Draw(t, "effect")
		c := r.Add(id, effect, "|"+string(factOf(i)))
		c.Input = turntest.Object("id")
		r.ids = append(r.ids, id)
		r.keyed = append(r.keyed, rapid.IntRange(0, 2).Draw(t, "keyed") > 0)
		if r.keyed[i] {
			r.Def.Facts[i].KeyPath = "id"
		}
		if effect == ik.EffectWrite && rapid.Bool().Draw(t, "silent") {
			c.Confirmation, c.Because = ik.ConfirmationNone, "it only notes something"
		}
		for range rapid.IntRange(0, min(i, 3)).Draw(t, "requires") {
			r.require(t, c, i)
		}
		r.script[id] = rapid.SliceOfN(rapid.IntRange(0, readOutcomes+4), 1, 4).Draw(t, string(id))
		r.Handlers[id] = r.handler(i)
	}
	r.Def.Policies = []ik.PolicyDefinition{{ID: "no.x", Version: 1, Rules: func(c ik.PolicyContext) ik.Verdict {
		raw, _ := c.Input.(json.RawMessage)
		if id, _ := jsonval.Lookup(raw, "id"); string(id) == `"x"` {
			return ik.Deny("x is not ours")
		}
		return ik.Allow()
	}}}
	return r
}

// require lets a capability need the fact of an earlier one, mostly read by the kernel.
func (r *reader) require(t *rapid.T, c *ik.CapabilityDefinition, i int) {
	from := rapid.IntRange(0, i-1).Draw(t, "of")
	req := ik.Requirement{
		Facts:      []ik.FactKey{factOf(from)},
		Resolution: rapid.SampledFrom([]string{"", "", "", "optional", "runtime"}).Draw(t, "resolution"),
	}
	path := ik.Path("input.id")
	if other := rapid.IntRange(0, i-1).Draw(t, "by"); other != from && r.means(c, other) && rapid.Bool().Draw(t, "chained") {
		path = ik.Path(string(factOf(other)) + ".ref")
	}
	if r.keyed[from] {
		req.Key = rapid.SampledFrom([]ik.Path{path, path, "*"}).Draw(t, "key")
	}
	if r.Def.Capabilities[from].Effect != ik.EffectWrite && rapid.IntRange(0, 3).Draw(t, "planned") > 0 {
		req.From = &ik.PlannedRead{Capability: r.ids[from], Input: map[string]ik.Path{"id": path}}
	}
	c.Requires = append(c.Requires, req)
}

// means tells whether a capability may read a path of a fact: it requires one instance, or the fact has none.
func (r *reader) means(c *ik.CapabilityDefinition, i int) bool {
	return !r.keyed[i] || slices.ContainsFunc(c.Requires, func(q ik.Requirement) bool {
		return q.Facts[0] == factOf(i) && q.Key != "*"
	})
}

func (r *reader) handler(i int) turntest.Handler {
	return func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
		script := r.script[r.ids[i]]
		n := len(inv.Step) + int(inv.Step[len(inv.Step)-1])
		raw, _ := jsonval.Lookup(in, "id")
		id, _ := jsonval.String(raw)
		switch script[n%len(script)] {
		case readFails:
			return ik.FailedResult(ik.CapabilityIssue{Code: "NO", Message: "no"}), nil
		case readBreaks:
			return ik.Result{}, errors.New("broken")
		case readAsks:
			return turntest.Asks(ik.Interaction{Kind: ik.InteractionInput, Goal: "What?"}, nil), nil
		case readAnother:
			id = "another"
		case readNothing:
			return r.complete(ctx, inv, i, "")
		}
		return r.complete(ctx, inv, i, id)
	}
}

func (r *reader) complete(ctx context.Context, inv *ik.Invocation, i int, id string) (ik.Result, error) {
	if r.Def.Capabilities[i].Effect == ik.EffectWrite {
		if _, _, err := inv.Effects(ctx, "", turntest.Applied); err != nil {
			return ik.Result{}, err
		}
	}
	if id == "" {
		return turntest.Completed(), nil
	}
	res := turntest.Completed(factOf(i))
	res.Facts[0].Value = map[string]string{"id": id, "ref": id + "r"}
	return res, nil
}

// planned are the reads that the kernel added in a turn, with every step that was planned before each.
func planned(turned turntest.Turned) (reads []ik.PlanStep, before [][]ik.PlanStep) {
	var all []ik.PlanStep
	for _, p := range turned.Parts {
		for i, s := range p.Planned.Steps {
			if len(s.PlannedFor) > 0 {
				reads = append(reads, s)
				before = append(before, append(append([]ik.PlanStep{}, all...), p.Planned.Steps[:i]...))
			}
		}
		all = append(all, p.Planned.Steps...)
	}
	return reads, before
}

// sound holds a state to what is true after every turn: instances have keys and are there once, and open work is linked to
// work that is open.
func sound(t *rapid.T, w *turntest.World) {
	facts := map[ik.FactRef]bool{}
	for _, f := range w.Checkpoint.Facts {
		assert.Equal(t, w.Compiled.Keyed(f.FactKey()), f.Key != "")
		assert.False(t, facts[f.FactRef], "%v is there twice", f.FactRef)
		facts[f.FactRef] = true
	}
	owners := map[ik.AgendaItemID]int{}
	for _, item := range w.Checkpoint.Agenda {
		for _, id := range item.Dependencies {
			assert.NotNil(t, itemOf(w.Checkpoint, id), "%s depends on work that is gone", item.ID)
		}
		for _, id := range item.OwnedDependencyIDs {
			assert.Contains(t, item.Dependencies, id)
			assert.Equal(t, ik.AgendaWaitingFacts, item.Status)
			owners[id]++
			assert.Equal(t, 1, owners[id], "%s belongs to two", id)
		}
	}
	if q := w.Checkpoint.Interaction; q != nil {
		assert.NotNil(t, itemOf(w.Checkpoint, q.AgendaItemID), "nobody asks what is asked")
	}
}

func TestPlannedReads(t *testing.T) {
	seen := 0
	rapid.Check(t, func(rt *rapid.T) {
		r := drawReader(rt)
		w := turntest.NewWorld(t, r.Agent)
		w.MaxSteps = rapid.SampledFrom([]int{64, 64, 3, 1}).Draw(rt, "maxSteps")
		for turn := range rapid.IntRange(1, 4).Draw(rt, "turns") {
			var batch ik.IntentionBatch
			for i := range rapid.IntRange(0, 3).Draw(rt, "intentions") {
				id := rapid.SampledFrom(r.ids).Draw(rt, "capability")
				key := rapid.SampledFrom([]string{"a", "b", "x", "ar"}).Draw(rt, "id")
				batch.Intentions = append(batch.Intentions, turntest.Intend(fmt.Sprintf("i%d-%d", turn, i), id, map[string]string{"id": key}))
			}
			if q := w.Checkpoint.Interaction; q != nil && rapid.Bool().Draw(rt, "answers") {
				batch.Answer = &ik.InteractionAnswer{InteractionID: q.ID, Value: json.RawMessage("true"), Evidence: "yes"}
			}
			turned, err := w.Try(t.Context(), batch)
			require.NoError(rt, err)
			reads, before := planned(turned)
			seen += len(reads)
			for i, s := range reads {
				assert.NotEqual(rt, ik.EffectWrite, w.Compiled.Capabilities[s.CapabilityID].Effect, "a planned read writes")
				for _, b := range before[i] {
					assert.False(rt, b.CapabilityID == s.CapabilityID && jsonval.Equal(b.Input, s.Input), "it is read twice in a turn: %s", s.CapabilityID)
				}
				if s.Disposition == ik.DispositionExecute {
					assert.Contains(rt, []string{plan.CodePlannedRead, plan.CodeAccepted}, s.Reason.Code)
				}
			}
			assert.LessOrEqual(rt, len(turned.Invoked), w.MaxSteps, "the budget counts planned reads")
			sound(rt, w)
		}
	})
	assert.Positive(t, seen, "no read was planned at all")
}
