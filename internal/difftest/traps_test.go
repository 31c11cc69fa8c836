package difftest

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
)

// trap is a small package that is easily compiled to something else than it says: the archives of testdata/traps. The
// file "diags" has what is reported. A package without errors has documents in "docs", as those of the corpus, and in
// "go" lines that its generated Go has, spaces aside.
type trap struct {
	name    string
	archive *txtar.Archive
	files   map[string]string // below the root of the module
	world   *world
}

func readTraps(t *testing.T) []*trap {
	t.Helper()
	names, err := filepath.Glob("testdata/traps/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	var out []*trap
	for _, file := range names {
		ar, err := txtar.ParseFile(file)
		require.NoError(t, err)
		tr := &trap{name: strings.TrimSuffix(filepath.Base(file), ".txtar"), archive: ar, files: map[string]string{}}
		for _, f := range ar.Files {
			if path.Ext(f.Name) == ".cue" {
				tr.files[tr.name+"/"+f.Name] = string(f.Data)
			}
		}
		out = append(out, tr)
	}
	return out
}

func (tr *trap) section(name string) (*txtar.File, bool) {
	for i := range tr.archive.Files {
		if tr.archive.Files[i].Name == name {
			return &tr.archive.Files[i], true
		}
	}
	return nil, false
}

// TestTraps compiles every trap. UPDATE=1 writes the diagnostics anew.
func TestTraps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	goModule(t, dir)
	found := newTally()
	var worlds []*world
	var pairs []*pair
	for _, tr := range readTraps(t) {
		t.Run(strings.ReplaceAll(tr.name, "_", " "), func(t *testing.T) {
			if !tr.compile(t, dir) {
				return
			}
			worlds = append(worlds, tr.world)
			pairs = append(pairs, tr.documents(t, found)...)
		})
	}
	if t.Failed() {
		return
	}
	answers := build(t, worlds...).judge(t, pairs)
	for i := range answers {
		found.compare(t, pairs[i], &answers[i])
	}
}

// compile compares diagnostics and generated Go; true where the package is one of schemas, with documents.
func (tr *trap) compile(t *testing.T, dir string) bool {
	t.Helper()
	overlay := map[string][]byte{filepath.Join(dir, "cue.mod/module.cue"): []byte(moduleFile)}
	for name, text := range tr.files {
		overlay[filepath.Join(dir, name)] = []byte(text)
	}
	r, err := compile.Load(context.Background(), compile.Config{Dir: dir, Patterns: []string{"./" + tr.name}, Overlay: overlay})
	require.NoError(t, err)
	want, ok := tr.section("diags")
	require.True(t, ok, "no section diags")
	got := tr.diagText(r.Diags, dir)
	if os.Getenv("UPDATE") != "" {
		want.Data = []byte(got)
		require.NoError(t, os.WriteFile("testdata/traps/"+tr.name+".txtar", txtar.Format(tr.archive), 0o600))
	}
	assert.Equal(t, string(want.Data), got)
	lines, _ := tr.section("go")
	_, docs := tr.section("docs")
	require.Equal(t, r.Failed(), lines == nil && !docs, "what is accepted has docs or go, what is refused has neither:\n%s", got)
	if r.Failed() {
		return false
	}
	if lines != nil {
		tr.generated(t, r, string(lines.Data))
	}
	if docs {
		tr.world = newWorld(t, dir, tr.files, tr.name)
	}
	return docs
}

func (tr *trap) diagText(list []diag.Diagnostic, dir string) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s: %s %s %s: %s\n", tr.place(d.Pos, dir), d.Severity, d.Code, d.Path, d.Message)
		if d.Help != "" {
			fmt.Fprintf(&b, "    %s\n", d.Help)
		}
		for _, rel := range d.Related {
			fmt.Fprintf(&b, "    %s: %s\n", tr.place(rel.Pos, dir), rel.Message)
		}
	}
	return b.String()
}

func (tr *trap) place(p diag.Position, dir string) string {
	rel, err := filepath.Rel(filepath.Join(dir, tr.name), p.File)
	if err != nil {
		rel = p.File
	}
	return fmt.Sprintf("%s:%d:%d", filepath.ToSlash(rel), p.Line, p.Column)
}

// generated requires the lines in the Go of the archive's packages.
func (tr *trap) generated(t *testing.T, r *compile.Result, lines string) {
	t.Helper()
	var all strings.Builder
	for _, u := range r.Units {
		files, err := u.Files()
		require.NoError(t, err)
		for _, src := range files {
			all.WriteString(strings.Join(strings.Fields(string(src)), " "))
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		assert.True(t, strings.Contains(all.String(), strings.Join(strings.Fields(line), " ")), "generated Go has no line %s", line)
	}
}

// documents judges the documents, and requires at least two for each definition.
func (tr *trap) documents(t *testing.T, found *tally) []*pair {
	t.Helper()
	byName, used := map[string]*schema{}, map[string]int{}
	for _, s := range tr.world.schemas {
		byName[s.def.Name] = s
	}
	docs, _ := tr.section("docs")
	var pairs []*pair
	for _, d := range readDocs(t, tr.name, string(docs.Data)) {
		s := byName[d.def]
		require.NotNil(t, s, "%s: no definition %s", d.line, d.def)
		p := found.judge(t, s, d.text)
		assert.Equal(t, d.accept, p.want, "%s: the file says otherwise: %s\n%v", d.line, p, p.issues)
		assert.Equal(t, d.other, p.raw != p.want, "%s: whether CUE itself says the opposite: %s", d.line, p)
		used[d.def]++
		pairs = append(pairs, p)
	}
	for name := range byName {
		assert.GreaterOrEqual(t, used[name], 2, "%s has too few documents", name)
	}
	return pairs
}
