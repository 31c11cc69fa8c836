package output

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestClaims(t *testing.T) {
	root := t.TempDir()
	root, err := filepath.EvalSymlinks(root)
	require.NoError(t, err)
	a, b := filepath.Join(root, "a"), filepath.Join(root, "b")
	for _, dir := range []string{a, b, filepath.Join(root, ".cache", "a")} {
		require.NoError(t, os.MkdirAll(dir, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, "x.cue"), nil, 0o644))
	}
	require.NoError(t, os.WriteFile(filepath.Join(root, "go.mod"), nil, 0o644))
	generated := []byte(header + "\n\npackage gen\n")
	files := map[string][]byte{"../gen/ik_types.go": generated}
	claims := func(dir string) []Claim {
		t.Helper()
		out, err := Claims(context.Background(), dir, files)
		require.NoError(t, err)
		return out
	}
	assert.Empty(t, claims(a), "nothing is there")
	_, err = Apply(context.Background(), a, files)
	require.NoError(t, err)
	assert.Empty(t, claims(a), "its own")
	want := []Claim{{File: "../gen/ik_types.go", Owner: a}}
	assert.Equal(t, want, claims(b))

	require.NoError(t, os.Rename(filepath.Join(a, "x.cue"), filepath.Join(a, "x.txt")))
	assert.Empty(t, claims(b), "the spec is gone, and the manifest claims nothing")
	require.NoError(t, os.Rename(filepath.Join(a, "x.txt"), filepath.Join(a, "x.cue")))

	require.NoError(t, os.Remove(filepath.Join(a, ManifestName)))
	assert.Empty(t, claims(b), "nobody says that it is his")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Claims(ctx, b, files)
	assert.ErrorIs(t, err, context.Canceled)
}
