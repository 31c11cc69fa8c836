package turntest_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/execute"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/reduce"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// twoReads is a turn of two reads that do not need each other: planned, run side by side and reduced, with its events and
// without handlers and decoders.
func twoReads(t testing.TB) func() {
	a := turntest.NewAgent()
	result := ik.Result{Status: ik.StatusCompleted, Output: json.RawMessage(`{}`)}
	for _, id := range []ik.CapabilityID{"order.find", "terms.read"} {
		c := a.Add(id, ik.EffectRead, "")
		c.Input, c.Output = document(), document()
		c.Invoke = func(context.Context, *ik.Invocation, any) (ik.Result, error) { return result, nil }
	}
	compiled, err := agent.Compile(a.Def)
	require.NoError(t, err)
	batch := ik.IntentionBatch{Intentions: []ik.Intention{
		turntest.Intend("1", "order.find", map[string]any{}), turntest.Intend("2", "terms.read", map[string]any{}),
	}}
	cp := &ik.Checkpoint{SchemaVersion: 1, AgentFingerprint: "contract"}
	return func() { turn(t, compiled, cp, batch) }
}

func BenchmarkTwoReads(b *testing.B) {
	run := twoReads(b)
	b.ReportAllocs()
	for b.Loop() {
		run()
	}
}

// document is a schema that costs nothing: decoders are measured elsewhere.
func document() ik.Schema {
	return ik.Schema{Name: "Document", JSON: `{}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil }}
}

// few are ids that cost nothing.
type few struct{ n int }

func (f *few) Next(ik.IDKind) string {
	const names = "abcdefghijklmnopqrstuvwxyz"
	f.n++
	return names[f.n%len(names) : f.n%len(names)+1]
}

func turn(t testing.TB, a *agent.Agent, cp *ik.Checkpoint, batch ik.IntentionBatch) {
	ids, now := &few{}, time.Unix(0, 0).UTC()
	p, err := plan.Create(t.Context(), plan.Input{Batch: batch, Agent: a, IDs: ids, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	e := emit.New(emit.Config{Thread: "thread", Turn: "turn", Trace: "trace", Agent: a.Stamp(), IDs: ids, Stamp: func() time.Time { return now }})
	out, err := execute.Run(t.Context(), execute.Input{
		Plan: p, Checkpoint: cp, Agent: a, Emitter: e, IDs: ids, Now: func() time.Time { return now }, Trigger: ik.TriggerUser, StepsLeft: 64,
		Thread: "thread", Turn: "turn", Message: ik.Message{Role: ik.RoleUser, Content: "the message"},
	})
	if err != nil || out.Executed != 2 {
		t.Fatal(err)
	}
	if _, err := reduce.Reduce(reduce.Input{
		Checkpoint: cp, Plan: out.Plan, Results: out.Results, Order: out.Order, Agent: a, TurnID: "turn", Now: now,
	}); err != nil {
		t.Fatal(err)
	}
}
