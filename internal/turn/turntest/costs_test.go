package turntest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// TestPlanningGrowsWithTheMessage compares what a plan allocates: ten times the intentions and capabilities cost about ten
// times as much. Time is measured by BenchmarkPlan.
func TestPlanningGrowsWithTheMessage(t *testing.T) {
	allocations := func(n int) float64 {
		a := turntest.NewAgent()
		batch := ik.IntentionBatch{}
		for i := range n {
			id := ik.CapabilityID(fmt.Sprintf("cap.n%d", i))
			needs := ""
			if i > 0 {
				needs = fmt.Sprintf("f%d@1", i-1)
			}
			a.Add(id, ik.EffectRead, fmt.Sprintf("%s|f%d@1", needs, i))
			batch.Intentions = append(batch.Intentions, turntest.Intend(fmt.Sprint(i), id, map[string]any{}))
		}
		w := turntest.NewWorld(t, a)
		return testing.AllocsPerRun(3, func() {
			p, err := plan.Create(t.Context(), plan.Input{Batch: batch, Agent: w.Compiled, IDs: &few{}})
			require.NoError(t, err)
			require.Len(t, p.Steps, n)
		})
	}
	assert.Less(t, allocations(1000), 12*allocations(100))
}

func TestTwoReadsAllocateLittle(t *testing.T) {
	assert.LessOrEqual(t, testing.AllocsPerRun(50, twoReads(t)), 120.0+detector)
}
