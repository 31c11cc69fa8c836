package scaffold_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/scaffold"
)

// tree gives what is below a directory.
func tree(t *testing.T, dir string) []string {
	t.Helper()
	var out []string
	require.NoError(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		rel, _ := filepath.Rel(dir, path)
		out = append(out, filepath.ToSlash(rel))
		return err
	}))
	return out
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]byte{"new/a/x": []byte("x"), "new/y": []byte("y"), "../ikgen.mod": []byte("m")}
	target := filepath.Join(dir, "desk")
	w, err := scaffold.Write(target, files)
	require.NoError(t, err)
	want := []string{".", "desk", "desk/new", "desk/new/a", "desk/new/a/x", "desk/new/y", "ikgen.mod"}
	assert.Equal(t, want, tree(t, dir))

	_, err = scaffold.Write(target, files)
	require.ErrorContains(t, err, "../ikgen.mod, new/a/x, new/y already there")
	assert.Equal(t, want, tree(t, dir))

	require.NoError(t, os.WriteFile(filepath.Join(target, "new", "mine"), nil, 0o644))
	require.NoError(t, w.Undo())
	assert.Equal(t, []string{".", "desk", "desk/new", "desk/new/mine"}, tree(t, dir), "what others wrote stays, and the folders above it")
}

func TestWriteThatFailsLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "b"), []byte("mine"), 0o644))
	_, err := scaffold.Write(dir, map[string][]byte{"a/x": nil, "b/y": nil, "c": nil}) // b is a file, no folder
	require.Error(t, err)
	assert.Equal(t, []string{".", "b"}, tree(t, dir))
}
