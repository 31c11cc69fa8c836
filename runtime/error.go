package ik

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
)

// ErrorKind is the class of an Error.
type ErrorKind string

// The kinds of errors. Every Error is also of the base kind.
const (
	KindBase            ErrorKind = "IntentionKernelError"
	KindCompilation     ErrorKind = "AgentCompilationError"    // a definition that cannot be compiled
	KindConfiguration   ErrorKind = "KernelConfigurationError" // options, limits, prompts
	KindSchema          ErrorKind = "SchemaValidationError"    // a result or a value that breaks its contract
	KindGateway         ErrorKind = "ModelGatewayError"        // a model call, or what the model returned
	KindDurability      ErrorKind = "DurabilityError"          // the store, the checkpoint, a commit
	KindEffectUncertain ErrorKind = "EffectUncertainError"     // an effect that may or may not have happened
	KindNotApplied      ErrorKind = "EffectNotAppliedError"    // an effect that certainly did not happen
	KindBudget          ErrorKind = "ExecutionBudgetExceededError"
)

// Error is the one error type of the product. Code is stable and for machines, Message is safe to show, Context is a
// flat record of strings, numbers, booleans and nil. The cause is for errors.Is and errors.As alone: it is never
// serialised, so no secret of a provider leaks through it.
type Error struct {
	Kind      ErrorKind
	Code      string
	Message   string
	Retryable bool
	Context   map[string]any
	cause     error
}

// NewError makes an error whose message is formatted from format and args. User text belongs in %q.
func NewError(kind ErrorKind, code, format string, args ...any) *Error {
	return &Error{Kind: kind, Code: code, Message: fmt.Sprintf(format, args...)}
}

// With returns a copy that carries one more entry of context.
func (e *Error) With(key string, value any) *Error {
	c := *e
	c.Context = maps.Clone(e.Context)
	if c.Context == nil {
		c.Context = map[string]any{}
	}
	c.Context[key] = value
	return &c
}

// Retry returns a copy that is retryable.
func (e *Error) Retry() *Error {
	c := *e
	c.Retryable = true
	return &c
}

// Because returns a copy with a private cause.
func (e *Error) Because(cause error) *Error {
	c := *e
	c.cause = cause
	return &c
}

// Error gives the code and the message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap gives the private cause.
func (e *Error) Unwrap() error { return e.cause }

// MarshalJSON writes exactly name, code, message, retryable and context.
func (e *Error) MarshalJSON() ([]byte, error) {
	ctx := make(map[string]any, len(e.Context))
	for k, v := range e.Context {
		if f, ok := v.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			v = nil
		}
		ctx[k] = v
	}
	return json.Marshal(struct {
		Name      ErrorKind      `json:"name"`
		Code      string         `json:"code"`
		Message   string         `json:"message"`
		Retryable bool           `json:"retryable"`
		Context   map[string]any `json:"context"`
	}{e.Kind, e.Code, e.Message, e.Retryable, ctx})
}

// AsError finds the *Error in err's chain.
func AsError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// CodeOf gives the stable code of err, or UNEXPECTED_ERROR for an error without one. It is "" for nil.
func CodeOf(err error) string {
	if err == nil {
		return ""
	}
	if e, ok := AsError(err); ok {
		return e.Code
	}
	var s *SchemaError
	if errors.As(err, &s) {
		return "INVALID_DOCUMENT"
	}
	return "UNEXPECTED_ERROR"
}

// IsRetryable tells whether the same call may be tried again because nothing has happened.
func IsRetryable(err error) bool {
	e, ok := AsError(err)
	return ok && e.Retryable
}

// IsUncertain tells whether err means that an effect may or may not have happened.
func IsUncertain(err error) bool { return isKind(err, KindEffectUncertain) }

// IsNotApplied tells whether err proves that an effect did not happen.
func IsNotApplied(err error) bool { return isKind(err, KindNotApplied) }

// IsKind tells whether err is an Error of the kind. KindBase matches every Error.
func IsKind(err error, kind ErrorKind) bool { return isKind(err, kind) }

func isKind(err error, kind ErrorKind) bool {
	e, ok := AsError(err)
	return ok && (kind == KindBase || e.Kind == kind)
}

// NotApplied is what an effect's operation returns to prove that nothing happened at the provider: the same effect may
// be tried again. code is the host's own.
func NotApplied(code, format string, args ...any) *Error {
	return NewError(KindNotApplied, code, format, args...)
}
