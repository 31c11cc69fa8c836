package rules

import (
	"sort"
	"strings"
)

// Cycle is a set of capabilities that wait for each other.
type Cycle struct {
	// Path is one actual cycle, its first id repeated at the end: a, b, a says that a needs b and b needs a. It starts
	// at its smallest id in code order, and is a shortest cycle through that id.
	Path []string
	// Edges are the steps of Path, one less than its ids.
	Edges []Edge
	// Blocked are all capabilities that cannot be ordered, those downstream of a cycle too, in code order.
	Blocked []string
}

// String is the path as "a -> b -> a".
func (c *Cycle) String() string { return strings.Join(c.Path, " -> ") }

// findCycle looks only at the capabilities that are left. One of them is on a cycle: every one left depends on another
// one left. The first in code order that can reach itself is taken.
func findCycle(deps map[string][]Edge, left map[string]int) *Cycle {
	c := &Cycle{Blocked: make([]string, 0, len(left))}
	for id := range left {
		c.Blocked = append(c.Blocked, id)
	}
	sort.Strings(c.Blocked)
	for _, start := range c.Blocked {
		if edges := shortestLoop(deps, left, start); edges != nil {
			c.Edges = edges
			c.Path = append(c.Path, start)
			for _, e := range edges {
				c.Path = append(c.Path, e.To)
			}
			return c
		}
	}
	return c
}

// shortestLoop searches breadth first from start for a way back to start. Edges are tried in code order, so that of
// several shortest ways the same one is always found.
func shortestLoop(deps map[string][]Edge, left map[string]int, start string) []Edge {
	reached := map[string]Edge{} // id -> the edge that led to it
	queue := []string{start}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, e := range deps[id] {
			if e.To == start {
				return trace(reached, e, start)
			}
			if _, in := left[e.To]; !in {
				continue
			}
			if _, seen := reached[e.To]; !seen {
				reached[e.To] = e
				queue = append(queue, e.To)
			}
		}
	}
	return nil
}

// trace walks back from the closing edge to start.
func trace(reached map[string]Edge, last Edge, start string) []Edge {
	edges := []Edge{last}
	for edges[len(edges)-1].From != start {
		edges = append(edges, reached[edges[len(edges)-1].From])
	}
	for i, j := 0, len(edges)-1; i < j; i, j = i+1, j-1 {
		edges[i], edges[j] = edges[j], edges[i]
	}
	return edges
}
