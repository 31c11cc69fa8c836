package rules

import "sort"

// Node is one capability as the dependency rules see it.
type Node struct {
	ID       string
	Provides []string // fact keys, as listed
	Requires []Need   // as listed
	// After are capabilities that go first although no fact says so: declared order of writes, planned reads. Ids that
	// no node has are ignored.
	After []string
}

// Need is one requirement: any one of Facts fulfils it.
type Need struct {
	Facts []string
	// Optional needs are edges where there is a provider, and no fault where there is none.
	Optional bool
	// Runtime needs have the edges and the faults of others, but planning does not wait for them: the handler asks.
	Runtime bool
}

// Edge says that From cannot go before To. Fact is the fact that To provides for it, "" for a declared order.
type Edge struct {
	From, To, Fact string
}

// Providers lists the capabilities that provide each fact, in code order. A capability that lists a fact twice occurs
// twice.
func Providers(nodes []Node) map[string][]string {
	out := map[string][]string{}
	for _, n := range nodes {
		for _, fact := range n.Provides {
			out[fact] = append(out[fact], n.ID)
		}
	}
	for _, ids := range out {
		sort.Strings(ids)
	}
	return out
}

// Dependencies lists what each capability depends on: for every fact that it requires all other providers, and what its
// After names. There are no duplicates and no edge from a capability to itself; edges are in code order of To.
func Dependencies(nodes []Node) map[string][]Edge {
	providers := Providers(nodes)
	known := make(map[string]bool, len(nodes))
	for _, n := range nodes {
		known[n.ID] = true
	}
	out := make(map[string][]Edge, len(nodes))
	for _, n := range nodes {
		out[n.ID] = mergeEdges(out[n.ID], edgesOf(n, providers, known))
	}
	return out
}

func edgesOf(n Node, providers map[string][]string, known map[string]bool) []Edge {
	var edges []Edge
	for _, need := range n.Requires {
		for _, fact := range need.Facts {
			for _, id := range providers[fact] {
				edges = append(edges, Edge{From: n.ID, To: id, Fact: fact})
			}
		}
	}
	for _, id := range n.After {
		if known[id] {
			edges = append(edges, Edge{From: n.ID, To: id})
		}
	}
	return edges
}

// mergeEdges keeps one edge a target: the first that was added, so that a fact explains an edge before a declared order
// does.
func mergeEdges(have, more []Edge) []Edge {
	seen := make(map[string]bool, len(have)+len(more))
	for _, e := range have {
		seen[e.To] = true
	}
	for _, e := range more {
		if e.To != e.From && !seen[e.To] {
			seen[e.To] = true
			have = append(have, e)
		}
	}
	sort.Slice(have, func(i, j int) bool { return have[i].To < have[j].To })
	return have
}

// Graph orders the capabilities so that each follows all that it depends on. Of those that could come next the first in
// code order does, so the result does not depend on the order of nodes. With a cycle the order holds what could be
// ordered, and the cycle is not nil. A repeated id counts once, with the edges of all its nodes.
func Graph(nodes []Node) (order []string, cycle *Cycle) {
	deps := Dependencies(nodes)
	waiting := make(map[string]int, len(deps))
	dependents := map[string][]string{}
	ready := &idHeap{}
	for id, edges := range deps { // the order does not matter: heap and counters see a set
		waiting[id] = len(edges)
		for _, e := range edges {
			dependents[e.To] = append(dependents[e.To], id)
		}
		if len(edges) == 0 {
			ready.push(id)
		}
	}
	for ready.len() > 0 {
		id := ready.pop()
		order = append(order, id)
		delete(waiting, id)
		for _, d := range dependents[id] {
			if waiting[d]--; waiting[d] == 0 {
				ready.push(d)
			}
		}
	}
	if len(waiting) == 0 {
		return order, nil
	}
	return order, findCycle(deps, waiting)
}
