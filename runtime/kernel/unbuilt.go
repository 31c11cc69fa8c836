package kernel

import (
	"slices"

	"github.com/ikgen/ikgen/internal/turn/automation"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// withoutInput keeps the fault of the builder that was to make the input of a clicked member: it is a fault of the
// member's step. Every other error passes.
func (t *turn) withoutInput(err error) error {
	if err == nil || len(t.batch.Intentions) == 0 {
		return err
	}
	if t.unbuilt = automation.Issue(t.batch.Intentions[0].ProposedCapability, err); t.unbuilt != nil {
		return nil
	}
	return err
}

// cannotStart plans a clicked member without an input as a step that fails, and not as one that asks for its input: the
// user owes none. A member that is refused in any case stays refused; one beside work that was left over asks, and the fault
// is told.
func (t *turn) cannotStart(p *ik.TurnPlan) {
	if t.unbuilt == nil {
		return
	}
	is := *t.unbuilt
	at := slices.IndexFunc(p.Steps, func(s ik.PlanStep) bool { return s.IntentionID == t.batch.Intentions[0].ID })
	if at < 0 || p.Steps[at].Disposition == ik.DispositionReject {
		t.unbuilt = nil
		return
	}
	s := &p.Steps[at]
	if len(p.Steps) > 1 {
		t.unbuilt = nil
		t.state.addIssues([]ik.TurnIssue{{CapabilityIssue: is, StepID: s.ID, CapabilityID: s.CapabilityID}})
		return
	}
	s.Disposition, s.Question, s.MissingFacts = ik.DispositionExecute, nil, []ik.FactRequirement{}
	s.Reason = ik.PlanReason{Code: plan.CodeReady, Message: "it was picked", Evidence: []string{}}
	p.ResponseGoal = s.Intention.Objective
	plan.Refresh(p)
}
