package check_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

// findings writes diagnostics as "CODE path: message (help) <- related", a line each.
func findings(diags []diag.Diagnostic) []string {
	var out []string
	for _, d := range diags {
		line := d.Code + " " + d.Path + ": " + d.Message
		if d.Help != "" {
			line += " (" + d.Help + ")"
		}
		for _, r := range d.Related {
			line += " <- " + r.Pos.File
		}
		out = append(out, line)
	}
	return out
}

func run(change func(*ir.Agent, *ir.Package)) []diag.Diagnostic {
	p, deps := base()
	if change != nil {
		change(p.Agent, p)
	}
	return check.Run(check.Input{Package: p, Deps: deps, At: atPath})
}

func TestGoodAgentHasNoFindings(t *testing.T) {
	assert.Empty(t, findings(run(nil)))
}

// TestRules compares with testdata/rules.txtar; UPDATE=1 rewrites it.
func TestRules(t *testing.T) {
	file := filepath.Join("testdata", "rules.txtar")
	archive, err := txtar.ParseFile(file)
	require.NoError(t, err)
	want := map[string]string{}
	for _, f := range archive.Files {
		want[f.Name] = string(f.Data)
	}
	now := &txtar.Archive{Comment: archive.Comment}
	covered := map[string]bool{}
	for _, tt := range cases() {
		t.Run(tt.code+" "+tt.name, func(t *testing.T) {
			diags := run(tt.change)
			got := strings.Join(findings(diags), "\n") + "\n"
			name := tt.code + " " + tt.name
			now.Files = append(now.Files, txtar.File{Name: name, Data: []byte(got)})
			if os.Getenv("UPDATE") == "" {
				assert.Equal(t, want[name], got)
			}
			for _, d := range diags {
				covered[d.Code] = true
				assert.True(t, d.Pos.IsValid())
				assert.NotRegexp(t, `^[A-Z][a-z]|\.$`, d.Message, "lower case, no stop")
				if d.Code == tt.code && tt.spec != "" {
					assert.Equal(t, tt.spec, d.Spec)
				}
			}
			assert.True(t, slices.ContainsFunc(diags, func(d diag.Diagnostic) bool { return d.Code == tt.code }))
		})
	}
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, txtar.Format(now), 0o644))
	}
	for _, r := range check.Rules() {
		assert.True(t, covered[r.Code] || r.Name == "unused-allow" || r.By != "", "no case for %s %s", r.Code, r.Name)
	}
}

func TestRulesAreDocumented(t *testing.T) {
	last, names := "", map[string]bool{}
	for _, r := range check.Rules() {
		assert.Greater(t, r.Code, last)
		last = r.Code
		assert.Regexp(t, `^IK1\d{3}$`, r.Code)
		assert.False(t, names[r.Name], r.Name)
		names[r.Name] = true
		assert.NotEmpty(t, r.Severity)
		assert.NotEmpty(t, r.Title)
		assert.NotEmpty(t, r.Text)
		assert.NotEmpty(t, r.Before)
		file := strings.ReplaceAll(r.Name, "-", "_") + ".go"
		if r.Name == "version" {
			file = "versions.go"
		}
		if r.Name == "kernel-prompt-braces" {
			file = "kernel_prompt_tokens.go"
		}
		_, err := os.Stat(file)
		assert.NoError(t, err, "one rule, one file, named after it")

		found, ok := check.Explain(r.Code)
		assert.True(t, ok)
		assert.Equal(t, r.Name, found.Name)
		text, ok := check.Explanation(r.Code)
		assert.True(t, ok)
		assert.Contains(t, text, r.Title)
	}
	_, ok := check.Explanation("IK9999")
	assert.False(t, ok)
}

func TestEmptyPackages(t *testing.T) {
	assert.Empty(t, check.Run(check.Input{}))
	assert.Empty(t, check.Run(check.Input{Package: &ir.Package{}}))
	diags := check.Run(check.Input{Package: &ir.Package{Name: "c", HasCatalog: true, Catalog: []ir.Prompt{{ID: "a", Version: 1, Template: "{{x}}"}}}})
	assert.Equal(t, []string{`IK1019 catalog.prompts.a.template: variable "x" is not declared (add "x" to ` + "`variables`)"}, findings(diags))
}

func TestOrderOfTheRepresentationDoesNotMatter(t *testing.T) {
	changes := cases()
	rapid.Check(t, func(t *rapid.T) {
		change := changes[rapid.IntRange(0, len(changes)-1).Draw(t, "case")].change
		var want []diag.Diagnostic
		for _, mix := range []bool{false, true} {
			p, deps := base()
			change(p.Agent, p)
			if mix {
				p.Agent.Policies = rapid.Permutation(p.Agent.Policies).Draw(t, "policies")
				p.Agent.Facts = rapid.Permutation(p.Agent.Facts).Draw(t, "facts")
				p.Agent.Ports = rapid.Permutation(p.Agent.Ports).Draw(t, "ports")
			}
			got := check.Run(check.Input{Package: p, Deps: deps, At: atPath})
			if mix {
				require.Equal(t, codes(want), codes(got))
			}
			want = got
		}
	})
}

func codes(diags []diag.Diagnostic) []string {
	var out []string
	for _, d := range diags {
		out = append(out, d.Code+" "+d.Path)
	}
	return out
}

func BenchmarkRun(b *testing.B) {
	p, deps := base()
	for i := range 1000 {
		c := p.Agent.Capabilities[1]
		c.ID, c.Provides = fmt.Sprintf("made%d.by", i), nil
		p.Agent.Capabilities = append(p.Agent.Capabilities, c)
	}
	for b.Loop() {
		check.Run(check.Input{Package: p, Deps: deps, At: atPath})
	}
}

func TestAllow(t *testing.T) {
	p, deps := base()
	p.Agent.Advice[0].When = nil
	got := check.Run(check.Input{Package: p, Deps: deps, At: atPath, Allows: []check.Allow{
		{Path: "agent.advice.tone", Code: "IK1026", Pos: diag.Position{File: "f", Line: 9}},
		{Path: "agent.advice.ton", Code: "IK1026", Pos: diag.Position{File: "f", Line: 10}},
		{Path: "agent.identity", Code: "IK1001", Pos: diag.Position{File: "f", Line: 11}},
		{Path: "agent.identity", Code: "IK1999", Pos: diag.Position{File: "f", Line: 12}},
		{Path: "agent.identity", Code: "IK0201", Pos: diag.Position{File: "f", Line: 13}}, // not of these rules
	}})
	assert.Equal(t, []string{
		"IK1037 agent.advice.ton: @ik(allow=…) allows nothing: there is no finding IK1026 here (remove it)",
		"IK1037 agent.identity: @ik(allow=…): IK1001 is an error, and errors cannot be allowed (remove it)",
		`IK1037 agent.identity: @ik(allow=…): no rule has the code "IK1999" (remove it)`,
	}, findings(got))
	assert.Equal(t, 10, got[0].Pos.Line)
}
