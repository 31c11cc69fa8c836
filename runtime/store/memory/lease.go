package memory

import (
	"context"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// lease is the exclusive right to a thread. The token grows with every holder, so that a late one is recognised.
type lease struct {
	held    bool
	token   int64
	waiting []chan struct{} // closed when the lease is handed over, in arrival order
}

// acquire waits for the thread's lease, first in first out, and gives the function that hands it on.
func (s *Store) acquire(ctx context.Context, id ik.ThreadID) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, notAcquired(err)
	}
	s.mu.Lock()
	t := s.thread(id)
	release = func() { s.release(t) }
	if !t.lease.held {
		t.lease.held = true
		t.lease.token++
		s.mu.Unlock()
		return release, nil
	}
	turn := make(chan struct{})
	t.lease.waiting = append(t.lease.waiting, turn)
	s.mu.Unlock()
	select {
	case <-turn:
		return release, nil
	case <-ctx.Done():
		s.abandon(t, turn)
		return nil, notAcquired(ctx.Err())
	}
}

// release hands the lease to the first waiter.
func (s *Store) release(t *thread) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(t.lease.waiting) == 0 {
		t.lease.held = false
		return
	}
	next := t.lease.waiting[0]
	t.lease.waiting = t.lease.waiting[1:]
	t.lease.token++
	close(next)
}

// abandon takes a waiter out of the queue. If the lease was handed to it meanwhile, it hands it on.
func (s *Store) abandon(t *thread, turn chan struct{}) {
	s.mu.Lock()
	i := slices.Index(t.lease.waiting, turn)
	if i >= 0 {
		t.lease.waiting = slices.Delete(t.lease.waiting, i, i+1)
	}
	s.mu.Unlock()
	if i < 0 {
		s.release(t)
	}
}

func notAcquired(cause error) *ik.Error {
	return ik.NewError(ik.KindDurability, "LEASE_NOT_ACQUIRED", "the turn ended while it waited for its thread").
		Retry().Because(cause)
}
