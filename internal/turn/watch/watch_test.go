package watch_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/guard"
	"github.com/ikgen/ikgen/internal/turn/watch"
	ik "github.com/ikgen/ikgen/runtime"
)

var errBoom = errors.New("boom")

func numbers() ik.Schema {
	return ik.Schema{Name: "Number", Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		var n int
		if json.Unmarshal(raw, &n) != nil {
			return nil, []ik.Issue{{Path: "/n", Code: "type", Message: "must be a number"}}
		}
		return n, nil
	}}
}

// watched calls the one capability of a definition and gives what was heard.
func watched(t *testing.T, invoke func() (ik.Result, error)) (heard []watch.Fault, err error) {
	t.Helper()
	def := watch.Definition(ik.AgentDefinition{
		Facts: []ik.FactDefinition{{Fact: "n@1", Value: numbers()}},
		Capabilities: []ik.CapabilityDefinition{{ID: "a.b", Output: numbers(), Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) {
			return invoke()
		}}},
	}, func(f watch.Fault) { heard = append(heard, f) })
	_, err = def.Capabilities[0].Invoke(t.Context(), &ik.Invocation{Turn: "t1", Step: "s1"}, nil)
	return heard, err
}

func TestCapabilities(t *testing.T) {
	good := ik.CompletedResult(1, ik.Completed{})
	misfit := func(err error) bool { return errors.As(err, new(*ik.SchemaError)) }
	for name, c := range map[string]struct {
		invoke func() (ik.Result, error)
		is     func(error) bool // of the fault; nil: none
		stack  bool
	}{
		"success":  {func() (ik.Result, error) { return good, nil }, nil, false},
		"an error": {func() (ik.Result, error) { return ik.Result{}, errBoom }, func(err error) bool { return err == errBoom }, false},
		"a panic": {func() (ik.Result, error) { panic("secret 7") }, func(err error) bool {
			return errors.Is(err, guard.ErrPanic) && assert.ErrorContains(t, err, "secret 7")
		}, true},
		"a panic inside an effect": {func() (ik.Result, error) {
			_, err := guard.Protect(func() (int, error) { panic(errBoom) })
			return ik.Result{}, ik.NewError(ik.KindBase, "X", "passed on").Because(err)
		}, func(err error) bool { return errors.Is(err, errBoom) && ik.CodeOf(err) == "X" }, true},
		"an output that does not fit": {func() (ik.Result, error) { return ik.CompletedResult("x", ik.Completed{}), nil }, misfit, false},
		"a fact that does not fit": {func() (ik.Result, error) {
			r := ik.CompletedResult(1, ik.Completed{})
			r.Facts = []ik.FactCandidate{{Fact: "n@1", Value: "x"}}
			return r, nil
		}, misfit, false},
		"an output that is no JSON": {func() (ik.Result, error) { return ik.CompletedResult(func() {}, ik.Completed{}), nil }, func(err error) bool { return err != nil }, false},
	} {
		t.Run(name, func(t *testing.T) {
			heard, _ := watched(t, c.invoke)
			if c.is == nil {
				assert.Empty(t, heard)
				return
			}
			require.Len(t, heard, 1)
			assert.True(t, c.is(heard[0].Err), "%v", heard[0].Err)
			assert.Equal(t, c.stack, len(heard[0].Stack) > 0)
			assert.Equal(t, watch.Fault{Kind: watch.Capability, ID: "a.b", Turn: "t1", Step: "s1", Err: heard[0].Err, Stack: heard[0].Stack}, heard[0])
		})
	}
}

func TestWhatTheKernelGetsIsTheSame(t *testing.T) {
	_, err := watched(t, func() (ik.Result, error) { panic("secret 7") })
	require.ErrorIs(t, err, guard.ErrPanic)
	assert.NotContains(t, err.Error(), "secret 7")
}

func TestHandlerThatEndsItsGoroutine(t *testing.T) {
	done := make(chan []watch.Fault, 1)
	go func() {
		var heard []watch.Fault
		defer func() { done <- heard }()
		def := watch.Definition(ik.AgentDefinition{Policies: []ik.PolicyDefinition{{ID: "p", Evaluate: func(context.Context, ik.PolicyContext) (ik.Verdict, error) {
			runtime.Goexit()
			return ik.Allow(), nil
		}}}}, func(f watch.Fault) { heard = append(heard, f) })
		_, _ = def.Policies[0].Evaluate(context.Background(), ik.PolicyContext{})
	}()
	heard := <-done
	require.Len(t, heard, 1)
	assert.ErrorIs(t, heard[0].Err, guard.ErrExited)
}

func TestOtherHandlers(t *testing.T) {
	var kinds []string
	in := ik.AgentDefinition{
		Capabilities: []ik.CapabilityDefinition{{ID: "c", CreateInput: func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, false, errBoom }}},
		Policies:     []ik.PolicyDefinition{{ID: "p", Evaluate: func(context.Context, ik.PolicyContext) (ik.Verdict, error) { return ik.Verdict{}, errBoom }}, {ID: "rules"}},
		Advice:       []ik.AdviceDefinition{{ID: "a", Select: func(context.Context, ik.AdviceContext) (ik.Selection, error) { panic(errBoom) }}, {ID: "always"}},
	}
	def := watch.Definition(in, func(f watch.Fault) {
		kinds = append(kinds, f.Kind+" "+f.ID)
		assert.ErrorIs(t, f.Err, errBoom)
	})
	_, _, err := def.Capabilities[0].CreateInput(t.Context(), ik.AutomationContext{})
	assert.ErrorIs(t, err, errBoom)
	_, err = def.Policies[0].Evaluate(t.Context(), ik.PolicyContext{})
	assert.ErrorIs(t, err, errBoom)
	_, err = def.Advice[0].Select(t.Context(), ik.AdviceContext{})
	assert.ErrorIs(t, err, guard.ErrPanic)
	assert.Equal(t, []string{"automation c", "policy p", "advice a"}, kinds)
	assert.Nil(t, def.Policies[1].Evaluate)
	assert.Nil(t, def.Advice[1].Select)
	assert.Nil(t, def.Capabilities[0].Invoke)
}
