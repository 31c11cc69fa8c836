package cases

import (
	"context"
	"slices"
	"sync"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// clock is the time of a case. It moves by one millisecond with every stamp and by the delays of scripts, never by
// itself. Contexts made by until end when it passes their moment.
type clock struct {
	mu     sync.Mutex
	now    time.Time
	alarms []*moment
}

var (
	_ ik.StampClock   = (*clock)(nil)
	_ ik.TimeoutClock = (*clock)(nil)
)

// Now gives the present time.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Stamp gives the present time and moves one millisecond on.
func (c *clock) Stamp() time.Time {
	now := c.Now()
	c.advance(time.Millisecond)
	return now
}

// advance moves the clock and ends the contexts whose moment has come.
func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	c.now = c.now.Add(d)
	var due []*moment
	for _, a := range c.alarms {
		if !c.now.Before(a.at) {
			due = append(due, a)
		}
	}
	c.mu.Unlock()
	for _, a := range due {
		a.end(a.reason)
	}
}

// sleep moves the clock by d as somebody who sleeps with ctx would see it: it ends early, with the error of ctx, at the
// moment when ctx ends.
func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	end := c.Now().Add(d)
	for ctx.Err() == nil {
		next := end
		c.mu.Lock()
		for _, a := range c.alarms {
			if a.at.After(c.now) && a.at.Before(next) {
				next = a.at
			}
		}
		rest := next.Sub(c.now)
		c.mu.Unlock()
		if c.advance(max(rest, 0)); !next.Before(end) {
			break
		}
	}
	return ctx.Err()
}

// WithTimeout is context.WithTimeout in the time of the case.
func (c *clock) WithTimeout(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	limited, release := c.until(ctx, d, context.DeadlineExceeded)
	return limited, release
}

// until gives a context that ends with reason once the clock has moved by d. release must be called.
func (c *clock) until(ctx context.Context, d time.Duration, reason error) (limited context.Context, release func()) {
	inner, cancel := context.WithCancelCause(ctx)
	m := &moment{Context: inner, reason: reason, end: cancel}
	c.mu.Lock()
	m.at = c.now.Add(d)
	c.alarms = append(c.alarms, m)
	c.mu.Unlock()
	return m, func() {
		c.mu.Lock()
		c.alarms = slices.DeleteFunc(c.alarms, func(a *moment) bool { return a == m })
		c.mu.Unlock()
		cancel(nil)
	}
}

// moment is a context that ends at a moment of a clock. It stands on a context of the standard library, so that what
// is derived from it ends with it, not a little later.
type moment struct {
	context.Context
	at     time.Time
	reason error
	end    context.CancelCauseFunc
}

// Err tells why the context ended.
func (m *moment) Err() error {
	err := m.Context.Err()
	if err != nil && context.Cause(m.Context) == m.reason {
		return m.reason
	}
	return err
}
