package execute

import (
	"context"
	"sync"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// group runs steps of one level side by side: reads, or one write. Their results are taken in plan order once all have
// ended, so that the order never depends on how long they took.
func (r *runner) group(ctx context.Context, members []int) error {
	var calls []*call
	for _, i := range members {
		c, err := r.start(ctx, i)
		if err != nil {
			return err
		}
		if c != nil {
			calls = append(calls, c)
		}
	}
	newLine(calls)
	r.runAll(ctx, calls)
	if err := guard.Ended(ctx); err != nil {
		return err
	}
	for _, c := range calls {
		res := c.result(r.facts)
		c.release(ctx)
		r.finish(c.index, res)
		published := r.project(res)
		r.announceResult(ctx, c, res, published)
	}
	return nil
}

func (r *runner) runAll(ctx context.Context, calls []*call) {
	if r.in.Sequential || len(calls) < 2 {
		for _, c := range calls {
			if ctx.Err() == nil {
				c.run(ctx)
			}
		}
		return
	}
	var wg sync.WaitGroup
	last := len(calls) - 1
	for _, c := range calls[:last] {
		wg.Go(func() { c.run(ctx) })
	}
	calls[last].run(ctx)
	wg.Wait()
}

// start prepares the call of a step. With facts that changed since the plan the step is judged again first: nil means
// that it does not run after all.
func (r *runner) start(ctx context.Context, i int) (*call, error) {
	if r.version > 0 {
		if err := r.reassess(ctx, i); err != nil {
			return nil, err
		}
		if r.steps[i].Disposition != ik.DispositionExecute {
			r.drop(i)
			r.announceDeferred(ctx, i)
			return nil, nil
		}
	}
	c, err := r.newCall(i)
	if err != nil {
		return nil, err
	}
	r.announceStarted(ctx, i)
	c.head = r.heads[c.step.ID]
	r.done++
	return c, nil
}

// project applies what a result does to the facts, for the steps after it.
func (r *runner) project(res *ik.StepResult) []ik.FactRecord {
	before := len(r.facts)
	var change facts.Change
	switch {
	case completed(res):
		change = facts.Publish(r.in.Agent, r.facts, facts.Producer(r.in.Agent, res, r.in.Turn), res.Result)
	case res.Result != nil && res.Result.Status == ik.StatusNeedsInput && len(res.Result.Invalidates) > 0:
		change.Facts, change.Invalidated = facts.Invalidate(r.facts, res.Result.Invalidates)
	default:
		return nil
	}
	if len(change.Published) > 0 || len(change.Facts) != before {
		r.version++
	}
	r.facts = change.Facts
	return change.Published
}
