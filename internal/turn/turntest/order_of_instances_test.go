package turntest_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// finder is a desk whose order.find takes a while, and tells how many of its calls ran at once.
func finder(t *testing.T, field string) (*turntest.World, *atomic.Int32) {
	a := turntest.NewAgent()
	a.Add("order.find", ik.EffectRead, "|order@1")
	a.Def.Facts[0].KeyPath = "id"
	var running, worst atomic.Int32
	a.Handlers["order.find"] = func(_ context.Context, _ *ik.Invocation, in json.RawMessage) (ik.Result, error) {
		now := running.Add(1)
		defer running.Add(-1)
		for top := worst.Load(); now > top && !worst.CompareAndSwap(top, now); top = worst.Load() {
		}
		for deadline := time.Now().Add(50 * time.Millisecond); running.Load() < 2 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		raw, _ := jsonval.Lookup(in, field)
		id, _ := jsonval.String(raw)
		res := turntest.Completed("order@1")
		res.Facts[0].Value = map[string]string{"id": id}
		return res, nil
	}
	w := turntest.NewWorld(t, a)
	w.Parallel = true
	return w, &worst
}

func TestInstancesSideBySide(t *testing.T) {
	find := func(field string, ids ...string) []ik.Intention {
		var out []ik.Intention
		for i, id := range ids {
			out = append(out, turntest.Intend(string(rune('a'+i)), "order.find", map[string]string{field: id}))
		}
		return out
	}
	t.Run("D72 different instances run side by side", func(t *testing.T) {
		w, worst := finder(t, "id")
		out := w.Say(t, find("id", "A", "B")...)
		assert.Len(t, out.Invoked, 2)
		assert.EqualValues(t, 2, worst.Load())
		require.Len(t, w.Checkpoint.Facts, 2)
		assert.Equal(t, "A", w.Checkpoint.Facts[0].Key, "in plan order, whatever ended first")
	})
	t.Run("D72 the same instance is read by one after the other", func(t *testing.T) {
		for _, second := range []string{"A", "a", " A "} {
			w, worst := finder(t, "id")
			w.Say(t, find("id", "A", second)...)
			assert.EqualValues(t, 1, worst.Load(), "%q may be the same one", second)
		}
	})
	t.Run("where the input does not tell which instance it will be, too", func(t *testing.T) {
		w, worst := finder(t, "number")
		w.Say(t, find("number", "A", "B")...)
		assert.EqualValues(t, 1, worst.Load())
		assert.Len(t, w.Checkpoint.Facts, 2)
	})
}

func TestAPolicyJudgesItsInstance(t *testing.T) {
	a := turntest.NewAgent()
	a.Add("order.find", ik.EffectRead, "|order@1")
	a.Def.Facts[0].KeyPath = "id"
	a.Handlers["order.find"] = func(_ context.Context, _ *ik.Invocation, in json.RawMessage) (ik.Result, error) {
		res := turntest.Completed("order@1")
		res.Facts[0].Value = in
		return res, nil
	}
	c := a.Add("order.cancel", ik.EffectWrite, "")
	c.Confirmation, c.Because = ik.ConfirmationNone, "a test"
	c.Requires = []ik.Requirement{{Facts: []ik.FactKey{"order@1"}, Key: "input.id"}}
	a.Def.Policies = []ik.PolicyDefinition{{ID: "open.only", Version: 1, On: []ik.CapabilityID{"order.cancel"}, Rules: func(c ik.PolicyContext) ik.Verdict {
		f, ok := c.Facts.Required("order@1")
		if !ok {
			return ik.Allow()
		}
		status, _ := jsonval.Lookup(f.Value.(json.RawMessage), "status")
		if string(status) == `"shipped"` {
			return ik.Deny(f.Key + " is shipped")
		}
		return ik.Allow()
	}}}
	w := turntest.NewWorld(t, a)
	order := func(id, status string) map[string]string { return map[string]string{"id": id, "status": status} }
	t.Run("D71 a fact of its own turn counts, that of another instance does not", func(t *testing.T) {
		out := w.Say(t, turntest.Intend("1", "order.find", order("A", "open")), turntest.Intend("2", "order.find", order("B", "shipped")),
			turntest.Intend("3", "order.cancel", order("A", "")))
		require.Len(t, out.Invoked, 3)
		out = w.Say(t, turntest.Intend("4", "order.find", order("A", "shipped")), turntest.Intend("5", "order.cancel", order("A", "")))
		require.Len(t, out.Invoked, 1, "A is shipped by now")
		assert.Equal(t, "A is shipped", out.Carried.Steps[1].Reason.Message)
	})
}

