package diag_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/diag"
)

func at(line, col int) diag.Position {
	return diag.Position{File: "/w/agent/agent.cue", Line: line, Column: col}
}

const source = "package a\n\trequires: [\"order.fund@1\"] // naïve\r\n日本: x\n"

func options(text string) diag.PrintOptions {
	return diag.PrintOptions{Dir: "/w", Source: func(file string) ([]byte, error) {
		if file != "/w/agent/agent.cue" {
			return nil, os.ErrNotExist
		}
		return []byte(text), nil
	}}
}

func printed(t *testing.T, format string, opt diag.PrintOptions, diags ...diag.Diagnostic) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, diag.Print(&b, format, diags, opt))
	return b.String()
}

func TestTextShowsPlaceExcerptAndHelp(t *testing.T) {
	pos := at(2, 13)
	pos.EndLine, pos.EndColumn = 2, 27
	got := printed(t, "text", options(source), diag.Diagnostic{
		Code: "IK1001", Severity: diag.Error, Message: `no fact "order.fund@1"`, Pos: pos,
		Path: `agent.capabilities."order.find".requires[0]`, Help: "did you mean \"order.found@1\"?\nsecond line",
		Related: []diag.Related{{Pos: at(1, 1), Message: "facts are declared here"}, {Message: "no place"}},
	})
	assert.Equal(t, strings.Join([]string{
		`agent/agent.cue:2:13: error: no fact "order.fund@1" [IK1001]`,
		"    2 | \trequires: [\"order.fund@1\"] // naïve",
		"      | \t           ^~~~~~~~~~~~~~",
		`  path: agent.capabilities."order.find".requires[0]`,
		`  help: did you mean "order.found@1"?`,
		`      | second line`,
		`  see: agent/agent.cue:1:1: facts are declared here`,
		`  see: no place`,
		``,
		`1 error`, ``,
	}, "\n"), got)
}

func TestTextCaretCountsCells(t *testing.T) {
	got := printed(t, "text", options(source), diag.Diagnostic{Code: "X", Severity: diag.Warning, Message: "m", Pos: at(3, 9)})
	assert.Contains(t, got, "    3 | 日本: x\n      |       ^\n")
	assert.Contains(t, got, "\n1 warning\n")
}

func TestTextWithoutExcerpt(t *testing.T) {
	for name, pos := range map[string]diag.Position{
		"no place":        {},
		"unreadable file": {File: "/w/other.cue", Line: 1, Column: 1},
		"line after end":  at(99, 1),
	} {
		t.Run(name, func(t *testing.T) {
			got := printed(t, "text", options(source), diag.Diagnostic{Code: "X", Severity: diag.Error, Message: "m", Pos: pos})
			assert.Contains(t, got, "error: m [X]\n\n1 error\n")
		})
	}
}

func TestTextClipsLongLines(t *testing.T) {
	long := strings.Repeat("x", 5000) + "FAULT" + strings.Repeat("y", 5000)
	got := printed(t, "text", options(long), diag.Diagnostic{Code: "X", Message: "m", Pos: at(1, 5001)})
	lines := strings.Split(got, "\n")
	assert.Less(t, len(lines[1]), 200)
	assert.Equal(t, strings.Index(strings.ReplaceAll(lines[1], "…", "."), "FAULT"), strings.Index(lines[2], "^"))
}

func TestTextColoursOnlyWhenAsked(t *testing.T) {
	d := diag.Diagnostic{Code: "X", Severity: diag.Error, Message: "m", Pos: at(1, 1)}
	assert.NotContains(t, printed(t, "text", options(source), d), "\x1b")
	opt := options(source)
	opt.Color = true
	assert.Contains(t, printed(t, "text", opt, d), "\x1b[1;31merror:\x1b[0m")
}

func TestJSONIsOneDocument(t *testing.T) {
	got := printed(t, "json", options(source),
		diag.Diagnostic{Code: "B", Severity: diag.Warning, Message: "<m>", Pos: at(2, 1)},
		diag.Diagnostic{Code: "A", Severity: diag.Error, Message: "m", Pos: at(1, 1)})
	var doc struct {
		Version     int
		Diagnostics []diag.Diagnostic
		Summary     diag.Summary
	}
	require.NoError(t, json.Unmarshal([]byte(got), &doc))
	assert.Equal(t, 1, doc.Version)
	require.Len(t, doc.Diagnostics, 2)
	assert.Equal(t, "A", doc.Diagnostics[0].Code)
	assert.Equal(t, "agent/agent.cue", doc.Diagnostics[0].Pos.File)
	assert.Equal(t, diag.Summary{Errors: 1, Warnings: 1}, doc.Summary)
	assert.Contains(t, got, "<m>")
	assert.JSONEq(t, `{"version":1,"diagnostics":[],"summary":{"errors":0,"warnings":0}}`, printed(t, "json", options("")))
}

