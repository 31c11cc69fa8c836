package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/model/answers"
	"github.com/ikgen/ikgen/internal/turn/snapshot/snaptest"
	ik "github.com/ikgen/ikgen/runtime"
)

const prompt = "kernel.turn.interpret"

// gateway answers every call with a function.
type gateway func(context.Context, ik.ModelRequest) (ik.ModelResult, error)

func (g gateway) Invoke(ctx context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
	return g(ctx, r)
}

// resolver is a prompt resolver by function.
type resolver func(ik.PromptReference) (ik.ResolvedPrompt, error)

func (r resolver) ResolvePrompt(_ context.Context, p ik.PromptReference) (ik.ResolvedPrompt, error) {
	return r(p)
}

func supported(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
	return ik.ModelResult{
		Value: json.RawMessage(`{"verdict":"supported","rationale":"r"}`), Provider: "p", Model: "m", DurationMs: 5,
		Usage: &ik.ModelUsage{InputTokens: 10, OutputTokens: 2},
	}, nil
}

type setup struct {
	caller  *model.Caller
	emitter *emit.Emitter
	calls   int
	last    ik.ModelRequest
}

func newSetup(g gateway, change func(*model.Config)) *setup {
	s := &setup{emitter: emit.New(emit.Config{Thread: "th", Turn: "t", IDs: &snaptest.IDs{}, Stamp: snaptest.Now})}
	cfg := model.Config{Emitter: s.emitter, Gateway: gateway(func(ctx context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
		s.calls++
		s.last = r
		return g(ctx, r)
	})}
	if change != nil {
		change(&cfg)
	}
	s.caller = model.New(cfg, kernelprompts.All())
	s.caller.Begin("before")
	return s
}

func call() model.Call {
	return model.Call{Task: "turn.interpret", Prompt: prompt, Input: map[string]any{"a": 1}, Output: answers.VerdictSchema()}
}

func (s *setup) types() []string {
	var out []string
	for _, e := range s.emitter.Events() {
		out = append(out, e.Type)
	}
	return out
}

func TestInvoke(t *testing.T) {
	s := newSetup(supported, func(c *model.Config) { c.Alias = func(task string) string { return "alias-" + task } })
	a, err := s.caller.Invoke(t.Context(), call())
	require.NoError(t, err)
	assert.Equal(t, answers.Verdict{Supported: true, Rationale: "r"}, a.Value)
	assert.Equal(t, "alias-turn.interpret", s.last.Model)
	assert.JSONEq(t, `{"a":1}`, string(s.last.Input))
	assert.Equal(t, []ik.CapabilityProjection{}, s.last.Capabilities)
	assert.Equal(t, ik.TurnUsage{ModelCalls: 1, InputTokens: 10, OutputTokens: 2}, s.caller.Usage())

	events := s.emitter.Events()
	assert.Equal(t, []string{"model.invoked", "model.completed"}, s.types())
	assert.Equal(t, ik.EventID("before"), events[0].CausationID)
	assert.Equal(t, events[0].ID, events[1].CausationID)
	assert.Equal(t, events[1].ID, s.caller.Head())
	assert.JSONEq(t, `{"task":"turn.interpret","provider":"p","model":"m","durationMs":5,
		"usage":{"inputTokens":10,"outputTokens":2},"proposal":{"verdict":"supported","rationale":"r"}}`, string(events[1].Data))
	own := s.caller.Emit(t.Context(), "intention.interpreted", ik.CategoryAudit, map[string]any{})
	assert.Equal(t, own, s.caller.Head())
	assert.Equal(t, events[1].ID, s.emitter.Events()[2].CausationID)
}

func TestAnAnswerOfTheWrongShapeIsNoError(t *testing.T) {
	for name, raw := range map[string]string{
		"not JSON": `oops`, "empty": ``, "wrong shape": `{"verdict":"maybe"}`, "two values": `{} {}`,
		"too large": `"` + strings.Repeat("x", 5<<20) + `"`,
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
				return ik.ModelResult{Value: json.RawMessage(raw)}, nil
			}, nil)
			a, err := s.caller.Invoke(t.Context(), call())
			require.NoError(t, err)
			assert.False(t, a.Valid())
			assert.Nil(t, a.Value)
			assert.Equal(t, []string{"model.invoked", "model.completed"}, s.types())
		})
	}
}

