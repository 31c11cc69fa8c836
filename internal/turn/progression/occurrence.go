package progression

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// forget drops occurrences that were over before this turn and whose facts are not current any more: nothing can bring
// them back, and a thread must not grow with its history. Those that end in this turn stay until the next.
func (r *reconciler) forget() {
	if r.in.Loaded == nil || r.in.Loaded.Progression == nil {
		return
	}
	before := r.in.Loaded.Progression.Occurrences
	r.state.Occurrences = slices.DeleteFunc(r.state.Occurrences, func(o ik.Occurrence) bool {
		was := slices.IndexFunc(before, func(b ik.Occurrence) bool { return b.ID == o.ID })
		return was >= 0 && over(&before[was]) && over(&o) && !r.current(&o)
	})
}

// current tells whether every fact that activated an occurrence is still there, as it was published.
func (r *reconciler) current(o *ik.Occurrence) bool {
	return !slices.ContainsFunc(o.ActivationFacts, func(a ik.ActivationFact) bool { return !r.known.has(reference(a)) })
}

// activate begins an occurrence for every rule whose facts are there and that has none for them, and ends those whose
// facts are gone or were published anew. An occurrence that is over is not begun again.
func (r *reconciler) activate() error {
	r.endForeign()
	for i := range r.def.Rules {
		rule := &r.def.Rules[i]
		now, facts := "", []ik.ActivationFact(nil)
		if found, due := r.due(rule); due {
			id, err := OccurrenceID(rule.ID, found)
			if err != nil {
				return err
			}
			now, facts = id, found
		}
		for n := range r.state.Occurrences {
			if o := &r.state.Occurrences[n]; o.RuleID == rule.ID && o.ID != now {
				move(o, factsGone, "")
			}
		}
		if now != "" && r.occurrence(now) == nil {
			r.state.Occurrences = append(r.state.Occurrences, ik.Occurrence{
				ID: now, RuleID: rule.ID, Target: rule.Target, Mode: rule.Mode, Priority: rule.Priority,
				ActivationFacts: facts, Status: string(pending), CompletedMembers: []ik.CapabilityID{},
			})
		}
	}
	return nil
}

// endForeign ends the occurrences of rules that the agent does not have any more, or that are for something else by now:
// a thread may have been stored under an older contract.
func (r *reconciler) endForeign() {
	for i := range r.state.Occurrences {
		o := &r.state.Occurrences[i]
		known := slices.ContainsFunc(r.def.Rules, func(rule ik.ProgressionRule) bool { return rule.ID == o.RuleID && rule.Target == o.Target })
		if !known {
			move(o, factsGone, "")
		}
	}
}

// due gives the publications that activate a rule: the newest of each fact that it waits for, and the newest of those of
// which one is enough.
func (r *reconciler) due(rule *ik.ProgressionRule) ([]ik.ActivationFact, bool) {
	out := []ik.ActivationFact{}
	take := func(keys ...ik.FactKey) bool {
		i := r.known.newest(keys...)
		if i < 0 {
			return false
		}
		out = append(out, ik.ActivationFact(r.known.reference(i)))
		return true
	}
	for _, key := range rule.ActivateWhen {
		if !take(key) {
			return nil, false
		}
	}
	if len(rule.ActivateWhenAny) > 0 && !take(rule.ActivateWhenAny...) {
		return nil, false
	}
	return out, true
}

func (r *reconciler) occurrence(id string) *ik.Occurrence {
	for i := range r.state.Occurrences {
		if r.state.Occurrences[i].ID == id {
			return &r.state.Occurrences[i]
		}
	}
	return nil
}

func (r *reconciler) group(id string) *ik.GroupDefinition {
	for i := range r.def.Groups {
		if r.def.Groups[i].ID == id {
			return &r.def.Groups[i]
		}
	}
	return nil
}

// lists tells whether an occurrence's target is a menu with the member.
func (r *reconciler) lists(o *ik.Occurrence, member ik.CapabilityID) (*ik.GroupDefinition, bool) {
	g := r.group(o.Target.GroupID)
	return g, g != nil && slices.ContainsFunc(g.Members, func(m ik.GroupMember) bool { return m.Capability == member })
}
