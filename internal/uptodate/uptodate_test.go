package uptodate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
}

func TestDigestCoversEverythingThatIsRead(t *testing.T) {
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	write(t, at("p/a/desk.cue"), "package a")
	write(t, at("p/texts/one.md"), "one")
	write(t, at("p/cue.mod/pkg/x.test/y/y.cue"), "package y")
	places := Places{Dirs: []string{at("p/a"), at("p/a"), at("p/out")}, Files: []string{at("p/texts/one.md")}}
	digest := func(words ...string) string {
		d, err := places.Digest(words...)
		require.NoError(t, err)
		return d
	}
	last := digest()
	require.Equal(t, last, digest(), "the same bytes")
	for _, name := range []string{
		"p/a/desk.cue", "p/a/more.cue", "p/texts/one.md", "p/cue.mod/pkg/x.test/y/y.cue", "p/cue.mod/gen/x.test/y/z.cue", "p/a/cue.mod/module.cue",
		"p/go.mod", "p/parent.cue", "p/out/ik_types.go", "p/out/go.mod", "p/.git/HEAD",
	} {
		write(t, at(name), "changed")
		now := digest()
		assert.NotEqual(t, last, now, name)
		last = now
	}
	assert.NotEqual(t, last, digest("CUE_EXPERIMENT=x"), "words")
	write(t, at("p/elsewhere/other.cue"), "package other")
	write(t, at("p/notes.txt"), "notes")
	assert.Equal(t, last, digest(), "what no run reads")
	require.NoError(t, os.Remove(at("p/out/ik_types.go")))
	assert.NotEqual(t, last, digest(), "a file that is gone")
	require.NoError(t, os.Symlink(at("p/texts"), at("p/a/link")))
	_, err := places.Digest()
	assert.Error(t, err, "a link to a folder is not looked through")
}

func TestMemory(t *testing.T) {
	m, run := Memory{Dir: filepath.Join(t.TempDir(), "new", "cache")}, []string{"here", "./..."}
	_, ok := m.Read(run)
	assert.False(t, ok, "nothing yet")
	want := Record{Places: Places{Dirs: []string{"a"}}, Digest: "d", Report: json.RawMessage(`{"x":1}`)}
	m.Write(run, want)
	got, ok := m.Read(run)
	assert.True(t, ok)
	assert.Equal(t, want, got)
	_, ok = m.Read([]string{"here./..."})
	assert.False(t, ok, "another run")
	write(t, m.file(run), "broken{")
	_, ok = m.Read(run)
	assert.False(t, ok, "a broken file is no memory")
	Memory{}.Write(run, want)
	_, ok = Memory{}.Read(run)
	assert.False(t, ok, "without a folder nothing is kept")
}
