package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

func TestNew(t *testing.T) {
	valid := func() kernel.Options { return kernel.Options{Gateway: scripted.New(), Store: memory.New()} }
	_, err := kernel.New(valid())
	require.NoError(t, err)
	for dependency, change := range map[string]func(*kernel.Options){
		"modelGateway":   func(o *kernel.Options) { o.Gateway = nil },
		"promptResolver": func(o *kernel.Options) { o.Prompts = (*noResolver)(nil) },
		"durability":     func(o *kernel.Options) { o.Store = (*memory.Store)(nil) },
		"eventSink":      func(o *kernel.Options) { o.Sink = (*sink)(nil) },
		"clock":          func(o *kernel.Options) { o.Clock = (*tick)(nil) },
		"idGenerator":    func(o *kernel.Options) { o.IDs = (*ids)(nil) },
		"migrations":     func(o *kernel.Options) { o.Migrations = map[string]kernel.Migration{"x": nil} },
	} {
		t.Run("E-163 "+dependency, func(t *testing.T) {
			o := valid()
			change(&o)
			_, err := kernel.New(o)
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, "INVALID_KERNEL_DEPENDENCY", e.Code)
			assert.Equal(t, ik.KindConfiguration, e.Kind)
			assert.Equal(t, dependency, e.Context["dependency"])
		})
	}
	_, err = kernel.New(kernel.Options{Sink: (*sink)(nil)})
	e, _ := ik.AsError(err)
	assert.Equal(t, "modelGateway", e.Context["dependency"], "the first faulty dependency is named")
}

type noResolver struct{ resolver }

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		limit string
		value int
		ok    bool
	}{
		{"turnTimeoutMs", 0, false}, {"turnTimeoutMs", 1, true}, {"turnTimeoutMs", 1<<63 - 1, false}, {"maxSteps", 0, false}, {"maxSteps", -1, false},
		{"recentMessageLimit", -1, false}, {"recentMessageLimit", 0, true}, {"maxModelCalls", 0, false}, {"maxTokens", 0, false},
	} {
		limits := ik.Limits{}
		switch c.limit {
		case "turnTimeoutMs":
			limits.TurnTimeoutMs = &c.value
		case "maxSteps":
			limits.MaxSteps = &c.value
		case "recentMessageLimit":
			limits.RecentMessageLimit = &c.value
		case "maxModelCalls":
			limits.MaxModelCalls = &c.value
		case "maxTokens":
			limits.MaxTokens = &c.value
		}
		_, err := kernel.New(kernel.Options{Gateway: scripted.New(), Store: memory.New(), Limits: limits})
		if c.ok {
			require.NoError(t, err)
		} else {
			e, _ := ik.AsError(err)
			require.NotNil(t, e, c.limit)
			assert.Equal(t, "INVALID_KERNEL_LIMIT", e.Code)
			assert.Equal(t, c.limit, e.Context["limit"], "E-164")
			k, err := kernel.New(kernel.Options{Gateway: scripted.New(), Store: memory.New()})
			require.NoError(t, err)
			_, err = k.Compile(ik.AgentDefinition{ID: "a", Version: 1, Limits: limits})
			assert.Equal(t, "INVALID_AGENT_LIMIT", ik.CodeOf(err))
		}
	}
}

func TestCompile(t *testing.T) {
	k, err := kernel.New(kernel.Options{Gateway: scripted.New(), Store: memory.New()})
	require.NoError(t, err)
	a, err := k.Compile(ik.AgentDefinition{ID: "a", Version: 3, Contract: "c", Audit: "x"})
	require.NoError(t, err)
	assert.Equal(t, []any{ik.AgentID("a"), 3, "c", "x"}, []any{a.ID(), a.Version(), a.Contract(), a.Audit()})
	_, err = k.Compile(ik.AgentDefinition{ID: "a"})
	assert.True(t, ik.IsKind(err, ik.KindCompilation))
	assert.Len(t, kernel.PromptDefinitions(), 24)
	assert.Equal(t, kernel.PromptDefinitions(), kernel.PromptDefinitions())
}

func TestKernelPrompts(t *testing.T) {
	k, err := kernel.New(kernel.Options{Gateway: scripted.New(), Store: memory.New()})
	require.NoError(t, err)
	def := kernel.PromptDefinitions()[0]
	valid := ik.KernelPromptOverride{ID: def.ID, Revision: "r1", Template: "Do it.", Replaces: def.Hash()}
	compile := func(o ik.KernelPromptOverride) error {
		_, err := k.Compile(ik.AgentDefinition{ID: "a", Version: 1, KernelPrompts: []ik.KernelPromptOverride{o}})
		return err
	}
	require.NoError(t, compile(valid))
	for code, change := range map[string]func(*ik.KernelPromptOverride){
		"UNKNOWN_KERNEL_PROMPT":           func(o *ik.KernelPromptOverride) { o.ID = "nope" },
		"KERNEL_PROMPT_CHANGED":           func(o *ik.KernelPromptOverride) { o.Replaces = ik.TextHash("older") },
		"INVALID_MODEL_PROMPT_RESOLUTION": func(o *ik.KernelPromptOverride) { o.Revision = " " },
		"INVALID_MODEL_PROMPT":            func(o *ik.KernelPromptOverride) { o.Template = "{{x}}" },
	} {
		o := valid
		change(&o)
		err := compile(o)
		assert.Equal(t, code, ik.CodeOf(err))
		assert.True(t, ik.IsKind(err, ik.KindCompilation))
	}
}
