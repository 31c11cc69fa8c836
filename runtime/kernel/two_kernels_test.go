package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// office is a store with any number of kernels on it, and a provider that pays.
type office struct {
	t     *testing.T
	store *memory.Store
	agent *turntest.Agent
	ids   *ids
	turns int

	mu     sync.Mutex
	paid   int
	answer error // of the provider
}

func newOffice(t *testing.T) *office {
	o := &office{t: t, store: memory.New(), agent: turntest.NewAgent(), ids: &ids{}}
	c := o.agent.Add("cap.pay", ik.EffectWrite, "|paid@1")
	c.Confirmation, c.Because, c.EffectKey = ik.ConfirmationNone, "the test asks for it", []ik.Path{"input.text"}
	o.agent.Provider = func(ik.EffectAuthority) error {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.paid++
		return o.answer
	}
	return o
}

// pays runs a turn on a kernel of its own: what is known is in the store alone.
func (o *office) pays(thread ik.ThreadID, turn ik.TurnID, change ...func(*kernel.Options)) (*ik.TurnResult, error) {
	m := &mind{life: &mortal{}}
	want := wishes(o.agent, "go", 0)
	want[0]["input"] = map[string]any{"text": "rent"}
	m.hears("go", 0, want, nil)
	opt := kernel.Options{Gateway: m, Store: o.store, IDs: o.ids, Clock: still{}}
	for _, c := range change {
		c(&opt)
	}
	k, err := kernel.New(opt)
	require.NoError(o.t, err)
	agent, err := k.Compile(o.agent.Def)
	require.NoError(o.t, err)
	return agent.Run(context.Background(), kernel.Input{Thread: thread, Turn: turn, Text: "go"})
}

func (o *office) next(thread ik.ThreadID) *ik.TurnResult {
	o.t.Helper()
	o.turns++
	out, err := o.pays(thread, ik.TurnID(fmt.Sprintf("t%d", o.turns)))
	require.NoError(o.t, err)
	return out
}

func (o *office) settled() int {
	rows, err := o.store.Outbox(context.Background(), 0, 1000)
	require.NoError(o.t, err)
	n := 0
	for _, r := range rows {
		if r.Event.Type == "effect.settled" {
			n++
		}
	}
	return n
}

// lost leaves an effect of which nobody knows whether it happened, and gives its id.
func (o *office) lost() ik.EffectID {
	o.t.Helper()
	o.answer = errors.New("the line went dead")
	out := o.next("thread-1")
	require.Len(o.t, out.Checkpoint.Effects, 1)
	require.Equal(o.t, ik.EffectUncertain, out.Checkpoint.Effects[0].Status)
	o.answer = nil
	return out.Checkpoint.Effects[0].ID
}

func TestSettlement(t *testing.T) {
	t.Run("until somebody settles it nothing is sent, from any kernel", func(t *testing.T) {
		o := newOffice(t)
		o.lost()
		for range 2 {
			out := o.next("thread-1")
			require.NotEmpty(t, out.Issues)
			assert.Equal(t, map[string]any{"code": "EFFECT_UNCERTAIN"}, out.Issues[0].Details)
			assert.Equal(t, ik.AgendaBlocked, out.Checkpoint.Agenda[0].Status)
		}
		assert.Equal(t, 1, o.paid)
	})
	t.Run("it happened: the next request gets its value, and nothing is sent", func(t *testing.T) {
		o := newOffice(t)
		id := o.lost()
		receipt, err := o.store.SettleEffect(context.Background(), id, ik.Settlement{Applied: true, Value: json.RawMessage(`{"n":7}`), At: still{}.Now()})
		require.NoError(t, err)
		assert.Equal(t, ik.EffectCompleted, receipt.Status)
		assert.Equal(t, 1, o.settled(), "the event is in the outbox")
		out := o.next("thread-1")
		assert.Empty(t, out.Issues)
		assert.Empty(t, out.Checkpoint.Agenda)
		require.Len(t, out.Checkpoint.Effects, 1)
		assert.True(t, out.Checkpoint.Effects[0].Replayed)
		assert.JSONEq(t, `{"n":7}`, string(out.Checkpoint.Effects[0].Data))
		assert.Equal(t, 1, o.paid)
	})
	t.Run("it did not happen: the next request sends it", func(t *testing.T) {
		o := newOffice(t)
		id := o.lost()
		_, err := o.store.SettleEffect(context.Background(), id, ik.Settlement{At: still{}.Now()})
		require.NoError(t, err)
		out := o.next("thread-1")
		assert.Empty(t, out.Issues)
		assert.Empty(t, out.Checkpoint.Agenda)
		assert.Equal(t, id, out.Checkpoint.Effects[0].ID, "one receipt for one operation")
		assert.Equal(t, 2, o.paid)
	})
	t.Run("once", func(t *testing.T) {
		o := newOffice(t)
		id := o.lost()
		_, err := o.store.SettleEffect(context.Background(), id, ik.Settlement{At: still{}.Now()})
		require.NoError(t, err)
		_, err = o.store.SettleEffect(context.Background(), id, ik.Settlement{Applied: true, Value: json.RawMessage(`1`), At: still{}.Now()})
		assert.Equal(t, "EFFECT_NOT_UNCERTAIN", ik.CodeOf(err))
		assert.Equal(t, 1, o.settled())
	})
}

