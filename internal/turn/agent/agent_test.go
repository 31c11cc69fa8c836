package agent_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

func anything() ik.Schema {
	return ik.Schema{
		Name: "Any", JSON: `{"type":"object"}`,
		Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil },
	}
}

// capability makes a read; facts before the bar are required, those after it provided.
func capability(id, facts string) ik.CapabilityDefinition {
	requires, provides, _ := strings.Cut(facts, "|")
	c := ik.CapabilityDefinition{
		ID: ik.CapabilityID(id), Version: 1, Description: "Execute " + id, Effect: ik.EffectRead,
		Input: anything(), Output: anything(),
		Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil },
	}
	for _, f := range strings.Fields(requires) {
		key, runtime := strings.CutSuffix(f, "?")
		r := ik.Requirement{Facts: []ik.FactKey{ik.FactKey(key)}}
		if runtime {
			r.Resolution = "runtime"
		}
		c.Requires = append(c.Requires, r)
	}
	for _, f := range strings.Fields(provides) {
		c.Provides = append(c.Provides, ik.FactKey(f))
	}
	return c
}

func definition(caps ...ik.CapabilityDefinition) ik.AgentDefinition {
	d := ik.AgentDefinition{ID: "compiler-test", Version: 1, Models: map[string]string{"turn.interpret": "test-model"}, Capabilities: caps}
	seen := map[ik.FactKey]bool{}
	for _, c := range caps {
		for _, f := range c.Provides {
			if !seen[f] {
				seen[f] = true
				d.Facts = append(d.Facts, ik.FactDefinition{Fact: f, Value: anything()})
			}
		}
	}
	return d
}

func change(d ik.AgentDefinition, f func(*ik.AgentDefinition)) ik.AgentDefinition {
	f(&d)
	return d
}

func changeCap(c ik.CapabilityDefinition, f func(*ik.CapabilityDefinition)) ik.CapabilityDefinition {
	f(&c)
	return c
}

func write(c *ik.CapabilityDefinition) { c.Effect = ik.EffectWrite }

func advice(f func(*ik.AdviceDefinition)) ik.AgentDefinition {
	d := definition(capability("a", "|"))
	a := ik.AdviceDefinition{ID: "product.context", Version: 1, Description: "d", Instructions: []string{"i"}}
	f(&a)
	d.Advice = []ik.AdviceDefinition{a}
	return d
}

