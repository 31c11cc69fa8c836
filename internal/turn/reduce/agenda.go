package reduce

import (
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// reduceAgenda keeps the open work that this plan did not touch, then adds what the plan leaves open.
func (r *reducer) reduceAgenda() {
	agenda := []ik.AgendaItem{}
	for i := range r.in.Checkpoint.Agenda {
		item := &r.in.Checkpoint.Agenda[i]
		if fateOf(r.eventOf(item), r.stateOf(item)) == stays {
			agenda = append(agenda, *item)
		}
	}
	r.created = map[ik.StepID]ik.AgendaItemID{}
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		if item, open := r.itemOf(s); open {
			r.created[s.ID] = item.ID
			agenda = append(agenda, item)
		}
	}
	r.out.Checkpoint.Agenda = agenda
}

func (r *reducer) stateOf(item *ik.AgendaItem) state {
	switch item.Status {
	case ik.AgendaReady:
		return ready
	case ik.AgendaWaitingInput:
		return waitingInput
	case ik.AgendaWaitingFacts:
		return waitingFacts
	case ik.AgendaWaitingConfirmation:
		return waitingConfirmation
	}
	if r.uncertain(item) {
		return uncertain
	}
	return blocked
}

// eventOf says what the plan does to an item: the strongest of all that it does.
func (r *reducer) eventOf(item *ik.AgendaItem) event {
	p := r.in.Plan
	switch {
	case len(p.CancelledObjectiveIDs) > 0:
		return objectiveCancelled
	case slices.Contains(p.CancelledAgendaItemIDs, item.ID):
		return cancelled
	case item.ID == p.AnsweredItem:
		return answered
	}
	found := untouched
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.IntentionID != item.Intention.ID && r.goesOn(s) {
			continue // two pieces of work that look alike are two all the same
		}
		if e := touches(s, item); rankOf(e) < rankOf(found) {
			found = e
		}
	}
	return found
}

// goesOn tells whether a step goes on with work that was open before.
func (r *reducer) goesOn(s *ik.PlanStep) bool {
	return slices.ContainsFunc(r.in.Checkpoint.Agenda, func(i ik.AgendaItem) bool { return i.Intention.ID == s.IntentionID })
}

func rankOf(e event) int {
	for i := range agendaTable {
		if agendaTable[i].event == e {
			return i
		}
	}
	return len(agendaTable)
}

// touches says what one step does to an item: it is the same intention, or the same request again, or one like it. A
// refused step takes nothing with it but what it was.
func touches(s *ik.PlanStep, item *ik.AgendaItem) event {
	rejected := s.Disposition == ik.DispositionReject
	of := item.Intention.ProposedCapability // members of one menu share the id of their intention
	switch same := s.IntentionID == item.Intention.ID && (of == "" || s.CapabilityID == "" || s.CapabilityID == of); {
	case same && rejected && s.Reason.Code == plan.CodeHandlerFailed:
		return unjudged
	case same && rejected:
		return refused
	case same:
		return continued
	case rejected, s.CapabilityID == "", s.CapabilityID != item.Intention.ProposedCapability:
		return untouched
	case jsonval.Equal(s.Intention.Input, item.Intention.Input):
		return repeated
	default:
		return similar
	}
}

// takesUp tells whether a step stands for an item from now on.
func (r *reducer) takesUp(s *ik.PlanStep, item *ik.AgendaItem) bool {
	return fateOf(touches(s, item), r.stateOf(item)) != stays
}

// uncertain tells whether an effect of the item may have happened: it stays until that is known. An effect whose step is
// of a turn that was never committed is the business of its capability's first blocked item, which met it again.
func (r *reducer) uncertain(item *ik.AgendaItem) bool {
	agenda := r.in.Checkpoint.Agenda
	blocked := slices.IndexFunc(agenda, func(i ik.AgendaItem) bool {
		return i.Status == ik.AgendaBlocked && i.Intention.ProposedCapability == item.Intention.ProposedCapability
	})
	first := blocked >= 0 && agenda[blocked].ID == item.ID
	return slices.ContainsFunc(r.in.Checkpoint.Effects, func(e ik.EffectReceipt) bool {
		if !e.Unsettled() {
			return false
		}
		owner := plan.ItemID(e.StepID)
		lost := !slices.ContainsFunc(agenda, func(i ik.AgendaItem) bool { return i.ID == owner })
		return owner == item.ID || lost && first && e.CapabilityID == item.Intention.ProposedCapability
	})
}
