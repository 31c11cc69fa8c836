package kernel

import (
	"context"
	"encoding/json"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// Progress is something that a running turn tells whoever follows it: a Stage, a Step, a Told or an Answered.
type Progress interface{ progress() }

// Stage is a stage that begins: snapshot, select, interpret, plan, execute, follow (work that follows of itself), report,
// compose or commit.
type Stage struct{ Name string }

// Step is a step of the plan that began, ended, or does not run now.
type Step struct {
	ID         ik.StepID
	Capability ik.CapabilityID // "" for a request that belongs to none
	// Status is started, deferred, skipped, failed, or the status of the result: completed, needs_input, needs_dependency,
	// needs_confirmation.
	Status string
}

// Told is an event of a handler: how far it is. Data is as in the event capability.event: without what is private.
type Told struct {
	Step       ik.StepID
	Capability ik.CapabilityID
	Name       string
	Data       json.RawMessage
}

// Answered is the answer of the turn. It comes last, once the turn is stored, and only then: no draft is ever told, and
// nothing that was not held to its evidence.
type Answered struct{ Response ik.TurnResponse }

func (Stage) progress()    {}
func (Step) progress()     {}
func (Told) progress()     {}
func (Answered) progress() {}

// Running is a turn that runs in the background and can be followed.
type Running struct {
	feed   *feed
	done   chan struct{}
	result *ik.TurnResult
	err    error
	fault  any // a panic of the host's adapters, for Wait
}

// defaultProgress is how many items a follower may lag behind.
const defaultProgress = 64

// Start runs a turn as Run does, in a goroutine of its own that ends with the turn, and lets the host follow it. buffer
// is how many items may wait for the follower; 0 stands for 64. A follower that is slower than that misses the oldest
// ones, and never keeps the turn waiting.
func (a *Agent) Start(ctx context.Context, in Input, buffer int) *Running {
	if buffer <= 0 {
		buffer = defaultProgress
	}
	r := &Running{feed: &feed{items: make(chan Progress, buffer)}, done: make(chan struct{})}
	in.feed = r.feed
	go func() {
		defer close(r.done)
		defer r.feed.end()
		defer func() { r.fault = recover() }()
		if r.result, r.err = a.Run(ctx, in); r.err == nil {
			r.feed.tell(Answered{r.result.Response})
		}
	}()
	return r
}

// Progress gives what the turn tells, and is closed when the turn has ended. It need not be read. A replayed turn tells
// its answer alone, one that fails ends without an answer.
func (r *Running) Progress() <-chan Progress { return r.feed.items }

// Dropped is how many items the follower missed so far.
func (r *Running) Dropped() int {
	r.feed.mu.Lock()
	defer r.feed.mu.Unlock()
	return r.feed.dropped
}

// Wait waits for the end of the turn and gives what Run gives. A panic of the host's adapters comes out here. It may be
// called many times, by many.
func (r *Running) Wait() (*ik.TurnResult, error) {
	<-r.done
	if r.fault != nil {
		panic(r.fault)
	}
	return r.result, r.err
}

// feed brings items to a follower. It never waits for it. A nil feed tells nobody.
type feed struct {
	items chan Progress

	mu      sync.Mutex // one item after the other: those that wait are in order
	ended   bool
	dropped int
}

// tell adds an item. Where there is no room the oldest one makes it.
func (f *feed) tell(p Progress) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for !f.ended {
		select {
		case f.items <- p:
			return
		default:
		}
		select {
		case <-f.items:
			f.dropped++
		default: // the follower was faster
		}
	}
}

func (f *feed) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = true
	close(f.items)
}

// over puts the follower in front of the host's sink, which may be nil.
func (f *feed) over(sink ik.EventSink) ik.EventSink {
	if f == nil {
		return sink
	}
	return followed{f, sink}
}

// followed is a sink that a follower listens to.
type followed struct {
	feed *feed
	sink ik.EventSink
}

// Emit tells the follower and then the sink, whose error it gives.
func (s followed) Emit(ctx context.Context, e ik.Event) error {
	if p := told(e); p != nil {
		s.feed.tell(p)
	}
	if s.sink == nil {
		return nil
	}
	return s.sink.Emit(ctx, e)
}

// told is what a follower hears of an event, nil for nothing. An event whose data the host's redactor withheld still
// tells its step.
func told(e ik.Event) Progress {
	data, err := e.Read()
	if err != nil {
		return nil
	}
	switch d := data.(type) {
	case *ik.StepStarted:
		return Step{e.StepID, d.CapabilityID, "started"}
	case *ik.StepDeferred:
		return Step{e.StepID, orNone(d.CapabilityID), "deferred"}
	case *ik.CapabilitySkipped:
		return Step{e.StepID, orNone(d.CapabilityID), "skipped"}
	case *ik.CapabilityCompleted:
		return Step{e.StepID, d.CapabilityID, string(d.Status)}
	case *ik.CapabilityFailed:
		return Step{e.StepID, d.CapabilityID, string(ik.StatusFailed)}
	case *ik.CapabilityEvent:
		return Told{e.StepID, d.CapabilityID, d.Name, d.Data}
	}
	return nil
}

func orNone(id *ik.CapabilityID) ik.CapabilityID {
	if id == nil {
		return ""
	}
	return *id
}
