// Package reduce makes the next checkpoint of a thread from what a plan and its results say: facts, open work, the
// active question, receipts.
//
// It is one pure transition: nothing of its input changes, and the same input gives the same output. It calls no handler
// and knows no store; results were checked before.
package reduce

import (
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/progression"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input is one transition.
type Input struct {
	Checkpoint *ik.Checkpoint // before; never nil, revision 0 for a new thread
	Plan       *ik.TurnPlan   // as it was carried out
	Results    []ik.StepResult
	Order      []ik.StepID // in which the results came about; nil: as they are listed
	Agent      *agent.Agent
	TurnID     ik.TurnID
	Now        time.Time
	// Again tells that an earlier reduction of the same turn made the checkpoint: the revision stays.
	Again bool
	// Parent is the open work on whose behalf the plan ran, or "".
	Parent ik.AgendaItemID
}

// Output is the state after the transition, and what it did.
type Output struct {
	Checkpoint  *ik.Checkpoint
	Published   []ik.FactRecord
	Invalidated []ik.FactRecord // removed or replaced
	Evidence    []ik.Evidence
	Artifacts   []ik.Artifact
	Issues      []ik.TurnIssue
	Answered    []ik.AnsweredInteraction
}

// Reduce makes the transition. The error has code INVALID_TURN_PLAN and means that results and plan do not fit.
func Reduce(in Input) (*Output, error) {
	r := &reducer{in: in, out: &Output{}, results: map[ik.StepID]*ik.StepResult{}}
	for i := range in.Results {
		r.results[in.Results[i].StepID] = &in.Results[i]
	}
	next := *in.Checkpoint
	r.out.Checkpoint = &next
	if err := r.reduceFacts(); err != nil {
		return nil, err
	}
	r.collect()
	r.reduceAgenda()
	r.lineage()
	r.chooseInteraction()
	r.answered()
	r.reduceProgression()
	next.SchemaVersion = ik.CheckpointSchema
	if !in.Again {
		next.Revision++
	}
	next.AgentFingerprint, next.AuditFingerprint = in.Agent.Def.Contract, in.Agent.Def.Audit
	next.Messages = nonNil(slices.Clone(next.Messages))
	next.Effects = r.effects()
	return r.out, nil
}

type reducer struct {
	in      Input
	out     *Output
	results map[ik.StepID]*ik.StepResult
	created map[ik.StepID]ik.AgendaItemID // items of this plan, by step
}

// order is in which results change facts: as they came about.
func (r *reducer) order() []ik.StepID {
	if r.in.Order != nil {
		return r.in.Order
	}
	ids := make([]ik.StepID, len(r.in.Results))
	for i, res := range r.in.Results {
		ids[i] = res.StepID
	}
	return ids
}

// reduceFacts publishes and invalidates. A fact that was published and removed in the same turn is in both lists.
func (r *reducer) reduceFacts() error {
	current := slices.Clip(r.in.Checkpoint.Facts) // records are replaced, never changed in place
	for _, id := range r.order() {
		res := r.results[id]
		if res == nil || res.Result == nil {
			continue
		}
		if r.in.Agent.Capabilities[res.CapabilityID] == nil {
			return ik.NewError(ik.KindSchema, "CAPABILITY_NOT_REGISTERED", "a result is of the unknown capability %q", res.CapabilityID).
				With("stepId", string(id))
		}
		switch res.Result.Status {
		case ik.StatusCompleted:
			c := facts.Publish(r.in.Agent, current, facts.Producer(r.in.Agent, res, r.in.TurnID), res.Result)
			current = c.Facts
			r.out.Published = append(r.out.Published, c.Published...)
			r.out.Invalidated = append(r.out.Invalidated, c.Invalidated...)
		case ik.StatusNeedsInput:
			kept, removed := facts.Invalidate(current, res.Result.Invalidates)
			current = kept
			r.out.Invalidated = append(r.out.Invalidated, removed...)
		}
	}
	r.out.Checkpoint.Facts = nonNil(current)
	return nil
}

// collect gathers evidence, artifacts and issues in plan order.
func (r *reducer) collect() {
	left := ""
	for i := range r.in.Plan.Steps {
		s := &r.in.Plan.Steps[i]
		if s.Reason.Code == plan.CodeBudget {
			left = s.Reason.Message
		}
		if s.Disposition == ik.DispositionReject && s.Reason.Code == plan.CodeHandlerFailed {
			r.issue(s, ik.CapabilityIssue{
				Code: plan.CodeHandlerFailed, Message: "A policy could not judge the step.",
				Details: map[string]any{"kind": "policy", "id": failedPolicy(s)},
			})
		}
		if s.Disposition == ik.DispositionReject && s.Reason.Code == plan.CodeNotFilled {
			r.issue(s, ik.CapabilityIssue{Code: plan.CodeNotFilled, Message: "A value that the step needs is not known."})
		}
		if s.Disposition == ik.DispositionReject && s.Reason.Code == plan.CodeUnnamed {
			r.issue(s, ik.CapabilityIssue{Code: plan.CodeUnnamed, Message: "It is not known which one is meant."})
		}
		if res := r.results[s.ID]; res != nil {
			r.collectResult(s, res)
		}
	}
	if left != "" {
		r.out.Issues = append(r.out.Issues, ik.TurnIssue{CapabilityIssue: ik.CapabilityIssue{
			Code: plan.CodeBudget, Message: left, Retryable: true,
		}})
	}
}

func failedPolicy(s *ik.PlanStep) string {
	for _, p := range s.Reason.Policies {
		if p.Verdict == plan.VerdictFailed {
			return string(p.ID)
		}
	}
	return ""
}

func (r *reducer) collectResult(s *ik.PlanStep, res *ik.StepResult) {
	switch {
	case res.Result == nil:
		if res.Reason != nil && len(res.PendingFacts) == 0 && len(s.PlannedFor) == 0 {
			r.issue(s, r.skippedBy(s, res))
		}
	case len(s.PlannedFor) > 0 && res.Result.Status != ik.StatusCompleted:
		// The steps that it was read for tell of it, unless they can do without.
	case res.Result.Status == ik.StatusFailed && res.Result.Issue != nil:
		r.issue(s, *res.Result.Issue)
	case res.Result.Status == ik.StatusCompleted:
		r.out.Evidence = append(r.out.Evidence, res.Result.Evidence...)
		r.out.Artifacts = append(r.out.Artifacts, res.Result.Artifacts...)
	}
}

// skippedBy is the issue of a step that did not run: that of the read which was added for it and failed, else that a step
// which it needs did not complete.
func (r *reducer) skippedBy(s *ik.PlanStep, res *ik.StepResult) ik.CapabilityIssue {
	out := ik.CapabilityIssue{Code: res.Reason.Code, Message: res.Reason.Message}
	for _, id := range s.DependsOn {
		at := slices.IndexFunc(r.in.Plan.Steps, func(o ik.PlanStep) bool { return o.ID == id && slices.Contains(o.PlannedFor, s.ID) })
		read := r.results[id]
		switch {
		case at < 0 || read == nil:
		case read.Result != nil && read.Result.Status == ik.StatusFailed && read.Result.Issue != nil:
			return *read.Result.Issue
		case read.Result == nil && read.Reason != nil && len(read.PendingFacts) == 0:
			return r.skippedBy(&r.in.Plan.Steps[at], read)
		}
	}
	return out
}

func (r *reducer) issue(s *ik.PlanStep, is ik.CapabilityIssue) {
	r.out.Issues = append(r.out.Issues, ik.TurnIssue{CapabilityIssue: is, StepID: s.ID, CapabilityID: s.CapabilityID})
}

// effects keeps this turn's receipts and every one whose outcome is open, each once.
func (r *reducer) effects() []ik.EffectReceipt {
	out := []ik.EffectReceipt{}
	for _, e := range r.in.Checkpoint.Effects {
		if r.in.Again || e.Unsettled() {
			out = append(out, e)
		}
	}
	for _, res := range r.in.Results {
		for _, e := range res.Effects {
			at := slices.IndexFunc(out, func(have ik.EffectReceipt) bool { return have.ID == e.ID })
			if at < 0 {
				out = append(out, e)
			} else {
				out[at] = e
			}
		}
	}
	return out
}

// Unsettled tells whether it is not known yet how an effect ended.
func Unsettled(e ik.EffectReceipt) bool { return e.Unsettled() }

// reduceProgression ends the objective and its occurrences when the user cancels it.
func (r *reducer) reduceProgression() {
	r.out.Checkpoint.Progression = progression.Cancel(r.in.Checkpoint.Progression, r.in.Plan.CancelledObjectiveIDs)
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
