package snapshot

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// Offered gives the capabilities that a message may be about, in code order: those that are offered now, and those that
// something open is about already. The slice must not be changed.
func (s *Snapshot) Offered() []ik.CapabilityID { return s.offered }

// offered leaves out what the agent does not offer in this state. What is open goes on nevertheless: a question is
// answered and work is cancelled even when nobody could begin it now.
func offered(a *agent.Agent, s *Snapshot) []ik.CapabilityID {
	have, open := present(s.Facts), activeCapabilities(s)
	out := make([]ik.CapabilityID, 0, len(a.Sorted))
	for _, id := range a.Sorted {
		if holds(a.Capabilities[id].OfferedWhen, have) || slices.Contains(open, id) {
			out = append(out, id)
		}
	}
	return out
}

// holds tells whether every fact that must be there is, and none that must not. Facts that are hidden from models count.
func holds(when ik.OfferedWhen, have []ik.FactKey) bool {
	for _, k := range when.Present {
		if !slices.Contains(have, k) {
			return false
		}
	}
	return !slices.ContainsFunc(when.Missing, func(k ik.FactKey) bool { return slices.Contains(have, k) })
}
