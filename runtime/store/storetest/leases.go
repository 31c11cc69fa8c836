package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// patience bounds how long an item waits for something that must happen.
const patience = 10 * time.Second

// leaseItems are the requirements on who may run when.
func leaseItems() []item {
	return []item{
		{"C9 C10 E-224 turns of one thread run one after the other, in arrival order", arrivalOrder},
		{"C11 turns of different threads overlap", func(t *testing.T, s ik.Store) {
			turn(t, s, "t", "1", func(ik.TurnScope) {
				inside := make(chan struct{})
				go turnInBackground(s, "u", "1", func() { close(inside) })
				wait(t, inside)
			})
		}},
		{"C12 the lease is released after an error and after a panic", func(t *testing.T, s ik.Store) {
			_ = s.WithTurn(context.Background(), identity("t", "1"), func(context.Context, ik.TurnScope) error { return errSentinel })
			func() {
				defer func() { _ = recover() }()
				_ = s.WithTurn(context.Background(), identity("t", "2"), func(context.Context, ik.TurnScope) error { panic("boom") })
			}()
			done := make(chan struct{})
			go turnInBackground(s, "t", "3", func() { close(done) })
			wait(t, done)
		}},
		{"C38 E-203 of two equal turns at once one runs, the other sees its result", duplicates},
		{"a turn that is cancelled while it waits leaves the queue", cancelledWaiter},
	}
}

func arrivalOrder(t *testing.T, s ik.Store) {
	const waiters = 5
	var mu sync.Mutex
	var order []string
	var running int
	var all sync.WaitGroup
	turn(t, s, "t", "0", func(ik.TurnScope) {
		for i := range waiters {
			all.Go(func() {
				turnInBackground(s, "t", fmt.Sprint(i+1), func() {
					mu.Lock()
					running++
					order = append(order, fmt.Sprint(i+1, " running ", running))
					mu.Unlock()
					time.Sleep(time.Millisecond)
					mu.Lock()
					running--
					mu.Unlock()
				})
			})
			time.Sleep(20 * time.Millisecond) // the waiter has arrived
		}
	})
	all.Wait()
	equal(t, "order", order, []string{"1 running 1", "2 running 1", "3 running 1", "4 running 1", "5 running 1"})
}

func duplicates(t *testing.T, s ik.Store) {
	var mu sync.Mutex
	fresh, replayed := 0, 0
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			_ = s.WithTurn(context.Background(), identity("t", "1"), func(ctx context.Context, sc ik.TurnScope) error {
				mu.Lock()
				defer mu.Unlock()
				if sc.Prior() != nil {
					replayed++
					return nil
				}
				fresh++
				return sc.Commit(ctx, commit(1))
			})
		})
	}
	all.Wait()
	equal(t, "fresh and replayed", []int{fresh, replayed}, []int{1, 1})
}

func cancelledWaiter(t *testing.T, s ik.Store) {
	ran := false
	turn(t, s, "t", "1", func(ik.TurnScope) {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		defer cancel()
		err := s.WithTurn(ctx, identity("t", "2"), func(context.Context, ik.TurnScope) error {
			ran = true
			return nil
		})
		if !errors.Is(err, context.DeadlineExceeded) || !ik.IsRetryable(err) {
			t.Fatalf("error %v, expected a retryable one caused by the deadline", err)
		}
	})
	equal(t, "ran", ran, false)
	done := make(chan struct{})
	go turnInBackground(s, "t", "3", func() { close(done) })
	wait(t, done)
}

func turnInBackground(s ik.Store, thread, id string, fn func()) {
	_ = s.WithTurn(context.Background(), identity(thread, id), func(context.Context, ik.TurnScope) error {
		fn()
		return nil
	})
}

func wait(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(patience):
		t.Fatal("it did not happen")
	}
}
