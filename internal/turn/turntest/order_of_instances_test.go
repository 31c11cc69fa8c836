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
