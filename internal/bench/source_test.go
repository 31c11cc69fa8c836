package bench

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/compile"
)

// maxLinesPerField is how much Go a simple field may cost on average: its part of the type, the decoder, the validator, the
// schema and the mask, and its share of what each struct needs.
const maxLinesPerField = 40

// linesOf renders a spec and counts the lines of the Go files that its fields fill.
func linesOf(t *testing.T, spec string) int {
	t.Helper()
	dir := t.TempDir()
	res, err := compile.Load(t.Context(), compile.Config{
		Dir: dir, Patterns: []string{"."}, Overlay: map[string][]byte{filepath.Join(dir, "desk.cue"): []byte(spec)},
	})
	require.NoError(t, err)
	require.False(t, res.Failed(), "%v", res.Diags)
	files, err := res.Units[0].Files()
	require.NoError(t, err)
	lines := 0
	for _, name := range []string{"ik_types.go", "ik_decode.go", "ik_schemas.go"} {
		lines += bytes.Count(files[name], []byte("\n"))
	}
	return lines
}

func TestLinesPerField(t *testing.T) {
	t.Run("small structs: a hundred capabilities with seven fields in three structs and an enum each", func(t *testing.T) {
		perField := linesOf(t, AgentOf(100)) / 700
		t.Logf("%d lines a field", perField)
		assert.LessOrEqual(t, perField, maxLinesPerField)
	})
	t.Run("one more field of each simple kind", func(t *testing.T) {
		with := func(n int) string {
			var b strings.Builder
			b.WriteString("package desk\n\nimport \"github.com/ikgen/ikgen/schema/ik\"\n\nagent: ik.#Agent & {id: \"bench.desk\", version: 1, identity: \"A desk.\"}\n\n#T: {\n")
			for i := range n {
				for j, schema := range []string{
					`string`, `=~"^[A-Z]{2}$"`, `int & >=0 & <=10`, `number`, `bool`, `"a" | "b" | "c"`, `*3 | (int & >0)`, `null | string`, `[...string]`, `[string]: int`,
				} {
					mark := "!"
					if j == 6 {
						mark = "" // a default
					} else if i%2 == 1 {
						mark = "?"
					}
					fmt.Fprintf(&b, "\tf%d_%d%s: %s\n", i, j, mark, schema)
				}
			}
			b.WriteString("}\n")
			return b.String()
		}
		perField := (linesOf(t, with(12)) - linesOf(t, with(2))) / 100
		t.Logf("%d lines for each further field", perField)
		assert.LessOrEqual(t, perField, maxLinesPerField/2)
	})
}
