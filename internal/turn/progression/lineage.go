package progression

import (
	"encoding/json"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// record is what completed an occurrence: the facts that its capability published for it, each with what it was made from.
// It is private. Without it nothing is done again.
type record struct {
	Publications []published `json:"publications"`
	// Revalidating tells that the occurrence is open again because one of the facts is gone.
	Revalidating bool `json:"revalidating,omitempty"`
}

type published struct {
	reference
	Parents []reference `json:"parents"`
}

// reference is one publication of a fact.
type reference struct {
	ik.FactRef
	Publication string `json:"publication"`
}

// recordOf reads the record of an occurrence. One that cannot be read is none: it gives no authority.
func recordOf(o *ik.Occurrence) (record, bool) {
	var rec record
	if len(o.CompletionLineage) == 0 || json.Unmarshal(o.CompletionLineage, &rec) != nil {
		return record{}, false
	}
	return rec, len(rec.Publications) > 0
}

func (rec record) store(o *ik.Occurrence) error {
	if len(rec.Publications) == 0 {
		o.CompletionLineage = nil
		return nil
	}
	raw, err := json.Marshal(rec)
	o.CompletionLineage = raw
	return err
}

// lineage records what was published for required reads, opens those again whose publication is gone while open work
// needs it, and gives up those that nothing needs any more. No write and nothing that asks for consent is ever repeated.
func (r *reconciler) lineage() error {
	gone := identify(r.in.Invalidated)
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		if !r.takesPart(o) {
			continue
		}
		if res := r.lastCompleted(o.Target.CapabilityID); res != nil {
			if err := r.recorded(o.Target.CapabilityID, res).store(o); err != nil {
				return err
			}
		}
		rec, ok := recordOf(o)
		if !ok {
			continue
		}
		if err := r.revalidate(o, rec, gone); err != nil {
			return err
		}
	}
	return gone.err
}

func (r *reconciler) revalidate(o *ik.Occurrence, rec record, gone *publications) error {
	needed := func(p published) bool { return !r.known.present(p.FactRef) && r.awaited(p.FactRef, r.previous) }
	switch status(o.Status) {
	case satisfied:
		lost := func(p published) bool { return needed(p) && gone.has(p.reference) }
		if slices.ContainsFunc(rec.Publications, lost) && move(o, reopened, "") {
			rec.Revalidating = true
			return rec.store(o)
		}
	case pending:
		if rec.Revalidating && !slices.ContainsFunc(rec.Publications, needed) {
			move(o, abandoned, "")
		}
	}
	return nil
}

// takesPart tells whether an occurrence may ever be opened again: a required read that asks for no consent, alone in what
// it is for, with its facts as they were.
func (r *reconciler) takesPart(o *ik.Occurrence) bool {
	c := r.in.Agent.Capabilities[o.Target.CapabilityID]
	return c != nil && o.Mode == ModeRequired && (o.Status == string(satisfied) || o.Status == string(pending)) && r.current(o) &&
		c.Effect == ik.EffectRead && c.Confirmation == ik.ConfirmationNone && !r.unsettled(c.ID) && r.alone(o)
}

// alone tells whether no other occurrence is for the same capability now.
func (r *reconciler) alone(o *ik.Occurrence) bool {
	return !slices.ContainsFunc(r.state.Occurrences, func(other ik.Occurrence) bool {
		return other.ID != o.ID && other.Target.CapabilityID == o.Target.CapabilityID && other.Mode == ModeRequired &&
			other.Status != string(declined) && other.Status != string(superseded) && r.current(&other)
	})
}

// unsettled tells whether it is not known how an effect of the capability ended.
func (r *reconciler) unsettled(id ik.CapabilityID) bool {
	return slices.ContainsFunc(r.cp.Effects, func(e ik.EffectReceipt) bool { return e.CapabilityID == id && e.Unsettled() })
}

func (r *reconciler) lastCompleted(id ik.CapabilityID) *ik.StepResult {
	for i := len(r.in.Results) - 1; i >= 0; i-- {
		if res := &r.in.Results[i]; res.CapabilityID == id && endingOf(res) == done {
			return res
		}
	}
	return nil
}

// recorded makes the record of a result: of the facts that it names, those that are current and that it published.
func (r *reconciler) recorded(id ik.CapabilityID, res *ik.StepResult) record {
	rec := record{}
	for i := range r.facts {
		f := &r.facts[i]
		named := slices.ContainsFunc(res.Result.Facts, func(c ik.CandidateRecord) bool { return c.FactRef == f.FactRef })
		if !named || f.ProducedBy.CapabilityID != id || f.ProducedBy.StepID != res.StepID {
			continue
		}
		out := published{reference: r.known.reference(i), Parents: []reference{}}
		for _, dep := range f.DependsOn {
			out.Parents = append(out.Parents, r.known.of(dep)...)
		}
		rec.Publications = append(rec.Publications, out)
	}
	return rec
}

// awaited tells whether open work of a required occurrence waits for facts, and its capability requires this one.
func (r *reconciler) awaited(fact ik.FactRef, state *ik.ProgressionState) bool {
	return slices.ContainsFunc(r.cp.Agenda, func(item ik.AgendaItem) bool {
		id := item.Intention.ProposedCapability
		c := r.in.Agent.Capabilities[id]
		if c == nil || item.Status != ik.AgendaWaitingFacts || r.unsettled(id) {
			return false
		}
		bound := slices.ContainsFunc(state.Occurrences, func(o ik.Occurrence) bool {
			return o.Mode == ModeRequired && o.Status == string(active) && o.ActiveMember == id
		})
		return bound && slices.ContainsFunc(c.Requires, func(q ik.Requirement) bool {
			return slices.Contains(q.Facts, fact.FactKey())
		})
	})
}

// changed gives the publications that make a reopened occurrence due in this turn: facts that its lost publication was
// made from, which were published anew since.
func (r *reconciler) changed(o *ik.Occurrence) []reference {
	rec, ok := recordOf(o)
	if !ok || !rec.Revalidating {
		return nil
	}
	var out []reference
	for _, p := range rec.Publications {
		whole := !slices.ContainsFunc(p.Parents, func(parent reference) bool { return !r.known.present(parent.FactRef) })
		if !whole || !r.awaited(p.FactRef, r.state) {
			continue
		}
		for _, parent := range p.Parents {
			for i := range r.facts {
				if r.facts[i].FactRef == parent.FactRef && r.known.id(i) != parent.Publication {
					out = append(out, r.known.reference(i))
				}
			}
		}
	}
	return out
}
