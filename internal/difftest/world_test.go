package difftest

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// schema is one definition, with everything that judges documents by it in this process.
type schema struct {
	pkg    string // name of the package
	def    ir.TypeDef
	goName string
	at     home
	oracle *oracle
	interp ik.Schema
	json   *jsonschema.Schema
}

func (s *schema) String() string { return s.pkg + "." + s.def.Name }

// home is where references of a type are resolved.
type home struct {
	pkg  *ir.Package
	deps map[string]*ir.Package
}

// resolve follows references to a type that is none.
func (h home) resolve(t ir.Type) (ir.Type, home) {
	for range 100 {
		if t.Kind != ir.KindRef {
			return t, h
		}
		if t.Ref.Package != "" {
			h.pkg = h.deps[t.Ref.Package]
		}
		for _, d := range h.pkg.Types {
			if d.Name == t.Ref.Name {
				nullable := t.Nullable
				t = d.Type
				t.Nullable = t.Nullable || nullable
				break
			}
		}
	}
	return t, h
}

// world is a module of CUE packages, compiled by us and by CUE.
type world struct {
	dir     string
	units   []compile.Unit
	schemas []*schema // in the order of packages and names
	diags   []diag.Diagnostic
}

const moduleFile = "module: \"corpus.test\"\nlanguage: version: \"v0.15.0\"\n"

// newWorld compiles the packages in the directories named; files are relative to the root of the module. A world with
// diagnostics of errors has no schemas.
func newWorld(t require.TestingT, dir string, files map[string]string, packages ...string) *world {
	w := &world{dir: dir}
	overlay := map[string][]byte{filepath.Join(dir, "cue.mod/module.cue"): []byte(moduleFile)}
	for name, text := range files {
		overlay[filepath.Join(dir, name)] = []byte(text)
	}
	var patterns []string
	for _, p := range packages {
		patterns = append(patterns, "./"+p)
	}
	r, err := compile.Load(context.Background(), compile.Config{Dir: dir, Patterns: patterns, Overlay: overlay})
	require.NoError(t, err)
	w.units, w.diags = r.Units, r.Diags
	if r.Failed() {
		return w
	}
	m := newModule(t, dir, overlay, patterns)
	for i := range w.units {
		w.add(t, &w.units[i], m)
	}
	return w
}

// add makes the judges of every definition of a package that was asked for.
func (w *world) add(t require.TestingT, u *compile.Unit, m *module) {
	p := u.Package.IR
	if !m.has(p.Path) {
		return
	}
	names, collisions := gonames.Table(p, u.Deps)
	require.Empty(t, collisions, p.Path)
	for _, d := range names.Decls() {
		if !d.Root {
			continue
		}
		s := &schema{pkg: p.Name, goName: d.Go, at: home{p, u.Deps}}
		for _, def := range p.Types {
			if def.Name == d.Definition {
				s.def = def
			}
		}
		s.oracle = &oracle{module: m, path: p.Path, name: s.def.Name}
		var err error
		s.interp, err = interp.Schema(p, u.Deps, s.def.Type, d.Go)
		require.NoError(t, err, s)
		s.json = compileSchema(t, s.interp.JSON)
		w.schemas = append(w.schemas, s)
	}
}

func (w *world) errors() []string {
	var out []string
	for _, d := range w.diags {
		if d.Severity == diag.Error {
			out = append(out, d.Code+" "+d.Path+": "+d.Message)
		}
	}
	return out
}

func compileSchema(t require.TestingT, text string) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("mem:///s.json", doc))
	s, err := c.Compile("mem:///s.json")
	require.NoError(t, err, "%s", text)
	return s
}

// write puts a file below the directory.
func write(t require.TestingT, dir, name string, data []byte) {
	file := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, data, 0o600))
}
