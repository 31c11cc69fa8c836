package load

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// FuzzLoad loads hostile source: it never panics, never hangs, and every error is a diagnostic with a place.
func FuzzLoad(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	require.NoError(f, err)
	for _, name := range names {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		for _, file := range txtar.Parse(data).Files {
			if filepath.Ext(file.Name) == ".cue" {
				f.Add(file.Data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		start := time.Now()
		r, err := Load(context.Background(), Config{
			Dir: "/spec", Patterns: []string{"."}, Overlay: map[string][]byte{"/spec/a.cue": data},
		})
		require.NoError(t, err)
		for _, d := range r.Diags {
			require.NotEmpty(t, d.Code)
			require.NotEmpty(t, d.Message)
			require.True(t, d.Pos.IsValid(), "%+v", d)
		}
		require.Less(t, time.Since(start), 20*time.Second)
	})
}
