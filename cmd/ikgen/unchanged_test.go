package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/bench"
)

const deskSpec = `@extern(embed)

package desk

import "github.com/ikgen/ikgen/schema/ik"

agent: ik.#Agent & {
	id: "desk", version: 1, identity: "A desk."
	prompts: "letter.hello": {version: 1, template: _ @embed(file="texts/hello.md",type=text)}
	capabilities: "note.read": {version: 1, description: "Read", effect: "read", #Input: id!: string, #Output: {}}
}
`

// desk is a project in which generate can be run.
type desk struct {
	t   testing.TB
	env Env
}

func newDesk(t testing.TB) desk {
	d := desk{t: t, env: Env{Dir: t.TempDir(), Cache: t.TempDir()}}
	d.write("go.mod", "module desk.test\n")
	d.write("a/desk.cue", deskSpec)
	d.write("a/texts/hello.md", "Hello")
	return d
}

func (d desk) write(name, text string) {
	d.t.Helper()
	path := filepath.Join(d.env.Dir, filepath.FromSlash(name))
	require.NoError(d.t, os.MkdirAll(filepath.Dir(path), 0o755))
	require.NoError(d.t, os.WriteFile(path, []byte(text), 0o644))
}

func (d desk) append(name, text string) {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.env.Dir, filepath.FromSlash(name)))
	require.NoError(d.t, err)
	d.write(name, string(data)+text)
}

// generate gives what the command prints.
func (d desk) generate() string {
	var out, errs bytes.Buffer
	env := d.env
	env.Stdin, env.Stdout, env.Stderr = strings.NewReader(""), &out, &errs
	Run(d.t.Context(), []string{"generate"}, env)
	return out.String() + errs.String()
}

// short tells whether the next run would be spared.
func (d desk) short() bool {
	env := d.env
	_, ok := generator{env: &env}.newShortcut(d.t.Context()).unchanged()
	return ok
}

func TestUnchangedIsFoundWithoutWork(t *testing.T) {
	d := newDesk(t)
	require.Contains(t, d.generate(), "wrote a/ik_types.go")
	assert.False(t, d.short(), "the digest was not taken before the run")
	require.Empty(t, d.generate())
	require.True(t, d.short())
	assert.Empty(t, d.generate())
	assert.True(t, d.short(), "and stays so")
	d.env.Cache = ""
	assert.False(t, d.short(), "there is no shortcut without a cache")
}

func TestEveryChangeIsSeen(t *testing.T) {
	for name, c := range map[string]struct {
		change func(desk)
		says   string
	}{
		"the spec":                     {func(d desk) { d.append("a/desk.cue", "\n#More: {x!: int}\n") }, "wrote a/ik_types.go"},
		"a file beside the spec":       {func(d desk) { d.write("a/more.cue", "package desk\n\n#More: {x!: int}\n") }, "wrote a/ik_types.go"},
		"a file above, of the package": {func(d desk) { d.write("cue.mod/module.cue", "module: \"desk.test\"\nlanguage: version: \"v0.15.0\"\n") }, "a/ikgen.ir.json"},
		"an embedded file":             {func(d desk) { d.write("a/texts/hello.md", "Good day") }, "wrote a/ik_prompts.go"},
		"another package":              {func(d desk) { d.write("b/desk.cue", strings.Replace(deskSpec, "texts/", "../a/texts/", 1)) }, "b/desk.cue"},
		"a generated file by hand":     {func(d desk) { d.append("a/ik_types.go", "// mine\n") }, "wrote a/ik_types.go"},
		"a generated file is gone":     {func(d desk) { require.NoError(d.t, os.Remove(filepath.Join(d.env.Dir, "a/ik_ids.go"))) }, "wrote a/ik_ids.go"},
		"the manifest is gone":         {func(d desk) { require.NoError(d.t, os.Remove(filepath.Join(d.env.Dir, "a/ikgen.manifest"))) }, ""},
		"a fault":                      {func(d desk) { d.append("a/desk.cue", "\nagent: identiy: \"x\"\n") }, "unknown field"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.generate()
			d.generate()
			require.True(t, d.short())
			c.change(d)
			assert.False(t, d.short())
			assert.Contains(t, d.generate(), c.says)
		})
	}
}

func TestWarningsAreSaidEachTime(t *testing.T) {
	d := newDesk(t)
	d.append("a/desk.cue", "\nstray: 1\n")
	for range 3 {
		_ = d.generate()
	}
	assert.False(t, d.short())
}

// BenchmarkGenerateUnchanged is the command when nothing has changed. Compare with BenchmarkBareCUE in internal/bench.
func BenchmarkGenerateUnchanged(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("capabilities=%d", n), func(b *testing.B) {
			d := newDesk(b)
			d.write("a/desk.cue", bench.AgentOf(n))
			d.generate()
			d.generate()
			require.True(b, d.short())
			for b.Loop() {
				require.Empty(b, d.generate())
			}
		})
	}
}
