package host

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// Join gives the state that a turn works with: the stored one with the host's facts in front. What was published on the
// ground of a host fact held for its turn: the host says anew what is so, and nobody can tell whether the ground is still
// the same. Those facts go, and are given as ended. cp is not changed.
func Join(a *agent.Agent, cp *ik.Checkpoint, given []ik.FactRecord) (joined *ik.Checkpoint, ended []ik.FactRecord) {
	var roots []ik.FactRef
	for _, f := range a.HostFacts() {
		roots = append(roots, f.Fact.Ref())
	}
	if len(roots) == 0 {
		return cp, nil
	}
	kept, ended := facts.Invalidate(cp.Facts, roots)
	next := *cp
	next.Facts = slices.Concat(given, kept)
	return &next, ended
}

// Leave gives the facts that may be stored: those of the host are said anew with every turn.
func Leave(a *agent.Agent, list []ik.FactRecord) []ik.FactRecord {
	out := make([]ik.FactRecord, 0, len(list))
	for _, f := range list {
		if !a.IsHostFact(f.FactKey()) {
			out = append(out, f)
		}
	}
	return out
}
