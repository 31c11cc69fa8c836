package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
)

// listen gives everything that a turn tells until it ends.
func listen(r *kernel.Running) []kernel.Progress {
	var out []kernel.Progress
	for p := range r.Progress() {
		out = append(out, p)
	}
	return out
}

func TestFollowingATurn(t *testing.T) {
	var refused error
	reporting := func(d *desk) {
		invoke := d.def.Capabilities[1].Invoke
		d.def.Capabilities[1].Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			refused = inv.Emit(ctx, "half.done", ik.CategoryTrace, map[string]int{"percent": 50})
			return invoke(ctx, inv, in)
		}
	}
	script := append(hoursAsked("Open?"), words([]string{hoursText, "ev-2"})...)
	t.Run("stages, steps, what handlers tell, and the answer at the end", func(t *testing.T) {
		d := newDesk(t, reporting)
		d.gateway.Push(script...)
		in := d.next("Open?")
		r := d.agent.Start(t.Context(), in, 0)
		got := listen(r)
		out, err := r.Wait()
		require.NoError(t, err)
		require.NoError(t, refused)
		assert.Equal(t, []kernel.Progress{
			kernel.Stage{Name: "snapshot"}, kernel.Stage{Name: "select"}, kernel.Stage{Name: "interpret"}, kernel.Stage{Name: "plan"},
			kernel.Stage{Name: "execute"}, kernel.Step{ID: "step-1", Capability: "branch.hours", Status: "started"},
			kernel.Told{Step: "step-1", Capability: "branch.hours", Name: "half.done", Data: json.RawMessage(`{"percent":50}`)},
			kernel.Step{ID: "step-1", Capability: "branch.hours", Status: "completed"},
			kernel.Stage{Name: "follow"}, kernel.Stage{Name: "report"}, kernel.Stage{Name: "compose"}, kernel.Stage{Name: "commit"},
			kernel.Answered{Response: out.Response},
		}, got)
		assert.Zero(t, r.Dropped())
		assert.NotEmpty(t, d.sink.take(), "the host's sink hears of it as well")

		again := d.agent.Start(t.Context(), in, 0)
		assert.Equal(t, []kernel.Progress{kernel.Answered{Response: out.Response}}, listen(again), "a replay tells its answer alone")
	})
	t.Run("nobody has to read, and a slow reader misses the oldest", func(t *testing.T) {
		d := newDesk(t, reporting)
		d.gateway.Push(script...)
		r := d.agent.Start(t.Context(), d.next("Open?"), 3)
		out, err := r.Wait()
		require.NoError(t, err)
		assert.Equal(t, []kernel.Progress{
			kernel.Stage{Name: "compose"}, kernel.Stage{Name: "commit"}, kernel.Answered{Response: out.Response},
		}, listen(r))
		assert.Equal(t, 10, r.Dropped())
	})
	t.Run("a turn that fails tells no answer", func(t *testing.T) {
		d := newDesk(t)
		d.opt.Sink = nil
		d.compile()
		d.gateway.Push(scripted.Entry{Prompt: selectPrompt, Err: errors.New("down")})
		r := d.agent.Start(t.Context(), d.next("Hi"), 0)
		assert.Equal(t, []kernel.Progress{kernel.Stage{Name: "snapshot"}, kernel.Stage{Name: "select"}}, listen(r))
		out, err := r.Wait()
		assert.Nil(t, out)
		assert.Error(t, err)
	})
	t.Run("a draft that was refused is told by nothing", func(t *testing.T) {
		d := newDesk(t)
		bad, good := words([]string{"We open at 7.", "ev-2"}), words([]string{hoursText, "ev-2"})
		bad[1].Output = object(map[string]any{
			"verdict": "unsupported", "continuityVerdict": "supported", "decisionVerdict": "supported",
			"unsupportedClaims": []string{"We open"}, "approvedClaimIndexes": []int{},
		})
		good[0].Prompt = "kernel.compose-response.compose-repair"
		d.gateway.Push(append(append(hoursAsked("Open?"), bad...), good...)...)
		r := d.agent.Start(t.Context(), d.next("Open?"), 0)
		for _, p := range listen(r) {
			text, err := json.Marshal(p)
			require.NoError(t, err)
			assert.NotContains(t, string(text), "at 7")
		}
		_, err := r.Wait()
		require.NoError(t, err)
	})
	t.Run("a panic of an adapter comes out where the turn is waited for", func(t *testing.T) {
		d := newDesk(t)
		d.opt.Store = exploding{d.opt.Store}
		d.compile()
		r := d.agent.Start(t.Context(), d.next("Hi"), 0)
		assert.Empty(t, listen(r))
		assert.PanicsWithValue(t, "the store is broken", func() { _, _ = r.Wait() })
	})
}

// exploding is a store that panics.
type exploding struct{ ik.Store }

func (exploding) WithTurn(context.Context, ik.TurnIdentity, func(context.Context, ik.TurnScope) error) error {
	panic("the store is broken")
}
