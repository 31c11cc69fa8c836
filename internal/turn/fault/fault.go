// Package fault turns whatever ended a turn, or its composition, into one error with a stable code, and into the data
// of the event that tells it. It knows nothing of stages, and never shows a cause.
package fault

import (
	"context"
	"errors"

	ik "github.com/ikgen/ikgen/runtime"
)

// The codes of a turn that ran out of time, or whose caller went away.
const (
	DeadlineExceeded = "TURN_DEADLINE_EXCEEDED"
	Cancelled        = "TURN_CANCELLED"
)

// Of gives the error of a turn that failed with err while it ran under ctx. An error that is only the echo of the
// context's end becomes TURN_DEADLINE_EXCEEDED or TURN_CANCELLED, or what ended the context; an error without a code
// becomes UNEXPECTED_ERROR.
func Of(ctx context.Context, err error) *ik.Error {
	own, ended := ik.AsError(context.Cause(ctx))
	switch {
	case err == nil:
		return nil
	case ended && errors.Is(err, ctx.Err()):
		return own.Because(err)
	case errors.Is(err, context.DeadlineExceeded), echoes(ctx, err, context.DeadlineExceeded):
		return Deadline().Because(err)
	case errors.Is(err, context.Canceled), echoes(ctx, err, context.Canceled):
		return ik.NewError(ik.KindBase, Cancelled, "the turn was cancelled").Because(err)
	}
	if e, ok := ik.AsError(err); ok {
		return e
	}
	return ik.NewError(ik.KindBase, ik.CodeOf(err), "the turn failed").Because(err)
}

// Deadline is the error of a turn that ran out of time.
func Deadline() *ik.Error {
	return ik.NewError(ik.KindBase, DeadlineExceeded, "the turn ran out of time")
}

// echoes tells whether err, which has no code of this product, came after the context had ended for the reason.
func echoes(ctx context.Context, err, reason error) bool {
	_, coded := ik.AsError(err)
	return !coded && errors.Is(ctx.Err(), reason)
}

// Data is what turn.failed tells: where, the code, and the context of the error; never its message or its cause.
func Data(stage string, err error) map[string]any {
	data := map[string]any{"stage": stage, "code": ik.CodeOf(err), "details": nil}
	if e, ok := ik.AsError(err); ok {
		own := e.Context
		if own == nil {
			own = map[string]any{}
		}
		data["details"] = map[string]any{"retryable": e.Retryable, "context": own}
	}
	return data
}
