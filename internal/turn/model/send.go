package model

import (
	"context"
	"errors"

	ik "github.com/ikgen/ikgen/runtime"
)

// errPanicked is the private cause of a gateway's panic. What it panicked with may quote the request, so it is dropped.
var errPanicked = errors.New("the gateway panicked")

// send calls the gateway. Its errors pass as they are when they are of this product or a cancellation of the turn;
// others are wrapped, their text kept out of everything that is shown.
func (c *Caller) send(ctx context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	res, err := guarded(ctx, c.cfg.Gateway, req)
	if err == nil {
		return res, nil
	}
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return ik.ModelResult{}, err
	}
	if _, known := ik.AsError(err); known {
		return ik.ModelResult{}, err
	}
	return ik.ModelResult{}, ik.NewError(ik.KindGateway, "MODEL_GATEWAY_FAILED", "the model call failed").
		With("task", req.Task).Because(err)
}

func guarded(ctx context.Context, g ik.ModelGateway, req ik.ModelRequest) (res ik.ModelResult, err error) {
	defer func() {
		if recover() != nil {
			res, err = ik.ModelResult{}, errPanicked
		}
	}()
	return g.Invoke(ctx, req)
}