func TestCompileRefuses(t *testing.T) {
	long := strings.Repeat("x", 4001)
	noSchema := func(c *ik.CapabilityDefinition) { c.Input.JSON = "" }
	tests := []struct {
		name string
		def  ik.AgentDefinition
		code string
		ctx  map[string]any
	}{
		{"A-032 duplicate", definition(capability("product.search", "|"), capability("product.search", "|")),
			"DUPLICATE_CAPABILITY", map[string]any{"capabilityId": "product.search"}},
		{"A-034 two providers", definition(capability("product.search", "|p@1"), capability("product.recommend", "|p@1")),
			"AMBIGUOUS_FACT_PROVIDER", map[string]any{"fact": "p@1", "providers": "product.recommend,product.search"}},
		{"A-035 cycle", definition(capability("product.search", "s@1|c@1"), capability("product.select", "c@1|s@1")),
			"CAPABILITY_DEPENDENCY_CYCLE", map[string]any{"capabilities": "product.search,product.select"}},
		{"A-037 no input schema", definition(changeCap(capability("a", "|"), noSchema)),
			"MODEL_SCHEMA_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"A-038 no output schema", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Output.JSON = "" })),
			"MODEL_SCHEMA_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"A-040 agent version", change(definition(), func(d *ik.AgentDefinition) { d.Version = -3 }),
			"INVALID_AGENT_VERSION", map[string]any{"agentId": "compiler-test", "version": -3}},
		{"A-022 blank description", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Description = " \t" })),
			"INVALID_CAPABILITY_DESCRIPTION", map[string]any{"capabilityId": "a"}},
		{"A-023 version before description", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Description, c.Version = "", 0 })),
			"INVALID_CAPABILITY_VERSION", map[string]any{"capabilityId": "a", "version": 0}},
		{"A-043 fault of the first before the duplicate", definition(changeCap(capability("a", "|"), write), capability("a", "|")),
			"WRITE_CONFIRMATION_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"A-043 duplicate before its own fault", definition(capability("a", "|"), changeCap(capability("a", "|"), write)),
			"DUPLICATE_CAPABILITY", map[string]any{"capabilityId": "a"}},
		{"A-044 confirmation before schema", definition(changeCap(changeCap(capability("a", "|"), write), noSchema)),
			"WRITE_CONFIRMATION_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"A-047 guidance before fallback", change(advice(func(a *ik.AdviceDefinition) { a.Version = 0 }), func(d *ik.AgentDefinition) { d.Unsupported = new(string) }),
			"INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-050 automation version", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Automation = -1 })),
			"INVALID_CAPABILITY_AUTOMATION_VERSION", map[string]any{"capabilityId": "a", "version": -1}},
		{"A-053 fallback before schema", change(definition(changeCap(capability("a", "|"), noSchema)), func(d *ik.AgentDefinition) { d.Unsupported = new(string) }),
			"INVALID_RESPONSE_FALLBACK", map[string]any{"target": "unsupportedIntention"}},
		{"A-055 schemas in code order", definition(changeCap(capability("b", "|"), noSchema), changeCap(capability("a", "|"), noSchema)),
			"MODEL_SCHEMA_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"A-056 other version", definition(capability("a", "x.fact@2|"), capability("b", "|x.fact@1")),
			"MISSING_FACT_PROVIDER", map[string]any{"capabilityId": "a", "factType": "x.fact"}},
		{"A-058 runtime requirement", definition(capability("a", "x.fact@1?|")),
			"MISSING_FACT_PROVIDER", map[string]any{"capabilityId": "a", "factType": "x.fact"}},
		{"A-059 runtime cycle", definition(capability("a", "y@1?|x@1"), capability("b", "x@1?|y@1")),
			"CAPABILITY_DEPENDENCY_CYCLE", map[string]any{"capabilities": "a,b"}},
		{"A-061 fact listed twice", definition(capability("a", "|x.fact@1 x.fact@1")),
			"AMBIGUOUS_FACT_PROVIDER", map[string]any{"fact": "x.fact@1", "providers": "a,a"}},
		{"A-062 downstream of a cycle", definition(capability("a", "y@1|x@1"), capability("b", "x@1|y@1"), capability("c", "x@1|"), capability("d", "|")),
			"CAPABILITY_DEPENDENCY_CYCLE", map[string]any{"capabilities": "a,b,c"}},
		{"A-064 first appearance", definition(capability("a", "|z.fact@1 a.fact@1"), capability("b", "|a.fact@1 z.fact@1")),
			"AMBIGUOUS_FACT_PROVIDER", map[string]any{"fact": "z.fact@1", "providers": "a,b"}},
		{"A-070 unknown continuation", advice(func(a *ik.AdviceDefinition) { a.Continue = []ik.CapabilityID{"nobody"} }),
			"INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-071 repeated continuation", advice(func(a *ik.AdviceDefinition) { a.Continue = []ik.CapabilityID{"a", "a"} }),
			"INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-071 long description", advice(func(a *ik.AdviceDefinition) { a.Description = long }),
			"INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-071 no instructions", advice(func(a *ik.AdviceDefinition) { a.Instructions = nil }),
			"INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-071 too many instructions", advice(func(a *ik.AdviceDefinition) { a.Instructions = strings.Split(strings.Repeat("x,", 50)+"x", ",") }),
			"INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-071 long example", advice(func(a *ik.AdviceDefinition) {
			a.Examples = []ik.AdviceExample{{Input: strings.Repeat("x", 2001), ExpectedBehavior: "y"}}
		}), "INVALID_MODEL_GUIDANCE_POLICY", map[string]any{"policyId": "product.context"}},
		{"A-077 space around copy", change(definition(), func(d *ik.AgentDefinition) { s := "text\n"; d.Unsupported = &s }),
			"INVALID_RESPONSE_FALLBACK", map[string]any{"target": "unsupportedIntention"}},
		{"A-077 long copy", change(definition(), func(d *ik.AgentDefinition) { d.Unsupported = &long }),
			"INVALID_RESPONSE_FALLBACK", map[string]any{"target": "unsupportedIntention"}},
		{"reference bounds", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.References = &ik.ReferenceRequirements{Minimum: 2, Maximum: 1} })),
			"INVALID_CAPABILITY_REFERENCE_REQUIREMENTS", map[string]any{"capabilityId": "a"}},
		{"no handler", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Invoke = nil })),
			"CAPABILITY_HANDLER_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"nil handlers", change(definition(), func(d *ik.AgentDefinition) { d.Unbound = []string{"Handlers", "Ports.Mail"} }),
			"CAPABILITY_HANDLER_REQUIRED", map[string]any{"agentId": "compiler-test"}},
		{"nil ports", change(definition(), func(d *ik.AgentDefinition) { d.Unbound = []string{"Ports.Bank", "Ports.Mail"} }),
			"PORT_REQUIRED", map[string]any{"agentId": "compiler-test", "ports": "Ports.Bank,Ports.Mail"}},
		{"no decoder", definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Output.Decode = nil })),
			"SCHEMA_DECODER_REQUIRED", map[string]any{"capabilityId": "a"}},
		{"no policy handler", change(definition(), func(d *ik.AgentDefinition) { d.Policies = []ik.PolicyDefinition{{ID: "p", Version: 1}} }),
			"POLICY_HANDLER_REQUIRED", map[string]any{"policyId": "p"}},
		{"time zone", change(definition(), func(d *ik.AgentDefinition) { d.TimeZone = "Mars/Olympus" }),
			"INVALID_TIME_ZONE", map[string]any{"timeZone": "Mars/Olympus"}},
		{"provided but not declared", change(definition(capability("a", "|x@1")), func(d *ik.AgentDefinition) { d.Facts = nil }),
			"UNDECLARED_FACT", map[string]any{"capabilityId": "a", "fact": "x@1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := agent.Compile(tt.def)
			e, ok := ik.AsError(err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, tt.code, e.Code)
			assert.Equal(t, tt.ctx, e.Context)
			assert.Equal(t, ik.KindCompilation, e.Kind)
			assert.False(t, e.Retryable)
		})
	}
}

