package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
	"github.com/ikgen/ikgen/internal/compile"
)

// fenced gives the fenced blocks of a language in a page.
func fenced(content, language string) []string {
	var out []string
	for _, m := range regexp.MustCompile("(?s)\n```"+language+"\n(.*?)\n```").FindAllStringSubmatch(content, -1) {
		out = append(out, m[1]+"\n")
	}
	return out
}

// TestTheAgentsOfThePagesCompile loads every whole package of the pages, in a module of its own.
func TestTheAgentsOfThePagesCompile(t *testing.T) {
	found := 0
	for name, content := range markdown(t) {
		for _, block := range fenced(content, "cue") {
			if !strings.HasPrefix(block, "package ") || strings.Contains(name, "diagnostics") {
				continue
			}
			found++
			dir := t.TempDir()
			for file, text := range map[string]string{
				"a.cue": block, "cue.mod/module.cue": "module: \"example.com/app\"\nlanguage: version: \"v0.13.0\"\n",
				"go.mod": "module example.com/app\n\ngo 1.26\n",
			} {
				path := filepath.Join(dir, file)
				require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
				require.NoError(t, os.WriteFile(path, []byte(text), 0o644))
			}
			res, err := compile.Load(t.Context(), compile.Config{Dir: dir, Patterns: []string{"."}})
			require.NoError(t, err, name)
			assert.Empty(t, res.Diags, "%s: %s", name, block)
		}
	}
	assert.GreaterOrEqual(t, found, 3)
}

// TestTheCasesOfThePagesPass runs every case that a page shows. Their agents stand in examples.
func TestTheCasesOfThePagesPass(t *testing.T) {
	found := 0
	for name, content := range markdown(t) {
		for _, block := range fenced(content, "txtar") {
			found++
			dir := t.TempDir()
			examples, err := filepath.Abs(filepath.Join(root, "examples"))
			require.NoError(t, err)
			examples, err = filepath.Rel(dir, examples)
			require.NoError(t, err)
			block = strings.Replace(block, `"../examples"`, `"`+filepath.ToSlash(examples)+`"`, 1)
			require.NoError(t, os.WriteFile(filepath.Join(dir, "page.txtar"), []byte(block), 0o644))
			report, err := cases.Run(t.Context(), cases.Options{Dir: dir})
			require.NoError(t, err)
			var b strings.Builder
			require.NoError(t, report.WriteText(&b))
			assert.Equal(t, 1, report.Count(cases.Passed), "%s: %s", name, b.String())
		}
	}
	assert.Positive(t, found)
}
