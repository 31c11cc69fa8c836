package bench

import (
	"fmt"
	"path/filepath"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/compile"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// sizes are the numbers of capabilities that are measured.
var sizes = []int{10, 100, 1000}

// BenchmarkGenerate compiles and renders agents of growing size: time and memory must grow with the size, not faster.
func BenchmarkGenerate(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("capabilities=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			cfg := compile.Config{Dir: dir, Patterns: []string{"."}, Overlay: map[string][]byte{filepath.Join(dir, "desk.cue"): []byte(AgentOf(n))}}
			b.ReportAllocs()
			for b.Loop() {
				res, err := compile.Load(b.Context(), cfg)
				require.NoError(b, err)
				require.Empty(b, res.Diags)
				_, err = res.Units[0].Files()
				require.NoError(b, err)
			}
		})
	}
}

// BenchmarkBareCUE is what CUE alone takes to load, evaluate and validate the same specs: the least that a tool on top of
// it can take.
func BenchmarkBareCUE(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprintf("capabilities=%d", n), func(b *testing.B) {
			dir := b.TempDir()
			cfg := &load.Config{Dir: dir, ModuleRoot: dir, Env: []string{"CUE_REGISTRY=none"}, Overlay: map[string]load.Source{
				filepath.Join(dir, "desk.cue"):              load.FromString(AgentOf(n)),
				filepath.Join(dir, "cue.mod", "module.cue"): load.FromString("module: \"bench.test\"\nlanguage: version: \"v0.15.0\"\n"),
				filepath.Join(dir, "cue.mod", "pkg", filepath.FromSlash(schema.ImportPath), schema.FileName): load.FromBytes(schema.Source()),
			}}
			b.ReportAllocs()
			for b.Loop() {
				insts := load.Instances([]string{"."}, cfg)
				require.NoError(b, insts[0].Err)
				v := cuecontext.New().BuildInstance(insts[0])
				require.NoError(b, v.Validate())
				require.NoError(b, v.LookupPath(cue.MakePath(cue.Str("agent"))).Validate(cue.Concrete(true)))
			}
		})
	}
}
