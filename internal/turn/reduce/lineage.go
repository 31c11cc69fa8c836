package reduce

import (
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// lineage keeps the edges between items true: an item that was replaced is followed, what is gone is forgotten, and work
// that only ran for an item goes with it.
func (r *reducer) lineage() {
	agenda := r.out.Checkpoint.Agenda
	var owned []ik.AgendaItemID // candidates for going
	for _, prev := range r.in.Checkpoint.Agenda {
		owned = append(owned, r.remapAll(prev.OwnedDependencyIDs)...)
	}
	for i := range agenda {
		item := &agenda[i]
		item.Dependencies = r.remapAll(item.Dependencies)
		item.OwnedDependencyIDs = r.remapAll(item.OwnedDependencyIDs)
		if prev := r.predecessor(item.ID); prev != nil && item.Status == ik.AgendaWaitingFacts && sameFacts(prev.MissingFacts, item.MissingFacts) {
			item.OwnedDependencyIDs = r.remapAll(prev.OwnedDependencyIDs)
		}
		for _, id := range item.OwnedDependencyIDs {
			if !slices.Contains(item.Dependencies, id) {
				item.Dependencies = append(item.Dependencies, id)
			}
		}
		if len(item.OwnedDependencyIDs) == 0 {
			item.OwnedDependencyIDs = nil
		}
	}
	r.adopt(agenda)
	r.adoptReads(agenda)
	r.adoptChoices(agenda)
	r.out.Checkpoint.Agenda = r.retire(agenda, owned)
}

// adopt makes the items of this plan the parent's own: it ran for the parent. Work that was there before is not captured.
func (r *reducer) adopt(agenda []ik.AgendaItem) {
	at := slices.IndexFunc(agenda, func(i ik.AgendaItem) bool { return i.ID == r.in.Parent })
	if r.in.Parent == "" || at < 0 {
		return
	}
	parent := &agenda[at]
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		id, created := r.created[s.ID]
		if !created || id == parent.ID || r.independent(s) {
			continue
		}
		parent.Dependencies = appendNew(parent.Dependencies, id)
		parent.OwnedDependencyIDs = appendNew(parent.OwnedDependencyIDs, id)
	}
}

// adoptReads makes the open work of a read the own work of the first step that it was added for and that waits for it:
// nobody else asked for it.
func (r *reducer) adoptReads(agenda []ik.AgendaItem) {
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		read, open := r.created[s.ID]
		for _, id := range s.PlannedFor {
			owner, waits := r.created[id]
			at := slices.IndexFunc(agenda, func(i ik.AgendaItem) bool { return waits && i.ID == owner })
			if !open || at < 0 || agenda[at].Status != ik.AgendaWaitingFacts {
				continue
			}
			agenda[at].Dependencies = appendNew(agenda[at].Dependencies, read)
			agenda[at].OwnedDependencyIDs = appendNew(agenda[at].OwnedDependencyIDs, read)
			break
		}
	}
}

// adoptChoices makes a menu the own work of the step that got the answer and now waits for a fact: the menu was brought up
// by words of that very answer, and leads to nothing but the provider of the fact.
func (r *reducer) adoptChoices(agenda []ik.AgendaItem) {
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		id, created := r.created[s.ID]
		at := slices.IndexFunc(agenda, func(item ik.AgendaItem) bool { return item.ID == id })
		res := r.results[s.ID]
		if !created || at < 0 || s.Answer == nil || ik.IsBlank(s.Answer.Evidence) || res == nil || res.Result == nil || res.Result.Provider == nil {
			continue
		}
		for j := range r.in.Plan.Steps {
			menu := &r.in.Plan.Steps[j]
			if own, open := r.created[menu.ID]; open && j != i && r.leadsTo(menu, res.Result.Provider.CapabilityID, s.Answer) && !r.independent(menu) {
				agenda[at].Dependencies = appendNew(agenda[at].Dependencies, own)
				agenda[at].OwnedDependencyIDs = appendNew(agenda[at].OwnedDependencyIDs, own)
			}
		}
	}
}

