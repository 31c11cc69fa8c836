package snapshot

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// The availabilities of a capability.
const (
	ready   = "ready"
	blocked = "blocked"
)

// capabilities gives the contract of every capability, in code order. What is hidden from models counts as present. Of a
// keyed fact any instance does: which one is needed is known with the input.
func capabilities(a *agent.Agent, current []ik.FactRecord) []ik.CapabilityProjection {
	present := map[ik.FactKey]bool{}
	for _, ref := range kinds(current) {
		present[ref.FactKey()] = true
	}
	out := make([]ik.CapabilityProjection, 0, len(a.Sorted))
	for _, id := range a.Sorted {
		out = append(out, contract(a, a.Capabilities[id], present))
	}
	return out
}

func contract(a *agent.Agent, c *ik.CapabilityDefinition, present map[ik.FactKey]bool) ik.CapabilityProjection {
	p := ik.CapabilityProjection{
		Detail: "contract", ID: c.ID, Description: c.Description, InputSchema: inputSchema(c),
		Availability: ready, BlockedBy: []string{}, Guidance: c.Guidance, ReferenceRequirements: c.References,
	}
	for _, r := range c.Requires {
		if r.From != nil {
			continue // the kernel reads it first
		}
		if r.Resolution != facts.Optional && !slices.ContainsFunc(r.Facts, func(k ik.FactKey) bool { return present[k] }) {
			p.Availability = blocked
			p.BlockedBy = append(p.BlockedBy, missing(a, r))
		}
	}
	return p
}

// missing says what a requirement waits for: its own words, else those of the fact, else the fact's key.
func missing(a *agent.Agent, r ik.Requirement) string {
	if r.Description != "" || len(r.Facts) == 0 {
		return r.Description
	}
	if d := a.Facts[r.Facts[0]]; d != nil && d.Description != "" {
		return d.Description
	}
	return string(r.Facts[0])
}

// Summaries gives the capabilities that may be selected without their contracts, in code order.
func (s *Snapshot) Summaries() []ik.CapabilityProjection {
	out := make([]ik.CapabilityProjection, 0, len(s.offered))
	for _, c := range s.Capabilities {
		if _, ok := slices.BinarySearch(s.offered, c.ID); ok {
			out = append(out, ik.CapabilityProjection{
				Detail: "summary", ID: c.ID, Description: c.Description, Availability: c.Availability, BlockedBy: c.BlockedBy,
			})
		}
	}
	return out
}

// Contracts gives the contracts of the named capabilities, in code order. Unknown names are left out.
func (s *Snapshot) Contracts(ids []ik.CapabilityID) []ik.CapabilityProjection {
	out := []ik.CapabilityProjection{}
	for _, c := range s.Capabilities {
		if slices.Contains(ids, c.ID) {
			out = append(out, c)
		}
	}
	return out
}

// ActiveSet gives who could take an answer to the open question: its owner and the targets of its options, in code
// order. It is empty without a question.
func (s *Snapshot) ActiveSet() []ik.CapabilityID {
	if s.Interaction == nil {
		return nil
	}
	var out []ik.CapabilityID
	if s.Interaction.CapabilityID != "" {
		out = append(out, s.Interaction.CapabilityID)
	}
	for _, o := range s.Interaction.Options {
		if o.TargetCapabilityID != "" {
			out = append(out, o.TargetCapabilityID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
