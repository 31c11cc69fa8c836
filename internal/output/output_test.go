package output

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func source(body string) []byte { return []byte(header + "\n\npackage a\n" + body) }

// project makes a folder with a go.mod and in it the folder of a spec.
func project(t *testing.T) (root, dir string) {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	dir = filepath.Join(root, "agent")
	require.NoError(t, os.Mkdir(dir, 0o755))
	put(t, filepath.Join(root, "go.mod"), "module example.com/a\n")
	return root, dir
}

func put(t *testing.T, file, text string) {
	t.Helper()
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

func run(t *testing.T, dir string, files map[string][]byte) Report {
	t.Helper()
	r, err := Apply(t.Context(), dir, files)
	require.NoError(t, err)
	check, err := Check(dir, files)
	require.NoError(t, err)
	if len(r.Orphaned) == 0 {
		assert.True(t, check.Fresh(), "%+v", check)
	}
	return r
}

func files(pairs ...string) map[string][]byte {
	out := map[string][]byte{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = source(pairs[i+1])
	}
	return out
}

// disked reads every file below root but go.mod.
func disked(t *testing.T, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "go.mod" {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	}))
	return out
}

func TestApplyWritesOnlyWhatChanges(t *testing.T) {
	root, dir := project(t)
	want := files("ik_a.go", "a", "../generated/ik_b.go", "b")
	want["ikgen.ir.json"] = []byte("{}\n")
	assert.Equal(t, []string{"../generated/ik_b.go", "ik_a.go", "ikgen.ir.json"}, run(t, dir, want).Written)

	past := time.Date(2001, 2, 3, 4, 5, 6, 0, time.UTC)
	for name := range disked(t, root) {
		require.NoError(t, os.Chtimes(filepath.Join(root, name), past, past))
	}
	again := run(t, dir, want)
	assert.True(t, again.Fresh())
	assert.Len(t, again.Unchanged, 3)
	for name := range disked(t, root) {
		info, err := os.Stat(filepath.Join(root, name))
		require.NoError(t, err)
		assert.True(t, info.ModTime().Equal(past), name)
	}

	want["ik_a.go"] = source("changed")
	changed := run(t, dir, want)
	assert.Equal(t, []string{"ik_a.go"}, changed.Written)
	assert.Empty(t, changed.Edited)
}

func TestApplyRemovesItsOwnOrphans(t *testing.T) {
	root, dir := project(t)
	run(t, dir, files("ik_a.go", "a", "ik_b.go", "b", "ik_c.go", "c", "ik_d.go", "d"))
	put(t, filepath.Join(dir, "ik_b.go"), header+"\npackage a // by hand\n")
	put(t, filepath.Join(dir, "ik_c.go"), "package a // somebody took the file over\n")
	put(t, filepath.Join(dir, "ik_other.go"), string(source("no manifest lists it")))

	check, err := Check(dir, files("ik_a.go", "a"))
	require.NoError(t, err)
	assert.Equal(t, []string{"ik_b.go", "ik_d.go", "ik_other.go"}, check.Orphaned)
	assert.Equal(t, []string{"ik_b.go"}, check.Edited)

	for range 2 { // an edited orphan is kept, and is named each time; so is one that no manifest lists
		r := run(t, dir, files("ik_a.go", "a"))
		assert.Equal(t, []string{"ik_b.go", "ik_other.go"}, r.Orphaned)
	}
	var left []string
	for name := range disked(t, root) {
		left = append(left, name)
	}
	assert.ElementsMatch(t, []string{"agent/ik_a.go", "agent/ik_b.go", "agent/ik_c.go", "agent/ik_other.go", "agent/ikgen.manifest"}, left)
}

func TestApplyWithNothingToGenerateRemovesTheManifest(t *testing.T) {
	root, dir := project(t)
	run(t, dir, nil)
	assert.Empty(t, disked(t, root))
	run(t, dir, files("ik_a.go", "a"))
	assert.Equal(t, []string{"ik_a.go"}, run(t, dir, nil).Removed)
	assert.Empty(t, disked(t, root))
}

