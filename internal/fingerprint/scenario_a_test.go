package fingerprint

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
)

// fromCUE gives the fingerprints of an agent that stands in one CUE file.
func fromCUE(t *testing.T, body ...string) Pair {
	t.Helper()
	dir := t.TempDir()
	text := "package desk\n\nimport \"github.com/ikgen/ikgen/schema/ik\"\n\nagent: ik.#Agent & {\n\tid: \"desk\"\n\tversion: 1\n\tidentity: \"A desk.\"\n" +
		strings.Join(body, "\n") + "\n}\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "desk.cue"), []byte(text), 0o600))
	r, err := load.Load(context.Background(), load.Config{Dir: dir})
	require.NoError(t, err)
	for _, d := range r.Diags {
		require.NotEqual(t, "error", string(d.Severity), "%s: %s", d.Code, d.Message)
	}
	require.Len(t, r.Packages, 1)
	return of(t, r.Packages[0].IR, nil)
}

func TestOrderOfDeclaration(t *testing.T) {
	capability := func(id, fact string) string {
		return `	capabilities: "` + id + `": {version: 1, description: "Does it.", effect: "read", #Input: {}, #Output: {}, provides: ["` + fact + `"]}
	facts: "` + fact + `": #Value: string`
	}
	a, b := capability("a.find", "a@1"), capability("b.find", "b@1")
	models := `	models: "turn.interpret": "careful"
	models: "capability.select": "fast"`
	other := `	models: "capability.select": "fast"
	models: "turn.interpret": "careful"`
	t.Run("A-091 fingerprints are the same each time, and the version of the agent shows in the audit alone", func(t *testing.T) {
		p := sample()
		want := of(t, p, nil)
		assert.Regexp(t, `^[0-9a-f]{64}$`, want.Contract)
		assert.Regexp(t, `^[0-9a-f]{64}$`, want.Audit)
		assert.Equal(t, want, of(t, sample(), nil))
		p.Agent.Version++
		assert.Equal(t, want.Contract, of(t, p, nil).Contract)
		assert.NotEqual(t, want.Audit, of(t, p, nil).Audit)
	})
	t.Run("A-092 the order in which capabilities are declared means nothing", func(t *testing.T) {
		assert.Equal(t, fromCUE(t, a, b), fromCUE(t, b, a))
		assert.NotEqual(t, fromCUE(t, a, b), fromCUE(t, a))
	})
	t.Run("A-094 neither does the order of keys", func(t *testing.T) {
		assert.Equal(t, fromCUE(t, a, models), fromCUE(t, other, a))
		assert.NotEqual(t, fromCUE(t, a, models).Audit, fromCUE(t, a).Audit)
	})
}

func TestOneChangeAtATime(t *testing.T) {
	c := func(p *ir.Package) *ir.Capability { return &p.Agent.Capabilities[0] }
	for name, change := range map[string]struct {
		apply           func(*ir.Package)
		contract, audit bool
	}{
		"identity":                   {func(p *ir.Package) { p.Agent.Identity = "other" }, false, true},
		"a capability's description": {func(p *ir.Package) { c(p).Description = "other" }, false, true},
		"a capability's version":     {func(p *ir.Package) { c(p).Version = 9 }, true, false},
		"a requirement's words":      {func(p *ir.Package) { c(p).Requires[0].Description = "other" }, false, true},
		"resolution":                 {func(p *ir.Package) { c(p).Requires[0].Resolution = "" }, true, false},
		"visibility of a fact":       {func(p *ir.Package) { p.Agent.Facts[0].Visibility = "hidden" }, true, false},
		"effect":                     {func(p *ir.Package) { c(p).Effect = "none" }, true, false},
		"confirmation":               {func(p *ir.Package) { c(p).Confirmation = "required" }, true, false},
		"an example of guidance":     {func(p *ir.Package) { c(p).Guidance.Examples[0] = "other" }, false, true},
		"version of automation":      {func(p *ir.Package) { c(p).Automation = 2 }, true, false},
		"no automation":              {func(p *ir.Package) { c(p).Automation = 0 }, true, false},
		"bounds of references":       {func(p *ir.Package) { c(p).References.Maximum = 9 }, true, false},
		"a policy's version":         {func(p *ir.Package) { p.Agent.Policies[0].Version = 9 }, true, false},
		"an instruction":             {func(p *ir.Package) { p.Agent.Advice[0].Instructions[0] = "other" }, false, true},
		"a model":                    {func(p *ir.Package) { p.Agent.Models[0].Alias = "other" }, false, true},
		"a group's label":            {func(p *ir.Package) { p.Agent.Progression.Groups[0].Label = "other" }, false, true},
		"a rule's priority":          {func(p *ir.Package) { p.Agent.Progression.Rules[0].Priority = 9 }, true, false},
		"copy for the unsupported":   {func(p *ir.Package) { p.Agent.Unsupported = "other" }, false, true},
	} {
		t.Run("A-095 "+name, func(t *testing.T) {
			p := sample()
			want := of(t, p, nil)
			change.apply(p)
			got := of(t, p, nil)
			assert.Equal(t, change.contract, want.Contract != got.Contract, "contract")
			assert.Equal(t, change.audit, want.Audit != got.Audit, "audit")
		})
	}
	t.Run("A-097 the order of fields is what models read, and no contract", func(t *testing.T) {
		text := ir.Type{Kind: ir.KindString}
		one := of(t, agentWith(object(field("a", text), field("b", text))), nil)
		two := of(t, agentWith(object(field("b", text), field("a", text))), nil)
		assert.Equal(t, one.Contract, two.Contract)
		assert.NotEqual(t, one.Audit, two.Audit)
	})
	t.Run("A-098 an empty list is none, and an empty progression is one", func(t *testing.T) {
		p := agentWith(object())
		want := of(t, p, nil)
		p.Agent.Advice, p.Agent.Policies, p.Agent.Unsupported = []ir.Advice{}, []ir.Policy{}, ""
		assert.Equal(t, want, of(t, p, nil))
		p.Agent.Progression = &ir.Progression{}
		assert.NotEqual(t, want.Contract, of(t, p, nil).Contract)
	})
}
