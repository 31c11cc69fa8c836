package kernel

import (
	"context"
	"maps"
	"reflect"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// Options are what a kernel works with. Gateway and Store are required; the rest may be left out, but not be a nil
// pointer in an interface. Everything must be safe for concurrent use.
type Options struct {
	Gateway ik.ModelGateway
	// Prompts replaces texts of the kernel's prompts at run time.
	Prompts ik.PromptResolver
	Store   ik.Store
	// Sink hears of every event as it happens. Its errors never fail a turn.
	Sink ik.EventSink
	// Clock gives all times: ik.StampClock and ik.TimeoutClock are used where it has them. Default: the wall clock, in UTC
	// with milliseconds.
	Clock ik.Clock
	// IDs makes all ids. Default: random UUIDs, version 4.
	IDs ik.IDGenerator
	// Redact is the host's last word on the data of events: it gets decoded JSON, a copy of its own, and gives an object.
	// An error, a panic or anything else than an object means empty data, never the original.
	Redact func(any) (any, error)
	// Limits bound every turn. They win over those of the agent.
	Limits ik.Limits
	// OnSinkError hears of the events that the sink refused. The outbox of the store still has them.
	OnSinkError func(ik.Event, error)
	// OnAbandoned hears of a handler that ignored the end of its turn: its goroutine still runs.
	OnAbandoned func(ik.AgentID, ik.CapabilityID)
	// OnHandlerError hears of each call of the host's handlers that failed, with the error or the panic as it was: for the
	// host's log. Events, answers and stored threads have its code alone. It may be called concurrently, and must not keep
	// the turn waiting.
	OnHandlerError func(HandlerError)
	// Migrations take over threads that were stored under another contract, by that contract's fingerprint.
	Migrations map[string]Migration
}

// Migration turns a checkpoint of another contract into one of this agent's. It gets a copy of its own, touches nothing
// else. Revision, messages and receipts stay what they were, whatever it does to them. An error fails the turn with
// MIGRATION_FAILED.
type Migration func(context.Context, *ik.Checkpoint) (*ik.Checkpoint, error)

// Kernel runs turns of any agents. It is immutable and safe for concurrent use.
type Kernel struct{ opt Options }

// New checks the options, in the order of their declaration, and makes a kernel. The first that is faulty gives the
// error: INVALID_KERNEL_DEPENDENCY, then INVALID_KERNEL_LIMIT. Nothing of the options is called.
func New(o Options) (*Kernel, error) {
	for _, d := range []struct {
		name     string
		value    any
		required bool
	}{
		{"modelGateway", o.Gateway, true},
		{"promptResolver", o.Prompts, false},
		{"durability", o.Store, true},
		{"eventSink", o.Sink, false},
		{"clock", o.Clock, false},
		{"idGenerator", o.IDs, false},
	} {
		if isNil(d.value) && (d.required || d.value != nil) {
			return nil, ik.NewError(ik.KindConfiguration, "INVALID_KERNEL_DEPENDENCY", "the kernel needs a valid %s", d.name).
				With("dependency", d.name)
		}
	}
	for _, from := range slices.Sorted(maps.Keys(o.Migrations)) {
		if o.Migrations[from] == nil {
			return nil, ik.NewError(ik.KindConfiguration, "INVALID_KERNEL_DEPENDENCY", "a migration is nil").
				With("dependency", "migrations").With("from", from)
		}
	}
	if err := checkLimits(o.Limits, ik.KindConfiguration, "INVALID_KERNEL_LIMIT"); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = wallClock{}
	}
	if o.IDs == nil {
		o.IDs = randomIDs{}
	}
	return &Kernel{opt: o}, nil
}

// isNil tells whether there is nothing behind an interface.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Slice, reflect.Chan, reflect.Interface:
		return r.IsNil()
	}
	return false
}