func TestForeignFilesAreNeverTouched(t *testing.T) {
	root, dir := project(t)
	put(t, filepath.Join(dir, "ik_b.go"), "package a\n")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "ik_c.go"), 0o755))
	require.NoError(t, os.Symlink(filepath.Join(root, "go.mod"), filepath.Join(dir, "ik_d.go")))
	want := files("ik_a.go", "a", "ik_b.go", "b", "ik_c.go", "c", "ik_d.go", "d")

	r, err := Apply(t.Context(), dir, want)
	var foreign *ForeignError
	require.ErrorAs(t, err, &foreign)
	assert.Equal(t, []string{"ik_b.go", "ik_c.go", "ik_d.go"}, foreign.Files)
	assert.Equal(t, foreign.Files, r.Foreign)
	assert.Len(t, foreign.Diagnostics(), 3)
	assert.NoFileExists(t, filepath.Join(dir, "ik_a.go"), "nothing at all is written")
	assert.NoFileExists(t, filepath.Join(dir, ManifestName))

	check, err := Check(dir, want)
	require.NoError(t, err)
	assert.Equal(t, foreign.Files, check.Foreign)
	assert.Equal(t, []string{"ik_a.go", ManifestName}, check.Missing)
}

func TestHandEditedFilesAreReported(t *testing.T) {
	_, dir := project(t)
	want := files("ik_a.go", "a", "ik_b.go", "b")
	run(t, dir, want)
	put(t, filepath.Join(dir, "ik_a.go"), header+"\npackage a // by hand\n")
	require.NoError(t, os.Remove(filepath.Join(dir, "ik_b.go")))

	check, err := Check(dir, want)
	require.NoError(t, err)
	assert.Equal(t, Report{Edited: []string{"ik_a.go"}, Missing: []string{"ik_b.go"}}, check)
	r := run(t, dir, want)
	assert.Equal(t, []string{"ik_a.go"}, r.Edited)
	assert.Equal(t, []string{"ik_a.go", "ik_b.go"}, r.Written)
}

func TestCheckWritesNothing(t *testing.T) {
	root, dir := project(t)
	run(t, dir, files("ik_a.go", "a", "ik_b.go", "b"))
	before := disked(t, root)
	check, err := Check(dir, files("ik_a.go", "other", "ik_n.go", "n"))
	require.NoError(t, err)
	assert.Equal(t, Report{Stale: []string{"ik_a.go"}, Missing: []string{"ik_n.go"}, Orphaned: []string{"ik_b.go"}}, check)
	assert.Equal(t, before, disked(t, root))
}

func TestManifestWithConflictMarkersIsRepaired(t *testing.T) {
	_, dir := project(t)
	want := files("ik_a.go", "a")
	run(t, dir, want)
	list := filepath.Join(dir, ManifestName)
	data, err := os.ReadFile(list)
	require.NoError(t, err)
	put(t, list, "<<<<<<< HEAD\n"+string(data)+"=======\n"+strings.Repeat("0", 64)+"  ../../../../etc/passwd\n>>>>>>> other\n")
	check, err := Check(dir, want)
	require.NoError(t, err)
	assert.Equal(t, []string{ManifestName}, check.Stale)
	run(t, dir, want)
	repaired, err := os.ReadFile(list)
	require.NoError(t, err)
	assert.Equal(t, string(data), string(repaired))
}

func TestNamesThatLeadElsewhereAreRefused(t *testing.T) {
	root, dir := project(t)
	require.NoError(t, os.Symlink(os.TempDir(), filepath.Join(root, "link")))
	for _, name := range []string{"", ".", "..", "/etc/x", "a/../b", "a//b", "../../x.go", "../../../x.go", `a\b`, "c:x", "a\nb",
		"../link/x.go", "a/", "./a"} {
		_, err := Apply(t.Context(), dir, map[string][]byte{name: source("")})
		assert.Error(t, err, name)
		_, err = Check(dir, map[string][]byte{name: source("")})
		assert.Error(t, err, name)
	}
}

func TestBoundaryIsTheSpecWithoutAProject(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	assert.Equal(t, dir, boundary(dir, onDisk))
}

