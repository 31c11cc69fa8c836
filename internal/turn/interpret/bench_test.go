package interpret_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/interpret"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

// constant answers every call with the same.
type constant json.RawMessage

func (c constant) Invoke(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
	return ik.ModelResult{Value: json.RawMessage(c), Provider: "p", Model: "m"}, nil
}

// What interpretation adds to a turn that asks for one operation, with a model that answers at once and without events.
func BenchmarkInterpret(b *testing.B) {
	a := snaptest.Agent(b)
	s, err := snapshot.Build(b.Context(), snapshot.Input{
		Checkpoint: snaptest.Checkpoint(), Agent: a, Message: ik.Message{Content: "an op"}, Now: snaptest.Now(), Window: 20,
	})
	require.NoError(b, err)
	output, err := json.Marshal(batch(nil, res("catalog.find")))
	require.NoError(b, err)
	caller := model.New(model.Config{Gateway: constant(output)}, kernelprompts.All())
	in := interpret.Input{Caller: caller, Snapshot: s, Agent: a, Selection: selected("catalog.find"), IDs: &snaptest.IDs{}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := interpret.Interpret(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}
