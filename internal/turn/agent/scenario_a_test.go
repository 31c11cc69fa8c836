package agent_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestCapabilityDefinitions(t *testing.T) {
	t.Run("A-020 what is left out has its default, and compiling calls no handler", func(t *testing.T) {
		called := false
		c := ik.CapabilityDefinition{
			ID: "a", Version: 1, Description: "Execute a", Effect: ik.EffectRead, Input: anything(), Output: anything(),
			Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) {
				called = true
				return ik.Result{}, nil
			},
		}
		a, err := agent.Compile(definition(c))
		require.NoError(t, err)
		got := a.Capabilities["a"]
		assert.Equal(t, ik.ConfirmationNone, got.Confirmation)
		assert.Empty(t, got.Invalidates)
		assert.False(t, called)
	})
	t.Run("A-025 a write may be defined without a confirmation, but not compiled", func(t *testing.T) {
		c := changeCap(capability("a", "|"), write)
		assert.Empty(t, c.Confirmation)
		_, err := agent.Compile(definition(c))
		assert.Equal(t, "WRITE_CONFIRMATION_REQUIRED", ik.CodeOf(err))
	})
	t.Run("A-026 lists that the host changes later change nothing", func(t *testing.T) {
		c := capability("a", "x@1|y@1")
		c.Invalidates = append(make([]ik.FactKey, 0, 4), "y@1")
		c.Guidance = &ik.Guidance{WhenToUse: []string{"always"}}
		d := definition(c, capability("b", "|x@1"))
		a, err := agent.Compile(d)
		require.NoError(t, err)
		own := d.Capabilities[0]
		own.Requires[0].Facts[0], own.Provides[0], own.Invalidates[0], own.Guidance.WhenToUse[0] = "q@1", "q@1", "q@1", "never"
		_ = append(own.Invalidates, "q@1")
		d.Capabilities[0].Description = "changed"
		got := a.Capabilities["a"]
		assert.Equal(t, []ik.FactKey{"x@1"}, got.Requires[0].Facts)
		assert.Equal(t, []ik.FactKey{"y@1"}, got.Provides)
		assert.Equal(t, []ik.FactKey{"y@1"}, got.Invalidates)
		assert.Equal(t, []string{"always"}, got.Guidance.WhenToUse)
		assert.Equal(t, "Execute a", got.Description)
	})
	t.Run("A-028 a definition is only data: its faults show when it is compiled, the version first", func(t *testing.T) {
		d := definition(capability("a", "|"), capability("a", "|"))
		d.Version = 0
		_, err := agent.Compile(d)
		assert.Equal(t, "INVALID_AGENT_VERSION", ik.CodeOf(err))
		d.Version = 1
		_, err = agent.Compile(d)
		assert.Equal(t, "DUPLICATE_CAPABILITY", ik.CodeOf(err))
	})
}

func TestCompileIsRepeatable(t *testing.T) {
	t.Run("A-065 capabilities that do not depend on each other come in code order", func(t *testing.T) {
		a, err := agent.Compile(definition(capability("ab", "|"), capability("a.b", "|"), capability("a1", "|"), capability("a-b", "|")))
		require.NoError(t, err)
		assert.Equal(t, []ik.CapabilityID{"a-b", "a.b", "a1", "ab"}, a.Order)
		assert.Equal(t, a.Order, a.Sorted)
	})
	t.Run("A-149 a faulty definition gives the same error each time", func(t *testing.T) {
		d := definition(capability("a", "x@1|"))
		_, first := agent.Compile(d)
		_, second := agent.Compile(d)
		assert.Equal(t, "MISSING_FACT_PROVIDER", ik.CodeOf(first))
		assert.Equal(t, first, second)
	})
}

