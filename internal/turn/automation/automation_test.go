package automation_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/automation"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

type builder = func(context.Context, ik.AutomationContext) (any, bool, error)

func input(t *testing.T, ctx context.Context, build builder, facts ...ik.FactRecord) (string, bool, error) {
	t.Helper()
	w := turntest.NewAgent()
	w.Add("a.start", ik.EffectRead, "|a@1")
	c := w.Add("b.run", ik.EffectRead, "a@1|")
	c.Automation, c.CreateInput = 1, build
	if build == nil {
		c.Automation = 0
	}
	a, err := agent.Compile(w.Def)
	require.NoError(t, err)
	raw, ok, err := automation.Input(ctx, a, a.Capabilities["b.run"], automation.Source{
		Message: ik.Message{Role: ik.RoleUser, Content: "go"}, Facts: facts, Now: time.Unix(60, 0),
	})
	return string(raw), ok, err
}

func TestInput(t *testing.T) {
	ctx := t.Context()
	t.Run("D-077 what a builder sees", func(t *testing.T) {
		raw, ok, err := input(t, ctx, func(_ context.Context, c ik.AutomationContext) (any, bool, error) {
			_, there := c.Facts.Required("a@1")
			return map[string]any{"said": c.Message.Content, "fact": there, "at": c.Now.Unix()}, true, nil
		}, turntest.Record("a@1"))
		require.NoError(t, err)
		assert.True(t, ok)
		assert.JSONEq(t, `{"said":"go","fact":true,"at":60}`, raw)
	})
	t.Run("D-079 null is an input", func(t *testing.T) {
		raw, ok, err := input(t, ctx, func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, true, nil })
		require.NoError(t, err)
		assert.True(t, ok)
		assert.Equal(t, "null", raw)
	})
	t.Run("no input, no builder", func(t *testing.T) {
		for _, build := range []builder{nil, func(context.Context, ik.AutomationContext) (any, bool, error) { return 1, false, nil }} {
			_, ok, err := input(t, ctx, build)
			require.NoError(t, err)
			assert.False(t, ok)
		}
		assert.Equal(t, automation.CodeNoInput, automation.Issue("b.run", nil).Code)
	})
	for name, build := range map[string]builder{
		"an error": func(context.Context, ik.AutomationContext) (any, bool, error) {
			return nil, false, errors.New("4111 is wrong")
		},
		"a panic":        func(context.Context, ik.AutomationContext) (any, bool, error) { panic("4111") },
		"not JSON":       func(context.Context, ik.AutomationContext) (any, bool, error) { return func() {}, true, nil },
		"an empty error": func(context.Context, ik.AutomationContext) (any, bool, error) { return nil, false, &ik.Error{} },
	} {
		t.Run("D-080 a builder fails with "+name, func(t *testing.T) {
			_, ok, err := input(t, ctx, build)
			assert.False(t, ok)
			assert.Equal(t, automation.CodeFailed, ik.CodeOf(err))
			is := automation.Issue("b.run", err)
			require.NotNil(t, is)
			assert.False(t, is.Retryable)
			assert.Equal(t, map[string]any{"kind": "automation", "id": "b.run"}, is.Details)
			assert.NotContains(t, is.Message, "4111")
		})
	}
	t.Run("an error that may go away", func(t *testing.T) {
		_, _, err := input(t, ctx, func(context.Context, ik.AutomationContext) (any, bool, error) {
			return nil, false, &ik.Error{Code: "LATER", Retryable: true}
		})
		assert.True(t, automation.Issue("b.run", err).Retryable)
	})
	t.Run("the end of the turn is no fault of the builder", func(t *testing.T) {
		ended, cancel := context.WithCancel(ctx)
		_, _, err := input(t, ended, func(ctx context.Context, _ ik.AutomationContext) (any, bool, error) {
			cancel()
			<-ctx.Done()
			return nil, false, ctx.Err()
		})
		assert.Equal(t, "TURN_CANCELLED", ik.CodeOf(err))
		assert.Nil(t, automation.Issue("b.run", err))
	})
	t.Run("a stored fact that cannot be read is no absent one", func(t *testing.T) {
		torn := turntest.Record("a@1")
		torn.Value = []byte(`7`)
		_, _, err := input(t, ctx, func(_ context.Context, c ik.AutomationContext) (any, bool, error) {
			c.Facts.Required("a@1")
			return nil, true, nil
		}, torn)
		assert.Equal(t, "FACT_VALUE_UNREADABLE", ik.CodeOf(err))
	})
}