// TestKeysWithAlternatives covers a fact with instances that several capabilities provide.
func TestKeysWithAlternatives(t *testing.T) {
	desk := func(t *testing.T) (*turntest.World, *turntest.Agent) {
		a := turntest.NewAgent()
		a.Add("find.bymail", ik.EffectRead, "|order@1")
		a.Add("find.bynumber", ik.EffectRead, "")
		a.Def.Capabilities[1].Provides = []ik.FactKey{"order@1"}
		a.Def.Facts[0].KeyPath, a.Def.Facts[0].Alternatives = "id", true
		c := a.Add("order.tell", ik.EffectRead, "")
		c.Requires = []ik.Requirement{{Facts: []ik.FactKey{"order@1"}, Key: "input.id", From: &ik.PlannedRead{
			Capability: "find.bynumber", Input: map[string]ik.Path{"id": "input.id"},
		}}}
		publish := func(id string) turntest.Handler {
			return func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
				res := turntest.Completed("order@1")
				res.Facts[0].Value = map[string]string{"id": id}
				return res, nil
			}
		}
		a.Handlers["find.bymail"], a.Handlers["find.bynumber"] = publish("A"), publish("B")
		return turntest.NewWorld(t, a), a
	}
	ran := func(out turntest.Turned) (ids []ik.CapabilityID) {
		for _, c := range out.Invoked {
			ids = append(ids, c.Capability)
		}
		return ids
	}
	tell := turntest.Intend("t", "order.tell", map[string]string{"id": "A"})
	t.Run("D78 what may bring the instance is waited for, and is enough where it does", func(t *testing.T) {
		w, _ := desk(t)
		out := w.Say(t, turntest.Intend("m", "find.bymail", map[string]string{"mail": "ana"}), tell)
		assert.Equal(t, []ik.CapabilityID{"find.bymail", "order.tell"}, ran(out), "nothing is read beside it")
	})
	t.Run("a provider of another instance is none", func(t *testing.T) {
		w, a := desk(t)
		a.Handlers["find.bynumber"] = func(_ context.Context, _ *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			res := turntest.Completed("order@1")
			res.Facts[0].Value = in
			return res, nil
		}
		out := w.Say(t, turntest.Intend("n", "find.bynumber", map[string]string{"id": "B"}), tell)
		assert.Equal(t, []ik.CapabilityID{"find.bynumber", "find.bynumber", "order.tell"}, ran(out), "A is read for itself")
		assert.Len(t, w.Checkpoint.Facts, 2)
	})
	t.Run("one of two that fails is not in the way", func(t *testing.T) {
		w, a := desk(t)
		a.Handlers["find.bynumber"] = func(context.Context, *ik.Invocation, json.RawMessage) (ik.Result, error) {
			return ik.FailedResult(ik.CapabilityIssue{Code: "NO", Message: "no"}), nil
		}
		out := w.Say(t, turntest.Intend("m", "find.bymail", map[string]string{"mail": "ana"}),
			turntest.Intend("n", "find.bynumber", map[string]string{"id": "A"}), tell)
		assert.Contains(t, ran(out), ik.CapabilityID("order.tell"))
	})
	t.Run("another instance than hoped for leaves the request waiting for its own", func(t *testing.T) {
		w, _ := desk(t)
		out := w.Say(t, turntest.Intend("n", "find.bynumber", map[string]string{"id": "A"}), tell)
		assert.Equal(t, []ik.CapabilityID{"find.bynumber"}, ran(out), "and the same read is not made twice")
		require.Len(t, w.Checkpoint.Agenda, 1)
		assert.Equal(t, "A", w.Checkpoint.Agenda[0].MissingFacts[0].Key)
	})
}
