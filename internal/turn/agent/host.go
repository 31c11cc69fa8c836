package agent

import (
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// HostFact is a fact that the host gives with each turn.
type HostFact struct {
	Fact ik.FactKey
	// Required tells that the agent cannot do without it: a capability requires it, or has an input filled from it, and is
	// offered without it too.
	Required bool
}

// HostFacts gives the facts of the host in code order. The slice must not be changed.
func (a *Agent) HostFacts() []HostFact { return a.host }

// IsHostFact tells whether the host gives a fact.
func (a *Agent) IsHostFact(fact ik.FactKey) bool {
	f := a.Facts[fact]
	return f != nil && f.Host
}

// checkHost checks that what the host says is changed by nobody else, and lists its facts.
func checkHost(a *Agent) error {
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, f := range slices.Concat(c.Provides, c.Invalidates) {
			if a.IsHostFact(f) {
				return broken("HOST_FACT_PROVIDED", "the fact %q is given by the host; the capability %q cannot change it", f, c.ID).
					With("capabilityId", string(c.ID)).With("fact", string(f))
			}
		}
	}
	for i := range a.Def.Facts {
		f := &a.Def.Facts[i]
		switch {
		case !f.Host:
		case f.KeyPath != "":
			return broken("HOST_FACT_KEYED", "the fact %q is given by the host; it has no key", f.Fact).With("fact", string(f.Fact))
		default:
			a.host = append(a.host, HostFact{f.Fact, slices.ContainsFunc(a.Def.Capabilities, func(c ik.CapabilityDefinition) bool {
				return insists(&c, f.Fact)
			})})
		}
	}
	slices.SortFunc(a.host, func(x, y HostFact) int { return strings.Compare(string(x.Fact), string(y.Fact)) })
	return nil
}

// insists tells whether a capability cannot run without a fact. One that is offered only where the fact is there does not
// ask for it with every turn.
func insists(c *ik.CapabilityDefinition, fact ik.FactKey) bool {
	if slices.Contains(c.OfferedWhen.Present, fact) {
		return false
	}
	return slices.ContainsFunc(c.Requires, func(r ik.Requirement) bool {
		return r.Resolution == "" && len(r.Facts) == 1 && r.Facts[0] == fact
	})
}

// checkResults checks that only reads are judged by their results: after a write it is too late to forbid it.
func checkResults(a *Agent) error {
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, p := range a.Policies(c.ID) {
			if p.Result != nil && c.Effect == ik.EffectWrite {
				return broken("RESULT_RULE_ON_WRITE", "the policy %q judges the result of the write %q, after it has happened", p.ID, c.ID).
					With("policyId", string(p.ID)).With("capabilityId", string(c.ID))
			}
		}
	}
	return nil
}
