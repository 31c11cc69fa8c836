package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/load/later"
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

func TestSpecPageMarksWhatIsNotSupported(t *testing.T) {
	var marked []string
	for line := range strings.Lines(page(t, "reference/spec.md")) {
		if strings.Contains(line, "not supported yet") {
			marked = append(marked, line)
		}
	}
	for _, f := range later.Fields() {
		name := f.Path[len(f.Path)-1]
		if name == "*" {
			name = f.Path[len(f.Path)-2]
		}
		found := slices.ContainsFunc(marked, func(line string) bool {
			return strings.Contains(line, "`"+name) && (f.Value == "" || strings.Contains(line, f.Value))
		})
		assert.True(t, found, "docs/reference/spec.md does not mark %v %q as not supported yet", f.Path, f.Value)
	}
	for name := range later.Attributes() {
		assert.True(t, slices.ContainsFunc(marked, func(line string) bool { return strings.Contains(line, "@ik("+name) }), name)
	}
}
