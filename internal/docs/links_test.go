package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// markdown gives every Markdown file of the repository by its path relative to the root.
func markdown(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".md":
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	require.NoError(t, err)
	return out
}

var link = regexp.MustCompile(`\]\(([^()\s]+)\)`)

func TestEveryRelativeLinkResolves(t *testing.T) {
	pages := markdown(t)
	require.Contains(t, pages, "README.md")
	for name, content := range pages {
		if strings.HasPrefix(name, "templates/") {
			continue // prompts, not pages
		}
		for _, m := range link.FindAllStringSubmatch(withoutCode(content), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := name
			if target != "" {
				file = filepath.ToSlash(filepath.Join(filepath.Dir(name), target))
				_, err := os.Stat(filepath.Join(root, file))
				if !assert.NoError(t, err, "%s links to %s", name, m[1]) {
					continue
				}
			}
			if anchor != "" && filepath.Ext(file) == ".md" {
				assert.Contains(t, anchors(pages[file]), anchor, "%s links to %s", name, m[1])
			}
		}
	}
}

func TestThePagesAreAllReachable(t *testing.T) {
	pages := markdown(t)
	seen := map[string]bool{}
	todo := []string{"docs/README.md"}
	for len(todo) > 0 {
		name := todo[0]
		todo = todo[1:]
		if seen[name] || pages[name] == "" {
			continue
		}
		seen[name] = true
		for _, m := range link.FindAllStringSubmatch(pages[name], -1) {
			target, _, _ := strings.Cut(m[1], "#")
			todo = append(todo, filepath.ToSlash(filepath.Join(filepath.Dir(name), target)))
		}
	}
	for name := range pages {
		if strings.HasPrefix(name, "docs/") {
			assert.True(t, seen[name], "no link leads from docs/README.md to %s", name)
		}
	}
}

// withoutCode takes fenced and indented code out of a page.
func withoutCode(content string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(content) {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !strings.HasPrefix(line, "    ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// anchors gives the ids that a Markdown page has for its headings.
func anchors(content string) []string {
	var out []string
	for line := range strings.Lines(withoutCode(content)) {
		if title := strings.TrimLeft(line, "#"); title != line && strings.HasPrefix(title, " ") {
			out = append(out, slug(strings.TrimSpace(title)))
		}
	}
	slices.Sort(out)
	return out
}

func slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, title)
}