// A Go file with our header that no manifest lists is named, and stays.
func TestStraysAreListed(t *testing.T) {
	_, dir := project(t)
	files := map[string][]byte{"ik_types.go": []byte(header + "\n\npackage x\n")}
	_, err := Apply(t.Context(), dir, files)
	require.NoError(t, err)
	stray := filepath.Join(dir, "ik_orphan.go")
	require.NoError(t, os.WriteFile(stray, []byte(header+"\n\npackage x\n"), 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine.go"), []byte("package x\n"), 0o644))
	r, err := Check(dir, files)
	require.NoError(t, err)
	assert.Equal(t, []string{"ik_orphan.go"}, r.Orphaned)
	assert.False(t, r.Fresh())
	r, err = Apply(t.Context(), dir, files)
	require.NoError(t, err)
	assert.Equal(t, []string{"ik_orphan.go"}, r.Orphaned)
	assert.FileExists(t, stray)
}

func TestCancelledApplyStops(t *testing.T) {
	root, dir := project(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Apply(ctx, dir, files("ik_a.go", "a"))
	require.ErrorIs(t, err, context.Canceled)
	assert.NotContains(t, disked(t, root), "agent/ik_a.go")
}

var errKilled = errors.New("killed")

// TestKilledAtAnyStep stops the run before each of its renames and removals, as a kill would: from then on nothing
// happens any more, and the temporary file stays. Files are old or new, and the next run, even of another spec, ends as
// if nothing had happened.
func TestKilledAtAnyStep(t *testing.T) {
	old := files("ik_a.go", "old a", "ik_b.go", "old b", "ik_gone.go", "gone")
	next := files("ik_a.go", "new a", "ik_b.go", "new b", "sub/ik_new.go", "new")
	other := files("ik_a.go", "third a")
	for step := 0; ; step++ {
		finished := false
		for name, target := range map[string]map[string][]byte{"same": next, "other": other} {
			t.Run(fmt.Sprintf("step %d, then the %s spec", step, name), func(t *testing.T) {
				root, dir := project(t)
				run(t, dir, old)
				finished = kill(t, dir, next, step)
				for file, text := range disked(t, root) {
					base := strings.TrimPrefix(file, "agent/")
					if strings.HasPrefix(base, "ik_") || strings.HasPrefix(base, "sub/ik_") {
						assert.Contains(t, []string{string(old[base]), string(next[base])}, text, file)
					}
				}
				r := run(t, dir, target)
				assert.Empty(t, r.Edited)
				_, fresh := project(t)
				run(t, fresh, target)
				assert.Equal(t, disked(t, fresh), disked(t, dir))
			})
		}
		if finished {
			require.Greater(t, step, 4)
			return
		}
	}
}

// kill runs Apply and stops it at a step. It tells whether the run came to its end before.
func kill(t *testing.T, dir string, want map[string][]byte, step int) bool {
	t.Helper()
	left := step
	next := func() error {
		if left--; left < 0 {
			return errKilled
		}
		return nil
	}
	sys := disk()
	sys.rename = func(from, to string) error {
		if err := next(); err != nil {
			put(t, filepath.Join(filepath.Dir(from), tempPrefix+"1-left"+tempSuffix), "half") // what a kill leaves
			return err
		}
		return os.Rename(from, to)
	}
	sys.remove = func(file string) error {
		if err := next(); err != nil {
			return err
		}
		return os.Remove(file)
	}
	_, err := apply(t.Context(), dir, want, sys)
	if err != nil {
		require.ErrorIs(t, err, errKilled)
	}
	return err == nil
}

func FuzzParseManifest(f *testing.F) {
	f.Add([]byte(manifestHeader + strings.Repeat("a", 64) + "  ik_a.go\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := parseManifest(data)
		for name := range m {
			require.NoError(t, checkName(name))
		}
		require.Equal(t, m.text(), parseManifest(m.text()).text())
	})
}

func TestReaches(t *testing.T) {
	root, dir := project(t)
	require.NoError(t, os.Symlink(root, filepath.Join(dir, "link")))
	for out, want := range map[string]bool{
		".": true, "gen": true, "../gen": true, "../gen/": true, "./a/../b": true,
		"../..": false, "../../../etc": false, "link": false, "link/x": false, `a\b`: false, "a:b": false,
	} {
		assert.Equal(t, want, Reaches(dir, out, onDisk), out)
	}
	// In memory, the files say where the project ends.
	there := func(name string) bool { return name == filepath.FromSlash("/nowhere/go.mod") }
	assert.True(t, Reaches("/nowhere/a/b", "../../gen", there))
	assert.False(t, Reaches("/nowhere/a/b", "../../../gen", there))
}
