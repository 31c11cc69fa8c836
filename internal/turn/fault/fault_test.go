package fault_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/fault"
	ik "github.com/ikgen/ikgen/runtime"
)

func TestOf(t *testing.T) {
	live := context.Background()
	late, stop := context.WithDeadline(live, time.Unix(0, 0))
	defer stop()
	gone, cancel := context.WithCancel(live)
	cancel()
	coded := ik.NewError(ik.KindGateway, "X", "x").Because(errors.New("provider text"))
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		code string
	}{
		"coded":               {live, coded, "X"},
		"coded, late":         {late, coded, "X"},
		"deadline as a cause": {live, ik.NewError(ik.KindGateway, "X", "x").Because(context.DeadlineExceeded), fault.DeadlineExceeded},
		"echo of a deadline":  {late, errors.New("boom"), fault.DeadlineExceeded},
		"cancelled":           {gone, context.Canceled, fault.Cancelled},
		"echo of a cancel":    {gone, errors.New("boom"), fault.Cancelled},
		"unknown":             {live, errors.New("boom"), "UNEXPECTED_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			got := fault.Of(c.ctx, c.err)
			assert.Equal(t, c.code, got.Code)
			assert.ErrorIs(t, got, c.err)
		})
	}
	assert.Nil(t, fault.Of(live, nil))
	own, end := context.WithCancelCause(live)
	end(ik.NewError(ik.KindDurability, "LEASE_LOST", "lost"))
	assert.Equal(t, "LEASE_LOST", fault.Of(own, own.Err()).Code, "what ended the context")
}

func TestData(t *testing.T) {
	assert.Equal(t, map[string]any{"stage": "compose", "code": "UNEXPECTED_ERROR", "details": nil}, fault.Data("compose", errors.New("secret")))
	e := ik.NewError(ik.KindBase, "X", "secret").With("a", 1).Retry()
	require.Equal(t, map[string]any{"stage": "runtime", "code": "X", "details": map[string]any{
		"retryable": true, "context": map[string]any{"a": 1},
	}}, fault.Data("runtime", e))
	assert.Equal(t, map[string]any{}, fault.Data("runtime", ik.NewError(ik.KindBase, "X", "x"))["details"].(map[string]any)["context"])
}
