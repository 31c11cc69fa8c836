package plan_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// BenchmarkPlan plans a message that asks for every capability of an agent. Every second one needs what the one before
// publishes.
func BenchmarkPlan(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		a := turntest.NewAgent()
		batch := ik.IntentionBatch{}
		for i := range n {
			id := ik.CapabilityID(fmt.Sprintf("cap.n%d", i))
			needs := ""
			if i%2 == 1 {
				needs = fmt.Sprintf("f%d@1", i-1)
			}
			a.Add(id, ik.EffectRead, fmt.Sprintf("%s|f%d@1", needs, i))
			batch.Intentions = append(batch.Intentions, turntest.Intend(fmt.Sprint(i), id, map[string]any{}))
		}
		w := turntest.NewWorld(b, a)
		b.Run(fmt.Sprintf("%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, err := plan.Create(b.Context(), plan.Input{Batch: batch, Agent: w.Compiled, IDs: &turntest.IDs{}})
				require.NoError(b, err)
				require.Len(b, p.Steps, n)
			}
		})
	}
}
