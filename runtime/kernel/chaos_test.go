package kernel_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// faulty is a store that fails where a test says, before or after the fact.
type faulty struct {
	ik.Store
	at   string
	skip int  // how often it may pass before
	lost bool // it happened, and the caller hears of an error
	dies bool // nothing works afterwards, as if the process had died
	dead bool
}

func (f *faulty) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	return f.Store.WithTurn(ctx, id, func(ctx context.Context, s ik.TurnScope) error { return fn(ctx, &faultyScope{s, f}) })
}

var errFault = errors.New("the store is away")

// strike fails op once, before or after it happened.
func (f *faulty) strike(at string, op func() error) error {
	if f.dead {
		return errFault
	}
	if f.at != at {
		return op()
	}
	if f.skip--; f.skip >= 0 {
		return op()
	}
	f.at, f.dead = "", f.dies
	if f.lost {
		if err := op(); err != nil {
			return err
		}
	}
	return errFault
}

type faultyScope struct {
	ik.TurnScope
	f *faulty
}

func (s *faultyScope) BeginEffect(ctx context.Context, id ik.EffectIdentity) (claim ik.EffectClaim, err error) {
	err = s.f.strike("begin", func() (err error) {
		claim, err = s.TurnScope.BeginEffect(ctx, id)
		return err
	})
	return claim, err
}

func (s *faultyScope) FinishEffect(ctx context.Context, c ik.EffectClaim, o ik.EffectOutcome) (r ik.EffectReceipt, err error) {
	err = s.f.strike("finish", func() (err error) {
		r, err = s.TurnScope.FinishEffect(ctx, c, o)
		return err
	})
	return r, err
}

func (s *faultyScope) Commit(ctx context.Context, c ik.Commit) error {
	return s.f.strike("commit", func() error { return s.TurnScope.Commit(ctx, c) })
}

// However often a confirmed write is tried, and wherever the store fails on the way: the provider is called at most
// once, and what the user is told agrees with the ledger.
func TestNoSecondEffect(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		store := &faulty{}
		d := newDesk(t, func(d *desk) {
			store.Store = d.store
			d.opt.Store = store
		})
		question := askOrder(d)
		in := d.next("yes")
		script := append([]scripted.Entry{selects("yes", 4, "order.register"), answers(question, true, "yes"), confirmed()},
			words([]string{"It is not known yet."})...)
		var out *ik.TurnResult
		for attempt := 0; out == nil; attempt++ {
			if attempt < 4 {
				store.at = rapid.SampledFrom([]string{"", "begin", "finish", "commit"}).Draw(rt, "at")
				store.lost = rapid.Bool().Draw(rt, "lost")
			}
			gateway := scripted.New(script...)
			d.opt.Gateway = gateway
			d.compile()
			var err error
			if out, err = d.agent.Run(context.Background(), in); err != nil && attempt > 4 {
				rt.Fatal(err)
			}
			store.at = ""
		}
		ledger := d.store.Effects("thread-1")
		if d.effects > 1 || len(ledger) > 1 {
			rt.Fatalf("%d calls, %d receipts", d.effects, len(ledger))
		}
		done := len(ledger) == 1 && ledger[0].Status == ik.EffectCompleted
		if told := out.Response.Message == "Registered R1."; told && !done {
			rt.Fatalf("the user was told that it happened, the ledger says %v", ledger)
		}
		if out.Checkpoint.Revision != 3 {
			rt.Fatalf("revision %d", out.Checkpoint.Revision)
		}
	})
}
