package ik_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestErrorJSON(t *testing.T) {
	text := func(e *ik.Error) string {
		raw, err := json.Marshal(e)
		require.NoError(t, err)
		return string(raw)
	}
	t.Run("A-010 the private cause is never written, and the kind stays known", func(t *testing.T) {
		cause := errors.New("password=canary")
		e := ik.NewError(ik.KindCompilation, "DUPLICATE_CAPABILITY", "twice %q", "a").With("capabilityId", "a").Because(cause)
		assert.JSONEq(t, `{"name":"AgentCompilationError","code":"DUPLICATE_CAPABILITY","message":"twice \"a\"",
			"retryable":false,"context":{"capabilityId":"a"}}`, text(e))
		require.ErrorIs(t, e, cause)
		assert.NotContains(t, e.Error(), "canary")
		wrapped := fmt.Errorf("while compiling: %w", e)
		assert.True(t, ik.IsKind(wrapped, ik.KindCompilation))
		assert.True(t, ik.IsKind(wrapped, ik.KindBase))
		assert.False(t, ik.IsKind(wrapped, ik.KindGateway))
		assert.Equal(t, "DUPLICATE_CAPABILITY", ik.CodeOf(wrapped))
	})
	t.Run("A-011 without context there is an empty one", func(t *testing.T) {
		assert.JSONEq(t, `{"name":"IntentionKernelError","code":"X","message":"m","retryable":false,"context":{}}`,
			text(ik.NewError(ik.KindBase, "X", "m")))
	})
	t.Run("numbers that JSON does not have are null", func(t *testing.T) {
		e := ik.NewError(ik.KindBase, "X", "m").With("a", math.NaN()).With("b", math.Inf(-1)).With("c", 1.5).With("d", nil).Retry()
		assert.JSONEq(t, `{"name":"IntentionKernelError","code":"X","message":"m","retryable":true,
			"context":{"a":null,"b":null,"c":1.5,"d":null}}`, text(e))
	})
}

func TestErrorsAreValues(t *testing.T) {
	base := ik.NewError(ik.KindBase, "X", "m").With("a", 1)
	other := base.With("a", 2).Retry().Because(errors.New("y"))
	assert.Equal(t, map[string]any{"a": 1}, base.Context)
	assert.False(t, base.Retryable)
	require.NoError(t, base.Unwrap())
	assert.True(t, ik.IsRetryable(other))
	assert.False(t, ik.IsRetryable(errors.New("foreign")))
}

func TestCodeOf(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"no error":        {nil, ""},
		"a foreign error": {errors.New("x"), "UNEXPECTED_ERROR"},
		"a schema error":  {&ik.SchemaError{Type: "T"}, "INVALID_DOCUMENT"},
		"not applied":     {ik.NotApplied("HOST_REJECTED", "no"), "HOST_REJECTED"},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, ik.CodeOf(c.err)) })
	}
	assert.True(t, ik.IsNotApplied(fmt.Errorf("in effect: %w", ik.NotApplied("HOST_REJECTED", "no"))))
	assert.False(t, ik.IsUncertain(ik.NotApplied("HOST_REJECTED", "no")))
}
