package difftest

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// document is one line of a corpus file.
type document struct {
	line   string // where it stands
	pkg    string
	def    string
	accept bool
	other  bool // CUE itself says the opposite: an allowed difference
	text   string
}

// corpus is the archives of testdata/corpus. Each is a package of the archive's name, with further packages below it.
// The file "docs" has the documents: "#Name" starts those of a definition, "+ …" is accepted, "- …" is refused, and an
// exclamation mark behind the sign says that CUE itself gives the opposite verdict.
type corpus struct {
	packages []string
	files    map[string]string
	docs     []document
}

func readCorpus(t testing.TB) corpus {
	t.Helper()
	names, err := filepath.Glob("testdata/corpus/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	c := corpus{files: map[string]string{}}
	for _, name := range names {
		pkg := strings.TrimSuffix(filepath.Base(name), ".txtar")
		c.packages = append(c.packages, pkg)
		ar, err := txtar.ParseFile(name)
		require.NoError(t, err)
		for _, f := range ar.Files {
			if f.Name == "docs" {
				c.docs = append(c.docs, readDocs(t, pkg, string(f.Data))...)
				continue
			}
			c.files[pkg+"/"+f.Name] = string(f.Data)
		}
	}
	return c
}

func readDocs(t testing.TB, pkg, text string) []document {
	t.Helper()
	var out []document
	def := ""
	for i, line := range strings.Split(text, "\n") {
		at := fmt.Sprintf("%s line %d", pkg, i+1)
		if line == "" {
			continue
		}
		if line[0] == '#' {
			def = line
			continue
		}
		sign, doc, ok := strings.Cut(line, " ")
		require.True(t, ok && (sign[0] == '+' || sign[0] == '-'), "%s: %s", at, line)
		out = append(out, document{line: at, pkg: pkg, def: def, accept: sign[0] == '+', other: strings.HasSuffix(sign, "!"), text: doc})
	}
	return out
}

// hostile are documents of a schema that no line of a file can hold.
func hostile(schemas []*schema) []document {
	var out []document
	add := func(def string, accept, other bool, text string) {
		out = append(out, document{line: "hostile " + def, pkg: "limits", def: def, accept: accept, other: other, text: text})
	}
	nested := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	add("#Anything", true, false, nested(60))
	add("#Anything", false, true, nested(61))
	add("#Text", true, false, `"`+strings.Repeat("x", 1<<20-2)+`"`)
	add("#Text", false, true, `"`+strings.Repeat("x", 1<<20-1)+`"`)
	add("#Text", false, false, "\"a\xffb\"")
	add("#Text", false, false, "\"\xed\xa0\x80\"")
	add("#Names", false, false, "{\"a\xff\": 1}")
	return out
}

// TestCorpus is the four-way comparison over the corpus.
func TestCorpus(t *testing.T) {
	t.Parallel()
	c := readCorpus(t)
	dir := t.TempDir()
	goModule(t, dir)
	w := newWorld(t, dir, c.files, c.packages...)
	require.Empty(t, w.errors(), "a schema of the corpus is not accepted")
	byName := map[string]*schema{}
	for _, s := range w.schemas {
		byName[s.String()] = s
	}
	found := newTally()
	var pairs []*pair
	used := map[*schema]int{}
	for _, d := range append(c.docs, hostile(w.schemas)...) {
		s := byName[d.pkg+"."+d.def]
		require.NotNil(t, s, "%s: no definition %s", d.line, d.def)
		t.Run(fmt.Sprintf("%s %s", d.line, d.def), func(t *testing.T) {
			p := found.judge(t, s, d.text)
			used[s]++
			pairs = append(pairs, p)
			assert.Equal(t, d.accept, p.want, "the file says otherwise: %s\nissues %v\nCUE %v", p, p.issues, cueError(s, d.text))
			assert.Equal(t, d.other, p.raw != p.want, "whether CUE itself says the opposite: %s", p)
		})
	}
	if t.Failed() {
		return
	}
	program := build(t, w)
	answers := program.judge(t, pairs)
	for i, g := range answers {
		found.compare(t, pairs[i], &g)
	}
	schemas := 0
	for _, s := range w.schemas {
		schemas++
		assert.GreaterOrEqual(t, used[s], 2, "%s has too few documents", s)
	}
	for _, d := range differences() {
		assert.Positive(t, found.differences[d.name], "the difference %q (%s) is on the list, but nothing shows it", d.name, d.says)
	}
	for _, name := range valueDifferences() {
		assert.Positive(t, found.values[name], "the difference of values %q is on the list, but nothing shows it", name)
	}
	assert.GreaterOrEqual(t, schemas, 150)
	t.Logf("%d schemas, %d documents, %d accepted, differences %v %v", schemas, found.pairs, found.accepted, found.differences, found.values)
}
