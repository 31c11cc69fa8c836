package docs

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the pages that are made from the source")

// root is the directory of the module.
const root = "../.."

func page(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "docs", name))
	require.NoError(t, err)
	return string(data)
}

func TestDiagnosticsPageIsUpToDate(t *testing.T) {
	want, err := Diagnostics(root)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(filepath.Join(root, "docs/reference/diagnostics.md"), want, 0o644))
	}
	have := strings.Split(page(t, "reference/diagnostics.md"), "\n")
	for i, line := range strings.Split(string(want), "\n") {
		if i >= len(have) || have[i] != line {
			t.Fatalf("docs/reference/diagnostics.md is stale from line %d, %q: run go test ./internal/docs -update", i+1, line)
		}
	}
	assert.Len(t, have, bytes.Count(want, []byte("\n"))+1, "run go test ./internal/docs -update")
}

func TestEveryGroupOfCodesHasAHeading(t *testing.T) {
	codes, err := loaderCodes(root)
	require.NoError(t, err)
	require.NotEmpty(t, codes)
	for _, c := range codes {
		assert.NotEmpty(t, headings()[c.Code[:4]], c.Code)
	}
}
