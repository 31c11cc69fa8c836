package selection_test

import (
	"testing"

	"github.com/ikgen/ikgen/internal/turn/selection"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
)

// What the stage adds to a turn with a plain operation, the model's own time aside.
func BenchmarkSelect(b *testing.B) {
	a := snaptest.Agent(b)
	in := snaptest.Scene("Find a tent")
	in.Agent = a
	s, err := snapshot.Build(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	output := []byte(sel("selected", "catalog.find"))
	h := &hostile{next: func(string) []byte { return output }}
	turn := snaptest.Over(b.Context(), a, s, h)
	for b.Loop() {
		h.requests = h.requests[:0]
		if _, err := selection.Select(b.Context(), selection.Input{Caller: turn.Caller, Snapshot: s, Agent: a}); err != nil {
			b.Fatal(err)
		}
	}
}
