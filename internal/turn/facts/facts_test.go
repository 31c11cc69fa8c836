package facts_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

func keys(list []ik.FactRecord) []ik.FactKey {
	out := []ik.FactKey{}
	for _, f := range list {
		out = append(out, f.FactKey())
	}
	return out
}

func roots(list ...ik.FactKey) []ik.FactRef {
	var out []ik.FactRef
	for _, k := range list {
		out = append(out, k.Ref())
	}
	return out
}

func TestInvalidate(t *testing.T) {
	a, b, c, d := turntest.Record("a@1"), turntest.Record("b@1", "a@1"), turntest.Record("c@1", "a@1"), turntest.Record("d@1", "b@1", "c@1")
	e, f := turntest.Record("e@1", "f@1"), turntest.Record("f@1", "e@1")
	all := []ik.FactRecord{d, f, b, a, c, e}
	t.Run("C-154 diamonds and cycles", func(t *testing.T) {
		kept, removed := facts.Invalidate(all, roots("a@1"))
		assert.Equal(t, []ik.FactKey{"f@1", "e@1"}, keys(kept))
		assert.Equal(t, []ik.FactKey{"d@1", "b@1", "a@1", "c@1"}, keys(removed))
		_, removed = facts.Invalidate(all, roots("e@1"))
		assert.Equal(t, []ik.FactKey{"f@1", "e@1"}, keys(removed))
	})
	t.Run("another version is another fact", func(t *testing.T) {
		_, removed := facts.Invalidate(all, roots("a@2"))
		assert.Empty(t, removed)
	})
	t.Run("C-157 an ancestor that is not there", func(t *testing.T) {
		_, removed := facts.Invalidate([]ik.FactRecord{b}, roots("a@1"))
		assert.Equal(t, []ik.FactKey{"b@1"}, keys(removed))
	})
	t.Run("instances", func(t *testing.T) {
		one, two := turntest.Record("k@1"), turntest.Record("k@1")
		one.Key, two.Key = "1", "2"
		kept, _ := facts.Invalidate([]ik.FactRecord{one, two}, []ik.FactRef{{Type: "k", Version: 1, Key: "1"}})
		require.Len(t, kept, 1)
		assert.Equal(t, "2", kept[0].Key)
		kept, _ = facts.Invalidate([]ik.FactRecord{one, two}, roots("k@1"))
		assert.Empty(t, kept)
	})
}

func TestInvalidationIsAClosure(t *testing.T) {
	key := func(i int) ik.FactKey { return ik.FactKey(fmt.Sprintf("f%d@1", i)) }
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "n")
		var all []ik.FactRecord
		for i := range n {
			var on []ik.FactKey
			for _, j := range rapid.SliceOfN(rapid.IntRange(0, n), 0, 3).Draw(t, "on") {
				on = append(on, key(j))
			}
			all = append(all, turntest.Record(key(i), on...))
		}
		var r []ik.FactRef
		for _, j := range rapid.SliceOfN(rapid.IntRange(0, n), 0, 3).Draw(t, "roots") {
			r = append(r, key(j).Ref())
		}
		before := turntest.JSON(all)
		kept, removed := facts.Invalidate(all, r)
		assert.Equal(t, string(before), string(turntest.JSON(all)), "the input does not change")
		assert.Len(t, all, len(kept)+len(removed))
		gone := map[ik.FactKey]bool{}
		for _, f := range removed {
			gone[f.FactKey()] = true
		}
		for _, ref := range r {
			gone[ref.FactKey()] = true
		}
		for _, f := range kept {
			assert.False(t, gone[f.FactKey()])
			for _, d := range f.DependsOn {
				assert.False(t, gone[d.FactKey()], "%s depends on a removed fact", f.FactKey())
			}
		}
		again, none := facts.Invalidate(kept, r)
		assert.Empty(t, none, "once more changes nothing")
		assert.Len(t, again, len(kept))
	})
}

func compiled(t *testing.T) *agent.Agent {
	t.Helper()
	a := turntest.NewAgent()
	a.Add("x.read", ik.EffectRead, "|x@1 y@1|z@1").Version = 3
	private := func() *ik.Mask { return &ik.Mask{Self: ik.Private} }
	a.Def.Facts[0].Value.Mask = func() *ik.Mask { return &ik.Mask{Fields: []ik.FieldMask{{Name: "card", Mask: private}}} }
	a.Def.Facts[1].Visibility = ik.VisibilityHidden
	out, err := agent.Compile(a.Def)
	require.NoError(t, err)
	return out
}

