package render_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render"
	ik "github.com/ikgen/ikgen/runtime"
)

// probe is one document for one generated type; verdict is what the generated code says of it.
type probe struct {
	Type string `json:"type"` // "orders.Order"
	Doc  string `json:"doc"`
}

type verdict struct {
	Issues   []ik.Issue      `json:"issues"`
	JSON     json.RawMessage `json:"json"`     // the value, encoded again
	Validate []ik.Issue      `json:"validate"` // of the decoded value
	Again    []ik.Issue      `json:"again"`    // of decoding JSON
	Model    []ik.Issue      `json:"model"`    // of the document in the mode ik.FromModel
	Filled   json.RawMessage `json:"filled"`   // the value in that mode, encoded again
}

// driverImports is the import path under which generated packages are compiled. The files stand in an overlay: nothing is
// written into the source tree.
const driverImports = "github.com/ikgen/ikgen/internal/render/generated"

const driverMain = `package main

import (
	"bufio"
	"encoding/json"
	"os"

	ik "github.com/ikgen/ikgen/runtime"
%s)

var schemas = map[string]ik.Schema{
%s}

func issues(err error) []ik.Issue {
	if e, ok := err.(*ik.SchemaError); ok {
		return e.Issues
	}
	return nil
}

func main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.More() {
		var p struct{ Type, Doc string }
		if err := in.Decode(&p); err != nil {
			panic(err)
		}
		var v struct {
			Issues   []ik.Issue      ` + "`json:\"issues\"`" + `
			JSON     json.RawMessage ` + "`json:\"json,omitempty\"`" + `
			Validate []ik.Issue      ` + "`json:\"validate\"`" + `
			Again    []ik.Issue      ` + "`json:\"again\"`" + `
			Model    []ik.Issue      ` + "`json:\"model\"`" + `
			Filled   json.RawMessage ` + "`json:\"filled,omitempty\"`" + `
		}
		value, found := schemas[p.Type].Decode([]byte(p.Doc))
		v.Issues = found
		if found == nil {
			if checked, ok := value.(interface{ Validate() error }); ok {
				v.Validate = issues(checked.Validate())
			}
			raw, err := json.Marshal(value)
			if err != nil {
				panic(err)
			}
			v.JSON = raw
			_, v.Again = schemas[p.Type].Decode(raw)
		}
		if value, v.Model = schemas[p.Type].DecodeFrom(ik.FromModel, []byte(p.Doc)); v.Model == nil {
			raw, err := json.Marshal(value)
			if err != nil {
				panic(err)
			}
			v.Filled = raw
		}
		if err := json.NewEncoder(out).Encode(v); err != nil {
			panic(err)
		}
	}
}
`

// buildDriver compiles generated packages and a program that judges documents by them.
func buildDriver(t *testing.T, packages ...*ir.Package) func([]probe) []verdict {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	base, dir := filepath.Join(root, "internal/render/generated"), t.TempDir()
	overlay := map[string]string{}
	add := func(name string, src []byte) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		require.NoError(t, os.WriteFile(file, src, 0o600))
		overlay[filepath.Join(base, name)] = file
	}
	deps, imports := map[string]*ir.Package{}, map[string]string{}
	for _, p := range packages {
		deps[p.Path], imports[p.Path] = p, driverImports+"/"+p.Name
	}
	var lines, entries strings.Builder
	for _, p := range packages {
		files, err := render.Render(render.Input{Package: p, Deps: deps, Imports: imports})
		require.NoError(t, err)
		for name, src := range files {
			add(p.Name+"/"+name, src)
		}
		fmt.Fprintf(&lines, "\t%q\n", imports[p.Path])
		names, _ := gonames.Table(p, deps)
		for _, d := range names.Decls() {
			if d.Root {
				fmt.Fprintf(&entries, "\t%q: %s.Schema%s(),\n", p.Name+"."+d.Go, p.Name, d.Go)
			}
		}
	}
	add("driver/main.go", fmt.Appendf(nil, driverMain, lines.String(), entries.String()))
	return compile(t, root, dir, overlay)
}

func compile(t *testing.T, root, dir string, overlay map[string]string) func([]probe) []verdict {
	t.Helper()
	raw, err := json.Marshal(map[string]any{"Replace": overlay})
	require.NoError(t, err)
	table, program := filepath.Join(dir, "overlay.json"), filepath.Join(dir, "driver")
	require.NoError(t, os.WriteFile(table, raw, 0o600))
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "-overlay", table, driverImports+"/driver")
	build.Dir = root
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return func(probes []probe) []verdict {
		var in bytes.Buffer
		for _, p := range probes {
			require.NoError(t, json.NewEncoder(&in).Encode(p))
		}
		cmd := exec.CommandContext(t.Context(), program)
		cmd.Stdin = &in
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		require.NoError(t, err)
		d := json.NewDecoder(bytes.NewReader(out))
		verdicts := make([]verdict, len(probes))
		for i := range verdicts {
			require.NoError(t, d.Decode(&verdicts[i]))
		}
		return verdicts
	}
}

func readPackage(t testing.TB, file string) *ir.Package {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var p ir.Package
	require.NoError(t, json.Unmarshal(raw, &p))
	return &p
}
