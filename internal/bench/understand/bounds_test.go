package understand

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/snapshot"
)

// Time is for benchmarks; allocations are the same on every machine.
func TestReadingAPlainOperationAllocatesLittle(t *testing.T) {
	s, in := plainSnapshot(t, 3), understandingOf(t)
	got := testing.AllocsPerRun(100, func() {
		_, err := understand(t.Context(), s, in)
		require.NoError(t, err)
	})
	assert.LessOrEqual(t, got, 120.0+detector)
}

func TestALongThreadCostsWhatAShortOneDoes(t *testing.T) {
	cost := func(messages int) float64 {
		in := longThread(t, messages)
		return testing.AllocsPerRun(20, func() {
			_, err := snapshot.Build(t.Context(), in)
			require.NoError(t, err)
		})
	}
	short, long := cost(20), cost(10_000)
	assert.LessOrEqual(t, long, 1.2*short, "it says that messages were left out, and nothing more")
}
