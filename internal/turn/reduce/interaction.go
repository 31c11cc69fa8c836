package reduce

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// chooseInteraction decides which question is active: one that a capability asked this turn, else the plan's, else the
// one that was active, else the oldest that waits. What loses its place waits with its item.
func (r *reducer) chooseInteraction() {
	next := r.out.Checkpoint
	preserved := r.preserved()
	produced := r.produced()
	if r.yields(produced, preserved) {
		r.dropOptional()
		next.Interaction = preserved
		return
	}
	r.keepDisplaced(preserved)
	for _, q := range []*ik.Interaction{produced, r.planned(), preserved, r.waiting()} {
		if q != nil {
			active := *q
			next.Interaction = &active
			return
		}
	}
	next.Interaction = nil
}

// produced is the first question of a step that ran, a required one before an optional one.
func (r *reducer) produced() *ik.Interaction {
	var optional *ik.Interaction
	for _, q := range r.asked() {
		if !q.Optional() {
			return q
		}
		if optional == nil {
			optional = q
		}
	}
	return optional
}

// asked lists the questions of steps that ran and whose items are still open.
func (r *reducer) asked() []*ik.Interaction {
	var out []*ik.Interaction
	for i := range r.in.Plan.Steps {
		id := r.in.Plan.Steps[i].ID
		if res := r.results[id]; res != nil && res.Result != nil && res.Result.Interaction != nil && r.item(plan.ItemID(id)) != nil {
			out = append(out, res.Result.Interaction)
		}
	}
	return out
}

// planned is the most pressing question of the plan whose item is open.
func (r *reducer) planned() *ik.Interaction {
	var found *ik.Interaction
	best := 0
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		if s.Question == nil || r.item(plan.ItemID(s.ID)) == nil {
			continue
		}
		if n := plan.Priority(s.Reason.Code); n > best {
			best, found = n, s.Question
		}
	}
	return found
}

// preserved is the question that was active, if it still stands: its item is open and untouched, and nothing took it
// away. An optional one gives way to any other work.
func (r *reducer) preserved() *ik.Interaction {
	q := r.in.Checkpoint.Interaction
	item := plan.Asker(q, r.in.Checkpoint.Agenda)
	if q == nil || item == nil || r.item(item.ID) == nil || plan.IsGroup(q) {
		return nil
	}
	if r.dismissed() {
		r.item(item.ID).Question = nil
		return nil
	}
	if open := r.item(item.ID); open.Status == ik.AgendaWaitingFacts && FactsThere(open, r.out.Checkpoint.Facts) {
		return nil // what it asks for is known now: the work goes on by itself
	}
	if q.Optional() && slices.ContainsFunc(r.in.Plan.Steps, func(s ik.PlanStep) bool {
		return s.Disposition != ik.DispositionReject && s.CapabilityID != q.CapabilityID
	}) {
		return nil
	}
	kept := *q
	kept.AgendaItemID = item.ID
	return &kept
}

func (r *reducer) dismissed() bool {
	return slices.ContainsFunc(r.in.Results, func(res ik.StepResult) bool { return res.Result != nil && res.Result.Dismiss })
}

// yields tells whether an optional question has to give way to a required one that is open.
func (r *reducer) yields(produced, preserved *ik.Interaction) bool {
	return produced != nil && produced.Optional() && preserved != nil && !preserved.Optional() &&
		produced.CapabilityID != preserved.CapabilityID
}

// dropOptional forgets the work whose optional question was not asked.
func (r *reducer) dropOptional() {
	for _, q := range r.asked() {
		if q.Optional() {
			r.out.Checkpoint.Agenda = slices.DeleteFunc(r.out.Checkpoint.Agenda, func(i ik.AgendaItem) bool { return i.ID == q.AgendaItemID })
		}
	}
	r.prune()
}

// keepDisplaced makes sure that the item of the active question keeps it, for the case that it loses its place.
func (r *reducer) keepDisplaced(q *ik.Interaction) {
	if q == nil || q.Optional() {
		return
	}
	if item := r.item(q.AgendaItemID); item.Question == nil {
		kept := *q
		item.Question = &kept
		if item.AskedAt.IsZero() {
			item.AskedAt = r.in.Now
		}
	}
}

// waiting is the question that waits longest. Work whose missing facts are there now goes on by itself and asks nothing.
func (r *reducer) waiting() *ik.Interaction {
	var found *ik.AgendaItem
	agenda := r.out.Checkpoint.Agenda
	for i := range agenda {
		item := &agenda[i]
		if item.Question == nil || (item.Status == ik.AgendaWaitingFacts && FactsThere(item, r.out.Checkpoint.Facts)) {
			continue
		}
		if found == nil || item.AskedAt.Before(found.AskedAt) {
			found = item
		}
	}
	if found == nil {
		return nil
	}
	return found.Question
}

// FactsThere tells whether all facts that an item waits for are confirmed.
func FactsThere(item *ik.AgendaItem, current []ik.FactRecord) bool {
	return len(item.MissingFacts) > 0 && !slices.ContainsFunc(item.MissingFacts, func(m ik.FactRequirement) bool {
		return !facts.Present(current, m.FactKey())
	})
}

func (r *reducer) item(id ik.AgendaItemID) *ik.AgendaItem {
	agenda := r.out.Checkpoint.Agenda
	for i := range agenda {
		if agenda[i].ID == id {
			return &agenda[i]
		}
	}
	return nil
}

// answered records how the question that was active ended, if it did.
func (r *reducer) answered() {
	q := r.in.Checkpoint.Interaction
	item := plan.Asker(q, r.in.Checkpoint.Agenda)
	if q == nil || item == nil {
		return
	}
	row := ik.AnsweredInteraction{ID: q.ID, TurnID: r.in.TurnID}
	switch {
	case slices.Contains(r.in.Plan.CancelledAgendaItemIDs, item.ID):
		row.Outcome = "cancelled"
	case r.in.Plan.AnsweredItem != item.ID:
		return
	case q.Kind != ik.InteractionConfirmation:
		row.Outcome = "answered"
	default:
		row.Outcome = r.confirmationOutcome(item.Intention.ID)
	}
	r.out.Answered = append(r.out.Answered, row)
}

// confirmationOutcome tells how a confirmation ended: the step that stands for it says so. Without one a new request
// took its place.
func (r *reducer) confirmationOutcome(intention ik.IntentionID) string {
	for _, s := range r.in.Plan.Steps {
		if s.IntentionID != intention {
			continue
		}
		if s.Reason.Code == plan.CodeDeclined {
			return "declined"
		}
		return "accepted"
	}
	return "answered"
}
