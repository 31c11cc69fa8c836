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
	for _, item := range r.in.Checkpoint.Agenda {
		if r.stays(item) {
			agenda = append(agenda, item)
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

// stays tells whether open work is left as it is: it was neither cancelled nor answered, and no step took it up.
func (r *reducer) stays(item ik.AgendaItem) bool {
	p := r.in.Plan
	if len(p.CancelledObjectiveIDs) > 0 || slices.Contains(p.CancelledAgendaItemIDs, item.ID) || item.ID == p.AnsweredItem {
		return false
	}
	return !slices.ContainsFunc(p.Steps, func(s ik.PlanStep) bool { return r.takesUp(&s, item) })
}

// takesUp tells whether a step stands for an item: it is the same intention, or the same request again, or a new try of
// work that failed. A refused step takes nothing with it but what it was.
func (r *reducer) takesUp(s *ik.PlanStep, item ik.AgendaItem) bool {
	if s.Disposition == ik.DispositionReject && s.Reason.Code == plan.CodeHandlerFailed {
		return false
	}
	if s.IntentionID == item.Intention.ID {
		return true
	}
	if s.Disposition == ik.DispositionReject || s.CapabilityID == "" || s.CapabilityID != item.Intention.ProposedCapability {
		return false
	}
	if item.Status == ik.AgendaBlocked {
		return !r.uncertain(item)
	}
	return jsonval.Equal(s.Intention.Input, item.Intention.Input)
}

// uncertain tells whether an effect of the item may have happened: it stays until that is known. An effect whose step is
// of a turn that was never committed is the business of its capability's first blocked item, which met it again.
func (r *reducer) uncertain(item ik.AgendaItem) bool {
	agenda := r.in.Checkpoint.Agenda
	blocked := slices.IndexFunc(agenda, func(i ik.AgendaItem) bool {
		return i.Status == ik.AgendaBlocked && i.Intention.ProposedCapability == item.Intention.ProposedCapability
	})
	first := blocked >= 0 && agenda[blocked].ID == item.ID
	return slices.ContainsFunc(r.in.Checkpoint.Effects, func(e ik.EffectReceipt) bool {
		if !Unsettled(e) {
			return false
		}
		owner := plan.ItemID(e.StepID)
		lost := !slices.ContainsFunc(agenda, func(i ik.AgendaItem) bool { return i.ID == owner })
		return owner == item.ID || lost && first && e.CapabilityID == item.Intention.ProposedCapability
	})
}

// itemOf gives the open work that a step leaves behind.
func (r *reducer) itemOf(s *ik.PlanStep) (ik.AgendaItem, bool) {
	item := ik.AgendaItem{
		ID: plan.ItemID(s.ID), Intention: s.Intention, MissingFacts: nonNil(slices.Clone(s.MissingFacts)),
		Dependencies: []ik.AgendaItemID{}, Continuation: s.Continuation, ModelRedactions: s.ModelRedactions,
	}
	for _, id := range s.DependsOn {
		item.Dependencies = append(item.Dependencies, plan.ItemID(id))
	}
	res := r.results[s.ID]
	switch {
	case s.Disposition == ik.DispositionReject:
		return item, false
	case s.Disposition == ik.DispositionClarify:
		item.Status = ik.AgendaWaitingInput
	case s.Disposition == ik.DispositionDefer:
		item.Status = deferred(s.Reason.Code)
	case res == nil:
		return item, false
	case res.Result == nil:
		item.Status = ik.AgendaBlocked
		if len(res.PendingFacts) > 0 {
			item.Status, item.MissingFacts = ik.AgendaWaitingFacts, slices.Clone(res.PendingFacts)
		}
	default:
		return r.itemOfResult(s, item, res.Result)
	}
	if s.Question != nil {
		r.question(&item, s.Question)
	}
	if item.Status == ik.AgendaWaitingFacts || item.Status == ik.AgendaReady {
		item.DeferredChoiceAnswer = s.DeferredChoiceAnswer
	}
	return item, true
}

func deferred(code string) ik.AgendaStatus {
	switch code {
	case plan.CodeConfirm:
		return ik.AgendaWaitingConfirmation
	case plan.CodeBudget, plan.CodeReady:
		return ik.AgendaReady
	default:
		return ik.AgendaWaitingFacts
	}
}

// itemOfResult gives the open work of a step that ran.
func (r *reducer) itemOfResult(s *ik.PlanStep, item ik.AgendaItem, o *ik.StepOutcome) (ik.AgendaItem, bool) {
	item.Continuation, item.ModelRedactions = o.Continuation, o.Redactions
	item.MissingFacts = []ik.FactRequirement{}
	switch o.Status {
	case ik.StatusCompleted:
		if o.Interaction == nil {
			return item, false
		}
		item.Status, item.CompletedFollowUp = ik.AgendaWaitingInput, true
	case ik.StatusNeedsInput:
		item.Status, item.Continuation = ik.AgendaWaitingInput, o.Partial
		item.OptionalInput = o.Interaction.Optional() && o.Interaction.ProtectedMessage == ""
	case ik.StatusNeedsDependency:
		item.Status, item.MissingFacts = ik.AgendaWaitingFacts, []ik.FactRequirement{*o.Requirement}
	case ik.StatusNeedsConfirmation:
		item.Status = ik.AgendaWaitingConfirmation
	default:
		item.Status, item.Continuation = ik.AgendaBlocked, s.Continuation
	}
	if o.Interaction != nil {
		r.question(&item, o.Interaction)
	}
	return item, true
}

// question lets an item keep what it asks, so that it is asked again when another question took its place. An optional
// one is asked once.
func (r *reducer) question(item *ik.AgendaItem, q *ik.Interaction) {
	if q.Optional() {
		return
	}
	kept := *q
	item.Question, item.AskedAt = &kept, r.in.Now
}
