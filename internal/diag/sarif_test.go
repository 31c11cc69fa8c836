package diag_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/diag"
)

// sarifFaults lists where a log breaks the rules of SARIF 2.1.0 (OASIS, sarif-v2.1.0, section 3 and its JSON schema) or
// what GitHub asks of a log beyond them ("SARIF support for code scanning": the properties marked as required, and
// lengths). It reads plain JSON and knows the properties that a log of this package may have.
func sarifFaults(t require.TestingT, raw string) []string {
	var log map[string]any
	require.NoError(t, json.Unmarshal([]byte(raw), &log))
	c := &sarifChecker{}
	c.only(log, "", "$schema version runs")
	c.equal(log["$schema"], "https://json.schemastore.org/sarif-2.1.0.json", "$schema")
	c.equal(log["version"], "2.1.0", "version")
	runs := array(log["runs"])
	if len(runs) == 0 {
		c.fault("runs: none")
	}
	for i, r := range runs {
		c.run(fields(r), fmt.Sprintf("runs[%d]", i))
	}
	return c.faults
}

type sarifChecker struct {
	faults []string
	rules  []any
	bases  map[string]any
}

func (c *sarifChecker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Sprintf(format, args...))
}

func array(v any) []any { out, _ := v.([]any); return out }

func fields(v any) map[string]any { out, _ := v.(map[string]any); return out }

func (c *sarifChecker) only(m map[string]any, at, known string) {
	for key := range m {
		if !slices.Contains(strings.Fields(known), key) {
			c.fault("%s: no property %s", at, key)
		}
	}
}

func (c *sarifChecker) equal(got, want any, at string) {
	if got != want {
		c.fault("%s: %v", at, got)
	}
}

func (c *sarifChecker) text(v any, most int, at string) {
	s, ok := v.(string)
	if !ok || s == "" || utf8.RuneCountInString(s) > most {
		c.fault("%s: not a text of at most %d characters: %.40q", at, most, s)
	}
}

func (c *sarifChecker) oneOf(v any, among, at string) {
	if s, _ := v.(string); !slices.Contains(strings.Fields(among), s) {
		c.fault("%s: %v", at, v)
	}
}

// count is an integer of at least low.
func (c *sarifChecker) count(v any, low int, at string) int {
	n, ok := v.(float64)
	if !ok || n != float64(int(n)) || int(n) < low {
		c.fault("%s: %v", at, v)
	}
	return int(n)
}

const long = 1 << 20

func (c *sarifChecker) run(run map[string]any, at string) {
	c.only(run, at, "tool invocations originalUriBaseIds columnKind results")
	c.oneOf(run["columnKind"], "utf16CodeUnits unicodeCodePoints", at+".columnKind")
	driver := fields(fields(run["tool"])["driver"])
	c.only(driver, at+".tool.driver", "name version informationUri rules")
	c.text(driver["name"], 255, at+".tool.driver.name")
	c.bases = fields(run["originalUriBaseIds"])
	c.rules = array(driver["rules"])
	ids := map[any]bool{}
	for i, r := range c.rules {
		at := fmt.Sprintf("%s.tool.driver.rules[%d]", at, i)
		rule := fields(r)
		c.rule(rule, at)
		if ids[rule["id"]] {
			c.fault("%s: the id is there already", at)
		}
		ids[rule["id"]] = true
	}
	for _, v := range array(run["invocations"]) {
		if _, ok := fields(v)["executionSuccessful"].(bool); !ok {
			c.fault("%s.invocations: executionSuccessful", at)
		}
		for _, n := range array(fields(v)["toolExecutionNotifications"]) {
			c.oneOf(fields(n)["level"], "none note warning error", at+" notification")
			c.text(fields(fields(n)["message"])["text"], long, at+" notification")
		}
	}
	results, ok := run["results"].([]any)
	if !ok || len(results) > 25_000 {
		c.fault("%s.results: no list, or too long a one", at)
	}
	for i, r := range results {
		c.result(fields(r), fmt.Sprintf("%s.results[%d]", at, i))
	}
}

func (c *sarifChecker) rule(rule map[string]any, at string) {
	c.only(rule, at, "id name shortDescription fullDescription help defaultConfiguration properties")
	c.text(rule["id"], 255, at+".id")
	if name, ok := rule["name"]; ok {
		c.text(name, 255, at+".name")
	}
	c.text(fields(rule["shortDescription"])["text"], 1024, at+".shortDescription")
	c.text(fields(rule["fullDescription"])["text"], 1024, at+".fullDescription")
	c.text(fields(rule["help"])["text"], long, at+".help")
	c.oneOf(fields(rule["defaultConfiguration"])["level"], "note warning error", at+".defaultConfiguration")
	properties := fields(rule["properties"])
	c.oneOf(properties["precision"], "very-high high medium low", at+".precision")
	c.oneOf(properties["problem.severity"], "error warning recommendation", at+".problem.severity")
}

func (c *sarifChecker) result(r map[string]any, at string) {
	c.only(r, at, "ruleId ruleIndex level message locations relatedLocations partialFingerprints")
	if i := c.count(r["ruleIndex"], 0, at+".ruleIndex"); i >= len(c.rules) || fields(c.rules[i])["id"] != r["ruleId"] {
		c.fault("%s: ruleIndex and ruleId differ", at)
	}
	c.oneOf(r["level"], "none note warning error", at+".level")
	c.text(fields(r["message"])["text"], long, at+".message")
	if len(array(r["locations"])) != 1 {
		c.fault("%s: one location is asked for", at)
	}
	for _, l := range array(r["locations"]) {
		c.location(fields(l), at+".locations")
	}
	for i, l := range array(r["relatedLocations"]) {
		c.location(fields(l), at+".relatedLocations")
		c.count(fields(l)["id"], 1, at+".relatedLocations.id")
		if text, _ := fields(r["message"])["text"].(string); !strings.Contains(text, fmt.Sprintf("](%d)", i+1)) {
			c.fault("%s: no link to a related location", at)
		}
	}
	prints := fields(r["partialFingerprints"])
	c.text(prints["primaryLocationLineHash"], 64, at+".partialFingerprints")
}

