// Package emit makes the events of one turn.
//
// It owns their numbering, their causal envelope, the sanitising of their data and the order in which the sink sees
// them. It does not know what the events mean, nor when they are due: stages emit, the kernel writes the outbox.
package emit

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// Config says which turn the events belong to and where they go. Sink, OnSinkError and Redact may be nil.
type Config struct {
	Thread ik.ThreadID
	Turn   ik.TurnID
	Trace  ik.TraceID
	Agent  ik.AgentStamp
	Sink   ik.EventSink
	// OnSinkError hears of every event that the sink refused.
	OnSinkError func(ik.Event, error)
	// Redact is the host's redactor. It gets the data of an event as decoded JSON (numbers are json.Number), a copy of
	// its own, and gives an object. Anything else, an error or a panic means that the event goes out with empty data.
	Redact func(any) (any, error)
	IDs    ik.IDGenerator
	// Stamp gives the time of an event.
	Stamp func() time.Time
}

// Event is what a stage says. Data is anything that encoding/json writes as an object.
type Event struct {
	Type     string
	Category ik.Category
	Step     ik.StepID  // "" where the event belongs to no step
	Cause    ik.EventID // "" for the first event of a turn only
	Data     any
}

// Emitter makes and sends the events of one turn. It is safe for concurrent use: numbers, list and calls of the sink are
// all in the same order.
type Emitter struct {
	cfg Config

	order sync.Mutex // held from the number of an event to the end of its sink call
	mu    sync.Mutex // guards the fields below
	list  []ik.Event
	later []unwritten // data of events in list that nobody read yet
	texts redact.Texts
}

// New makes the emitter of one turn.
func New(cfg Config) *Emitter { return &Emitter{cfg: cfg, list: make([]ik.Event, 0, usual)} }

// usual is how many events a short turn has.
const usual = 16

// Emit makes an event, appends it to the turn's list and hands it to the sink. It never fails: data that cannot be made
// safe is sent as an empty object, and an error of the sink goes to OnSinkError.
func (e *Emitter) Emit(ctx context.Context, ev Event) ik.EventID {
	e.order.Lock()
	defer e.order.Unlock()
	made := e.prepare(ev, e.cfg.Sink == nil && e.cfg.Redact == nil)
	e.send(ctx, made)
	return made.ID
}

// Prepare makes an event and appends it to the turn's list without sending it: for events that must be in the outbox
// before what they tell has happened. Send sends it.
func (e *Emitter) Prepare(ev Event) ik.Event {
	e.order.Lock()
	defer e.order.Unlock()
	return e.prepare(ev, false)
}

// Withdraw takes back prepared events that were not sent, from the end of the list: what they tell did not happen. Their
// numbers are free again, so that nobody who reads the turn's events misses one.
func (e *Emitter) Withdraw(events ...ik.Event) {
	e.order.Lock()
	defer e.order.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	for n := len(events) - 1; n >= 0; n-- {
		if last := len(e.list) - 1; last >= 0 && e.list[last].ID == events[n].ID {
			e.list = e.list[:last]
			e.later = slices.DeleteFunc(e.later, func(u unwritten) bool { return u.at == last })
		}
	}
}

// Send hands a prepared event to the sink.
func (e *Emitter) Send(ctx context.Context, ev ik.Event) {
	e.order.Lock()
	defer e.order.Unlock()
	e.send(ctx, ev)
}

// Events gives all events so far, in sequence order, their data written. The slice is the caller's own.
func (e *Emitter) Events() []ik.Event {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, u := range e.later {
		e.list[u.at].Data = e.sanitise(u.data, u.texts)
	}
	e.later = nil
	return slices.Clone(e.list)
}

// Last is the id of the latest event, or "" before the first.
func (e *Emitter) Last() ik.EventID {
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.list) == 0 {
		return ""
	}
	return e.list[len(e.list)-1].ID
}

// Protect masks texts in the data of every later event. Texts below redact.MinLength are ignored: their places are
// removed by whoever knows them.
func (e *Emitter) Protect(texts []string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.texts = e.texts.With(texts...)
}

// prepare numbers an event. Data that can wait is left for later where it may. The caller holds order.
func (e *Emitter) prepare(ev Event, may bool) ik.Event {
	texts := e.protected()
	later, can := ev.Data.(Later)
	wait := may && can
	var data json.RawMessage
	if !wait {
		data = e.sanitise(ev.Data, texts)
	}
	made := ik.Event{
		ID:            ik.EventID(e.cfg.IDs.Next(ik.IDEvent)),
		Type:          ev.Type,
		Version:       1,
		OccurredAt:    e.cfg.Stamp().UTC().Truncate(time.Millisecond),
		ThreadID:      e.cfg.Thread,
		TurnID:        e.cfg.Turn,
		StepID:        ev.Step,
		CorrelationID: e.cfg.Trace,
		CausationID:   ev.Cause,
		Category:      ev.Category,
		Agent:         e.cfg.Agent,
		Data:          data,
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	made.Sequence = len(e.list) + 1
	e.list = append(e.list, made)
	if wait {
		e.later = append(e.later, unwritten{made.Sequence - 1, later, texts})
	}
	return made
}

// send calls the sink. The caller holds order. Sinks get a copy of the data: what they do to it changes no outbox row.
func (e *Emitter) send(ctx context.Context, ev ik.Event) {
	if e.cfg.Sink == nil {
		return
	}
	out := ev
	out.Data = slices.Clone(ev.Data)
	if err := callSink(ctx, e.cfg.Sink, out); err != nil && e.cfg.OnSinkError != nil {
		e.report(ev, err)
	}
}

func callSink(ctx context.Context, sink ik.EventSink, ev ik.Event) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the event sink panicked: %T", p)
		}
	}()
	return sink.Emit(ctx, ev)
}

// report tells the host of a sink error. A callback that panics is the host's fault and must not end the turn.
func (e *Emitter) report(ev ik.Event, err error) {
	defer func() { _ = recover() }()
	e.cfg.OnSinkError(ev, err)
}
