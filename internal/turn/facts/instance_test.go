package facts_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// desk is an agent with orders and customers, each with instances, and a setting without.
func desk(t *testing.T) *agent.Agent {
	a := turntest.NewAgent()
	a.Add("order.find", ik.EffectRead, "|order@1")
	a.Add("person.find", ik.EffectRead, "|person@1")
	a.Add("setting.find", ik.EffectRead, "|setting@1")
	a.Def.Facts[0].KeyPath, a.Def.Facts[1].KeyPath = "id", "who.id"
	c := a.Add("order.tell", ik.EffectRead, "")
	c.Requires = []ik.Requirement{
		{Facts: []ik.FactKey{"order@1"}, Key: "input.order", From: &ik.PlannedRead{Capability: "order.find", Input: map[string]ik.Path{"id": "input.order"}}},
		{Facts: []ik.FactKey{"person@1"}, Key: "order@1.buyer", From: &ik.PlannedRead{Capability: "person.find", Input: map[string]ik.Path{"no": "order@1.buyer"}}},
		{Facts: []ik.FactKey{"setting@1"}},
		{Facts: []ik.FactKey{"order@1"}, Key: "*"},
	}
	compiled, err := agent.Compile(a.Def)
	require.NoError(t, err)
	return compiled
}

func instance(fact ik.FactKey, key, value string) ik.FactRecord {
	r := turntest.Record(fact)
	r.Key, r.Value = key, json.RawMessage(value)
	return r
}

func tell(a *agent.Agent, input string, list ...ik.FactRecord) facts.Step {
	return facts.Step{Agent: a, Capability: a.Capabilities["order.tell"], Input: json.RawMessage(input), Facts: list}
}

func TestNeedsNameTheirInstances(t *testing.T) {
	a := desk(t)
	o1 := instance("order@1", "O1", `{"id":"O1","buyer":7}`)
	o2 := instance("order@1", "O2", `{"id":"O2","buyer":8}`)
	p8 := instance("person@1", "8", `{"who":{"id":8}}`)
	met := func(s facts.Step) (out []bool) {
		for _, n := range s.Needs() {
			out = append(out, n.Met(s.Facts))
		}
		return out
	}
	t.Run("D77 the input names the order, and the order its buyer", func(t *testing.T) {
		s := tell(a, `{"order":"O2"}`, o1, o2, p8)
		assert.Equal(t, []bool{true, true, false, true}, met(s))
		key, named := s.Instance("person@1")
		assert.True(t, named)
		assert.Equal(t, "8", key, "a number is a key too")
		raw, ok := s.At("person@1.who.id")
		assert.True(t, ok)
		assert.Equal(t, "8", string(raw))
		assert.Equal(t, []bool{true, false, false, true}, met(tell(a, `{"order":"O1"}`, o1, o2, p8)), "8 is not the buyer of O1")
	})
	t.Run("what is missing has its key", func(t *testing.T) {
		n := tell(a, `{"order":"O3"}`, o1).Need(0)
		assert.Equal(t, ik.FactRef{Type: "order", Version: 1, Key: "O3"}, n.Open().FactRef)
		assert.False(t, facts.Satisfied([]ik.FactRecord{o1, o2}, n.Open()))
	})
	t.Run("whose key is still to come waits for the fact that has it", func(t *testing.T) {
		n := tell(a, `{"order":"O3"}`, o1).Need(1)
		require.NotNil(t, n.Awaited)
		assert.Equal(t, ik.FactRef{Type: "order", Version: 1, Key: "O3"}, n.Open().FactRef)
	})
	t.Run("a key that never comes is waited for by nothing", func(t *testing.T) {
		for _, input := range []string{`{}`, `{"order":null}`, `{"order":["O1"]}`, `{"order":""}`} {
			n := tell(a, input, o1).Need(0)
			assert.Equal(t, ik.Path("input.order"), n.Unnamed, input)
			assert.Nil(t, n.Awaited)
			assert.False(t, n.Met([]ik.FactRecord{o1}))
		}
		n := tell(a, `{"order":"O1"}`, instance("order@1", "O1", `{"id":"O1"}`)).Need(1)
		assert.Equal(t, ik.Path("order@1.buyer"), n.Unnamed)
		assert.Nil(t, n.Awaited, "the order is there, without a buyer")
	})
	t.Run("D79 the read gets its input from the paths", func(t *testing.T) {
		s := tell(a, `{"order":"O1"}`, o1)
		raw, ok := s.ReadInput(s.Need(1))
		assert.True(t, ok)
		assert.JSONEq(t, `{"no":7}`, string(raw))
		s = tell(a, `{"order":"O3"}`, o1)
		_, ok = s.ReadInput(s.Need(1))
		assert.False(t, ok, "the order is not there yet")
		_, ok = s.ReadInput(s.Need(2))
		assert.False(t, ok, "nothing is read for it")
	})
	t.Run("what a step is going to publish is told by the field that reads fill with the key", func(t *testing.T) {
		find := facts.Step{Agent: a, Capability: a.Capabilities["person.find"], Input: json.RawMessage(`{"no":7}`)}
		key, told := find.Brings("person@1")
		assert.True(t, told)
		assert.Equal(t, "7", key)
		find.Input = json.RawMessage(`{"name":"Ana"}`)
		_, told = find.Brings("person@1")
		assert.False(t, told)
	})
}

