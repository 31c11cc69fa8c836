package iktest_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/iktest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func raw() ik.Schema {
	return ik.Schema{Name: "Raw", JSON: `{}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		if string(raw) == `"bad"` {
			return nil, []ik.Issue{{Path: "/n", Code: "bad", Message: "bad"}}
		}
		return raw, nil
	}}
}

func definition(effect ik.Effect, run func(context.Context, *ik.Invocation, any) (ik.Result, error)) ik.AgentDefinition {
	return ik.AgentDefinition{
		ID: "a", Version: 1, Contract: "c",
		Facts: []ik.FactDefinition{{Fact: "order.found@1", Value: raw()}, {Fact: "order.paid@1", Value: raw()}},
		Capabilities: []ik.CapabilityDefinition{
			{ID: "order.find", Version: 1, Description: "Finds.", Effect: ik.EffectRead, Input: raw(), Output: raw(), Provides: []ik.FactKey{"order.found@1"},
				Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil }},
			{ID: "order.pay", Version: 1, Description: "Pays.", Effect: effect, Confirmation: ik.ConfirmationRequired, Input: raw(), Output: raw(),
				Requires: []ik.Requirement{{Facts: []ik.FactKey{"order.found@1"}}}, Provides: []ik.FactKey{"order.paid@1"}, Invoke: run},
		},
	}
}

func pay(ctx context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
	w := ik.NewWriteScope(inv)
	ref, receipt, err := ik.RunEffect(ctx, &w, func(context.Context, ik.EffectAuthority) (string, error) { return "R1", nil })
	if err != nil {
		return ik.Result{}, err
	}
	fact, _ := inv.Facts.Required("order.found@1")
	proof := ik.Evidence{ID: ik.EvidenceID(receipt.ID), Source: ik.SourceExternal, Content: "paid"}
	r := ik.CompletedResult(map[string]any{"ref": ref, "order": fact.Value}, ik.Completed{Evidence: []ik.Evidence{proof}})
	ik.Publish(ref, proof).AppendTo(&r, "order.paid@1", nil)
	return r, inv.Emit(ctx, "bank.called", ik.CategoryTrace, map[string]any{"n": 1})
}

func TestCall(t *testing.T) {
	out, err := iktest.Call(definition(ik.EffectWrite, pay), "order.pay", map[string]any{"amount": 5}, iktest.Fact("order.found@1", "AB12"),
		iktest.Confirmed("interaction-7"))
	require.NoError(t, err)
	assert.Equal(t, ik.StatusCompleted, out.Status)
	assert.JSONEq(t, `{"ref":"R1","order":"AB12"}`, string(out.Output))
	require.Len(t, out.Effects, 1)
	assert.Equal(t, "order.pay:interaction-7", out.Effects[0].IdempotencyKey)
	assert.Equal(t, ik.EffectCompleted, out.Effects[0].Status)
	assert.Len(t, out.Facts, 2)
	var kinds []string
	for _, e := range out.Events {
		kinds = append(kinds, e.Type)
	}
	assert.Equal(t, []string{"step.started", "capability.invoked", "capability.event", "capability.completed", "effect.recorded"}, kinds)
}

func TestCallFaults(t *testing.T) {
	found := iktest.Fact("order.found@1", "AB12")
	boom := errors.New("boom")
	out, err := iktest.Call(definition(ik.EffectRead, func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, boom }),
		"order.pay", 1, found)
	require.NoError(t, err)
	assert.Equal(t, ik.StatusFailed, out.Status)
	assert.Equal(t, "CAPABILITY_FAILED", out.Issue.Code)
	assert.ErrorIs(t, out.Err, boom)

	for code, call := range map[string]func() (*iktest.Outcome, error){
		"CAPABILITY_NOT_REGISTERED": func() (*iktest.Outcome, error) { return iktest.Call(definition(ik.EffectWrite, pay), "nope", 1) },
		"MISSING_REQUIRED_FACTS":    func() (*iktest.Outcome, error) { return iktest.Call(definition(ik.EffectWrite, pay), "order.pay", 1) },
		"INVALID_CAPABILITY_INPUT": func() (*iktest.Outcome, error) {
			return iktest.Call(definition(ik.EffectWrite, pay), "order.pay", "bad", found)
		},
		"UNKNOWN_FACT": func() (*iktest.Outcome, error) {
			return iktest.Call(definition(ik.EffectWrite, pay), "order.pay", 1, iktest.Fact("x@1", 1))
		},
		"FACT_VALUE_UNREADABLE": func() (*iktest.Outcome, error) {
			return iktest.Call(definition(ik.EffectWrite, pay), "order.pay", 1, iktest.Fact("order.found@1", "bad"))
		},
	} {
		_, err := call()
		assert.Equal(t, code, ik.CodeOf(err))
	}
}

func TestCallWithInstances(t *testing.T) {
	object := ik.Schema{Name: "Object", JSON: `{"type":"object"}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil }}
	var one, all []string
	def := ik.AgentDefinition{
		ID: "a", Version: 1, Contract: "c",
		Facts: []ik.FactDefinition{{Fact: "order.found@1", KeyPath: "id", Value: object}, {Fact: "shop.known@1", Value: object}},
		Capabilities: []ik.CapabilityDefinition{
			{ID: "order.find", Version: 1, Description: "Finds.", Effect: ik.EffectRead, Input: object, Output: object, Provides: []ik.FactKey{"order.found@1", "shop.known@1"},
				Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil }},
			{ID: "order.tell", Version: 1, Description: "Tells.", Effect: ik.EffectRead, Input: object, Output: object,
				Requires: []ik.Requirement{{Facts: []ik.FactKey{"order.found@1"}, Key: "input.id"}},
				Invoke: func(_ context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
					f, _ := inv.Facts.Required("order.found@1")
					one = append(one, f.Key)
					for _, f := range inv.Facts.All("order.found@1") {
						all = append(all, f.Key)
					}
					return ik.CompletedResult(map[string]any{}, ik.Completed{}), nil
				}},
		},
	}
	order := func(id string) iktest.Option { return iktest.Fact("order.found@1", map[string]string{"id": id}) }
	out, err := iktest.Call(def, "order.tell", map[string]string{"id": "A"}, order("B"), order("A"))
	require.NoError(t, err)
	require.Equal(t, ik.StatusCompleted, out.Status)
	assert.Equal(t, []string{"A"}, one)
	assert.Equal(t, []string{"A", "B"}, all)

	for code, with := range map[string]iktest.Option{
		"MISSING_REQUIRED_FACTS": order("B"),
		"INVALID_FACT_KEY":       iktest.KeyedFact("order.found@1", "A", map[string]string{"id": "B"}),
	} {
		_, err := iktest.Call(def, "order.tell", map[string]string{"id": "A"}, with)
		assert.Equal(t, code, ik.CodeOf(err))
	}
	_, err = iktest.Call(def, "order.tell", map[string]string{"id": "A"}, order("A"), iktest.KeyedFact("shop.known@1", "A", map[string]string{}))
	assert.Equal(t, "INVALID_FACT_KEY", ik.CodeOf(err), "a fact without instances")
}

