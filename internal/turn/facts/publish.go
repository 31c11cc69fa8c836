package facts

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// Change is what one result does to the confirmed facts.
type Change struct {
	Facts       []ik.FactRecord // all facts afterwards
	Published   []ik.FactRecord
	Invalidated []ik.FactRecord
}

// Publish applies a completed result: what its capability invalidates and what it replaces goes, with all descendants,
// and its own facts are appended. The result must be valid. current is not changed.
func Publish(a *agent.Agent, current []ik.FactRecord, by ik.Producer, o *ik.StepOutcome) Change {
	var roots []ik.FactRef
	if c := a.Capabilities[by.CapabilityID]; c != nil {
		for _, k := range c.Invalidates {
			roots = append(roots, k.Ref())
		}
	}
	var c Change
	roots = append(roots, o.Invalidates...)
	for _, cand := range o.Facts {
		rec := record(a, by, cand, o.Evidence)
		c.Published = append(c.Published, rec)
		roots = append(roots, rec.FactRef)
	}
	kept, removed := Invalidate(current, roots)
	c.Facts, c.Invalidated = append(kept, c.Published...), removed
	return c
}

// Producer says who publishes the facts of a result.
func Producer(a *agent.Agent, res *ik.StepResult, turn ik.TurnID) ik.Producer {
	p := ik.Producer{CapabilityID: res.CapabilityID, TurnID: turn, StepID: res.StepID}
	if c := a.Capabilities[res.CapabilityID]; c != nil {
		p.CapabilityVersion = c.Version
	}
	return p
}

func record(a *agent.Agent, by ik.Producer, cand ik.CandidateRecord, evidence []ik.Evidence) ik.FactRecord {
	rec := ik.FactRecord{
		FactRef: cand.FactRef, Value: slices.Clone(cand.Value),
		EvidenceIDs: nonNil(slices.Clone(cand.EvidenceIDs)), DependsOn: nonNil(slices.Clone(cand.DependsOn)),
		Evidence: []ik.Evidence{}, ProducedBy: by,
	}
	if def := a.Facts[cand.FactKey()]; def != nil {
		rec.ModelVisibility = def.Visibility
		rec.ModelRedactions = Private(def.Value, cand.Value)
	}
	for _, id := range cand.EvidenceIDs {
		for i := len(evidence) - 1; i >= 0; i-- { // the last record of an id counts
			if evidence[i].ID == id {
				rec.Evidence = append(rec.Evidence, evidence[i])
				break
			}
		}
	}
	rec.Evidence = cloneEvidence(rec.Evidence)
	return rec
}

// Private gives the texts of a document that its schema calls private, long enough to be masked, first occurrences.
func Private(s ik.Schema, raw json.RawMessage) []string {
	if s.Mask == nil || len(raw) == 0 {
		return nil
	}
	doc, err := redact.Decode(raw)
	if err != nil {
		return nil
	}
	var out []string
	for _, text := range redact.Apply(doc, s.Mask()).Texts {
		if redact.Maskable(text) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// Invalidate removes the facts that roots name and everything that depends on a removed one. A root without a key means
// all instances. Both lists keep their order; current is not changed, and is the list where nothing goes.
func Invalidate(current []ik.FactRecord, roots []ik.FactRef) (kept, removed []ik.FactRecord) {
	touched := func(f ik.FactRecord) bool {
		return covers(roots, f.FactRef) || slices.ContainsFunc(f.DependsOn, func(d ik.FactRef) bool { return meets(roots, d) })
	}
	if !slices.ContainsFunc(current, touched) {
		return slices.Clip(current), nil
	}
	gone := make([]bool, len(current))
	all := slices.Clone(roots)
	for grown := true; grown; {
		grown = false
		for i, rec := range current {
			if gone[i] || !(covers(all, rec.FactRef) || slices.ContainsFunc(rec.DependsOn, func(d ik.FactRef) bool { return meets(all, d) })) {
				continue
			}
			gone[i], grown = true, true
			all = append(all, rec.FactRef)
		}
	}
	kept = make([]ik.FactRecord, 0, len(current))
	for i, rec := range current {
		if gone[i] {
			removed = append(removed, rec)
		} else {
			kept = append(kept, rec)
		}
	}
	return kept, removed
}

// covers tells whether one of roots names the fact.
func covers(roots []ik.FactRef, fact ik.FactRef) bool {
	return slices.ContainsFunc(roots, func(r ik.FactRef) bool { return covered(r, fact) })
}

// meets tells whether one of roots can be the fact that a dependency names: one without a key depends on every instance.
func meets(roots []ik.FactRef, dep ik.FactRef) bool {
	return slices.ContainsFunc(roots, func(r ik.FactRef) bool {
		return r.Type == dep.Type && r.Version == dep.Version && (r.Key == "" || dep.Key == "" || r.Key == dep.Key)
	})
}

// Present tells whether a fact, or any instance of it, is confirmed.
func Present(list []ik.FactRecord, key ik.FactKey) bool {
	ref := key.Ref()
	return slices.ContainsFunc(list, func(f ik.FactRecord) bool { return covered(ref, f.FactRef) })
}

// Publications is a digest of the current publications of the facts that refs name: it changes whenever one of them is
// replaced, removed or published, also by an equal value. A reference without a key means all instances.
func Publications(list []ik.FactRecord, refs []ik.FactRef) (string, error) {
	type entry struct {
		Fact       ik.FactRef      `json:"fact"`
		Value      json.RawMessage `json:"value"`
		ProducedBy *ik.Producer    `json:"producedBy"`
	}
	sorted := slices.Clone(refs)
	slices.SortFunc(sorted, CompareRefs)
	entries := []entry{}
	for _, ref := range slices.Compact(sorted) {
		n := len(entries)
		for i := range list {
			if covered(ref, list[i].FactRef) {
				e := entry{Fact: list[i].FactRef, Value: list[i].Value}
				if !fromHost(list[i]) {
					e.ProducedBy = &list[i].ProducedBy
				}
				entries = append(entries, e)
			}
		}
		if len(entries) == n {
			entries = append(entries, entry{Fact: ref, Value: json.RawMessage("null")})
		}
	}
	return canonical.Hash(entries)
}

// fromHost tells whether the host gave a fact with this turn. It says its facts anew with every turn, so that of these the
// value alone makes a publication.
func fromHost(f ik.FactRecord) bool {
	return f.ProducedBy.CapabilityID == "" && f.ProducedBy.StepID == "" &&
		slices.ContainsFunc(f.Evidence, func(e ik.Evidence) bool { return e.Source == ik.SourceHost })
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// rawJSON copies a value that is already JSON text.
func rawJSON(v any) (json.RawMessage, bool) {
	raw, ok := v.(json.RawMessage)
	return slices.Clone(raw), ok
}
