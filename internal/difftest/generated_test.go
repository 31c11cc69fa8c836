package difftest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/gonames"
)

// driverMain judges documents by the generated schemas: it reads probes and writes what was found, line by line.
const driverMain = `package main

import (
	"bufio"
	"encoding/json"
	"os"

	ik "github.com/ikgen/ikgen/runtime"
%s)

var schemas = map[string]ik.Schema{
%s}

type probe struct {
	Schema string
	JSON   string // the interpreter's JSON Schema, once for each schema
	Doc    []byte
	Model  []byte // what a model may write for the same
}

type answer struct {
	Issues   []ik.Issue      ` + "`json:\"issues\"`" + `
	JSON     json.RawMessage ` + "`json:\"json,omitempty\"`" + `
	Validate []ik.Issue      ` + "`json:\"validate\"`" + `
	Again    []ik.Issue      ` + "`json:\"again\"`" + `
	Schema   bool            ` + "`json:\"schema\"`" + `

	ModelIssues []ik.Issue      ` + "`json:\"modelIssues\"`" + `
	ModelJSON   json.RawMessage ` + "`json:\"modelJSON,omitempty\"`" + `
}

func issues(err error) []ik.Issue {
	if e, ok := err.(*ik.SchemaError); ok {
		return e.Issues
	}
	return nil
}

func judge(p probe) answer {
	var a answer
	s := schemas[p.Schema]
	a.Schema = p.JSON == "" || p.JSON == s.JSON
	value, found := s.DecodeFrom(ik.FromModel, p.Model)
	if a.ModelIssues = found; found == nil {
		a.ModelJSON = encode(value)
	}
	value, found = s.Decode(p.Doc)
	if a.Issues = found; found != nil {
		return a
	}
	if checked, ok := value.(interface{ Validate() error }); ok {
		a.Validate = issues(checked.Validate())
	}
	a.JSON = encode(value)
	_, a.Again = s.Decode(a.JSON)
	return a
}

func encode(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return raw
}

func main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	out := bufio.NewWriter(os.Stdout)
	for in.More() {
		var p probe
		if err := in.Decode(&p); err != nil {
			panic(err)
		}
		if err := json.NewEncoder(out).Encode(judge(p)); err != nil {
			panic(err)
		}
		if err := out.Flush(); err != nil {
			panic(err)
		}
	}
}
`

// program is generated code that was compiled, with a main that judges documents.
type program struct{ file string }

// build renders every package of the worlds into one module, and compiles it once.
func build(t testing.TB, worlds ...*world) *program {
	t.Helper()
	dir := worlds[0].dir
	imports, entries := map[string]bool{}, []string{}
	for _, w := range worlds {
		require.Equal(t, dir, w.dir)
		for _, u := range w.units {
			files, err := u.Files()
			require.NoError(t, err, u.Package.Dir)
			for name, src := range files {
				write(t, u.Package.Dir, name, src)
			}
		}
		for _, s := range w.schemas {
			imports[s.at.pkg.Path] = true
			entries = append(entries, fmt.Sprintf("\t%q: %s.Schema%s(),\n", s.String(), gonames.PackageName(s.at.pkg.Name), s.goName))
		}
	}
	var lines []string
	for p := range imports {
		lines = append(lines, fmt.Sprintf("\t%q\n", p))
	}
	sort.Strings(lines)
	write(t, dir, "driver/main.go", fmt.Appendf(nil, driverMain, strings.Join(lines, ""), strings.Join(entries, "")))
	return &program{compileDriver(t, dir)}
}

// goModule makes the directory a Go module that uses ours from the disk.
func goModule(t testing.TB, dir string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	write(t, dir, "go.mod", fmt.Appendf(nil,
		"module corpus.test\n\ngo 1.26.0\n\nrequire github.com/ikgen/ikgen v0.0.0\n\nreplace github.com/ikgen/ikgen => %s\n", root))
}

func compileDriver(t testing.TB, dir string) string {
	t.Helper()
	file := path.Join(dir, "driver", "driver.bin")
	cmd := exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-ldflags=-s -w", "-o", file, "./driver")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", out)
	return file
}

// judge asks the program about every pair.
func (p *program) judge(t *testing.T, pairs []*pair) []generated {
	t.Helper()
	var in bytes.Buffer
	seen := map[*schema]bool{}
	enc := json.NewEncoder(&in)
	for _, pair := range pairs {
		text := ""
		if !seen[pair.schema] {
			seen[pair.schema], text = true, pair.schema.interp.JSON
		}
		require.NoError(t, enc.Encode(map[string]any{"Schema": pair.schema.String(), "JSON": text, "Doc": []byte(pair.doc), "Model": []byte(pair.modelDoc)}))
	}
	cmd := exec.CommandContext(t.Context(), p.file)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	raw, err := cmd.Output()
	require.NoError(t, err)
	d := json.NewDecoder(bytes.NewReader(raw))
	out := make([]generated, len(pairs))
	for i := range out {
		require.NoError(t, d.Decode(&out[i]))
		require.True(t, out[i].Schema, "%s: the JSON Schema of generated Go is another one", pairs[i].schema)
	}
	return out
}
