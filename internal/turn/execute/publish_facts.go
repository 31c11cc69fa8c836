package execute

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	ik "github.com/ikgen/ikgen/runtime"
)

// takeFacts checks the facts of a result: declared, each instance once, of their schema, proven, and depending on facts
// that are there.
func (c *call) takeFacts(out *ik.StepOutcome, current []ik.FactRecord) *ik.CapabilityIssue {
	for _, cand := range c.raw.Facts {
		rec, breach := c.candidate(cand)
		if breach != nil {
			return breach
		}
		if slices.ContainsFunc(out.Facts, func(f ik.CandidateRecord) bool { return f.FactRef == rec.FactRef }) {
			return breachOf("DUPLICATE_FACT", "the capability publishes a fact twice")
		}
		out.Facts = append(out.Facts, rec)
	}
	for _, f := range out.Facts {
		for _, d := range f.DependsOn {
			if !c.dependable(d, out.Facts, current) {
				return breachOf("UNKNOWN_FACT_DEPENDENCY", "a fact depends on a fact that is not there")
			}
		}
	}
	return nil
}

// candidate checks one fact for itself, and finds out which instance it is.
func (c *call) candidate(cand ik.FactCandidate) (ik.CandidateRecord, *ik.CapabilityIssue) {
	rec := ik.CandidateRecord{FactRef: cand.Fact.Ref(), EvidenceIDs: slices.Clone(cand.EvidenceIDs), DependsOn: []ik.FactRef{}}
	def := c.r.in.Agent.Facts[cand.Fact]
	if def == nil || !slices.Contains(c.capability.Provides, cand.Fact) {
		return rec, breachOf("UNDECLARED_FACT", "the capability publishes a fact that it does not declare")
	}
	var count int
	if rec.Value, count = checked(def.Value, cand.Value); count > 0 {
		is := breachOf("INVALID_FACT_VALUE", "the value of a fact does not fit its schema")
		is.Details = map[string]any{"fact": string(cand.Fact), "issues": count}
		return rec, is
	}
	if def.KeyPath != "" {
		rec.Key, _ = facts.Key(def, rec.Value)
	}
	if (rec.Key == "") != (def.KeyPath == "") || cand.Key != "" && cand.Key != rec.Key {
		is := breachOf("INVALID_FACT_KEY", "the key of a fact is missing, or is not the one in its value")
		is.Details = map[string]any{"fact": string(cand.Fact)}
		return rec, is
	}
	if !c.known(cand.EvidenceIDs) {
		return rec, breachOf("UNKNOWN_EVIDENCE", "a fact cites evidence that the result does not have")
	}
	rec.DependsOn = append(rec.DependsOn, c.dependencies(cand)...)
	return rec, nil
}

// dependencies names what a fact depends on: of a keyed fact the instance that the step requires, else all of them.
func (c *call) dependencies(cand ik.FactCandidate) []ik.FactRef {
	var out []ik.FactRef
	for _, k := range cand.DependsOn {
		ref := k.Ref()
		if c.r.in.Agent.Keyed(k) {
			ref.Key, _ = c.bound().Instance(k)
		}
		out = append(out, ref)
	}
	return append(out, cand.DependsOnInstances...)
}

func (c *call) dependable(d ik.FactRef, own []ik.CandidateRecord, current []ik.FactRecord) bool {
	is := func(f ik.FactRef) bool {
		return f.Type == d.Type && f.Version == d.Version && (d.Key == "" || d.Key == f.Key)
	}
	return slices.ContainsFunc(own, func(f ik.CandidateRecord) bool { return is(f.FactRef) }) ||
		slices.ContainsFunc(current, func(f ik.FactRecord) bool { return is(f.FactRef) })
}

// takeInstances names the instances that a completed call takes away, as the facts were when it was called. A path that
// leads nowhere takes away all instances: what may be stale is not kept.
func (c *call) takeInstances(out *ik.StepOutcome, _ []ik.FactRecord) *ik.CapabilityIssue {
	for _, at := range c.capability.InvalidatesInstances {
		ref := at.Fact.Ref()
		if raw, ok := c.bound().At(at.Key); ok {
			ref.Key, _ = facts.KeyText(raw)
		}
		out.Invalidates = append(out.Invalidates, ref)
	}
	return nil
}
