package execute

import (
	"context"
	"sync"

	"github.com/ikgen/ikgen/internal/turn/emit"
)

// line orders the events of handlers that run side by side: those of the first that still runs go out at once, those of
// the others are held until all before them have returned. So the events of a turn do not depend on how long anything
// took, and who has a turn to itself is heard at once. A call whose result policies judge is heard once it was judged, and
// not at all where it is forbidden: its events may tell what the result does.
type line struct {
	mu    sync.Mutex
	calls []*call // in plan order
	at    int     // the first that still runs
	done  map[*call]bool
}

func newLine(calls []*call) *line {
	l := &line{calls: calls, done: make(map[*call]bool, len(calls))}
	for _, c := range calls {
		c.line = l
	}
	return l
}

// publish sends an event of a handler, or holds it. It tells whether the call is still open.
func (l *line) publish(ctx context.Context, c *call, e emit.Event) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done[c] {
		return false
	}
	if l.calls[l.at] == c && !c.judged {
		c.send(ctx, e)
	} else {
		c.held = append(c.held, e)
	}
	return true
}

// leave ends a call: nothing of it is published any more. The events of those behind it follow.
func (l *line) leave(ctx context.Context, c *call) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done[c] = true
	for l.at < len(l.calls) && l.done[l.calls[l.at]] {
		if l.at++; l.at < len(l.calls) {
			if next := l.calls[l.at]; !next.judged {
				next.release(ctx)
			}
		}
	}
}

// release sends the events that were held.
func (c *call) release(ctx context.Context) {
	for _, e := range c.held {
		c.send(ctx, e)
	}
	c.held = nil
}

// send emits an event at the end of the call's branch. The caller holds the line.
func (c *call) send(ctx context.Context, e emit.Event) {
	e.Cause = c.head
	c.head = c.r.in.Emitter.Emit(ctx, e)
}
