package docs

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// command is one command of the tool, as its help tells it.
type command struct{ subcommands, flags []string }

// tool builds the command and asks for the help of everything in it.
type tool struct {
	t    *testing.T
	path string
	seen map[string]command
}

func newTool(t *testing.T) *tool {
	t.Helper()
	path := filepath.Join(t.TempDir(), "ikgen")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "../../cmd/ikgen").CombinedOutput()
	require.NoError(t, err, string(out))
	return &tool{t, path, map[string]command{}}
}

var (
	helpCommand = regexp.MustCompile(`(?m)^  ([a-z][a-z-]*) +[A-Z]`)
	helpFlag    = regexp.MustCompile(`(?m)^ +(?:(-[A-Za-z]), +)?(--[a-z][a-z-]*)`)
)

func (b *tool) help(words ...string) command {
	key := strings.Join(words, " ")
	if c, ok := b.seen[key]; ok {
		return c
	}
	out, err := exec.CommandContext(b.t.Context(), b.path, append(slices.Clone(words), "--help")...).Output()
	require.NoError(b.t, err, key)
	var c command
	for _, m := range helpCommand.FindAllStringSubmatch(section(string(out), "Available Commands:"), -1) {
		c.subcommands = append(c.subcommands, m[1])
	}
	for _, head := range []string{"\nFlags:", "Global Flags:"} {
		for _, m := range helpFlag.FindAllStringSubmatch(section(string(out), head), -1) {
			c.flags = append(c.flags, m[2])
			if m[1] != "" {
				c.flags = append(c.flags, m[1])
			}
		}
	}
	b.seen[key] = c
	return c
}

// section is the part of a help text below a head line, up to the next empty line.
func section(help, head string) string {
	_, rest, ok := strings.Cut(help, head)
	if !ok {
		return ""
	}
	rest, _, _ = strings.Cut(strings.TrimPrefix(rest, "\n"), "\n\n")
	return rest
}

// toolLine finds command lines: a line of code that calls ikgen, alone or as a tool of the go command, or code type in a
// sentence that begins with it.
var toolLine = regexp.MustCompile("(?m)(?:^(?: {4,}|\\$ )?|`|&& )(?:go tool -modfile=\\S+ |go run \\./cmd/)?ikgen ([a-z][^\n`#&|]*)")

func TestEveryCommandLineOfThePagesExists(t *testing.T) {
	b := newTool(t)
	lines := 0
	for name, content := range markdown(t) {
		for _, m := range toolLine.FindAllStringSubmatch(code(content), -1) {
			lines++
			b.check(name, m[1])
		}
	}
	assert.Greater(t, lines, 20, "the pages show command lines")
}

// code keeps code alone: fenced and indented lines, and code type of sentences with its backticks.
func code(content string) string {
	var b strings.Builder
	fenced := false
	inline := regexp.MustCompile("`[^`\n]+`")
	for line := range strings.Lines(content) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case fenced || strings.HasPrefix(line, "    "):
			b.WriteString(line)
		default:
			b.WriteString(strings.Join(inline.FindAllString(line, -1), "\n") + "\n")
		}
	}
	return b.String()
}

// check holds one command line to what there is.
func (b *tool) check(page, line string) {
	words := strings.Fields(line)
	var path []string
	for len(words) > 0 && slices.Contains(b.help(path...).subcommands, words[0]) {
		path, words = append(path, words[0]), words[1:]
	}
	if !assert.NotEmpty(b.t, path, "%s: there is no command %q", page, "ikgen "+line) {
		return
	}
	flags := b.help(path...).flags
	for _, w := range words {
		if name, _, _ := strings.Cut(w, "="); strings.HasPrefix(w, "-") && w != "-" {
			assert.Contains(b.t, flags, name, "%s: ikgen %s", page, line)
		}
	}
}

func TestThePageOfTheCommandIsComplete(t *testing.T) {
	b := newTool(t)
	cli := page(t, "reference/cli.md")
	var walk func(path []string)
	walk = func(path []string) {
		c := b.help(path...)
		if len(path) > 0 {
			heading := regexp.MustCompile("(?m)^#+ `ikgen " + strings.Join(path, " ") + "(`| )")
			if !assert.True(t, heading.MatchString(cli), "docs/reference/cli.md has no heading for ikgen %s", strings.Join(path, " ")) {
				return
			}
		}
		for _, f := range c.flags {
			if f != "--help" && f != "-h" {
				assert.Contains(t, cli, "`"+f, "docs/reference/cli.md does not have %s of ikgen %s", f, strings.Join(path, " "))
			}
		}
		for _, s := range c.subcommands {
			if s != "help" && s != "completion" {
				walk(append(slices.Clone(path), s))
			}
		}
	}
	walk(nil)
}
