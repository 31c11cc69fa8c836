package cases_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/cases"
)

// TestConformance runs every case of the repository.
func TestConformance(t *testing.T) {
	dir, err := filepath.Abs("../../testdata/cases")
	require.NoError(t, err)
	report, err := cases.Run(t.Context(), cases.Options{Dir: dir, Paths: []string{dir}})
	require.NoError(t, err)
	require.NotEmpty(t, report.Cases)
	for _, c := range report.Cases {
		t.Run(c.File, func(t *testing.T) {
			if c.Status == cases.Passed {
				return
			}
			var text bytes.Buffer
			require.NoError(t, cases.Report{Cases: []cases.CaseReport{c}}.WriteText(&text))
			assert.Fail(t, "the case did not pass", text.String())
		})
	}
}