func TestPublish(t *testing.T) {
	a := compiled(t)
	res := &ik.StepResult{StepID: "s", CapabilityID: "x.read", Result: &ik.StepOutcome{
		Facts: []ik.CandidateRecord{
			{FactRef: ik.FactKey("x@1").Ref(), Value: turntest.JSON(map[string]string{"card": "4111", "p": "ab"}), EvidenceIDs: []ik.EvidenceID{"e"}},
			{FactRef: ik.FactKey("y@1").Ref(), Value: turntest.JSON(map[string]string{}), DependsOn: roots("z@1")},
		},
		Evidence: []ik.Evidence{{ID: "e", Content: "old"}, {ID: "e", Content: "new"}, {ID: "other"}},
	}}
	current := []ik.FactRecord{turntest.Record("z@1"), turntest.Record("y@1"), turntest.Record("w@1")}
	c := facts.Publish(a, current, facts.Producer(a, res, "t"), res.Result)
	assert.Equal(t, []ik.FactKey{"w@1", "x@1", "y@1"}, keys(c.Facts), "C-160: its own facts survive")
	assert.Equal(t, []ik.FactKey{"z@1", "y@1"}, keys(c.Invalidated))
	x, y := c.Published[0], c.Published[1]
	assert.Equal(t, ik.Producer{CapabilityID: "x.read", CapabilityVersion: 3, TurnID: "t", StepID: "s"}, x.ProducedBy)
	assert.Equal(t, []string{"4111"}, x.ModelRedactions, "C-151")
	assert.Equal(t, []ik.Evidence{{ID: "e", Content: "new"}}, x.Evidence, "the last record of an id counts")
	assert.Equal(t, ik.VisibilityHidden, y.ModelVisibility, "C-152")
}

func TestReader(t *testing.T) {
	a := compiled(t)
	records := []ik.FactRecord{turntest.Record("x@1"), turntest.Record("y@1")}
	t.Run("only what is declared", func(t *testing.T) {
		r := facts.NewReader(a, records, []ik.FactKey{"x@1"})
		f, ok := r.Required("x@1")
		require.True(t, ok)
		assert.JSONEq(t, `{"of":"x@1"}`, string(f.Value.(json.RawMessage)))
		_, ok = r.Required("y@1")
		assert.False(t, ok)
		assert.NoError(t, r.Err())
		assert.Equal(t, []ik.FactRef{{Type: "x", Version: 1}}, r.Reads())
	})
	t.Run("a reader can change nothing", func(t *testing.T) {
		r := facts.NewFullReader(a, records)
		f, _ := r.Required("x@1")
		copy(f.Value.(json.RawMessage), `{"of":"EVIL"}`)
		again, _ := r.Required("x@1")
		assert.JSONEq(t, `{"of":"x@1"}`, string(again.Value.(json.RawMessage)))
	})
	t.Run("a value that its schema refuses is not absent", func(t *testing.T) {
		bad := turntest.Record("x@1")
		bad.Value = json.RawMessage(`7`)
		r := facts.NewFullReader(a, []ik.FactRecord{bad})
		_, ok := r.Required("x@1")
		assert.False(t, ok)
		assert.Equal(t, "FACT_VALUE_UNREADABLE", ik.CodeOf(r.Err()))
		assert.Error(t, facts.NewReader(a, []ik.FactRecord{bad}, []ik.FactKey{"x@1"}).Check([]facts.Need{{Requirement: ik.Requirement{Facts: []ik.FactKey{"x@1"}}}}))
	})
}

func TestPublications(t *testing.T) {
	digest := func(list []ik.FactRecord, k ...ik.FactKey) string {
		var refs []ik.FactRef
		for _, key := range k {
			refs = append(refs, key.Ref())
		}
		d, err := facts.Publications(list, refs)
		require.NoError(t, err)
		return d
	}
	x := turntest.Record("x@1")
	base := digest([]ik.FactRecord{x}, "x@1", "y@1")
	assert.Equal(t, base, digest([]ik.FactRecord{turntest.Record("w@1"), x}, "y@1", "x@1", "x@1"), "order and other facts do not matter")
	again := x
	again.ProducedBy.TurnID = "later"
	assert.NotEqual(t, base, digest([]ik.FactRecord{again}, "x@1", "y@1"), "an equal value is another publication")
	assert.NotEqual(t, base, digest(nil, "x@1", "y@1"))
	assert.NotEqual(t, base, digest([]ik.FactRecord{x, turntest.Record("y@1")}, "x@1", "y@1"))
}