// leadsTo tells whether a step asks a choice of the provider alone, and only because of the words of an answer.
func (r *reducer) leadsTo(s *ik.PlanStep, provider ik.CapabilityID, answer *ik.InteractionAnswer) bool {
	res := r.results[s.ID]
	if res == nil || res.Result == nil || res.Result.Status != ik.StatusCompleted || res.Result.Interaction == nil || len(s.Intention.Evidence) == 0 {
		return false
	}
	q := res.Result.Interaction
	if q.Kind != ik.InteractionChoice || q.ProtectedMessage != "" || len(q.Options) == 0 ||
		slices.ContainsFunc(q.Options, func(o ik.Option) bool { return o.TargetCapabilityID != provider }) {
		return false
	}
	said := ik.Trim(answer.Evidence)
	return !slices.ContainsFunc(s.Intention.Evidence, func(e ik.IntentionEvidence) bool {
		text := ik.Trim(e.Text)
		return text == "" || !strings.Contains(said, text)
	})
}

// independent tells whether a step goes on with work that was open before, and nobody's own.
func (r *reducer) independent(s *ik.PlanStep) bool {
	return slices.ContainsFunc(r.in.Checkpoint.Agenda, func(prev ik.AgendaItem) bool {
		return r.takesUp(s, &prev) && !slices.ContainsFunc(r.in.Checkpoint.Agenda, func(i ik.AgendaItem) bool {
			return slices.Contains(i.OwnedDependencyIDs, prev.ID)
		})
	})
}

// retire removes owned items that nobody lists any more, and then what they owned.
func (r *reducer) retire(agenda []ik.AgendaItem, candidates []ik.AgendaItemID) []ik.AgendaItem {
	for len(candidates) > 0 {
		id := candidates[0]
		candidates = candidates[1:]
		at := slices.IndexFunc(agenda, func(i ik.AgendaItem) bool { return i.ID == id })
		listed := slices.ContainsFunc(agenda, func(i ik.AgendaItem) bool { return slices.Contains(i.Dependencies, id) })
		if at < 0 || listed || fateOf(orphaned, r.stateOf(&agenda[at])) == stays {
			continue
		}
		candidates = append(candidates, agenda[at].OwnedDependencyIDs...)
		agenda = slices.Delete(agenda, at, at+1)
	}
	return agenda
}

// prune takes edges to items that are gone.
func (r *reducer) prune() {
	agenda := r.out.Checkpoint.Agenda
	gone := func(id ik.AgendaItemID) bool { return r.item(id) == nil }
	for i := range agenda {
		agenda[i].Dependencies = slices.DeleteFunc(agenda[i].Dependencies, gone)
		agenda[i].OwnedDependencyIDs = slices.DeleteFunc(agenda[i].OwnedDependencyIDs, gone)
	}
}

// remapAll follows ids to the items that stand for them now.
func (r *reducer) remapAll(ids []ik.AgendaItemID) []ik.AgendaItemID {
	out := make([]ik.AgendaItemID, 0, len(ids))
	for _, id := range ids {
		if now, ok := r.remap(id); ok {
			out = appendNew(out, now)
		}
	}
	return out
}

func (r *reducer) remap(id ik.AgendaItemID) (ik.AgendaItemID, bool) {
	for _, item := range r.out.Checkpoint.Agenda {
		if item.ID == id {
			return id, true
		}
	}
	for _, prev := range r.in.Checkpoint.Agenda {
		if prev.ID == id {
			return r.successor(prev)
		}
	}
	return "", false
}

// successor is the item of this plan that goes on with an earlier one: the same intention, or the step that got the
// answer to its question.
func (r *reducer) successor(prev ik.AgendaItem) (ik.AgendaItemID, bool) {
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		id, created := r.created[s.ID]
		answers := prev.ID == r.in.Plan.AnsweredItem && s.Answer != nil && s.CapabilityID == prev.Intention.ProposedCapability
		if created && (s.IntentionID == prev.Intention.ID || answers) {
			return id, true
		}
	}
	return "", false
}

// predecessor is the earlier item that an item goes on with.
func (r *reducer) predecessor(id ik.AgendaItemID) *ik.AgendaItem {
	for i := range r.in.Checkpoint.Agenda {
		prev := &r.in.Checkpoint.Agenda[i]
		if prev.ID == id {
			continue
		}
		if now, ok := r.successor(*prev); ok && now == id {
			return prev
		}
	}
	return nil
}

func sameFacts(a, b []ik.FactRequirement) bool {
	if len(a) != len(b) {
		return false
	}
	for _, x := range a {
		if !slices.ContainsFunc(b, func(y ik.FactRequirement) bool { return x.FactRef == y.FactRef && slices.Equal(x.AnyOf, y.AnyOf) }) {
			return false
		}
	}
	return true
}

func appendNew[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}
