package bench

import (
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/compile"
)

// allocated is what compiling and rendering an agent of n capabilities takes from the heap, in bytes.
func allocated(t *testing.T, n int) float64 {
	t.Helper()
	dir := t.TempDir()
	cfg := compile.Config{Dir: dir, Patterns: []string{"."}, Overlay: map[string][]byte{filepath.Join(dir, "desk.cue"): []byte(AgentOf(n))}}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	res, err := compile.Load(t.Context(), cfg)
	require.NoError(t, err)
	require.Empty(t, res.Diags)
	_, err = res.Units[0].Files()
	require.NoError(t, err)
	runtime.ReadMemStats(&after)
	return float64(after.TotalAlloc - before.TotalAlloc)
}

func TestMemoryIsLinear(t *testing.T) {
	small, large := allocated(t, 50), allocated(t, 400)
	t.Logf("%.0f MB for 50 capabilities, %.0f MB for 400", small/1e6, large/1e6)
	assert.Less(t, large/small, 9.0, "eight times the capabilities")
}
