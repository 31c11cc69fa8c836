package kernel

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/watch"
	ik "github.com/ikgen/ikgen/runtime"
)

// HandlerKind says what a handler belongs to.
type HandlerKind string

// The kinds of handlers that a host writes.
const (
	HandlerCapability HandlerKind = watch.Capability
	HandlerPolicy     HandlerKind = watch.Policy
	HandlerAdvice     HandlerKind = watch.Advice
	HandlerAutomation HandlerKind = watch.Automation
)

// HandlerError is a call of a handler that failed. It may hold private data of the conversation.
type HandlerError struct {
	Agent ik.AgentID
	Kind  HandlerKind
	ID    string // of the capability, the policy or the advice
	// Thread, Turn and Step say where a capability was called; they are empty for the other kinds.
	Thread ik.ThreadID
	Turn   ik.TurnID
	Step   ik.StepID
	// Err is what the handler returned, or an error that says what it panicked with. For a result that does not fit its
	// schema it is an *ik.SchemaError with the places.
	Err error
	// Stack is that of a panic; nil for other errors.
	Stack []byte
}

// Error names the handler and tells the error, without the stack.
func (e HandlerError) Error() string {
	return fmt.Sprintf("%s %s of agent %s: %v", e.Kind, e.ID, e.Agent, e.Err)
}

// Unwrap gives Err.
func (e HandlerError) Unwrap() error { return e.Err }

// watched is the definition with handlers that also tell the host of their errors, if it wants to hear of them.
func (k *Kernel) watched(def ik.AgentDefinition) ik.AgentDefinition {
	hear := k.opt.OnHandlerError
	if hear == nil {
		return def
	}
	return watch.Definition(def, func(f watch.Fault) {
		hear(HandlerError{
			Agent: def.ID, Kind: HandlerKind(f.Kind), ID: f.ID, Thread: f.Thread, Turn: f.Turn, Step: f.Step, Err: f.Err, Stack: f.Stack,
		})
	})
}