func TestAdviceFaults(t *testing.T) {
	text := func(n int) string { return strings.Repeat("x", n) }
	many := func(n int) []string {
		out := make([]string, n)
		for i := range out {
			out[i] = "i"
		}
		return out
	}
	examples := func(n int, e ik.AdviceExample) []ik.AdviceExample {
		out := make([]ik.AdviceExample, n)
		for i := range out {
			out[i] = e
		}
		return out
	}
	good := ik.AdviceExample{Input: text(2000), ExpectedBehavior: text(4000)}
	ids := func(n int) []ik.CapabilityID {
		out := []ik.CapabilityID{}
		for i := range n {
			out = append(out, ik.CapabilityID("c-"+strings.Repeat("x", i+1)))
		}
		return out
	}
	for name, change := range map[string]func(*ik.AdviceDefinition){
		"version 0":              func(a *ik.AdviceDefinition) { a.Version = 0 },
		"blank description":      func(a *ik.AdviceDefinition) { a.Description = " \ufeff" },
		"description of 4001":    func(a *ik.AdviceDefinition) { a.Description = text(4001) },
		"no instructions":        func(a *ik.AdviceDefinition) { a.Instructions = nil },
		"51 instructions":        func(a *ik.AdviceDefinition) { a.Instructions = many(51) },
		"a blank instruction":    func(a *ik.AdviceDefinition) { a.Instructions = []string{"i", " "} },
		"an instruction of 4001": func(a *ik.AdviceDefinition) { a.Instructions = []string{text(4001)} },
		"51 examples":            func(a *ik.AdviceDefinition) { a.Examples = examples(51, good) },
		"51 counterexamples":     func(a *ik.AdviceDefinition) { a.CounterExamples = examples(51, good) },
		"a blank example": func(a *ik.AdviceDefinition) {
			a.Examples = examples(1, ik.AdviceExample{Input: " ", ExpectedBehavior: "e"})
		},
		"an example of 2001": func(a *ik.AdviceDefinition) {
			a.CounterExamples = examples(1, ik.AdviceExample{Input: text(2001), ExpectedBehavior: "e"})
		},
		"blank expected behaviour": func(a *ik.AdviceDefinition) { a.CounterExamples = examples(1, ik.AdviceExample{Input: "i"}) },
		"expected behaviour of 4001": func(a *ik.AdviceDefinition) {
			a.Examples = examples(1, ik.AdviceExample{Input: "i", ExpectedBehavior: text(4001)})
		},
		"51 continuations":                  func(a *ik.AdviceDefinition) { a.Continue = ids(51) },
		"a continuation twice":              func(a *ik.AdviceDefinition) { a.Continue = []ik.CapabilityID{"a", "a"} },
		"a continuation that nobody is":     func(a *ik.AdviceDefinition) { a.Continue = []ik.CapabilityID{"nobody"} },
		"a blank id":                        func(a *ik.AdviceDefinition) { a.ID = " " },
		"A-073 a description of 4001 emoji": func(a *ik.AdviceDefinition) { a.Description = strings.Repeat("🙂", 4001) },
	} {
		t.Run("A-071 "+name, func(t *testing.T) {
			d := advice(change)
			for _, id := range ids(51) {
				d.Capabilities = append(d.Capabilities, capability(string(id), "|"))
			}
			_, err := agent.Compile(d)
			e, ok := ik.AsError(err)
			require.True(t, ok, "%v", err)
			assert.Equal(t, "INVALID_MODEL_GUIDANCE_POLICY", e.Code)
			assert.Equal(t, map[string]any{"policyId": string(d.Advice[0].ID)}, e.Context)
			assert.False(t, e.Retryable)
		})
	}
	t.Run("A-071 the same advice twice", func(t *testing.T) {
		d := advice(func(*ik.AdviceDefinition) {})
		d.Advice = append(d.Advice, d.Advice[0])
		_, err := agent.Compile(d)
		assert.Equal(t, "INVALID_MODEL_GUIDANCE_POLICY", ik.CodeOf(err))
	})
	t.Run("every bound is still allowed", func(t *testing.T) {
		_, err := agent.Compile(advice(func(a *ik.AdviceDefinition) {
			a.Description, a.Instructions = text(4000), append(many(49), text(4000))
			a.Examples, a.CounterExamples, a.Continue = examples(50, good), examples(50, good), []ik.CapabilityID{"a"}
		}))
		require.NoError(t, err)
	})
}

func TestUnsupportedCopy(t *testing.T) {
	for name, c := range map[string]struct {
		copy  string
		valid bool
	}{
		"empty": {"", false}, "space before": {" text", false}, "line end": {"text\n", false}, "no-break space": {"text\u00a0", false},
		"4001": {strings.Repeat("x", 4001), false}, "4000": {strings.Repeat("x", 4000), true}, "no white space": {"\u0085text", true},
	} {
		t.Run("A-077 copy for what is not supported: "+name, func(t *testing.T) {
			_, err := agent.Compile(change(definition(), func(d *ik.AgentDefinition) { d.Unsupported = &c.copy }))
			if c.valid {
				require.NoError(t, err)
				return
			}
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, "INVALID_RESPONSE_FALLBACK", e.Code)
			assert.Equal(t, map[string]any{"target": "unsupportedIntention"}, e.Context)
		})
	}
	t.Run("A-077 no copy at all", func(t *testing.T) {
		_, err := agent.Compile(definition())
		require.NoError(t, err)
	})
}

func TestModelAliasesOfTasks(t *testing.T) {
	t.Run("A-154 an empty policy names no model", func(t *testing.T) {
		a, err := agent.Compile(change(definition(), func(d *ik.AgentDefinition) { d.Models = nil }))
		require.NoError(t, err)
		for _, task := range []string{"capability.select", "turn.interpret", "response.compose", "response.grounding-review"} {
			assert.Empty(t, a.Model(task), task)
		}
	})
	t.Run("A-155 a model of selection serves its repair and its reviews, and nothing else", func(t *testing.T) {
		a, err := agent.Compile(change(definition(), func(d *ik.AgentDefinition) { d.Models = map[string]string{"capability.select": "s"} }))
		require.NoError(t, err)
		for task, want := range map[string]string{
			"capability.select": "s", "capability.select.repair": "s", "capability-selection.review": "s",
			"turn.interpret": "", "turn.interpret.repair": "", "interaction-answer.review": "", "lifecycle.review": "", "response.compose": "",
		} {
			assert.Equal(t, want, a.Model(task), task)
		}
	})
}