func TestCompileAccepts(t *testing.T) {
	copy4000 := strings.Repeat("é", 4000)
	tests := map[string]ik.AgentDefinition{
		"A-041 no capabilities":            {ID: "a", Version: 1},
		"A-049 confirmation on a read":     definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Confirmation = ik.ConfirmationRequired })),
		"A-067 one fact required twice":    definition(capability("a", "x@1 x@1|"), capability("b", "|x@1")),
		"A-068 unknown invalidation":       definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Invalidates = []ik.FactKey{"x@1"} })),
		"A-073 lengths are code points":    advice(func(a *ik.AdviceDefinition) { a.Description = strings.Repeat("🙂", 4000) }),
		"A-074 empty continuation":         advice(func(a *ik.AdviceDefinition) { a.Continue = []ik.CapabilityID{} }),
		"A-076 policy version":             change(definition(), func(d *ik.AgentDefinition) { d.Policies = []ik.PolicyDefinition{{ID: "p", Rules: allow}} }),
		"A-077 copy of 4000 code points":   change(definition(), func(d *ik.AgentDefinition) { d.Unsupported = &copy4000 }),
		"a fact that only itself provides": definition(capability("a", "x@1|x@1")),
		"a write that may be tried again": definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) {
			c.Effect, c.Confirmation, c.Idempotent = ik.EffectWrite, ik.ConfirmationRequired, true
		})),
		"a write that says why": definition(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) {
			c.Effect, c.Because = ik.EffectWrite, "the hand-over must never wait"
		})),
	}
	for name, def := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := agent.Compile(def)
			require.NoError(t, err)
		})
	}
}

func allow(ik.PolicyContext) ik.Verdict { return ik.Allow() }

// Definitions that were written by hand are held to what generated ones have by construction. A-008.
func TestCompileChecksNamesAndPaths(t *testing.T) {
	text := func(p ik.Path) ik.Template { return ik.Template{{Text: "Do "}, {Path: p}} }
	for name, c := range map[string]struct {
		code   string
		change func(*ik.AgentDefinition)
	}{
		"agent":      {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) { d.ID = "A B" }},
		"capability": {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) { d.Capabilities[0].ID = "Terms.Read" }},
		"fact without a version": {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) {
			d.Facts = append(d.Facts, ik.FactDefinition{Fact: "terms@x", Value: anything()})
		}},
		"fact with a zero": {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) {
			d.Facts = append(d.Facts, ik.FactDefinition{Fact: "terms@01", Value: anything()})
		}},
		"fact that is beyond numbers": {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) {
			d.Facts = append(d.Facts, ik.FactDefinition{Fact: "terms@99999999999999999999", Value: anything()})
		}},
		"invalidated fact": {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) { d.Capabilities[0].Invalidates = []ik.FactKey{"X@1"} }},
		"policy":           {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) { d.Policies = []ik.PolicyDefinition{{ID: "P", Rules: allow}} }},
		"advice": {"INVALID_IDENTIFIER", func(d *ik.AgentDefinition) {
			d.Advice = []ik.AdviceDefinition{{ID: "P", Version: 1, Description: "d", Instructions: []string{"i"}}}
		}},
		"question about a fact":     {"UNKNOWN_PATH", func(d *ik.AgentDefinition) { d.Capabilities[0].Confirm = text("no.fact@1.a") }},
		"question about nothing":    {"UNKNOWN_PATH", func(d *ik.AgentDefinition) { d.Capabilities[0].Confirm = text("input") }},
		"question about an output":  {"UNKNOWN_PATH", func(d *ik.AgentDefinition) { d.Capabilities[0].Confirm = text("output.a") }},
		"question with a torn path": {"UNKNOWN_PATH", func(d *ik.AgentDefinition) { d.Capabilities[0].Confirm = text("input..a") }},
		"key of the time":           {"UNKNOWN_PATH", func(d *ik.AgentDefinition) { d.Capabilities[0].EffectKey = []ik.Path{"now"} }},
		"key of a fact":             {"UNKNOWN_PATH", func(d *ik.AgentDefinition) { d.Capabilities[0].EffectKey = []ik.Path{"no.fact@1"} }},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := agent.Compile(change(definition(capability("a", "|x@1")), c.change))
			assert.Equal(t, c.code, ik.CodeOf(err), "%v", err)
		})
	}
	_, err := agent.Compile(change(definition(capability("a", "|x@1")), func(d *ik.AgentDefinition) {
		d.Capabilities[0].Confirm = slices.Concat(text("now"), text("input.a.0"), text("x@1"), text("x@1.b"))
		d.Capabilities[0].EffectKey = []ik.Path{"input.a", "x@1"}
	}))
	require.NoError(t, err)
}

