package kernel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// still is a clock that stands: the order in which times are read says nothing.
type still struct{}

func (still) Now() time.Time { return time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) }

// wide is an agent with four reads, a consumer of all of them and a write. Every handler reports and takes its time.
func wide(pause func()) *turntest.Agent {
	a := turntest.NewAgent()
	for i := range 4 {
		a.Add(ik.CapabilityID(fmt.Sprintf("cap.n%d", i)), ik.EffectRead, fmt.Sprintf("|f%d@1", i))
	}
	a.Add("cap.all", ik.EffectRead, "f0@1 f1@1 f2@1 f3@1|all@1")
	w := a.Add("cap.write", ik.EffectWrite, "all@1|written@1")
	w.Confirmation, w.Because = ik.ConfirmationNone, "it only notes something"
	for _, c := range a.Def.Capabilities {
		complete := a.Complete(c.ID)
		a.Handlers[c.ID] = func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error) {
			for i := range 3 {
				pause()
				if err := inv.Emit(ctx, "stage.reached", ik.CategoryTrace, map[string]any{"n": i}); err != nil {
					return ik.Result{}, err
				}
			}
			return complete(ctx, inv, in)
		}
	}
	return a
}

// wishes are intentions for all capabilities of wide.
func wishes(a *turntest.Agent, text string, index int) []map[string]any {
	var out []map[string]any
	for i, c := range a.Def.Capabilities {
		out = append(out, map[string]any{
			"id": fmt.Sprintf("x%d", i), "objective": "Do " + string(c.ID), "references": []any{}, "proposedCapability": string(c.ID),
			"input": map[string]any{}, "resolution": "resolved", "evidence": []any{quote(text, index)},
		})
	}
	return out
}

// TestDelaysChangeNothing has one conversation 200 times, with handlers that take their time at random.
func TestDelaysChangeNothing(t *testing.T) {
	first := ""
	for run := range 200 {
		pause := func() { time.Sleep(time.Duration(rand.IntN(60)) * time.Microsecond) } //nolint:gosec // no secret
		a := wide(pause)
		m := &mind{life: &mortal{}}
		store := memory.New()
		k, err := kernel.New(kernel.Options{Gateway: m, Store: store, Clock: still{}, IDs: &ids{}})
		require.NoError(t, err)
		agent, err := k.Compile(a.Def)
		require.NoError(t, err)
		m.hears("go", 0, wishes(a, "go", 0), nil)
		out, err := agent.Run(context.Background(), kernel.Input{Thread: "thread-1", Turn: "t1", Text: "go"})
		require.NoError(t, err)
		require.Empty(t, out.Checkpoint.Agenda)
		rows, err := store.Outbox(context.Background(), 0, 1000)
		require.NoError(t, err)
		bytes := string(object(out)) + string(object(rows))
		if run == 0 {
			first = bytes
		}
		require.Equal(t, first, bytes, "run %d", run)
	}
}

// TestOneAgentForManyThreads has many threads speak to one compiled agent at once: 100, and in the nightly form 1 000, over and
// over for a minute. The race detector listens.
func TestOneAgentForManyThreads(t *testing.T) {
	a := wide(runtime.Gosched)
	store := memory.New()
	k, err := kernel.New(kernel.Options{Gateway: &crowd{agent: a}, Store: store})
	require.NoError(t, err)
	agent, err := k.Compile(a.Def)
	require.NoError(t, err)
	threads, end := int64(100), time.Now()
	if os.Getenv(nightly) != "" {
		threads, end = 1000, end.Add(time.Minute)
	}
	const workers = 16
	for round := 0; round == 0 || time.Now().Before(end); round++ {
		var next atomic.Int64
		var wg sync.WaitGroup
		for range workers {
			wg.Go(func() {
				for n := next.Add(1); n <= threads; n = next.Add(1) {
					thread := ik.ThreadID(fmt.Sprintf("thread-%d", n))
					out, err := agent.Run(context.Background(), kernel.Input{Thread: thread, Turn: ik.TurnID(fmt.Sprintf("t%d", round)), Text: "go"})
					if assert.NoError(t, err) {
						assert.Equal(t, round+1, out.Checkpoint.Revision)
						assert.Empty(t, out.Checkpoint.Agenda)
						assert.Len(t, out.Checkpoint.Facts, 6)
					}
				}
			})
		}
		wg.Wait()
		a.Calls() // forget them
		if t.Failed() {
			return
		}
	}
}

// crowd is a model for any number of threads: everybody wants everything.
type crowd struct{ agent *turntest.Agent }

func (c *crowd) Invoke(ctx context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	var in struct {
		MessageIndex   int `json:"messageIndex"`
		CurrentMessage struct {
			Index        int `json:"index"`
			MessageIndex int `json:"messageIndex"`
		} `json:"currentMessage"`
	}
	if err := json.Unmarshal(req.Input, &in); err != nil {
		return ik.ModelResult{}, err
	}
	m := &mind{life: &mortal{}}
	index := max(in.MessageIndex, in.CurrentMessage.Index, in.CurrentMessage.MessageIndex)
	m.hears("go", index, wishes(c.agent, "go", index), nil)
	return m.Invoke(ctx, req)
}