func TestTwoKernelsOnOneStore(t *testing.T) {
	t.Run("the same turn on both runs once", func(t *testing.T) {
		o := newOffice(t)
		var wg sync.WaitGroup
		replayed := make([]bool, 4)
		for i := range replayed {
			wg.Go(func() {
				out, err := o.pays("thread-1", "same")
				if assert.NoError(t, err) {
					replayed[i] = out.Replayed
				}
			})
		}
		wg.Wait()
		n := 0
		for _, r := range replayed {
			if r {
				n++
			}
		}
		assert.Equal(t, 3, n)
		assert.Equal(t, 1, o.paid)
	})
	t.Run("one operation in several turns at once is sent once", func(t *testing.T) {
		o := newOffice(t)
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				_, err := o.pays("thread-1", ik.TurnID(fmt.Sprint(i)))
				assert.NoError(t, err)
			})
		}
		wg.Wait()
		assert.Equal(t, 1, o.paid)
	})
	t.Run("a thread that is held holds no other, and whoever waits for it keeps its deadline", func(t *testing.T) {
		o := newOffice(t)
		inside, free := make(chan struct{}), make(chan struct{})
		complete := o.agent.Complete("cap.pay")
		o.agent.Handlers["cap.pay"] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			if inv.Thread == "held" {
				close(inside)
				<-free
			}
			return complete(ctx, inv, in)
		}
		done := make(chan error)
		go func() {
			_, err := o.pays("held", "t1")
			done <- err
		}()
		<-inside
		_, err := o.pays("other", "t1")
		require.NoError(t, err)
		short := 30
		_, err = o.pays("held", "t2", func(opt *kernel.Options) { opt.Limits.TurnTimeoutMs, opt.Clock = &short, nil })
		assert.Equal(t, "TURN_DEADLINE_EXCEEDED", ik.CodeOf(err))
		close(free)
		require.NoError(t, <-done)
	})
	t.Run("a handler that was left behind sends nothing any more", func(t *testing.T) {
		o := newOffice(t)
		late := make(chan error, 1)
		woken := make(chan struct{})
		var first sync.Once
		complete := o.agent.Complete("cap.pay")
		o.agent.Handlers["cap.pay"] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			left := false
			first.Do(func() { left = true })
			if !left {
				return complete(ctx, inv, in)
			}
			<-woken
			_, _, err := inv.Effects(context.WithoutCancel(ctx), "", func(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
				t.Error("it was sent")
				return nil, nil
			})
			late <- err
			return ik.Result{}, err
		}
		short := 40
		_, err := o.pays("thread-1", "t1", func(opt *kernel.Options) { opt.Limits.TurnTimeoutMs, opt.Clock = &short, nil })
		require.Equal(t, "TURN_DEADLINE_EXCEEDED", ik.CodeOf(err))
		out, err := o.pays("thread-1", "t2")
		require.NoError(t, err)
		assert.Empty(t, out.Checkpoint.Agenda)
		close(woken)
		select {
		case err := <-late:
			assert.Equal(t, "CAPABILITY_CALL_OVER", ik.CodeOf(err))
		case <-time.After(5 * time.Second):
			t.Fatal("the handler that was left behind hangs")
		}
		assert.Equal(t, 1, o.paid)
	})
}
