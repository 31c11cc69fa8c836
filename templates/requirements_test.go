package templates_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
)

const kernelDir = "kernel"

// requirements is the table beside the texts: what each prompt has to tell, in groups that prompts share.
type requirements struct {
	Prompts      map[string][]string          `json:"prompts"`
	Requirements map[string]map[string]string `json:"requirements"`
}

func readRequirements(t *testing.T) requirements {
	t.Helper()
	file, err := os.Open(filepath.Join(kernelDir, "requirements.json"))
	require.NoError(t, err)
	defer func() { assert.NoError(t, file.Close()) }()
	var out requirements
	dec := json.NewDecoder(file)
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(&out))
	return out
}

// demanded are the numbers that the prompt has to meet, in code order.
func (r requirements) demanded(t *testing.T, id string) []string {
	t.Helper()
	var out []string
	for _, group := range r.Prompts[id] {
		require.Contains(t, r.Requirements, group, id)
		for number := range r.Requirements[group] {
			out = append(out, number)
		}
	}
	slices.Sort(out)
	return out
}

// marked gives the source of each prompt, with the comments that name requirements.
func marked(t *testing.T) map[string]string {
	t.Helper()
	ctx := cuecontext.New()
	instances := load.Instances([]string{"."}, &load.Config{Dir: kernelDir})
	require.Len(t, instances, 1)
	require.NoError(t, instances[0].Err)
	v := ctx.BuildInstance(instances[0])
	parts := v.LookupPath(cue.MakePath(cue.Hid("_parts", instances[0].ID())))
	var lists map[string][]string
	require.NoError(t, parts.Decode(&lists))
	out := map[string]string{}
	for id, list := range lists {
		out[id] = strings.Join(list, "\n")
	}
	return out
}

// markers are the numbers in the comments of a text, each once, in code order.
func markers(t *testing.T, text string) []string {
	t.Helper()
	var out []string
	for _, m := range regexp.MustCompile(`<!--(.*?)-->`).FindAllStringSubmatch(text, -1) {
		assert.Regexp(t, `^( [A-Z]*-?[0-9.]+)+ $`, m[1], "a comment names requirements and nothing else")
		out = append(out, strings.Fields(m[1])...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestEveryRequirementIsMet(t *testing.T) {
	table, sources := readRequirements(t), marked(t)
	require.Len(t, table.Prompts, 24)
	require.Len(t, sources, 24)
	used := map[string]bool{}
	for id, source := range sources {
		t.Run(id, func(t *testing.T) {
			require.Contains(t, table.Prompts, id)
			assert.Equal(t, table.demanded(t, id), markers(t, source))
		})
		for _, group := range table.Prompts[id] {
			used[group] = true
		}
	}
	numbers := map[string]string{}
	for group, list := range table.Requirements {
		assert.True(t, used[group], "no prompt has to meet the group %s", group)
		for number, text := range list {
			assert.Empty(t, numbers[number], "%s stands in two groups", number)
			assert.True(t, strings.HasPrefix(number, group), number)
			assert.NotEmpty(t, text, number)
			numbers[number] = group
		}
	}
}

func TestNoMarkerReachesAModel(t *testing.T) {
	comment := regexp.MustCompile(` *<!--.*?-->`)
	sources := marked(t)
	for _, d := range kernelprompts.All() {
		assert.Equal(t, comment.ReplaceAllString(sources[d.ID], ""), d.Template, "%s: run go run ./internal/genprompts", d.ID)
		assert.NotContains(t, d.Template, "<!--", d.ID)
		assert.NotContains(t, d.Template, "-->", d.ID)
		assert.NotContains(t, d.Template, "\n\n\n", "%s: a stray blank line", d.ID)
		assert.NotRegexp(t, `(?m)[ \t]+$`, d.Template, "%s: a line that ends in a blank", d.ID)
		assert.NotContains(t, d.Template, "  ", "%s: two blanks", d.ID)
		assert.True(t, strings.HasSuffix(d.Template, "\n"), d.ID)
	}
}

func TestThePageOfPromptsHasThemAll(t *testing.T) {
	page, err := os.ReadFile("../docs/reference/prompts.md")
	require.NoError(t, err)
	task := map[string]string{
		"kernel.response.compose": "response.compose", "kernel.compose-response.compose-repair": "response.compose.repair",
		"kernel.response.grounding-review":        "response.grounding-review",
		"kernel.response.grounding-review.repair": "response.grounding-review.repair",
	}
	maps.Copy(task, snaptest.Tasks())
	for _, d := range kernelprompts.All() {
		row := "| `" + d.ID + "` | `" + task[d.ID] + "` |"
		assert.Equal(t, 1, strings.Count(string(page), row), "docs/reference/prompts.md: %s", row)
	}
}
