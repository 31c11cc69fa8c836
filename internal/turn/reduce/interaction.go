package reduce

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// chooseInteraction decides which question is active: one that a capability asked this turn, else the plan's, else the
// one that was active, else the oldest that waits. The table says what becomes of the one that was active.
func (r *reducer) chooseInteraction() {
	next := r.out.Checkpoint
	current, place := r.current()
	produced, planned := r.produced(), r.planned()
	occasion := r.occasion(current, produced, planned)
	next.Interaction = nil
	switch placeAfter(occasion, place) {
	case active, activeOptional:
		next.Interaction = current
		if occasion == offered {
			r.dropOptional()
		}
		return
	case waiting:
		r.keep(current)
	}
	if occasion == dismissed {
		r.item(current.AgendaItemID).Question = nil
	}
	for _, q := range []*ik.Interaction{produced, planned, r.waiting()} {
		if q != nil {
			asked := *q
			next.Interaction = &asked
			return
		}
	}
}

// current is the question that was active, with its work, and where it stands. Nil: its work is gone.
func (r *reducer) current() (*ik.Interaction, place) {
	q := r.in.Checkpoint.Interaction
	item := plan.Asker(q, r.in.Checkpoint.Agenda)
	if q == nil || item == nil || r.item(item.ID) == nil || plan.IsGroup(q) {
		return nil, gone
	}
	kept := *q
	kept.AgendaItemID = item.ID
	if kept.Optional() {
		return &kept, activeOptional
	}
	return &kept, active
}

// occasion says what this turn does to the question that was active.
func (r *reducer) occasion(current, produced, planned *ik.Interaction) occasion {
	switch {
	case current == nil:
		return workGone
	case r.dismissed():
		return dismissed
	case r.known(r.item(current.AgendaItemID)):
		return factsKnown // the work goes on by itself
	case current.Optional() && r.otherWork(current):
		return otherWork
	case produced != nil && produced.Optional() && produced.CapabilityID != current.CapabilityID:
		return offered
	case produced != nil || planned != nil:
		return outranked
	}
	return idle
}

// known tells whether work that waits for facts has them all.
func (r *reducer) known(item *ik.AgendaItem) bool {
	return item.Status == ik.AgendaWaitingFacts && FactsThere(item, r.out.Checkpoint.Facts)
}

func (r *reducer) otherWork(q *ik.Interaction) bool {
	return slices.ContainsFunc(r.in.Plan.Steps, func(s ik.PlanStep) bool {
		return s.Disposition != ik.DispositionReject && s.CapabilityID != q.CapabilityID
	})
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
	return plan.Pressing(r.in.Plan.Steps, func(id ik.StepID) bool { return r.item(plan.ItemID(id)) != nil })
}

func (r *reducer) dismissed() bool {
	return slices.ContainsFunc(r.in.Results, func(res ik.StepResult) bool { return res.Result != nil && res.Result.Dismiss })
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

// keep lets the work of a question keep it until it is asked again.
func (r *reducer) keep(q *ik.Interaction) {
	item := r.item(q.AgendaItemID)
	if item.Question != nil {
		return
	}
	kept := *q
	item.Question = &kept
	if item.AskedAt.IsZero() {
		item.AskedAt = r.in.Now
	}
}

// waiting is the question that waits longest. Work whose missing facts are there goes on by itself and asks nothing.
func (r *reducer) waiting() *ik.Interaction {
	var found *ik.AgendaItem
	agenda := r.out.Checkpoint.Agenda
	for i := range agenda {
		item := &agenda[i]
		if !r.mayAsk(item) || slices.ContainsFunc(item.Dependencies, r.asksFirst) || placeAfter(placeFree, waiting) != active {
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

func (r *reducer) mayAsk(item *ik.AgendaItem) bool { return item.Question != nil && !r.known(item) }

// asksFirst tells whether work that other work comes after has a question of its own.
func (r *reducer) asksFirst(id ik.AgendaItemID) bool {
	item := r.item(id)
	return item != nil && r.mayAsk(item)
}

// FactsThere tells whether all facts that an item waits for are confirmed.
func FactsThere(item *ik.AgendaItem, current []ik.FactRecord) bool {
	return facts.There(current, item.MissingFacts)
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
