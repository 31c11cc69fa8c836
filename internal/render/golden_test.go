package render_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render"
)

// archive is one test case: packages as JSON, each after those that it refers to, and what is rendered from them.
type archive struct {
	name     string
	txt      *txtar.Archive
	packages []*ir.Package
}

// pinned are the rendered files that the archives hold. Types, decoders and schemas are judged by what they do.
var pinned = []string{"ik_agent.go", "ik_capabilities.go", "ik_ids.go", "ik_policies.go", "ik_ports.go", "ik_prompts.go"}

func archives(t testing.TB) []archive {
	t.Helper()
	names, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	var out []archive
	for _, name := range names {
		txt, err := txtar.ParseFile(name)
		require.NoError(t, err)
		a := archive{name: name, txt: txt}
		for _, f := range txt.Files {
			if path.Ext(f.Name) != ".json" {
				continue
			}
			var p ir.Package
			require.NoError(t, json.Unmarshal(f.Data, &p), f.Name)
			a.packages = append(a.packages, &p)
		}
		out = append(out, a)
	}
	return out
}

func (a archive) input(i int) render.Input {
	deps := map[string]*ir.Package{}
	for _, p := range a.packages[:i] {
		deps[p.Path] = p
	}
	return render.Input{
		Package: a.packages[i], Deps: deps,
		Pair:       fingerprint.Pair{Contract: strings.Repeat("c", 64), Audit: strings.Repeat("a", 64)},
		Compatible: []string{strings.Repeat("0", 64)},
	}
}

// rendered gives every file of the archive's packages, as package path below the module and file name.
func (a archive) rendered(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for i, p := range a.packages {
		files, err := render.Render(a.input(i))
		require.NoError(t, err, "%s: %s", a.name, p.Path)
		for name, data := range files {
			out[path.Base(p.Path)+"/"+name] = data
		}
	}
	return out
}

// TestRender compares with the archives. UPDATE=1 writes them anew.
func TestRender(t *testing.T) {
	for _, a := range archives(t) {
		t.Run(strings.TrimSuffix(filepath.Base(a.name), ".txtar"), func(t *testing.T) {
			files := a.rendered(t)
			var want []txtar.File
			for _, f := range a.txt.Files {
				if path.Ext(f.Name) == ".json" {
					want = append(want, f)
				}
			}
			for _, name := range sortedKeys(files) {
				if slices.Contains(pinned, path.Base(name)) {
					want = append(want, txtar.File{Name: name, Data: files[name]})
				}
			}
			now := &txtar.Archive{Comment: a.txt.Comment, Files: want}
			if os.Getenv("UPDATE") != "" {
				require.NoError(t, os.WriteFile(a.name, txtar.Format(now), 0o644))
				return
			}
			assert.Equal(t, string(txtar.Format(a.txt)), string(txtar.Format(now)), "run with UPDATE=1 to accept")
		})
	}
}

func TestRenderIsDeterministic(t *testing.T) {
	for _, a := range archives(t) {
		first := a.rendered(t)
		for range 5 {
			assert.Equal(t, first, a.rendered(t), a.name)
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