func TestGitHubEscapes(t *testing.T) {
	d := diag.Diagnostic{Code: "IK1001", Severity: diag.Error, Message: "100% wrong\n::set-env name=X::y", Help: "a\nb",
		Pos: diag.Position{File: "/w/a,b:c.cue", Line: 3, Column: 7, EndLine: 3, EndColumn: 9}, Path: "agent.id"}
	assert.Equal(t, `::error file=a%2Cb%3Ac.cue,line=3,col=7,endLine=3,endColumn=9,title=IK1001::`+
		`100%25 wrong\n::set-env name=X::y%0Apath: agent.id%0Ahelp: a%0Ab`+"\n", printed(t, "github", options(""), d))
	assert.Equal(t, "::warning title=X::m\n",
		printed(t, "github", options(""), diag.Diagnostic{Code: "X", Severity: diag.Warning, Message: "m"}))
}

func TestHostileTextIsPrintable(t *testing.T) {
	hostile := "a\x1b[2J\r\n::error::x\u202egnp\u2028\xff##[add-mask]z\u009b1m\x00"
	d := diag.Diagnostic{Code: hostile, Severity: diag.Error, Message: hostile, Path: hostile, Help: hostile,
		Pos: diag.Position{File: "::" + hostile, Line: 1, Column: 3}, Related: []diag.Related{{Message: hostile, Pos: at(1, 1)}}}
	opt := diag.PrintOptions{Source: func(string) ([]byte, error) { return []byte(hostile), nil }}
	for _, format := range diag.Formats() {
		t.Run(format, func(t *testing.T) {
			got := printed(t, format, opt, d)
			for _, bad := range []string{"\x1b", "\u202e", "\u2028", "\xff", "\u009b", "\x00", "\r"} {
				assert.NotContains(t, got, bad)
			}
			if format == "text" {
				assert.NotContains(t, got, "##[")
				for _, line := range strings.Split(got, "\n") {
					assert.False(t, strings.HasPrefix(strings.TrimSpace(line), "::"), line)
				}
			}
		})
	}
}

func TestPrintErrors(t *testing.T) {
	var b bytes.Buffer
	assert.ErrorContains(t, diag.Print(&b, "xml", nil, diag.PrintOptions{}), `unknown format "xml"`)
	for _, format := range diag.Formats() {
		err := diag.Print(broken{}, format, []diag.Diagnostic{{Code: "X"}}, diag.PrintOptions{})
		assert.ErrorIs(t, err, errBroken, format)
	}
}

var errBroken = errors.New("broken pipe")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestSortDoesNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		diags := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) diag.Diagnostic {
			return diag.Diagnostic{
				Code: rapid.SampledFrom([]string{"A", "B"}).Draw(t, "code"), Severity: diag.Error,
				Message: rapid.SampledFrom([]string{"m", "n"}).Draw(t, "message"),
				Pos:     at(rapid.IntRange(0, 2).Draw(t, "line"), rapid.IntRange(0, 2).Draw(t, "column")),
			}
		}), 1, 12).Draw(t, "diags")
		want := diag.Sort(diags)
		require.Equal(t, want, diag.Sort(rapid.Permutation(diags).Draw(t, "shuffled")))
		require.Equal(t, want, diag.Sort(append(want, diags...)))
	})
}

func TestSuggest(t *testing.T) {
	facts := []string{"order.found@1", "refund.issued@1", "order.bound@1"}
	tests := []struct {
		word  string
		among []string
		want  string
	}{
		{"order.fuond@1", facts, "order.found@1"},
		{"order.fund@1", facts, "order.found@1"},
		{"order.ound@1", facts, "order.bound@1"}, // a tie: code order
		{"customer.known@1", facts, ""},
		{"order.found@1", []string{"order.found@1"}, ""},
		{"ORDER.FOUND@1", facts, "order.found@1"},
		{"ab", []string{"abc", "xyz"}, "abc"},
		{"ab", []string{"abcd"}, ""},
		{"", facts, ""},
		{"x", nil, ""},
		{strings.Repeat("x", 1<<20), []string{strings.Repeat("x", 1<<20-1)}, ""},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, diag.Suggest(tt.word, tt.among), "%.40q", tt.word)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\x1b[0m\xff\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		got := diag.Clean(s)
		require.Equal(t, got, diag.Clean(got), "cleaning twice changes nothing")
		require.NotContains(t, got, "\n")
	})
}
