package load

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEveryCodeIsExplained reads the codes from the sources.
func TestEveryCodeIsExplained(t *testing.T) {
	form := regexp.MustCompile(`= "(IK[0-9]{4})"`)
	for _, pattern := range []string{"*.go", "*/*.go"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			for _, m := range form.FindAllStringSubmatch(string(data), -1) {
				_, ok := Explain(m[1])
				assert.True(t, ok, "%s in %s", m[1], name)
			}
		}
	}
}
