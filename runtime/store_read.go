package ik

import "context"

// OutboxReader gives the events of committed turns to whoever moves them on. Delivery is at least once: a reader that
// stops between reading and Ack sees the same events again, byte for byte, and tells them apart by Event.ID.
type OutboxReader interface {
	// Outbox gives up to limit rows that are not acknowledged, with a position above after, in order of position. A row
	// is never given a position below one that was already readable.
	Outbox(ctx context.Context, after int64, limit int) ([]OutboxRow, error)
	// Ack marks events as delivered. Unknown ids are ignored.
	Ack(ctx context.Context, ids ...EventID) error
}

// OutboxRow is one event that waits for delivery.
type OutboxRow struct {
	Position int64 // of the store
	Sequence int64 // of the thread: 1, 2, 3 …
	Event    Event
}

// ThreadFilter picks threads. The zero value picks all.
type ThreadFilter struct {
	After ThreadID // only ids above it, in code order
	Limit int      // at most so many; 0: no limit
}

// ThreadInfo describes one stored thread.
type ThreadInfo struct {
	Thread   ThreadID
	Revision int
	Messages int
	// Uncertain counts the effects that wait for a settlement.
	Uncertain int
	Erased    bool
}

// StoreStats counts what a store holds.
type StoreStats struct {
	Threads   int // without erased ones
	Erased    int
	Turns     int
	Messages  int
	Effects   int
	Uncertain int // effects that wait for a settlement
	Outbox    int // events that wait for delivery
}
