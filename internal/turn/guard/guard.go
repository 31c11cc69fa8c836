// Package guard calls handlers of the host: a panic or the end of its goroutine becomes an error, and a handler that
// ignores the end of the turn is left behind, so that it can not hold the turn.
//
// It does not know what the handlers do. What they may still touch after they were left behind is closed by the caller.
package guard

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// grace is how long a handler may take to notice that the turn is over.
const grace = 100 * time.Millisecond

// ErrAbandoned is what a call gives when its handler did not return in time after the end of the turn. The handler's
// goroutine still runs.
var ErrAbandoned = errors.New("the handler ignored the end of the turn")

// ErrPanic is in the chain of the error that a panic becomes. The panic's value is withheld: it may hold user data.
var ErrPanic = errors.New("the handler panicked")

// PanicError is what a panic becomes. Its text withholds the value; the host's log may have it.
type PanicError struct {
	Value any
	Stack []byte // of the goroutine, where it panicked
}

// Error tells the type of the value alone.
func (e *PanicError) Error() string {
	return fmt.Sprintf("%v with a value of type %T", ErrPanic, e.Value)
}

// Unwrap gives ErrPanic.
func (e *PanicError) Unwrap() error { return ErrPanic }

// ErrExited is what a call gives whose handler ended its goroutine instead of returning, as runtime.Goexit and t.FailNow do.
var ErrExited = errors.New("the handler ended its goroutine")

type outcome[T any] struct {
	value T
	err   error
}

// Call runs f and waits for it, or for the end of ctx and a short grace after it.
func Call[T any](ctx context.Context, f func(context.Context) (T, error)) (T, error) {
	done := make(chan outcome[T], 1) // buffered: an abandoned handler ends without a reader
	go func() {
		o := outcome[T]{err: ErrExited}
		defer func() { // also when the goroutine ends inside of f
			if p := recover(); p != nil {
				o.err = &PanicError{Value: p, Stack: debug.Stack()}
			}
			done <- o
		}()
		o.value, o.err = f(ctx)
	}()
	select {
	case o := <-done:
		return o.value, o.err
	case <-ctx.Done():
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case o := <-done:
		return o.value, o.err
	case <-timer.C:
		var zero T
		return zero, ErrAbandoned
	}
}

// Protect runs f and turns a panic into an error.
func Protect[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &PanicError{Value: p, Stack: debug.Stack()}
		}
	}()
	return f()
}

// Ended says how the turn ended when ctx is done, else nil: TURN_DEADLINE_EXCEEDED, TURN_CANCELLED, or the Error that
// ended ctx.
func Ended(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if e, ok := ik.AsError(cause); ok {
		return e
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return ik.NewError(ik.KindBase, "TURN_DEADLINE_EXCEEDED", "the turn took longer than its limit").Because(cause)
	}
	return ik.NewError(ik.KindBase, "TURN_CANCELLED", "the turn was cancelled").Because(cause)
}
