// Package storetest is the conformance suite of ik.Store. An adapter's test calls Run; every subtest names the item it
// holds the adapter to. The suite uses the interface alone, and ik.OutboxReader where the store has it; it knows no
// adapter.
package storetest

import (
	"testing"

	ik "github.com/ikgen/ikgen/runtime"
)

// Run holds a store to the conformance suite. open gives a fresh, empty store each time and cleans up after it through
// t.Cleanup.
func Run(t *testing.T, open func(t *testing.T) ik.Store) {
	for _, group := range []struct {
		name  string
		items []item
	}{
		{"turns", turnItems()},
		{"leases", leaseItems()},
		{"documents", documentItems()},
		{"effects", effectItems()},
		{"settlements", settlementItems()},
		{"threads", threadItems()},
		{"outbox", outboxItems()},
	} {
		t.Run(group.name, func(t *testing.T) {
			for _, it := range group.items {
				t.Run(it.name, func(t *testing.T) { it.check(t, open(t)) })
			}
		})
	}
}

// item is one requirement.
type item struct {
	name  string
	check func(t *testing.T, s ik.Store)
}
