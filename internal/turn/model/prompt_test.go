package model_test

import (
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/model"
	ik "github.com/ikgen/ikgen/runtime"
)

// lookup is a prompt resolver by function, with its context.
type lookup func(context.Context, ik.PromptReference) (ik.ResolvedPrompt, error)

func (l lookup) ResolvePrompt(ctx context.Context, p ik.PromptReference) (ik.ResolvedPrompt, error) {
	return l(ctx, p)
}

func withLookup(l lookup) func(*model.Config) { return func(c *model.Config) { c.Resolver = l } }

// untold asserts that a call neither reached the gateway nor was told of.
func untold(t *testing.T, s *setup) {
	t.Helper()
	assert.Zero(t, s.calls)
	assert.Empty(t, s.emitter.Events())
	assert.Zero(t, s.caller.Usage().ModelCalls)
}

func TestAResolverCannotHoldTheTurn(t *testing.T) {
	t.Run("one that ignores the end of the turn is left behind", func(t *testing.T) {
		asked, release := make(chan struct{}), make(chan struct{})
		defer close(release)
		s := newSetup(supported, withLookup(func(context.Context, ik.PromptReference) (ik.ResolvedPrompt, error) {
			close(asked)
			<-release
			return ik.ResolvedPrompt{Template: "late", Revision: "r"}, nil
		}))
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-asked
			cancel()
		}()
		_, err := s.caller.Invoke(ctx, call())
		require.ErrorIs(t, err, context.Canceled)
		untold(t, s)
	})
	t.Run("its failure after the end of the turn is the end of the turn", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := newSetup(supported, withLookup(func(ctx context.Context, _ ik.PromptReference) (ik.ResolvedPrompt, error) {
			cancel()
			return ik.ResolvedPrompt{}, ctx.Err()
		}))
		_, err := s.caller.Invoke(ctx, call())
		require.ErrorIs(t, err, context.Canceled)
		untold(t, s)
	})
	t.Run("one that ends its goroutine has failed", func(t *testing.T) {
		s := newSetup(supported, withLookup(func(context.Context, ik.PromptReference) (ik.ResolvedPrompt, error) {
			runtime.Goexit()
			return ik.ResolvedPrompt{}, nil
		}))
		_, err := s.caller.Invoke(t.Context(), call())
		assert.Equal(t, "MODEL_PROMPT_RESOLUTION_FAILED", ik.CodeOf(err))
		untold(t, s)
	})
	t.Run("B-268 an error of this product is discarded as any other", func(t *testing.T) {
		s := newSetup(supported, withLookup(func(context.Context, ik.PromptReference) (ik.ResolvedPrompt, error) {
			return ik.ResolvedPrompt{}, ik.NewError(ik.KindGateway, "CANARY", "canary").With("canary", "canary").Retry()
		}))
		_, err := s.caller.Invoke(t.Context(), call())
		e, ok := ik.AsError(err)
		require.True(t, ok)
		raw, err := json.Marshal(e)
		require.NoError(t, err)
		assert.JSONEq(t, `{"name":"KernelConfigurationError","code":"MODEL_PROMPT_RESOLUTION_FAILED",
			"message":"the prompt resolver failed","retryable":false,"context":{}}`, string(raw))
		assert.NoError(t, e.Unwrap(), "not even as the cause")
		untold(t, s)
	})
}

func TestEveryPromptIsAskedForByItsOwnID(t *testing.T) {
	var asked []string
	s := newSetup(supported, withLookup(func(_ context.Context, p ik.PromptReference) (ik.ResolvedPrompt, error) {
		asked = append(asked, p.Definition.ID)
		return ik.ResolvedPrompt{Template: "Text of " + p.Definition.ID, Revision: "r"}, nil
	}))
	var want []string
	for _, d := range kernelprompts.All() {
		want = append(want, d.ID)
		k := call()
		k.Prompt = d.ID
		_, err := s.caller.Invoke(t.Context(), k)
		require.NoError(t, err)
		assert.Equal(t, "Text of "+d.ID, s.last.System, "prompts that share a task are told apart")
		assert.Equal(t, d, s.last.Prompt.Definition, "the reference stays that of the default")
		assert.Equal(t, map[string]string{}, s.last.Prompt.Values)
	}
	assert.Equal(t, want, asked)
	assert.Len(t, slices.Compact(slices.Sorted(slices.Values(want))), 24)
}