func TestCompileRefusesUnknownResolutions(t *testing.T) {
	for resolution, code := range map[string]string{"": "", "runtime": "", "optional": "", "later": "INVALID_REQUIREMENT_RESOLUTION"} {
		t.Run(resolution, func(t *testing.T) {
			_, err := agent.Compile(definition(capability("a", "|c@1"), changeCap(capability("b", "c@1|"), func(c *ik.CapabilityDefinition) {
				c.Requires[0].Resolution = resolution
			})))
			assert.Equal(t, code, ik.CodeOf(err), "%v", err)
		})
	}
}

func TestCompiledAgent(t *testing.T) {
	search, pick := capability("product.search", "|c@1"), capability("product.select", "c@1|s@1")
	t.Run("A-031 the order does not depend on the declaration", func(t *testing.T) {
		for _, caps := range [][]ik.CapabilityDefinition{{search, pick}, {pick, search}} {
			a, err := agent.Compile(definition(caps...))
			require.NoError(t, err)
			assert.Equal(t, []ik.CapabilityID{"product.search", "product.select"}, a.Order)
			assert.Equal(t, 1, a.Rank("product.select"))
			assert.Equal(t, -1, a.Rank("nobody"))
			assert.Equal(t, []ik.CapabilityID{"product.search"}, a.Providers["c@1"])
		}
	})
	t.Run("A-029 later changes of the host change nothing", func(t *testing.T) {
		d := definition(search, pick)
		d.Policies = []ik.PolicyDefinition{{ID: "z", Rules: allow}, {ID: "a", Rules: allow, On: []ik.CapabilityID{"product.search"}}}
		a, err := agent.Compile(d)
		require.NoError(t, err)
		d.Capabilities[0].Provides[0], d.Policies[1].On[0], d.Models["turn.interpret"] = "other@1", "other", "other"
		assert.Equal(t, ik.FactKey("c@1"), a.Capabilities["product.search"].Provides[0])
		assert.Equal(t, "test-model", a.Model("capability.select.repair"))
		ids := []ik.PolicyID{}
		for _, p := range a.Policies("product.search") {
			ids = append(ids, p.ID)
		}
		assert.Equal(t, []ik.PolicyID{"a", "z"}, ids)
		assert.Len(t, a.Policies("product.select"), 1)
	})
}

func TestModelAliases(t *testing.T) {
	d := definition()
	d.Models = map[string]string{"turn.interpret": "i", "capability.select": "", "response.compose": "w", "lifecycle.review": "l", "response.grounding-review": "g"}
	a, err := agent.Compile(d)
	require.NoError(t, err)
	for task, want := range map[string]string{
		"capability.select": "", "capability.select.repair": "", "capability-selection.choice-review": "",
		"lifecycle-selection.review": "l", "lifecycle.review": "l", "turn.interpret.repair": "i", "interaction-answer.review": "i",
		"response.compose.repair": "w", "response.grounding-review.repair": "g", "unheard.of": "",
	} {
		assert.Equal(t, want, a.Model(task), task)
	}
}

func TestProvidersPrecedeConsumers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { // C-221
		n := rapid.IntRange(1, 12).Draw(t, "n")
		caps := make([]ik.CapabilityDefinition, n)
		for i := range caps {
			requires := ""
			if i > 0 {
				requires = fmt.Sprintf("f%d@1", rapid.IntRange(0, i-1).Draw(t, "on"))
			}
			caps[i] = capability(fmt.Sprintf("c%02d", rapid.IntRange(0, 7).Draw(t, "letter")*13+i*97%89), requires+fmt.Sprintf("|f%d@1", i))
			caps[i].ID += ik.CapabilityID(fmt.Sprintf("-%d", i))
		}
		a, err := agent.Compile(definition(rapid.Permutation(caps).Draw(t, "order")...))
		require.NoError(t, err)
		for _, c := range caps {
			for _, r := range c.Requires {
				assert.Less(t, a.Rank(a.Providers[r.Facts[0]][0]), a.Rank(c.ID))
			}
		}
	})
}
