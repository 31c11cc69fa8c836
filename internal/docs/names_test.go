package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	schema "github.com/ikgen/ikgen/schema/ik"
)

// firstColumn gives the names in code type that begin the rows of a page's tables.
func firstColumn(page string) []string {
	row := regexp.MustCompile("(?m)^\\| (`[^|]*`) \\|")
	name := regexp.MustCompile("`([^`]+)`")
	var out []string
	for _, m := range row.FindAllStringSubmatch(page, -1) {
		for _, n := range name.FindAllStringSubmatch(m[1], -1) {
			out = append(out, n[1])
		}
	}
	return out
}

func TestErrorsPageHasEveryCode(t *testing.T) {
	codes, where, err := RuntimeCodes(root)
	require.NoError(t, err)
	listed := firstColumn(page(t, "reference/errors.md"))
	for _, c := range codes {
		assert.Contains(t, listed, c, "%s is in %s, and not in docs/reference/errors.md", c, where[c])
	}
	for _, c := range listed {
		// READY is the one code without an underscore.
		assert.True(t, slices.Contains(codes, c) || c == "READY", "%s is in docs/reference/errors.md, and not in the source", c)
	}
}

func TestEventsPageHasEveryEvent(t *testing.T) {
	types, err := EventTypes(root)
	require.NoError(t, err)
	require.Contains(t, types, "turn.started")
	var listed []string
	for _, name := range firstColumn(page(t, "reference/events.md")) {
		if eventType.MatchString(name) {
			listed = append(listed, name) // the fields of the envelope have a table too
		}
	}
	assert.ElementsMatch(t, types, listed)
}

// TestSpecPageHasEveryField holds the page to the authoring schema: its fields, down to the evaluation suites, stand on it
// in code type.
func TestSpecPageHasEveryField(t *testing.T) {
	format, _, _ := strings.Cut(string(schema.Source()), "// ---- Evaluation suites")
	content := page(t, "reference/spec.md")
	field := regexp.MustCompile(`(?m)(?:^|[{,]\s*|\t)(#?[A-Za-z]+)[!?]?:[^:]`)
	found := 0
	for _, m := range field.FindAllStringSubmatch(withoutComments(format), -1) {
		name := m[1]
		if strings.HasPrefix(name, "#") && !strings.Contains(format, "\t"+name) {
			continue // a definition of the schema itself, no field
		}
		found++
		assert.True(t, regexp.MustCompile(`[^A-Za-z]`+regexp.QuoteMeta(name)+`[^A-Za-z]`).MatchString(content),
			"docs/reference/spec.md does not have the field %s", name)
	}
	assert.Greater(t, found, 60)
}

func withoutComments(cue string) string {
	return regexp.MustCompile(`(?m)^\s*//.*$`).ReplaceAllString(cue, "")
}
