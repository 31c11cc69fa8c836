package kernel_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
)

// dying is a desk whose process dies at a point of a confirmed write; provider is what the write calls.
func dying(t *testing.T, at faulty, provider func(*desk) error, labels ...string) (*desk, *faulty, func() (kernel.Input, []scripted.Entry)) {
	t.Helper()
	at.dies = true
	store := &faulty{}
	d := newDesk(t, func(d *desk) {
		store.Store = d.store
		d.opt.Store = store
		d.def.Capabilities[2].Invoke = func(ctx context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
			proof := ik.Evidence{ID: "proof", Source: ik.SourceExternal, Content: "Registered R1."}
			for _, label := range append([]string{""}, labels...) {
				scope := ik.NewWriteScope(inv)
				_, _, err := ik.RunEffect(ctx, &scope, func(context.Context, ik.EffectAuthority) (string, error) {
					d.effects++
					return "R1", provider(d)
				}, options(label)...)
				if err != nil {
					return ik.Result{}, err
				}
			}
			return ik.CompletedResult("R1", ik.Completed{Canonical: ik.Canonical("Registered %s.", ik.Claim("R1", proof)).Must()}), nil
		}
	})
	question := askOrder(d)
	in := d.next("yes")
	at.Store = store.Store
	*store = at
	return d, store, func() (kernel.Input, []scripted.Entry) {
		return in, []scripted.Entry{selects("yes", 4, "order.register"), answers(question, true, "yes"), confirmed()}
	}
}

func options(label string) []ik.EffectOption {
	if label == "" {
		return nil
	}
	return []ik.EffectOption{ik.EffectLabel(label)}
}

// restart gives the desk a new kernel on the store as the dead one left it.
func (d *desk) restart(f *faulty) {
	f.dead = false
	d.compile()
}

func fine(*desk) error { return nil }

func TestCrashes(t *testing.T) {
	told := words([]string{"I do not know whether it is registered."})
	for name, c := range map[string]struct {
		at       faulty
		provider func(*desk) error
		calls    int
	}{
		"E-235 after the claim, before the provider is called": {faulty{at: "begin", lost: true}, fine, 0},
		"E-236 after the provider answered":                    {faulty{at: "finish"}, fine, 1},
		"E-238 before the proof that nothing happened is kept": {faulty{at: "finish"}, func(*desk) error { return ik.NotApplied("NO_STOCK", "no") }, 1},
	} {
		t.Run(name, func(t *testing.T) {
			d, store, script := dying(t, c.at, c.provider)
			in, entries := script()
			d.fails("UNEXPECTED_ERROR", in, append(entries, told...)...)
			d.restart(store)
			in, entries = script()
			out := d.send(in, append(entries, told...)...)
			assert.Equal(t, c.calls, d.effects)
			require.Len(t, out.Issues, 1)
			assert.Equal(t, map[string]any{"code": "EFFECT_UNCERTAIN"}, out.Issues[0].Details)
			assert.Equal(t, ik.EffectUncertain, d.store.Effects("thread-1")[0].Status)
		})
	}
	t.Run("E-239 between two effects", func(t *testing.T) {
		d, store, script := dying(t, faulty{at: "begin", skip: 1}, fine, "second")
		in, entries := script()
		d.fails("UNEXPECTED_ERROR", in, append(entries, told...)...)
		require.Equal(t, 1, d.effects)
		d.restart(store)
		in, entries = script()
		out := d.send(in, entries...)
		assert.Equal(t, 2, d.effects)
		require.Len(t, out.Checkpoint.Effects, 2)
		assert.True(t, out.Checkpoint.Effects[0].Replayed)
		assert.False(t, out.Checkpoint.Effects[1].Replayed)
	})
	t.Run("E-241 inside the commit", func(t *testing.T) {
		d, store, script := dying(t, faulty{at: "commit"}, fine)
		in, entries := script()
		before := len(outbox(t, d))
		d.fails("UNEXPECTED_ERROR", in, entries...)
		assert.Len(t, outbox(t, d), before)
		d.restart(store)
		in, entries = script()
		out := d.send(in, entries...)
		assert.False(t, out.Replayed)
		assert.Equal(t, 3, out.Checkpoint.Revision)
		assert.Equal(t, 1, d.effects)
		assert.True(t, out.Checkpoint.Effects[0].Replayed)
	})
	t.Run("E-245 an event that was sent and not acknowledged is sent again as it was", func(t *testing.T) {
		d := newDesk(t)
		d.say("Hi", greeting("Hi", 0)...)
		first, err := d.store.Outbox(context.Background(), 0, 100)
		require.NoError(t, err)
		again, err := d.store.Outbox(context.Background(), 0, 100)
		require.NoError(t, err)
		assert.Equal(t, first, again)
	})
}