func TestReaderOfInstances(t *testing.T) {
	a := desk(t)
	list := []ik.FactRecord{
		instance("order@1", "O2", `{"id":"O2"}`), instance("order@1", "O1", `{"id":"O1"}`), instance("person@1", "9", `7`),
	}
	keys := func(all []ik.StoredFact) (out []string) {
		for _, f := range all {
			out = append(out, f.Key)
		}
		return out
	}
	t.Run("the instance of the step, and all in code order", func(t *testing.T) {
		r := facts.NewFullReader(a, list).For(tell(a, `{"order":"O2"}`, list...))
		f, ok := r.Required("order@1")
		assert.True(t, ok)
		assert.Equal(t, "O2", f.Key)
		assert.Equal(t, []ik.FactRef{{Type: "order", Version: 1, Key: "O2"}}, r.Reads(), "one instance was read, and no other")
		assert.Equal(t, []string{"O1", "O2"}, keys(r.All("order@1")))
		assert.Len(t, r.Reads(), 2)
	})
	t.Run("a step that is about no instance reads none", func(t *testing.T) {
		r := facts.NewFullReader(a, list).For(facts.Step{Agent: a, Capability: a.Capabilities["setting.find"], Facts: list})
		_, ok := r.Required("order@1")
		assert.False(t, ok)
		assert.Empty(t, r.Reads())
	})
	t.Run("without a step it is the newest", func(t *testing.T) {
		f, ok := facts.NewFullReader(a, list).Required("order@1")
		assert.True(t, ok)
		assert.Equal(t, "O1", f.Key)
	})
	t.Run("what is not meant is not read, so it can be broken", func(t *testing.T) {
		s := tell(a, `{"order":"O2"}`, list...)
		r := facts.NewReader(a, list, []ik.FactKey{"order@1", "person@1"}).For(s)
		require.NoError(t, r.Check(s.Needs()[:2]))
		assert.Len(t, r.All("person@1"), 0)
		assert.Equal(t, "FACT_VALUE_UNREADABLE", ik.CodeOf(r.Err()))
	})
}

func TestInstancesAreReplacedAndInvalidatedByKey(t *testing.T) {
	a := desk(t)
	o1, o2 := instance("order@1", "O1", `{}`), instance("order@1", "O2", `{}`)
	on := func(r ik.FactRecord, ref ik.FactRef) ik.FactRecord {
		r.DependsOn = []ik.FactRef{ref}
		return r
	}
	p1 := on(instance("person@1", "1", `{}`), o1.FactRef)
	p2 := on(instance("person@1", "2", `{}`), o2.FactRef)
	all := on(instance("setting@1", "", `{}`), ik.FactRef{Type: "order", Version: 1})
	refs := func(list []ik.FactRecord) (out []ik.FactRef) {
		for _, f := range list {
			out = append(out, f.FactRef)
		}
		return out
	}
	t.Run("a new instance takes the place of the old one, with what depends on it", func(t *testing.T) {
		c := facts.Publish(a, []ik.FactRecord{o1, o2, p1, p2}, ik.Producer{CapabilityID: "order.find"}, &ik.StepOutcome{
			Facts: []ik.CandidateRecord{{FactRef: o1.FactRef, Value: json.RawMessage(`{}`)}},
		})
		assert.Equal(t, []ik.FactRef{o2.FactRef, p2.FactRef, o1.FactRef}, refs(c.Facts))
	})
	t.Run("one instance, or all; what depends on any of them goes with the first", func(t *testing.T) {
		kept, _ := facts.Invalidate([]ik.FactRecord{o1, o2, p1, p2, all}, []ik.FactRef{o1.FactRef})
		assert.Equal(t, []ik.FactRef{o2.FactRef, p2.FactRef}, refs(kept))
		kept, _ = facts.Invalidate([]ik.FactRecord{o1, o2, p1, p2, all}, []ik.FactRef{{Type: "order", Version: 1}})
		assert.Empty(t, kept)
	})
	t.Run("D73 consent to one order does not change with another", func(t *testing.T) {
		digest := func(list ...ik.FactRecord) string {
			d, err := facts.Publications(list, []ik.FactRef{o1.FactRef})
			require.NoError(t, err)
			return d
		}
		again := o1
		again.ProducedBy = ik.Producer{CapabilityID: "order.find", TurnID: "later"}
		assert.Equal(t, digest(o1), digest(o1, o2))
		assert.NotEqual(t, digest(o1, o2), digest(again, o2))
		every, err := facts.Publications([]ik.FactRecord{o1}, []ik.FactRef{{Type: "order", Version: 1}})
		require.NoError(t, err)
		more, err := facts.Publications([]ik.FactRecord{o1, o2}, []ik.FactRef{{Type: "order", Version: 1}})
		require.NoError(t, err)
		assert.NotEqual(t, every, more, "consent to all of them does")
	})
}
