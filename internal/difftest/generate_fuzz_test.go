package difftest

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/format"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue/literal"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"github.com/ikgen/ikgen/internal/compile"
)

// goChecker type-checks generated source against the packages that it may import.
type goChecker struct {
	exports map[string]string // import path to the file of export data
	fset    *token.FileSet
	from    types.Importer
}

// newGoChecker asks the go command for export data: once, since that builds what is not built yet.
func newGoChecker(t testing.TB) *goChecker {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}",
		"./runtime", "./runtime/wire", "context", "encoding/json", "errors", "fmt", "math", "regexp", "slices", "strconv", "strings", "time", "unicode/utf8")
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "GOFLAGS=")
	out, err := cmd.Output()
	require.NoError(t, err)
	c := &goChecker{exports: map[string]string{}, fset: token.NewFileSet()}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		c.exports[path] = file
	}
	c.from = importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) {
		if file := c.exports[path]; file != "" {
			return os.Open(file)
		}
		return nil, fmt.Errorf("%s is no package that generated code imports", path)
	})
	return c
}

// knows tells whether every import has export data: a port may name any Go package.
func (c *goChecker) knows(files []*ast.File) bool {
	for _, f := range files {
		for _, imp := range f.Imports {
			if path := strings.Trim(imp.Path.Value, `"`); c.exports[path] == "" && path != "unsafe" {
				return false
			}
		}
	}
	return true
}

var goDirective = regexp.MustCompile(`(?m)^\s*//(go:|line |export |\s*\+build)|^/\*`)

// check requires that the files of one package are Go, gofmt-clean, free of directives and of init functions, and that
// they type-check.
func (c *goChecker) check(t *testing.T, files map[string][]byte) {
	var parsed []*ast.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		src := files[name]
		if filepath.Ext(name) != ".go" {
			continue
		}
		f, err := parser.ParseFile(c.fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err, "%s:\n%s", name, src)
		clean, err := format.Source(src)
		require.NoError(t, err)
		require.True(t, bytes.Equal(clean, src), "%s is not gofmt-clean:\n%s", name, src)
		require.False(t, goDirective.Match(src), "%s has a directive:\n%s", name, src)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				require.False(t, fn.Recv == nil && fn.Name.Name == "init", "%s has an init function", name)
			}
		}
		parsed = append(parsed, f)
	}
	if len(parsed) == 0 || !c.knows(parsed) {
		return
	}
	conf := types.Config{Importer: c.from, Error: func(error) {}}
	_, err := conf.Check("generated.test/p", c.fset, parsed, nil)
	require.NoError(t, err)
}

// generate compiles a package in memory, and checks what is generated where it has no errors.
func (c *goChecker) generate(t *testing.T, source []byte) (generated bool) {
	r, err := compile.Load(context.Background(), compile.Config{
		Dir: "/spec", Patterns: []string{"."},
		Overlay: map[string][]byte{"/spec/go.mod": []byte("module generated.test\n"), "/spec/a.cue": source},
	})
	require.NoError(t, err)
	if r.Failed() {
		return false
	}
	for i := range r.Units {
		files, err := r.Units[i].Files()
		require.NoError(t, err, "a spec without errors cannot be rendered:\n%s", source)
		c.check(t, files)
	}
	return true
}

// specs are all CUE sources that the tests of the front and of this package have.
func specs(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	for _, pattern := range []string{"testdata/corpus/*.txtar", "testdata/traps/*.txtar", "../load/testdata/*.txtar", "../check/testdata/specs/*.txtar"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			ar, err := txtar.ParseFile(name)
			require.NoError(t, err)
			for _, f := range ar.Files {
				if filepath.Ext(f.Name) == ".cue" {
					out = append(out, f.Data)
				}
			}
		}
	}
	return out
}

// FuzzGenerate changes specs at random. Whatever is accepted is rendered to Go that compiles.
func FuzzGenerate(f *testing.F) {
	for _, s := range specs(f) {
		f.Add(s)
	}
	c := newGoChecker(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) <= 8192 {
			c.generate(t, data)
		}
	})
}

// FuzzGenerateTexts puts texts wherever a spec takes any: they stay texts.
func FuzzGenerateTexts(f *testing.F) {
	for _, s := range []string{
		"plain", "//go:generate echo owned", "x\n//go:generate echo owned\n//line evil.go:1\n//go:build ignore\n", "*/ func init() { panic(1) } /*", "`+panic(1)+`", "\"", "\\\"", "\\", "a,omitempty",
		"\r\n//go:embed secret\r", "\u2028//go:embed x", "\u202eevil", "\ufeff", "\x00", "\u0085", "%s%d%!", "{{.}}", "{{input.note}}", "日本", "😀", "$ref", "-", "func", "import \"C\"", "Validate", "_", "#x",
	} {
		f.Add(s, "other", "a-z")
		f.Add("note", s, s)
	}
	c := newGoChecker(f)
	f.Fuzz(func(t *testing.T, key, text, expression string) {
		if len(key)+len(text)+len(expression) > 2000 {
			return
		}
		c.generate(t, hostileSpec(key, text, expression))
	})
}

// hostileSpec is an agent that has the texts in its comments, keys, members, constants, expressions and words.
func hostileSpec(key, text, expression string) []byte {
	quote := func(s string) string { return literal.String.Quote(strings.ToValidUTF8(s, "?")) }
	comment := "// " + strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), "\n// ")
	return []byte(strings.NewReplacer("KEY", quote(key), "TEXT", quote(text), "EXPR", quote(expression), "COMMENT", comment, "ATTR", quote(strings.ToValidUTF8(text, "?"))).Replace(`package p

import "github.com/ikgen/ikgen/schema/ik"

COMMENT
#Level: "low" | TEXT | KEY
#Choice: {kind!: "a", KEY?: int} | {kind!: TEXT, more?: string}

agent: ik.#Agent & {
	id: "text.desk"
	version: 1
	identity: TEXT
	facts: "note.kept@1": {description: TEXT, #Value: {
		COMMENT
		KEY!: string & !=TEXT
	}}
	capabilities: "note.keep": {
		version: 1
		description: TEXT
		effect: "write"
		#Input: {
			COMMENT
			KEY?: =~EXPR
			note!: string @ik(example=ATTR)
			level: *TEXT | string
			choice?: #Choice
			map?: {[=~EXPR]: TEXT}
		}
		#Output: {ref!: string & !=TEXT, ...}
		provides: ["note.kept@1"]
		guidance: {whenToUse: [TEXT], examples: [TEXT]}
		issues: NOT_KEPT: {description: TEXT}
	}
	policies: texts: {
		version: 1
		on: ["note.keep"]
		rules: [{#Match: input: note: TEXT, verdict: "deny", reason: TEXT}, {#Match: input: note: =~EXPR, verdict: "clarify", reason: "r", ask: TEXT}]
	}
	advice: tone: {version: 1, description: TEXT, instructions: [TEXT], when: presentFacts: ["note.kept@1"]}
	prompts: "greet.user": {version: 1, template: TEXT}
	responses: unsupported: TEXT
}
`))
}

// TestGeneratedGoCompiles renders every spec that the tests have and that is accepted by itself.
func TestGeneratedGoCompiles(t *testing.T) {
	t.Parallel()
	c := newGoChecker(t)
	generated := 0
	for _, s := range specs(t) {
		if c.generate(t, s) {
			generated++
		}
	}
	require.Greater(t, generated, 40)
	require.True(t, c.generate(t, hostileSpec("note2", "plain", "^a")), "the spec with texts is accepted")
}
