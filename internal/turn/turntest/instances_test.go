package turntest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// orders is a desk with n orders that are known, each with a private text where the agent says so.
func orders(t testing.TB, n int) *turntest.World {
	a := turntest.NewAgent()
	a.Add("order.find", ik.EffectRead, "|order@1")
	a.Def.Facts[0].KeyPath = "id"
	c := a.Add("order.tell", ik.EffectRead, "")
	c.Requires = []ik.Requirement{{Facts: []ik.FactKey{"order@1"}, Key: "input.id", From: &ik.PlannedRead{
		Capability: "order.find", Input: map[string]ik.Path{"id": "input.id"},
	}}}
	a.Def.Policies = []ik.PolicyDefinition{{ID: "order.open", Version: 1, ReadsFacts: []ik.FactKey{"order@1"}, Rules: func(c ik.PolicyContext) ik.Verdict {
		c.Facts.Required("order@1")
		return ik.Allow()
	}}}
	w := turntest.NewWorld(t, a)
	w.Kept = true
	for i := range n {
		r := turntest.Record("order@1")
		r.Key = fmt.Sprintf("O%d", i)
		r.Value = json.RawMessage(fmt.Sprintf(`{"id":%q}`, r.Key))
		r.ProducedBy.CapabilityID = "order.find"
		w.Checkpoint.Facts = append(w.Checkpoint.Facts, r)
	}
	return w
}

func look(t testing.TB, w *turntest.World) *snapshot.Snapshot {
	s, err := snapshot.Build(t.Context(), snapshot.Input{
		Checkpoint: w.Checkpoint, Agent: w.Compiled, Message: ik.Message{Role: ik.RoleUser, Content: "O1?"}, Now: time.Unix(0, 0), Window: 20,
	})
	require.NoError(t, err)
	return s
}

func TestWhatIsOutsideTheWindowCostsNothing(t *testing.T) {
	few, many := orders(t, 2*project.InstanceWindow), orders(t, 100*project.InstanceWindow)
	cost := func(w *turntest.World, f func()) float64 {
		f() // what is made once is not counted
		return testing.AllocsPerRun(20, f)
	}
	t.Run("models are shown as much", func(t *testing.T) {
		a, b := look(t, few).Context(), look(t, many).Context()
		assert.InDelta(t, len(a), len(b), 100, "but for the numbers themselves")
	})
	t.Run("a snapshot allocates as much", func(t *testing.T) {
		a := cost(few, func() { look(t, few) })
		b := cost(many, func() { look(t, many) })
		assert.InDelta(t, a, b, a/20)
	})
	t.Run("a turn about one of them allocates as much", func(t *testing.T) {
		n := 0
		turn := func(w *turntest.World) func() {
			return func() {
				n++
				in := turntest.Intend(fmt.Sprintf("i%d", n), "order.tell", map[string]string{"id": "O1"})
				out, err := w.Try(context.Background(), ik.IntentionBatch{Intentions: []ik.Intention{in}})
				require.NoError(t, err)
				require.Len(t, out.Invoked, 1)
			}
		}
		a, b := cost(few, turn(few)), cost(many, turn(many))
		assert.InDelta(t, a, b, a/20)
	})
}

func TestTheNewestInstancesAreShown(t *testing.T) {
	s := look(t, orders(t, project.InstanceWindow+7))
	var doc struct {
		Facts []struct {
			Key string `json:"key"`
		} `json:"facts"`
		Omissions []project.Omission `json:"omissions"`
	}
	require.NoError(t, json.Unmarshal(s.Context(), &doc))
	require.Len(t, doc.Facts, project.InstanceWindow)
	assert.Equal(t, "O7", doc.Facts[0].Key)
	require.Len(t, doc.Omissions, 1)
	assert.Equal(t, "facts", doc.Omissions[0].Path)
	assert.Equal(t, 7, doc.Omissions[0].Omitted)
	assert.Len(t, s.Facts, project.InstanceWindow+7, "handlers and rules have them all")
}

func BenchmarkTurnWithManyInstances(b *testing.B) {
	for _, n := range []int{20, 2000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := orders(b, n)
			for i := range b.N {
				in := turntest.Intend(fmt.Sprintf("i%d", i), "order.tell", map[string]string{"id": "O1"})
				if _, err := w.Try(b.Context(), ik.IntentionBatch{Intentions: []ik.Intention{in}}); err != nil {
					b.Fatal(err)
				}
				look(b, w)
			}
		})
	}
}
