package compile

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// TestWhatIsAcceptedIsGenerated renders every spec of the tests that has no error: what the checks let pass must not end
// in a fault of the generator.
func TestWhatIsAcceptedIsGenerated(t *testing.T) {
	accepted := 0
	for _, pattern := range []string{
		"../difftest/testdata/corpus/*.txtar", "../load/testdata/*.txtar", "../check/testdata/specs/*.txtar", "../cases/testdata/*.txtar",
	} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			require.NoError(t, err)
			files := map[string][]byte{}
			for _, f := range archive.Files {
				files[f.Name] = f.Data
			}
			accepted += generated(t, name, files)
		}
	}
	assert.Greater(t, accepted, 25, "many of the specs are accepted")
}

// TestNumbersAtTheirEdges is the same for bounds that a Go number or a float64 may not hold.
func TestNumbersAtTheirEdges(t *testing.T) {
	for _, schema := range []string{
		"int & >9223372036854775807", "int & >=9223372036854775807", "int & <-9223372036854775808", "int & <=-9223372036854775808",
		"int & >9007199254740991", "int & >=-9007199254740993", "uint & >18446744073709551615", "uint8", "int64", "uint64", "int128",
		"int & >=0 & <=18446744073709551616", "number & >1e308", "number & <=1e400", "number & >1e-400", "9223372036854775808", "*0 | int & <9223372036854775808",
		"1e1000", "float64", "float32", "int & !=9223372036854775808", "int & >0.5 & <0.7", "number & >0.5 & <=0.5",
	} {
		for _, form := range []string{"x!: ", "x!: [...", "x!: [string]: "} {
			end := ""
			if strings.HasSuffix(form, "...") {
				end = "]"
			}
			text := "package edge\n\nimport \"github.com/ikgen/ikgen/schema/ik\"\n\nagent: ik.#Agent & {id: \"edge\", version: 1, identity: \"i\"," +
				" facts: \"a@1\": {provider: \"host\", #Value: {" + form + schema + end + "}}}\n"
			generated(t, form+schema, map[string][]byte{"edge.cue": []byte(text)})
		}
	}
}

// generated renders the packages of a spec without errors, and gives their number.
func generated(t *testing.T, name string, files map[string][]byte) int {
	t.Helper()
	dir := t.TempDir()
	if _, ok := files["go.mod"]; !ok {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module case.test\n"), 0o644))
	}
	folders := map[string]bool{}
	for file, data := range files {
		if filepath.IsLocal(file) && (strings.HasSuffix(file, ".cue") || file == "go.mod" || strings.HasSuffix(file, ".txt") || strings.HasSuffix(file, ".md")) {
			path := filepath.Join(dir, filepath.FromSlash(file))
			require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
			require.NoError(t, os.WriteFile(path, data, 0o644))
			if rel := filepath.Dir(filepath.FromSlash(file)); strings.HasSuffix(file, ".cue") && !strings.HasPrefix(rel, "cue.mod") {
				folders["."+string(filepath.Separator)+rel] = true
			}
		}
	}
	res, err := Load(t.Context(), Config{Dir: dir, Patterns: slices.Sorted(maps.Keys(folders))})
	if err != nil || res.Failed() {
		return 0 // refused, with a word to the author
	}
	for _, u := range res.Units {
		_, err := u.Files()
		assert.NoError(t, err, name)
	}
	return len(res.Units)
}

// TestMatchesOfEveryShape crosses places and constraints: a rule that cannot be compiled is refused by the checks, and
// never met by the generator.
func TestMatchesOfEveryShape(t *testing.T) {
	schemas := []string{
		"int", "string", "[string, int]", "[string, ...int]", "string | [string, int]", "null | [int, int]", "[...[int, int]]", "[...int]", "[..._]", "_",
		"{a!: int, b?: string}", "{a!: [int, int]}", "{[string]: int}", "{[string]: [int, int]}", "{[string]: _}", "[...{p!: [int, int]}]",
		`{kind!: "x", p!: [int]} | {kind!: "y", p!: [...int]}`, "#Pair", "{a!: int, ...}",
	}
	matches := []string{
		`"a"`, ">3", "null", "{}", "[...]", "[...string]", "[...>3]", "[...[...>3]]", `["a", >3]`, "list.MinItems(1)", "list.Contains(3)", "{a: >3}", "{a: [...>3]}",
		"{[string]: >3}", `{[=~"^a"]: >3}`, "{[string]: [...>3]}", "{[string]: >3, a: 7}", "[...{p: [...int], ...}]", "{p: [...>3]}", "{extra: 1}",
		`string | [...string]`, "len(input.limit)", ">len(input.x)", "input.limit",
	}
	accepted := 0
	for _, schema := range schemas {
		for _, match := range matches {
			text := `package edge

import "github.com/ikgen/ikgen/schema/ik"
` + map[bool]string{true: "import \"list\"\n"}[strings.Contains(match, "list.")] + `
agent: ik.#Agent & {
	id: "edge", version: 1, identity: "i"
	capabilities: "c": {
		version: 1, description: "d", effect: "read"
		#Input: {#Pair: [int, int], limit!: int, x!: ` + schema + `}
		#Output: {}
	}
	policies: "p": {version: 1, on: ["c"], rules: [{#Match: input: {limit: _, x: ` + match + `}, verdict: "deny", reason: "r"}]}
}
`
			accepted += generated(t, schema+" against "+match, map[string][]byte{"edge.cue": []byte(text)})
		}
	}
	assert.Greater(t, accepted, 50, "many rules are accepted")
}
