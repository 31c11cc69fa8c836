package kernel

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"sync"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// wallClock is the default clock.
type wallClock struct{}

// Now gives the present time in UTC, with milliseconds.
func (wallClock) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// randomIDs is the default generator.
type randomIDs struct{}

// Next gives a random UUID, version 4.
func (randomIDs) Next(ik.IDKind) string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it never fails
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	text := make([]byte, 0, 36)
	for i, part := range [][]byte{b[:4], b[4:6], b[6:8], b[8:10], b[10:]} {
		if i > 0 {
			text = append(text, '-')
		}
		text = hex.AppendEncode(text, part)
	}
	return string(text)
}

// turnIDs lets one goroutine at a time ask the generator, as its contract says: steps of one level run side by side.
type turnIDs struct {
	mu   sync.Mutex
	from ik.IDGenerator
}

// Next gives the next id of a kind.
func (t *turnIDs) Next(kind ik.IDKind) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.from.Next(kind)
}

// stamp gives the time of an event or a message.
func (k *Kernel) stamp() time.Time {
	t := k.now()
	if c, ok := k.opt.Clock.(ik.StampClock); ok {
		t = c.Stamp()
	}
	return t.UTC().Truncate(time.Millisecond)
}

func (k *Kernel) now() time.Time { return k.opt.Clock.Now().UTC() }

// deadline bounds ctx by the turn's time, in the clock's own time where it keeps one.
func (k *Kernel) deadline(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if c, ok := k.opt.Clock.(ik.TimeoutClock); ok {
		return c.WithTimeout(ctx, d)
	}
	return context.WithTimeout(ctx, d)
}
