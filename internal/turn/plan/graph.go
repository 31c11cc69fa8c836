package plan

import ik "github.com/ikgen/ikgen/runtime"

// graph are the edges of a plan, from each step to those that it comes after. It has no cycle: edges follow the order of
// the capabilities.
type graph struct {
	edges  map[ik.StepID][]ik.StepID
	depths map[ik.StepID]int
}

func newGraph(drafts []*draft) *graph {
	g := &graph{edges: make(map[ik.StepID][]ik.StepID, len(drafts)), depths: make(map[ik.StepID]int, len(drafts))}
	for _, d := range drafts {
		g.edges[d.step.ID] = d.step.DependsOn
	}
	return g
}

// depth is the length of the longest way to a step that comes after nothing.
func (g *graph) depth(id ik.StepID) int {
	if n, known := g.depths[id]; known {
		return n
	}
	n := 0
	for _, next := range g.edges[id] {
		n = max(n, g.depth(next)+1)
	}
	g.depths[id] = n
	return n
}

// reaches tells whether one step comes after another, directly or through others.
func (g *graph) reaches(from, to ik.StepID) bool {
	seen := map[ik.StepID]bool{}
	queue := []ik.StepID{from}
	for len(queue) > 0 {
		id := queue[0]
		queue = queue[1:]
		for _, next := range g.edges[id] {
			if next == to {
				return true
			}
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return false
}