// A test must see what went wrong, not only that something did.
func TestCallShowsFaults(t *testing.T) {
	found := iktest.Fact("order.found@1", "AB12")
	out, err := iktest.Call(definition(ik.EffectRead, func(context.Context, *ik.Invocation, any) (ik.Result, error) {
		var none []int
		return ik.CompletedResult(none[0], ik.Completed{}), nil
	}), "order.pay", 1, found)
	require.NoError(t, err)
	assert.Equal(t, "CAPABILITY_FAILED", out.Issue.Code)
	assert.ErrorContains(t, out.Err, "index out of range")
	assert.Contains(t, out.Stack, "TestCallShowsFaults")

	out, err = iktest.Call(definition(ik.EffectRead, func(context.Context, *ik.Invocation, any) (ik.Result, error) {
		return ik.CompletedResult("bad", ik.Completed{}), nil
	}), "order.pay", 1, found)
	require.NoError(t, err)
	assert.Equal(t, "INVALID_CAPABILITY_OUTPUT", out.Issue.Code)
	var misfit *ik.SchemaError
	require.ErrorAs(t, out.Err, &misfit)
	assert.Equal(t, "/n", misfit.Issues[0].Path)
	assert.Empty(t, out.Stack)
}

func TestCallSetup(t *testing.T) {
	def := definition(ik.EffectRead, func(_ context.Context, inv *ik.Invocation, _ any) (ik.Result, error) {
		return ik.CompletedResult(map[string]any{
			"said": inv.Message.Content, "previous": len(inv.Previous), "host": inv.HostContext, "continuation": inv.Continuation,
			"answer": inv.Answer.Value, "goal": inv.Interaction.Goal,
		}, ik.Completed{}), nil
	})
	out, err := iktest.Call(def, "order.pay", 1, iktest.Fact("order.found@1", 1), iktest.Said("hello", ik.Message{}), iktest.HostContext("h"),
		iktest.Resumed([]int{1}), iktest.Answered(ik.Interaction{ID: "q", Goal: "Which?", CapabilityID: "order.pay"}, "a", "that one"))
	require.NoError(t, err)
	assert.JSONEq(t, `{"said":"hello","previous":1,"host":"h","continuation":[1],"answer":"a","goal":"Which?"}`, string(out.Output))
}
