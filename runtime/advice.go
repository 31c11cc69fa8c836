package ik

import (
	"slices"
	"strings"
)

// AdviceWhen is the declarative condition of an advice. Every part that is set must hold.
type AdviceWhen struct {
	ActiveCapabilities []CapabilityID // all of them are active
	AnyActive          []CapabilityID // one of them is
	PresentFacts       []FactKey
	MissingFacts       []FactKey
	Interaction        InteractionKind // of the active question
	Agenda             AgendaStatus    // of any open work
	// An occurrence of the rule, or of a rule with the group as its target, has the status.
	ProgressionRule, ProgressionGroup, ProgressionStatus string
}

// Select judges the condition. Each part that is set reports one selector, as "presentFacts:order.found@1"; ids of one
// part are joined by commas.
func (w AdviceWhen) Select(c AdviceContext) Selection {
	var s Selection
	holds := true
	part := func(set, ok bool, name, value string) {
		if set {
			holds = holds && ok
			s.Matched = append(s.Matched, name+":"+value)
		}
	}
	known := func(k FactKey) bool { return slices.Contains(c.Present, k) }
	active := func(id CapabilityID) bool { return slices.Contains(c.Active, id) }

	some := filter(w.AnyActive, active)
	part(len(w.ActiveCapabilities) > 0, every(w.ActiveCapabilities, active), "activeCapabilities", join(w.ActiveCapabilities))
	part(len(w.AnyActive) > 0, len(some) > 0, "anyActive", join(some))
	part(len(w.PresentFacts) > 0, every(w.PresentFacts, known), "presentFacts", join(w.PresentFacts))
	part(len(w.MissingFacts) > 0, len(filter(w.MissingFacts, known)) == 0, "missingFacts", join(w.MissingFacts))
	part(w.Interaction != "", c.Interaction != nil && c.Interaction.Kind == w.Interaction, "interaction", string(w.Interaction))
	part(w.Agenda != "", w.inAgenda(c), "agenda", string(w.Agenda))
	part(w.ProgressionRule != "", w.occurs(c), "progression", w.ProgressionRule+":"+w.ProgressionStatus)
	part(w.ProgressionGroup != "", w.occurs(c), "progression", w.ProgressionGroup+":"+w.ProgressionStatus)
	if !holds {
		return Selection{}
	}
	s.Selected = true
	return s
}

func (w AdviceWhen) inAgenda(c AdviceContext) bool {
	return slices.ContainsFunc(c.Agenda, func(i AgendaItem) bool { return i.Status == w.Agenda })
}

func (w AdviceWhen) occurs(c AdviceContext) bool {
	return c.Progression != nil && slices.ContainsFunc(c.Progression.Occurrences, func(o Occurrence) bool {
		return o.Status == w.ProgressionStatus &&
			(w.ProgressionRule == "" || o.RuleID == w.ProgressionRule) &&
			(w.ProgressionGroup == "" || o.Target.GroupID == w.ProgressionGroup)
	})
}

func every[T any](list []T, ok func(T) bool) bool { return len(filter(list, ok)) == len(list) }

func filter[T any](list []T, ok func(T) bool) []T {
	var out []T
	for _, v := range list {
		if ok(v) {
			out = append(out, v)
		}
	}
	return out
}

func join[T ~string](list []T) string {
	var b strings.Builder
	for i, v := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(string(v))
	}
	return b.String()
}