// audited gives what model.invoked tells of a call with an input.
func audited(t *testing.T, input any) map[string]any {
	t.Helper()
	s := newSetup(supported, nil)
	k := call()
	k.Input = input
	_, err := s.caller.Invoke(t.Context(), k)
	require.NoError(t, err)
	first := s.emitter.Events()[0]
	require.Equal(t, "model.invoked", first.Type)
	assert.Equal(t, ik.CategoryTrace, first.Category)
	var data map[string]any
	require.NoError(t, json.Unmarshal(first.Data, &data))
	assert.ElementsMatch(t, []string{"task", "model", "capabilityCount", "audit"}, keys(data))
	return data["audit"].(map[string]any)
}

func keys(m map[string]any) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	return out
}

func TestAuditHasTheSameMembersForEveryInput(t *testing.T) {
	for name, input := range map[string]any{
		"nothing": map[string]any{}, "no object": []any{1}, "null": nil, "a text": "x",
		"a context that is none": map[string]any{"context": 5}, "nulls": map[string]any{"context": nil, "intentions": nil},
		"wrong types": map[string]any{"context": map[string]any{"facts": 1, "interaction": []any{}, "conversation": "x", "agenda": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			audit := audited(t, input)
			assert.ElementsMatch(t, []string{
				"instructionDigest", "prompt", "context", "capabilities", "selection", "proposedSelection", "proposedAnswer", "currentChoice",
				"proposedOption", "intentions", "completedWork", "responseGoal", "validationIssues", "rejectedProposal",
			}, keys(audit))
			assert.ElementsMatch(t, []string{
				"id", "contractVersion", "revision", "templateHash", "instructionHash", "instructions",
			}, keys(audit["prompt"].(map[string]any)))
			context := audit["context"].(map[string]any)
			assert.ElementsMatch(t, []string{
				"currentMessage", "interactionSelection", "recentMessages", "totalMessages", "facts", "interaction", "agenda",
				"selectedModelGuidancePolicies", "omissions",
			}, keys(context))
			assert.Equal(t, []any{}, context["facts"])
			assert.Nil(t, context["interaction"])
			assert.Equal(t, []any{}, audit["capabilities"])
		})
	}
}

func TestAuditOfABrief(t *testing.T) {
	audit := audited(t, map[string]any{
		"brief": map[string]any{
			"conversation": map[string]any{"currentMessage": "hi", "recentMessages": []any{1}},
			"completed":    []any{2}, "responseGoal": "g", "modelGuidance": []any{3}, "pending": []any{4},
		},
		"rejectedResponse": map[string]any{"message": "m"}, "issues": []any{"i"},
	})
	context := audit["context"].(map[string]any)
	assert.Equal(t, "hi", context["currentMessage"])
	assert.Equal(t, []any{1.0}, context["recentMessages"])
	assert.Nil(t, context["totalMessages"])
	assert.Equal(t, []any{3.0}, context["selectedModelGuidancePolicies"])
	assert.Equal(t, []any{4.0}, context["agenda"])
	assert.Equal(t, []any{2.0}, audit["completedWork"])
	assert.Equal(t, "g", audit["responseGoal"])
	assert.Equal(t, []any{"i"}, audit["validationIssues"])
	assert.Equal(t, map[string]any{"message": "m"}, audit["rejectedProposal"])
	prompt := audit["prompt"].(map[string]any)
	text := prompt["instructions"].(string)
	assert.Equal(t, ik.TextHash(text), audit["instructionDigest"])
	assert.Equal(t, ik.TextHash(text), prompt["instructionHash"])
	assert.Equal(t, ik.TextHash(text), prompt["templateHash"])
	assert.InDelta(t, 1, prompt["contractVersion"], 0)
}
