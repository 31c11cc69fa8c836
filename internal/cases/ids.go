package cases

import (
	"strconv"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// counter gives ids per kind from 1: "step-1", "event-1".
type counter struct {
	mu   sync.Mutex
	last map[ik.IDKind]int
}

var _ ik.IDGenerator = (*counter)(nil)

// Next gives the next id of a kind.
func (c *counter) Next(kind ik.IDKind) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil {
		c.last = map[ik.IDKind]int{}
	}
	c.last[kind]++
	return string(kind) + "-" + strconv.Itoa(c.last[kind])
}