func TestAnAnswerIsReadInOneWayOnly(t *testing.T) {
	for name, c := range map[string]struct{ raw, path string }{
		"a member that stands twice": {`{"verdict":"unsupported","rationale":"r","verdict":"supported"}`, "/verdict"},
		"twice in other letters":     {`{"verdict":"supported","rationale":"r","verdic\u0074":"unsupported"}`, "/verdict"},
		"text that is not UTF-8":     {"{\"verdict\":\"supported\",\"rationale\":\"\xff\"}", "/rationale"},
		"half of a surrogate pair":   {`{"verdict":"supported","rationale":"\ud800"}`, "/rationale"},
		"too deep":                   {strings.Repeat(`[`, 100) + strings.Repeat(`]`, 100), ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
				return ik.ModelResult{Value: json.RawMessage(c.raw)}, nil
			}, nil)
			a, err := s.caller.Invoke(t.Context(), call())
			require.NoError(t, err)
			require.NotEmpty(t, a.Issues)
			assert.Nil(t, a.Value)
			assert.Equal(t, true, answers.Unreadable(a.Issues[0].Code), a.Issues[0].Code)
			if c.path != "" {
				assert.Equal(t, c.path, a.Issues[0].Path)
			}
		})
	}
}

func TestGatewayFaults(t *testing.T) {
	own := ik.NewError(ik.KindGateway, "MODEL_OUTPUT_INVALID", "x").Retry()
	for name, c := range map[string]struct {
		gateway gateway
		code    string
	}{
		"B-112 an error of the product passes": {func(context.Context, ik.ModelRequest) (ik.ModelResult, error) { return ik.ModelResult{}, own }, "MODEL_OUTPUT_INVALID"},
		"another error is wrapped": {func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
			return ik.ModelResult{}, errors.New("canary")
		}, "MODEL_GATEWAY_FAILED"},
		"a panic is an error": {func(context.Context, ik.ModelRequest) (ik.ModelResult, error) { panic("canary") }, "MODEL_GATEWAY_FAILED"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(c.gateway, nil)
			_, err := s.caller.Invoke(t.Context(), call())
			assert.Equal(t, c.code, ik.CodeOf(err))
			assert.NotContains(t, err.Error(), "canary")
			assert.Equal(t, []string{"model.invoked", "model.failed"}, s.types())
			assert.JSONEq(t, `{"task":"turn.interpret","code":"`+c.code+`"}`, string(s.emitter.Events()[1].Data))
			assert.Equal(t, 1, s.caller.Usage().ModelCalls)
		})
	}
}

func TestCancellationIsPassedOn(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newSetup(func(ctx context.Context, _ ik.ModelRequest) (ik.ModelResult, error) {
		cancel()
		return ik.ModelResult{}, ctx.Err()
	}, nil)
	_, err := s.caller.Invoke(ctx, call())
	require.ErrorIs(t, err, context.Canceled)
	_, err = s.caller.Invoke(ctx, call())
	require.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1, s.calls, "nothing is sent once the turn is cancelled")
}

func TestBudgets(t *testing.T) {
	two, eleven := 2, 11
	t.Run("calls", func(t *testing.T) {
		s := newSetup(supported, func(c *model.Config) { c.MaxCalls = &two })
		for range 2 {
			_, err := s.caller.Invoke(t.Context(), call())
			require.NoError(t, err)
		}
		_, err := s.caller.Invoke(t.Context(), call())
		assert.Equal(t, "MODEL_CALL_BUDGET_EXCEEDED", ik.CodeOf(err))
		assert.Equal(t, 2, s.calls)
		assert.Len(t, s.emitter.Events(), 4)
	})
	t.Run("tokens", func(t *testing.T) {
		s := newSetup(supported, func(c *model.Config) { c.MaxTokens = &eleven })
		_, err := s.caller.Invoke(t.Context(), call())
		require.NoError(t, err)
		_, err = s.caller.Invoke(t.Context(), call())
		assert.Equal(t, "TOKEN_BUDGET_EXCEEDED", ik.CodeOf(err))
		assert.Equal(t, 1, s.calls)
	})
}

