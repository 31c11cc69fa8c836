package cases

import (
	"context"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// Where a fault may strike.
const (
	faultLease  = "lease"
	faultBegin  = "effect.begin"
	faultFinish = "effect.finish"
	faultCommit = "commit"
	faultSink   = "sink"
)

var faultPlaces = []string{faultLease, faultBegin, faultFinish, faultCommit, faultSink}

// faults strikes each scripted fault once: the first time that its place is passed in its turn.
type faults struct {
	mu   sync.Mutex
	turn int
	open []Fault
}

// begin says which turn runs, counted from 1.
func (f *faults) begin(turn int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turn = turn
}

// left gives the faults of the present turn that did not strike.
func (f *faults) left() []Fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []Fault
	for _, o := range f.open {
		if o.Turn == f.turn {
			out = append(out, o)
		}
	}
	return out
}

func (f *faults) take(place string) (Fault, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, o := range f.open {
		if o.Turn == f.turn && o.At == place {
			f.open = append(f.open[:i:i], f.open[i+1:]...)
			return o, true
		}
	}
	return Fault{}, false
}

// strike runs op, unless a fault stands in its way.
func (f *faults) strike(place string, op func() error) error {
	fault, hit := f.take(place)
	if !hit {
		return op()
	}
	if fault.Lost {
		if err := op(); err != nil {
			return err
		}
	}
	return ik.NewError(ik.KindDurability, "CASE_FAULT", "a scripted fault at %q", place).With("at", place).Retry()
}

// faultyStore is a store whose steps fail as the case says.
type faultyStore struct {
	ik.Store
	faults *faults
}

// WithTurn fails with the lease.
func (s *faultyStore) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	return s.faults.strike(faultLease, func() error {
		return s.Store.WithTurn(ctx, id, func(ctx context.Context, scope ik.TurnScope) error {
			return fn(ctx, &faultyScope{scope, s.faults})
		})
	})
}

type faultyScope struct {
	ik.TurnScope
	faults *faults
}

// BeginEffect fails with effect.begin.
func (s *faultyScope) BeginEffect(ctx context.Context, id ik.EffectIdentity) (claim ik.EffectClaim, err error) {
	err = s.faults.strike(faultBegin, func() (err error) {
		claim, err = s.TurnScope.BeginEffect(ctx, id)
		return err
	})
	if err != nil && !ik.IsUncertain(err) { // a refusal of an uncertain effect names it
		claim = ik.EffectClaim{}
	}
	return claim, err
}

// FinishEffect fails with effect.finish.
func (s *faultyScope) FinishEffect(ctx context.Context, c ik.EffectClaim, o ik.EffectOutcome) (rec ik.EffectReceipt, err error) {
	err = s.faults.strike(faultFinish, func() (err error) {
		rec, err = s.TurnScope.FinishEffect(ctx, c, o)
		return err
	})
	if err != nil {
		rec = ik.EffectReceipt{}
	}
	return rec, err
}

// Commit fails with commit.
func (s *faultyScope) Commit(ctx context.Context, c ik.Commit) error {
	return s.faults.strike(faultCommit, func() error { return s.TurnScope.Commit(ctx, c) })
}

// recorder is the sink of a case: it keeps what the kernel sent, whether or not the sink "failed".
type recorder struct {
	mu       sync.Mutex
	faults   *faults
	events   []ik.Event
	announce func(ik.StepID) // told of every step that is invoked
}

// Emit keeps the event, or fails with sink.
func (r *recorder) Emit(_ context.Context, e ik.Event) error {
	r.mu.Lock()
	r.events = append(r.events, e)
	r.mu.Unlock()
	if e.Type == "capability.invoked" && r.announce != nil {
		r.announce(e.StepID)
	}
	return r.faults.strike(faultSink, func() error { return nil })
}

// take gives the events since the last call.
func (r *recorder) take() []ik.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.events
	r.events = nil
	return out
}
