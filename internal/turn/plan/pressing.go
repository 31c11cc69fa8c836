package plan

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// Refresh chooses the plan's question anew from its steps.
func Refresh(p *ik.TurnPlan) {
	p.Interaction = Pressing(p.Steps, func(ik.StepID) bool { return true })
}

// Pressing gives the question of the steps that is asked first, or nil: the most pressing one, of equals the first that comes
// after no other of them. open tells which steps still ask.
func Pressing(steps []ik.PlanStep, open func(ik.StepID) bool) *ik.Interaction {
	var found *ik.PlanStep
	best := 0
	for i := range steps {
		s := &steps[i]
		if s.Question == nil || !open(s.ID) || behindAnother(s, steps, open) {
			continue
		}
		if n := Priority(s.Reason.Code); n > best {
			best, found = n, s
		}
	}
	if found == nil {
		return nil
	}
	return found.Question
}

// behindAnother tells whether the question of a step has to wait for an equal one of a step that comes before it.
func behindAnother(s *ik.PlanStep, steps []ik.PlanStep, open func(ik.StepID) bool) bool {
	return len(s.DependsOn) > 0 && slices.ContainsFunc(steps, func(o ik.PlanStep) bool {
		return o.Question != nil && Priority(o.Reason.Code) == Priority(s.Reason.Code) && slices.Contains(s.DependsOn, o.ID) && open(o.ID)
	})
}

// Priority says how pressing the question of a step is: higher is asked first.
func Priority(reason string) int {
	switch reason {
	case CodeWriteConflict:
		return 110
	case CodeAmbiguous:
		return 100
	case CodePolicyAsks:
		return 90
	case CodeInvalidInput:
		return 80
	case CodeMissingFacts:
		return 70
	default:
		return 60
	}
}
