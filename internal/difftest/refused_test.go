package difftest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRefused loads the schemas of testdata/refused.txt. Where CUE itself would accept a document, the difference of
// verdicts is settled by refusing the schema.
func TestRefused(t *testing.T) {
	t.Parallel()
	raw, err := os.ReadFile("testdata/refused.txt")
	require.NoError(t, err)
	for _, line := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		code, text, _ := strings.Cut(line, " ")
		t.Run(text, func(t *testing.T) {
			source := "package p\n\n"
			for _, lib := range []string{"list", "net", "strings"} {
				if strings.Contains(text, lib+".") {
					source += fmt.Sprintf("import %q\n", lib)
				}
			}
			w := newWorld(t, t.TempDir(), map[string]string{"p/s.cue": source + strings.ReplaceAll(text, ";", "\n")}, "p")
			require.NotEmpty(t, w.errors(), "the schema is accepted")
			assert.Equal(t, code, w.errors()[0][:len(code)], w.errors())
			for _, d := range w.diags {
				assert.NotEmpty(t, d.Help, "what to write instead: %s", d.Message)
			}
		})
	}
}