func TestPrompts(t *testing.T) {
	override := ik.KernelPromptOverride{ID: prompt, Revision: "own", Template: "Own text."}
	host := resolver(func(r ik.PromptReference) (ik.ResolvedPrompt, error) {
		return ik.ResolvedPrompt{Template: "Host text of " + r.Definition.ID, Revision: "rev-7"}, nil
	})
	for name, c := range map[string]struct {
		change         func(*model.Config)
		text, revision string
	}{
		"the catalog":       {nil, "", "default"},
		"the agent's":       {func(c *model.Config) { c.Overrides = []ik.KernelPromptOverride{override} }, "Own text.", "own"},
		"E-122 the host's":  {func(c *model.Config) { c.Resolver = host }, "Host text of " + prompt, "rev-7"},
		"the host's wins":   {func(c *model.Config) { c.Resolver, c.Overrides = host, []ik.KernelPromptOverride{override} }, "Host text of " + prompt, "rev-7"},
		"empty text is one": {func(c *model.Config) { c.Overrides = []ik.KernelPromptOverride{{ID: prompt, Revision: "e"}} }, "", "e"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(supported, c.change)
			_, err := s.caller.Invoke(t.Context(), call())
			require.NoError(t, err)
			want := c.text
			if c.revision == "default" {
				want = s.last.Prompt.Definition.Template
			}
			assert.Equal(t, want, s.last.System)
			var data struct {
				Audit struct{ Prompt map[string]any }
			}
			require.NoError(t, json.Unmarshal(s.emitter.Events()[0].Data, &data))
			assert.Equal(t, c.revision, data.Audit.Prompt["revision"])
			assert.Equal(t, ik.TextHash(want), data.Audit.Prompt["templateHash"])
			assert.Equal(t, ik.TextHash(want), data.Audit.Prompt["instructionHash"])
		})
	}
}

