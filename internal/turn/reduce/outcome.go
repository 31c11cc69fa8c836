package reduce

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// outcomeOf says how a step ended.
func (r *reducer) outcomeOf(s *ik.PlanStep) outcome {
	switch s.Disposition {
	case ik.DispositionReject:
		return stepRefused
	case ik.DispositionClarify:
		return stepUnclear
	case ik.DispositionDefer:
		switch s.Reason.Code {
		case plan.CodeConfirm:
			return stepUnconfirmed
		case plan.CodeBudget, plan.CodeReady:
			return stepLeft
		}
		return stepLacksFacts
	}
	switch res := r.results[s.ID]; {
	case res == nil:
		return stepNotRun
	case res.Result != nil:
		return outcomeOfResult(res.Result)
	case len(res.PendingFacts) > 0:
		return stepPending
	}
	return stepSkipped
}

func outcomeOfResult(o *ik.StepOutcome) outcome {
	switch o.Status {
	case ik.StatusNeedsInput:
		return stepInput
	case ik.StatusNeedsDependency:
		return stepDependency
	case ik.StatusNeedsConfirmation:
		return stepConfirmation
	case ik.StatusCompleted:
		if o.Interaction != nil {
			return stepFollowUp
		}
		return stepCompleted
	}
	return stepFailed
}

// itemOf gives the open work that a step leaves behind.
func (r *reducer) itemOf(s *ik.PlanStep) (ik.AgendaItem, bool) {
	left := leftBy(r.outcomeOf(s))
	if left.status == "" || len(s.PlannedFor) > 0 && left.status == ik.AgendaBlocked {
		return ik.AgendaItem{}, false
	}
	item := ik.AgendaItem{
		ID: plan.ItemID(s.ID), Intention: s.Intention, Status: left.status, ModelRedactions: s.ModelRedactions,
		MissingFacts: nonNil(slices.Clone(s.MissingFacts)), Dependencies: []ik.AgendaItemID{},
	}
	for _, id := range s.DependsOn {
		item.Dependencies = append(item.Dependencies, plan.ItemID(id))
	}
	if left.answer {
		item.DeferredChoiceAnswer = s.DeferredChoiceAnswer
	}
	asked := s.Question
	var o *ik.StepOutcome
	if res := r.results[s.ID]; res != nil {
		o = res.Result
		if len(res.PendingFacts) > 0 {
			item.MissingFacts = slices.Clone(res.PendingFacts)
		}
	}
	if o != nil {
		item.ModelRedactions, item.MissingFacts, asked = o.Redactions, []ik.FactRequirement{}, o.Interaction
		if o.Requirement != nil {
			item.MissingFacts = append(item.MissingFacts, *o.Requirement)
		}
	}
	item.Continuation = continuation(left.continuation, s, o)
	item.CompletedFollowUp = left.outcome == stepFollowUp
	item.OptionalInput = left.outcome == stepInput && asked.Optional() && asked.ProtectedMessage == ""
	if asked != nil {
		r.question(&item, asked)
	}
	return item, true
}

func continuation(from source, s *ik.PlanStep, o *ik.StepOutcome) json.RawMessage {
	switch {
	case from == fromStep:
		return s.Continuation
	case o == nil:
		return nil
	case from == fromPartial:
		return o.Partial
	case from == fromResult:
		return o.Continuation
	}
	return nil
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
