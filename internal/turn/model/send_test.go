package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestAGatewayCannotHoldTheTurn(t *testing.T) {
	t.Run("one that ignores the end of the turn is left behind", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release, left := make(chan struct{}), make(chan struct{})
		s := newSetup(func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
			defer close(left)
			cancel()
			<-release
			return ik.ModelResult{Value: json.RawMessage(`{"verdict":"supported","rationale":"late"}`)}, nil
		}, nil)
		_, err := s.caller.Invoke(ctx, call())
		require.ErrorIs(t, err, context.Canceled)
		close(release)
		<-left
		assert.Equal(t, []string{"model.invoked", "model.failed"}, s.types(), "nobody reads what it brings later")
		assert.Equal(t, 1, s.caller.Usage().ModelCalls)
		assert.Zero(t, s.caller.Usage().InputTokens)
	})
	t.Run("its own words for the end of the turn are the end of the turn", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := newSetup(func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
			cancel()
			return ik.ModelResult{}, errors.New("read tcp: i/o timeout")
		}, nil)
		_, err := s.caller.Invoke(ctx, call())
		require.ErrorIs(t, err, context.Canceled)
	})
	t.Run("its error with a code passes after the end of the turn too", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		own := ik.NewError(ik.KindGateway, "MODEL_OUTPUT_INVALID", "x")
		s := newSetup(func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
			cancel()
			return ik.ModelResult{}, own
		}, nil)
		_, err := s.caller.Invoke(ctx, call())
		require.ErrorIs(t, err, own)
	})
	t.Run("one that ends its goroutine has failed", func(t *testing.T) {
		s := newSetup(func(context.Context, ik.ModelRequest) (ik.ModelResult, error) {
			runtime.Goexit()
			return ik.ModelResult{}, nil
		}, nil)
		_, err := s.caller.Invoke(t.Context(), call())
		assert.Equal(t, "MODEL_GATEWAY_FAILED", ik.CodeOf(err))
	})
}
