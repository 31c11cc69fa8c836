package load

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	schema "github.com/ikgen/ikgen/schema/ik"
)

const smallAgent = `package desk

import "github.com/ikgen/ikgen/schema/ik"

agent: ik.#Agent & {
	id:       "desk"
	version:  1
	identity: "A desk."
	capabilities: "order.find": {
		version: 1
		description: "Find"
		effect: "read"
		#Input: {
			// The id.
			id!: string
			deep?: {x!: int}
		}
		#Output: {}
		requires: ["a@1", {fact: "b@1"}]
	}
}
`

const moduleFile = "module: \"example.com/app@v0\"\nlanguage: version: \"v0.15.0\"\n"

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

func loadDir(t *testing.T, dir string, patterns ...string) *Result {
	t.Helper()
	r, err := Load(context.Background(), Config{Dir: dir, Patterns: patterns})
	require.NoError(t, err)
	return r
}

func TestWithAndWithoutModule(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"without": {"agent/a.cue": smallAgent},
		"with":    {"agent/a.cue": smallAgent, "cue.mod/module.cue": moduleFile},
		"copy":    {"agent/a.cue": smallAgent, "cue.mod/module.cue": moduleFile, "cue.mod/pkg/" + schema.ImportPath + "/ik.cue": string(schema.Source())},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, files)
			r := loadDir(t, dir)
			assert.Empty(t, r.Diags)
			require.Len(t, r.Packages, 1)
			p := r.Packages[0]
			assert.Equal(t, filepath.Join(dir, "agent"), p.Dir)
			assert.Equal(t, p.Dir, p.OutDir)
			assert.Equal(t, dir, p.Root)
			assert.Equal(t, []string{filepath.Join(dir, "agent", "a.cue")}, p.Files)
			assert.False(t, p.Explicit)
			assert.Equal(t, "desk", p.IR.Agent.ID)
			if name != "without" {
				assert.Equal(t, "example.com/app/agent", p.IR.Path)
			}
		})
	}
}

func TestOwnModuleUsesItsOwnSchema(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"cue.mod/module.cue": "module: \"github.com/ikgen/ikgen\"\nlanguage: version: \"v0.15.0\"\n",
		"schema/ik/ik.cue":   string(schema.Source()),
		"examples/a.cue":     smallAgent,
	})
	r := loadDir(t, dir, "./examples")
	assert.Empty(t, r.Diags)
	require.Len(t, r.Packages, 1)
	assert.True(t, r.Packages[0].Explicit)
	assert.Empty(t, r.Packages[0].Deps)
}

func TestNestedModules(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"a/a.cue": smallAgent, "a/cue.mod/module.cue": "module: \"a.test\"\nlanguage: version: \"v0.15.0\"\n",
		"b/b.cue": smallAgent, "b/cue.mod/module.cue": "module: \"b.test\"\nlanguage: version: \"v0.15.0\"\n",
	})
	r := loadDir(t, dir)
	assert.Empty(t, r.Diags)
	require.Len(t, r.Packages, 2)
	assert.Equal(t, "a.test", r.Packages[0].IR.Path)
	assert.Equal(t, "b.test", r.Packages[1].IR.Path)
}

func TestPatterns(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"one/a.cue": smallAgent, "two/deep/a.cue": smallAgent, "shared/s.cue": "package shared\n\n#X: string\n", "empty/readme.md": "x",
	})
	names := func(patterns ...string) []string {
		var out []string
		for _, p := range loadDir(t, dir, patterns...).Packages {
			rel, err := filepath.Rel(dir, p.Dir)
			require.NoError(t, err)
			out = append(out, filepath.ToSlash(rel))
		}
		return out
	}
	assert.Equal(t, []string{"one", "two/deep"}, names("./..."))
	assert.Equal(t, []string{"two/deep"}, names("./two/..."))
	assert.Equal(t, []string{"one"}, names("./one/a.cue"))
	assert.Equal(t, []string{"one", "shared"}, names("./shared", "one"))
	assert.Equal(t, []string{"one"}, names(filepath.Join(dir, "one")))
	for _, bad := range []string{"./nowhere", "./empty", "./empty/readme.md", "./nowhere/..."} {
		_, err := Load(context.Background(), Config{Dir: dir, Patterns: []string{bad}})
		var usage *UsageError
		assert.ErrorAs(t, err, &usage, bad)
	}
	_, err := Load(context.Background(), Config{Dir: "relative"})
	var usage *UsageError
	assert.ErrorAs(t, err, &usage)
}

func TestContextEnds(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"a.cue": smallAgent})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Load(ctx, Config{Dir: dir})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestNoRegistryIsAsked(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		http.NotFound(w, nil)
	}))
	defer server.Close()
	t.Setenv("CUE_REGISTRY", server.Listener.Addr().String()+"+insecure")
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"cue.mod/module.cue": "module: \"example.com/app@v0\"\nlanguage: version: \"v0.15.0\"\ndeps: \"example.com/dep@v0\": v: \"v0.1.0\"\n",
		"a.cue":              "package a\n\nimport \"example.com/dep/x\"\n\nagent: x.y\n",
		"ok/b.cue":           smallAgent,
	})
	r := loadDir(t, dir)
	assert.Zero(t, asked.Load())
	require.NotEmpty(t, r.Diags)
	assert.Equal(t, codeImport, r.Diags[0].Code)
}

func TestPositions(t *testing.T) {
	file := filepath.FromSlash("/spec/a.cue")
	r, err := Load(context.Background(), Config{Dir: "/spec", Overlay: map[string][]byte{file: []byte(smallAgent)}})
	require.NoError(t, err)
	require.Len(t, r.Packages, 1)
	at := r.Packages[0].At
	for path, want := range map[string][2]int{
		`agent`:                           {5, 1},
		`agent.id`:                        {6, 2},
		`agent.capabilities`:              {9, 2},
		`agent.capabilities.order.find`:   {9, 2}, // not the path of anything: its nearest parent
		`agent.capabilities."order.find"`: {9, 16},
		`agent.capabilities."order.find".#Input.id`:        {15, 4},
		`agent.capabilities."order.find".#Input.deep.x`:    {16, 12},
		`agent.capabilities."order.find".requires[0]`:      {19, 14},
		`agent.capabilities."order.find".requires[1]`:      {19, 21},
		`agent.capabilities."order.find".requires[1].fact`: {19, 22},
		`agent.capabilities."order.find".requires[7]`:      {19, 3},
		`agent.nothing.here`:                               {5, 1},
		`#Nothing`:                                         {1, 1},
	} {
		pos := at(path)
		assert.Equal(t, file, pos.File, path)
		assert.Equal(t, want, [2]int{pos.Line, pos.Column}, path)
	}
}

func TestAllows(t *testing.T) {
	text := smallAgent[:len(smallAgent)-2] + "\t@ik(allow=\"IK2001: the desk asked, twice\")\n}\n"
	r, err := Load(context.Background(), Config{Dir: "/spec", Overlay: map[string][]byte{"/spec/a.cue": []byte(text)}})
	require.NoError(t, err)
	require.Empty(t, r.Diags)
	require.Len(t, r.Packages[0].Allows, 1)
	a := r.Packages[0].Allows[0]
	assert.Equal(t, "agent", a.Path)
	assert.Equal(t, "IK2001", a.Code)
	assert.Equal(t, "the desk asked, twice", a.Reason)
}
