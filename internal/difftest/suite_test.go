package difftest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/gonames"
)

// suiteGroup is one schema of the JSON Schema test suite with its documents.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}

	file, def string
}

func (g *suiteGroup) String() string { return g.file + ": " + g.Description }

// TestJSONSchemaSuite translates the schemas of the official suite to CUE, and requires its verdicts from CUE, from the
// interpreter, from the JSON Schema that we write and from generated Go. What CUE or we have no words for is listed, with
// the reason, in testdata/suite_left_out.txt; UPDATE=1 writes the list anew.
func TestJSONSchemaSuite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	goModule(t, dir)
	groups := readSuite(t)
	w, left := suiteWorld(t, dir, groups)
	pinLeftOut(t, groups, left)
	schemas := map[string]*schema{}
	for _, s := range w.schemas {
		schemas[s.def.Name] = s
	}
	found := newTally()
	var pairs []*pair
	for _, g := range groups {
		if left[g.String()] != "" {
			continue
		}
		require.NotNil(t, schemas[g.def], g)
		for _, test := range g.Tests {
			t.Run(g.String()+": "+test.Description, func(t *testing.T) {
				kind := kindOf(test.Data)
				for _, d := range g.definitions(kind) {
					if s := schemas[d.name]; s != nil {
						p := found.judge(t, s, string(test.Data))
						pairs = append(pairs, p)
						assert.Equal(t, test.Valid && d.admits, p.want, "the suite says otherwise: %s\n%s", p, g.Schema)
					}
				}
			})
		}
	}
	t.Logf("%d of %d schemas, %d documents, %d accepted, differences %v", len(groups)-len(left), len(groups), found.pairs, found.accepted, found.differences)
	if t.Failed() {
		return
	}
	answers := build(t, w).judge(t, pairs)
	for i := range answers {
		found.compare(t, pairs[i], &answers[i])
	}
}

// suiteDef is a definition that a group may have.
type suiteDef struct {
	name   string
	admits bool // a document of the kind
}

func (g *suiteGroup) definitions(kind int) []suiteDef {
	out := []suiteDef{{g.def, true}}
	for k := range kindNames {
		out = append(out, suiteDef{kindDef(g.def, k), k == kind})
	}
	return out
}

func kindOf(doc json.RawMessage) int {
	switch doc[0] {
	case 'n':
		return nulls
	case 't', 'f':
		return bools
	case '"':
		return texts
	case '[':
		return arrays
	case '{':
		return objects
	}
	return numbers
}

func readSuite(t *testing.T) []*suiteGroup {
	t.Helper()
	raw, err := os.ReadFile("testdata/json-schema-test-suite-2020-12.json")
	require.NoError(t, err)
	var suite struct {
		Files map[string][]*suiteGroup
	}
	require.NoError(t, json.Unmarshal(raw, &suite))
	var out []*suiteGroup
	for _, file := range slices.Sorted(maps.Keys(suite.Files)) {
		for i, g := range suite.Files[file] {
			g.file = strings.TrimSuffix(file, ".json")
			g.def = fmt.Sprintf("#%s%d", gonames.Export(g.file), i)
			out = append(out, g)
		}
	}
	return out
}

var suiteDefinition = regexp.MustCompile(`#[A-Za-z]+[0-9]+`)

// suiteWorld compiles what can be translated, without the groups that we refuse: those are left out, with the code.
func suiteWorld(t *testing.T, dir string, groups []*suiteGroup) (*world, map[string]string) {
	t.Helper()
	texts, left, byDef := map[string]string{}, map[string]string{}, map[string]*suiteGroup{}
	for _, g := range groups {
		text, reason := translate(g.def, g.Schema)
		byDef[g.def] = g
		if reason != "" {
			left[g.String()] = reason
			continue
		}
		texts[g.def] = text
	}
	for range 6 {
		var body strings.Builder
		for _, g := range groups {
			body.WriteString(texts[g.def])
		}
		source := suiteHeader(body.String())
		w := newWorld(t, dir, map[string]string{"suite/s.cue": source}, "suite")
		if len(w.errors()) == 0 {
			return w, left
		}
		lines := strings.Split(source, "\n")
		for _, d := range w.diags {
			if d.Severity != diag.Error {
				continue
			}
			def := suiteDefinition.FindString(lines[d.Pos.Line-1])
			require.Contains(t, byDef, def, d)
			if texts[def] != "" {
				t.Logf("%s %s: %s\n%s", d.Code, d.Path, d.Message, texts[def])
				left[byDef[def].String()] = "refused, " + d.Code
			}
			texts[def] = ""
		}
	}
	require.Fail(t, "what is refused does not end")
	return nil, nil
}

func suiteHeader(body string) string {
	header := "package suite\n\n"
	for _, lib := range []string{"list", "math", "strings", "struct"} {
		if strings.Contains(body, lib+".") {
			header += fmt.Sprintf("import %q\n", lib)
		}
	}
	return header + "\n" + body
}

// pinLeftOut compares the groups that are left out, by reason, with the list.
func pinLeftOut(t *testing.T, groups []*suiteGroup, left map[string]string) {
	t.Helper()
	byReason := map[string][]string{}
	for _, g := range groups {
		if r := left[g.String()]; r != "" {
			byReason[r] = append(byReason[r], g.String())
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Schemas of the JSON Schema test suite without an exact counterpart in CUE that ikgen accepts: %d of %d.\n", len(left), len(groups))
	for _, r := range slices.Sorted(maps.Keys(byReason)) {
		fmt.Fprintf(&b, "\n%s (%d)\n  %s\n", r, len(byReason[r]), strings.Join(byReason[r], "\n  "))
	}
	const file = "testdata/suite_left_out.txt"
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o600))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "UPDATE=1 writes the list anew")
}
