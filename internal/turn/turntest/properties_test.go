package turntest_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// talk is one drawn conversation, turn by turn.
type talk struct {
	agent *turntest.Random
	world *turntest.World
	turns []told
}

// told is one turn of it.
type told struct {
	before, after *ik.Checkpoint
	batch         ik.IntentionBatch
	turned        turntest.Turned
}

// drawn is what a user does in a turn, before it is known what is asked.
type drawn struct {
	intentions []ik.Intention
	answer     any
	cancel     bool
}

func drawTurns(t *rapid.T, a *turntest.Random, most int) []drawn {
	var out []drawn
	for i := range rapid.IntRange(1, most).Draw(t, "turns") {
		var d drawn
		few := a.IDs[:rapid.SampledFrom([]int{1, 2, len(a.IDs), len(a.IDs)}).Draw(t, "of")] // so that some are asked for twice
		for j := range rapid.IntRange(0, 3).Draw(t, "intentions") {
			id := rapid.SampledFrom(few).Draw(t, "capability")
			in := turntest.Intend(string(rune('a'+i%26))+string(rune('0'+i/26))+string(rune('0'+j)), id,
				map[string]any{"text": rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "text")})
			if rapid.IntRange(0, 9).Draw(t, "unclear") == 0 {
				in.Resolution, in.Alternatives = ik.Ambiguous, []string{"this", "that"}
			}
			d.intentions = append(d.intentions, in)
		}
		d.answer = rapid.SampledFrom([]any{nil, true, true, true, false, "words"}).Draw(t, "answer")
		d.cancel = rapid.IntRange(0, 7).Draw(t, "cancel") == 0
		out = append(out, d)
	}
	return out
}

func (d drawn) batch(cp *ik.Checkpoint) ik.IntentionBatch {
	b := ik.IntentionBatch{Intentions: d.intentions}
	if q := cp.Interaction; q != nil && d.answer != nil {
		value := turntest.JSON(d.answer)
		if len(q.Options) > 0 && d.answer != "words" {
			value = turntest.JSON(q.Options[0].Value)
		}
		b.Answer = &ik.InteractionAnswer{InteractionID: q.ID, Value: value, Evidence: "words"}
	}
	if d.cancel && len(cp.Agenda) > 0 {
		b.LifecycleActions = []ik.LifecycleAction{{Kind: "cancel_agenda_item", TargetID: string(cp.Agenda[0].ID)}}
	}
	return b
}

func clone[T any](t rapid.TB, v T) T {
	var out T
	require.NoError(t, json.Unmarshal(turntest.JSON(v), &out))
	return out
}

// longest is the longest conversation of a property, in turns.
func longest() int {
	if os.Getenv("IKGEN_NIGHTLY") != "" {
		return 30
	}
	return 4
}

// converse draws an agent and a conversation with it.
func converse(t *testing.T, rt *rapid.T, change ...func(*turntest.World)) *talk {
	a := turntest.DrawAgent(rt, 7)
	turns := drawTurns(rt, a, longest())
	out := &talk{agent: a, world: turntest.NewWorld(t, a.Agent)}
	out.world.MaxSteps = rapid.SampledFrom([]int{64, 64, 2, 1}).Draw(rt, "maxSteps")
	out.world.Parallel = true
	for _, c := range change {
		c(out.world)
	}
	for _, d := range turns {
		before := clone(rt, out.world.Checkpoint)
		batch := d.batch(before)
		turned, err := out.world.Try(t.Context(), batch)
		require.NoError(rt, err)
		out.turns = append(out.turns, told{before, out.world.Checkpoint, batch, turned})
	}
	return out
}

// forAll checks a property of every turn.
func forAll(name string, holds func(t *rapid.T, w *talk, turn told)) property {
	return property{name, func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			w := converse(t, rt)
			for _, turn := range w.turns {
				holds(rt, w, turn)
			}
		})
	}}
}

// forAllPlans checks a property of every plan as it was made, before anything ran.
func forAllPlans(name string, holds func(t *rapid.T, w *talk, p turntest.Part)) property {
	return forAll(name, func(t *rapid.T, w *talk, turn told) {
		for _, p := range turn.turned.Parts {
			holds(t, w, p)
		}
	})
}

type property struct {
	name  string
	check func(*testing.T)
}

// create makes the plan of a turn as the first part of it was made.
func create(t *rapid.T, w *talk, cp *ik.Checkpoint, batch ik.IntentionBatch) *ik.TurnPlan {
	p, err := plan.Create(context.Background(), plan.Input{
		Batch: batch, Facts: cp.Facts, Agenda: cp.Agenda, Interaction: cp.Interaction, Agent: w.world.Compiled, IDs: &turntest.IDs{},
	})
	require.NoError(t, err)
	return p
}

func capabilityOf(w *talk, s ik.PlanStep) *ik.CapabilityDefinition {
	return w.world.Compiled.Capabilities[s.CapabilityID]
}

func stepOf(steps []ik.PlanStep, id ik.StepID) *ik.PlanStep {
	at := slices.IndexFunc(steps, func(s ik.PlanStep) bool { return s.ID == id })
	if at < 0 {
		return nil
	}
	return &steps[at]
}

func hasFact(list []ik.FactRecord, key ik.FactKey) bool {
	return slices.ContainsFunc(list, func(f ik.FactRecord) bool { return f.FactKey() == key })
}

func itemOf(cp *ik.Checkpoint, id ik.AgendaItemID) *ik.AgendaItem {
	at := slices.IndexFunc(cp.Agenda, func(i ik.AgendaItem) bool { return i.ID == id })
	if at < 0 {
		return nil
	}
	return &cp.Agenda[at]
}

func TestProperties(t *testing.T) {
	all := slices.Concat(planning(), execution(), effects(), reduction())
	for i, p := range all {
		require.True(t, strings.HasPrefix(p.name, "P-"), "%d", i)
		t.Run(p.name, p.check)
	}
}
