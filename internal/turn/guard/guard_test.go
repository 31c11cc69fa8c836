package guard_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"go.uber.org/goleak"

	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestCall(t *testing.T) {
	t.Run("a value and an error come back", func(t *testing.T) {
		v, err := guard.Call(t.Context(), func(context.Context) (int, error) { return 1, errors.New("x") })
		assert.Equal(t, 1, v)
		assert.EqualError(t, err, "x")
	})
	t.Run("a panic is an error without its value", func(t *testing.T) {
		_, err := guard.Call(t.Context(), func(context.Context) (int, error) { panic("canary") })
		assert.ErrorIs(t, err, guard.ErrPanic)
		assert.NotContains(t, err.Error(), "canary")
	})
	t.Run("a handler that ends its goroutine does not hold the turn", func(t *testing.T) {
		_, err := guard.Call(t.Context(), func(context.Context) (int, error) { runtime.Goexit(); return 1, nil })
		assert.ErrorIs(t, err, guard.ErrExited)
	})
	t.Run("a handler that notices the end is waited for", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := guard.Call(ctx, func(ctx context.Context) (int, error) { return 0, ctx.Err() })
		assert.ErrorIs(t, err, context.Canceled)
	})
	t.Run("one that does not is left behind", func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		_, err := guard.Call(ctx, func(context.Context) (int, error) { <-release; return 0, nil })
		assert.ErrorIs(t, err, guard.ErrAbandoned)
	})
}

func TestEnded(t *testing.T) {
	assert.NoError(t, guard.Ended(t.Context()))
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(nil)
	assert.Equal(t, "TURN_CANCELLED", ik.CodeOf(guard.Ended(ctx)))
	ctx, cancel = context.WithCancelCause(t.Context())
	cancel(context.DeadlineExceeded)
	assert.Equal(t, "TURN_DEADLINE_EXCEEDED", ik.CodeOf(guard.Ended(ctx)))
	ctx, cancel = context.WithCancelCause(t.Context())
	cancel(ik.NewError(ik.KindDurability, "LEASE_LOST", "gone"))
	assert.Equal(t, "LEASE_LOST", ik.CodeOf(guard.Ended(ctx)))
}
