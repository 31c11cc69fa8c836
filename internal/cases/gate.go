package cases

import (
	"context"
	"slices"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// gate lets handlers run one after the other, in the order in which the kernel announced their steps: the kernel may
// start the reads of a level side by side, a case needs one order of calls and of readings of the clock.
type gate struct {
	mu     sync.Mutex
	queue  []ik.StepID
	change chan struct{} // closed and replaced when the queue changes
}

func newGate() *gate { return &gate{change: make(chan struct{})} }

// reset forgets what was announced: a new turn begins.
func (g *gate) reset() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = nil
}

// announce puts a step at the end of the queue.
func (g *gate) announce(step ik.StepID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = append(g.queue, step)
}

// enter waits until every step that was announced before this one has left, or ctx ends.
func (g *gate) enter(ctx context.Context, step ik.StepID) {
	for {
		g.mu.Lock()
		place, change := slices.Index(g.queue, step), g.change
		g.mu.Unlock()
		if place <= 0 {
			return
		}
		select {
		case <-change:
		case <-ctx.Done():
			return
		}
	}
}

// leave lets the next step in.
func (g *gate) leave(step ik.StepID) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.queue = slices.DeleteFunc(g.queue, func(s ik.StepID) bool { return s == step })
	close(g.change)
	g.change = make(chan struct{})
}