func TestPromptFaults(t *testing.T) {
	answer := func(r ik.ResolvedPrompt, err error) func(*model.Config) {
		return func(c *model.Config) {
			c.Resolver = resolver(func(ik.PromptReference) (ik.ResolvedPrompt, error) { return r, err })
		}
	}
	for name, c := range map[string]struct {
		prompt string
		change func(*model.Config)
		code   string
	}{
		"no prompt":            {"nobody.knows", nil, "MODEL_PROMPT_UNIDENTIFIED"},
		"B-268 resolver fails": {prompt, answer(ik.ResolvedPrompt{}, errors.New("canary")), "MODEL_PROMPT_RESOLUTION_FAILED"},
		"resolver panics":      {prompt, func(c *model.Config) { c.Resolver = resolver(nil) }, "MODEL_PROMPT_RESOLUTION_FAILED"},
		"blank revision":       {prompt, answer(ik.ResolvedPrompt{Template: "x", Revision: " "}, nil), "INVALID_MODEL_PROMPT_RESOLUTION"},
		"201 characters":       {prompt, answer(ik.ResolvedPrompt{Template: "x", Revision: strings.Repeat("é", 201)}, nil), "INVALID_MODEL_PROMPT_RESOLUTION"},
		"undeclared token":     {prompt, answer(ik.ResolvedPrompt{Template: "{{canary}}", Revision: "r"}, nil), "INVALID_MODEL_PROMPT"},
		"a replacement of the agent's": {prompt, func(c *model.Config) {
			c.Overrides = []ik.KernelPromptOverride{{ID: prompt, Revision: "r", Template: "}}"}}
		}, "INVALID_MODEL_PROMPT"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSetup(supported, c.change)
			k := call()
			k.Prompt = c.prompt
			_, err := s.caller.Invoke(t.Context(), k)
			e, ok := ik.AsError(err)
			require.True(t, ok)
			assert.Equal(t, c.code, e.Code)
			assert.Equal(t, ik.KindConfiguration, e.Kind)
			assert.Empty(t, e.Context)
			assert.NotContains(t, err.Error(), "canary")
			assert.Zero(t, s.calls)
			assert.Empty(t, s.emitter.Events())
		})
	}
	t.Run("A-136 a default over 1 MiB is refused before the resolver is asked", func(t *testing.T) {
		asked, sent := 0, 0
		c := model.New(model.Config{
			Gateway: gateway(func(ctx context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
				sent++
				return supported(ctx, r)
			}),
			Resolver: resolver(func(ik.PromptReference) (ik.ResolvedPrompt, error) {
				asked++
				return ik.ResolvedPrompt{Template: "short", Revision: "r"}, nil
			}),
		}, []ik.PromptDefinition{{ID: prompt, Version: 1, Template: strings.Repeat("x", 1<<20+1), Variables: []string{}}})
		_, err := c.Invoke(t.Context(), call())
		assert.Equal(t, "INVALID_MODEL_PROMPT", ik.CodeOf(err))
		assert.Zero(t, asked)
		assert.Zero(t, sent)
	})
	t.Run("a revision of 200 characters is fine", func(t *testing.T) {
		s := newSetup(supported, answer(ik.ResolvedPrompt{Template: "x", Revision: strings.Repeat("é", 200)}, nil))
		_, err := s.caller.Invoke(t.Context(), call())
		require.NoError(t, err)
	})
}

func TestPrivatePlacesOfAnAnswerStayOutOfEvents(t *testing.T) {
	s := newSetup(supported, nil)
	k := call()
	k.Private = func(json.RawMessage) (any, []string) {
		return map[string]any{"shown": "supported"}, []string{"supported"}
	}
	_, err := s.caller.Invoke(t.Context(), k)
	require.NoError(t, err)
	assert.NotContains(t, string(s.emitter.Events()[1].Data), "supported")
}

func TestAuditOfAFullContext(t *testing.T) {
	s := newSetup(supported, nil)
	k := call()
	k.Input = map[string]any{
		"context": map[string]any{
			"currentMessage": map[string]any{"content": "hi"},
			"conversation":   map[string]any{"recentMessages": []any{1}, "totalMessages": 3},
			"facts":          []any{map[string]any{"type": "x", "version": 1, "value": 2, "producedBy": 3, "evidence": 4}},
			"interaction":    map[string]any{"id": "i", "kind": "choice", "goal": "g", "payload": "p"},
			"pending":        []any{5},
		},
		"selection": "s", "invalidOutput": "bad", "issues": []any{"i"},
	}
	_, err := s.caller.Invoke(t.Context(), k)
	require.NoError(t, err)
	var data struct{ Audit map[string]any }
	require.NoError(t, json.Unmarshal(s.emitter.Events()[0].Data, &data))
	delete(data.Audit, "prompt")
	delete(data.Audit, "instructionDigest")
	got, err := json.Marshal(data.Audit)
	require.NoError(t, err)
	assert.JSONEq(t, `{"capabilities":[],"completedWork":[],"currentChoice":null,"intentions":[],"proposedAnswer":null,
		"proposedOption":null,"proposedSelection":null,"rejectedProposal":"bad","responseGoal":null,"selection":"s",
		"validationIssues":["i"],"context":{"agenda":[5],"currentMessage":{"content":"hi"},
		"facts":[{"type":"x","version":1,"value":2,"producedBy":3}],
		"interaction":{"id":"i","kind":"choice","capabilityId":null,"goal":"g","options":[]},"interactionSelection":null,
		"omissions":[],"recentMessages":[1],"selectedModelGuidancePolicies":[],"totalMessages":3}}`, string(got))
}
