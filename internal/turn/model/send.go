package model

import (
	"context"

	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// send calls the gateway. Its errors pass as they are when they are of this product; after the end of the turn any other
// is the end of the turn, and before it MODEL_GATEWAY_FAILED, its text kept out of everything that is shown. A gateway
// that ignores the end of the turn is left behind: nobody reads what it brings after that.
func (c *Caller) send(ctx context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	res, err := guard.Call(ctx, func(ctx context.Context) (ik.ModelResult, error) { return c.cfg.Gateway.Invoke(ctx, req) })
	if err == nil {
		return res, nil
	}
	if _, known := ik.AsError(err); known {
		return ik.ModelResult{}, err
	}
	if ctx.Err() != nil {
		return ik.ModelResult{}, ctx.Err()
	}
	return ik.ModelResult{}, ik.NewError(ik.KindGateway, "MODEL_GATEWAY_FAILED", "the model call failed").
		With("task", req.Task).Because(err)
}