func (c *sarifChecker) location(l map[string]any, at string) {
	c.only(l, at, "id message physicalLocation")
	physical := fields(l["physicalLocation"])
	artifact := fields(physical["artifactLocation"])
	c.only(artifact, at, "uri uriBaseId")
	raw, _ := artifact["uri"].(string)
	c.text(raw, long, at+".uri")
	uri, err := url.Parse(raw)
	switch {
	case err != nil:
		c.fault("%s: %v", at, err)
	case uri.IsAbs() != (artifact["uriBaseId"] == nil):
		c.fault("%s: %s and its base do not go together", at, raw)
	case !uri.IsAbs() && (strings.HasPrefix(uri.Path, "/") || strings.HasPrefix(uri.Path, "../") || c.bases[fmt.Sprint(artifact["uriBaseId"])] == nil):
		c.fault("%s: %s is not below the root", at, raw)
	}
	region := fields(physical["region"])
	line, column := c.count(region["startLine"], 1, at), c.count(region["startColumn"], 1, at)
	endLine, endColumn := c.count(region["endLine"], line, at), c.count(region["endColumn"], 1, at)
	if endLine == line && endColumn <= column {
		c.fault("%s: an empty region", at)
	}
}

func sarifOptions(source string) diag.PrintOptions {
	opt := diag.PrintOptions{Dir: "/w/sub", Root: "/w", Source: func(file string) ([]byte, error) {
		if !strings.HasPrefix(file, "/w/") {
			return nil, os.ErrNotExist
		}
		return []byte(source), nil
	}}
	opt.Tool = diag.Tool{Name: "ikgen", Version: "v1.2.3", URI: "https://github.com/ikgen/ikgen"}
	opt.Rules = []diag.Rule{
		{Code: "IK1002", Name: "newer", Severity: diag.Warning, Title: "a title", Text: strings.Repeat("long ", 400), Markdown: "# A title"},
		{Code: "IK1001", Severity: diag.Error, Title: "another"},
	}
	return opt
}

func TestSARIF(t *testing.T) {
	source := "package desk\n\nname: \"日😀\", \tnmae: 1\n"
	d := diag.Diagnostic{
		Code: "IK1001", Severity: diag.Error, Message: `no fact "a](b)" is declared`, Path: "agent.x[0]", Help: "did you mean \"b\"?",
		Pos:     diag.Position{File: "/w/my agent/a#b.cue", Line: 3, Column: 20, EndLine: 3, EndColumn: 24},
		Related: []diag.Related{{Message: "[declared] here", Pos: diag.Position{File: "/w/other.cue", Line: 1, Column: 9}}, {Message: "nowhere"}},
	}
	outside := diag.Diagnostic{Code: "IK0001", Severity: diag.Warning, Message: "m", Pos: diag.Position{File: "/elsewhere/x.cue", Line: 2}}
	lost := diag.Diagnostic{Code: "IK0014", Severity: diag.Error, Message: "no place"}
	got := printed(t, "sarif", sarifOptions(source), d, outside, lost)
	want, err := os.ReadFile("testdata/log.sarif")
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile("testdata/log.sarif", []byte(got), 0o644))
	} else {
		require.NoError(t, err)
		assert.Equal(t, string(want), got)
	}
	assert.Empty(t, sarifFaults(t, got))
	assert.Empty(t, sarifFaults(t, printed(t, "sarif", diag.PrintOptions{})), "a log without findings, options or rules")
}

// TestSARIFIsAlwaysValid prints findings of any text, place and source.
func TestSARIFIsAlwaysValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SampledFrom([]string{"", "plain", "[x](1)", "a\nb", "\x1b\xff\u202e", "日😀", "%2e{0}", `\`})
		pos := rapid.Custom(func(t *rapid.T) diag.Position {
			number := rapid.IntRange(0, 9)
			return diag.Position{
				File: rapid.SampledFrom([]string{"", "/w/a.cue", "/w/é :?#.cue", "/x/y.cue", "rel:x.cue", "/w/../w/z.cue"}).Draw(t, "file"),
				Line: number.Draw(t, "line"), Column: number.Draw(t, "column"), EndLine: number.Draw(t, "end"), EndColumn: number.Draw(t, "end column"),
			}
		})
		diags := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) diag.Diagnostic {
			return diag.Diagnostic{
				Code: "IK" + words.Draw(t, "code"), Severity: rapid.SampledFrom([]diag.Severity{diag.Error, diag.Warning}).Draw(t, "severity"),
				Message: "m" + words.Draw(t, "message"), Path: words.Draw(t, "path"), Help: words.Draw(t, "help"), Pos: pos.Draw(t, "pos"),
				Related: []diag.Related{{Message: words.Draw(t, "related"), Pos: pos.Draw(t, "place")}},
			}
		}), 0, 5).Draw(t, "diags")
		opt := sarifOptions(words.Draw(t, "source") + "\n" + words.Draw(t, "more"))
		var b strings.Builder
		require.NoError(t, diag.Print(&b, "sarif", diags, opt))
		require.Empty(t, sarifFaults(t, b.String()), b.String())
	})
}
