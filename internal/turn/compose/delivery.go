package compose

import (
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// delivery is the server's own copy of what the turn made. It is never shown to a model and never redacted.
type delivery struct {
	completed   int                    // completed results of this turn that somebody waits to hear of
	copies      []ik.CanonicalResponse // of the completed results, in their order
	required    []ik.CanonicalResponse // those of copies that must reach the user
	interaction *ik.Interaction        // the question, nil for none
	evidence    []ik.Evidence
	artifacts   []ik.Artifact
	fallback    *canonicalText
}

// canonicalText is exact copy with its claims.
type canonicalText struct {
	message string
	claims  []ik.ResponseClaim
}

// asks tells whether a question is there that must be answered.
func (d *delivery) asks() bool { return d.interaction != nil && !d.interaction.Optional() }

// contextual tells whether a model may word the question.
func (d *delivery) contextual() bool {
	return d.interaction != nil && d.interaction.ResponseMode == "contextual"
}

func (d *delivery) goal() string {
	if d.interaction == nil {
		return ""
	}
	return d.interaction.Goal
}

// completedResults gives the completed results whose steps are in the plan, in their order, with their steps.
func completedResults(in Input) []doneStep {
	steps := make(map[ik.StepID]*ik.PlanStep, len(in.Plan.Steps))
	for i := range in.Plan.Steps {
		steps[in.Plan.Steps[i].ID] = &in.Plan.Steps[i]
	}
	var out []doneStep
	for i := range in.Results {
		r := &in.Results[i]
		step := steps[r.StepID]
		if step != nil && r.Result != nil && r.Result.Status == ik.StatusCompleted {
			out = append(out, doneStep{step, r})
		}
	}
	return out
}

// doneStep is a step that completed.
type doneStep struct {
	step   *ik.PlanStep
	result *ik.StepResult
}

func (s doneStep) replayed() bool {
	return slices.ContainsFunc(s.result.Effects, func(r ik.EffectReceipt) bool { return r.Replayed })
}

// silent tells whether nobody has to hear of a step: the kernel read something for another one.
func (s doneStep) silent() bool {
	return len(s.step.PlannedFor) > 0 && s.result.Result.Canonical == nil
}

// newDelivery gathers the server's copy.
func newDelivery(in Input, done []doneStep) delivery {
	d := delivery{interaction: in.Checkpoint.Interaction}
	for _, s := range done {
		if !s.silent() {
			d.completed++
		}
		d.evidence = append(d.evidence, s.result.Result.Evidence...)
		d.artifacts = append(d.artifacts, s.result.Result.Artifacts...)
		if c := s.result.Result.Canonical; c != nil {
			d.copies = append(d.copies, *c)
			if c.Required {
				d.required = append(d.required, *c)
			}
		}
	}
	d.fallback = fallbackText(in, &d)
	return d
}

// fallbackText is the strongest exact copy that the turn has, nil for none.
func fallbackText(in Input, d *delivery) *canonicalText {
	switch {
	case len(d.required) > 0:
		return &canonicalText{joinWithGoal(d), claimsOf(d.copies)}
	case d.completed == 1 && len(d.copies) == 1:
		return &canonicalText{d.copies[0].Message, d.copies[0].Claims}
	case d.interaction != nil:
		return &canonicalText{message: d.interaction.Goal}
	case in.Agent.Def.Unsupported != nil && rejectsUnsupported(in.Plan):
		return &canonicalText{message: *in.Agent.Def.Unsupported}
	}
	return nil
}

func rejectsUnsupported(p *ik.TurnPlan) bool {
	return slices.ContainsFunc(p.Steps, func(s ik.PlanStep) bool {
		return s.Disposition == ik.DispositionReject && s.Reason.Code == "UNSUPPORTED_INTENTION"
	})
}

// joinWithGoal joins all copies and the question. A copy that ends with the question goes last, so that the question is
// what the user reads last; a copy that holds it elsewhere delivers it, and it is not added again.
func joinWithGoal(d *delivery) string {
	messages := make([]string, 0, len(d.copies)+1)
	for _, c := range d.copies {
		messages = append(messages, c.Message)
	}
	if d.asks() {
		goal := d.goal()
		slices.SortStableFunc(messages, func(a, b string) int { return endsWith(a, goal) - endsWith(b, goal) })
		messages = append(messages, goal)
	}
	return join(messages)
}

func endsWith(message, goal string) int {
	if strings.HasSuffix(message, goal) {
		return 1
	}
	return 0
}

// join puts messages together in their order, with a blank line between. One that is contained in another is left out.
func join(messages []string) string {
	var kept []string
	for i, m := range messages {
		if !slices.Contains(messages[:i], m) && !contained(m, messages) {
			kept = append(kept, m)
		}
	}
	return strings.Join(kept, "\n\n")
}

func contained(m string, messages []string) bool {
	return slices.ContainsFunc(messages, func(other string) bool { return other != m && strings.Contains(other, m) })
}

func claimsOf(copies []ik.CanonicalResponse) []ik.ResponseClaim {
	var out []ik.ResponseClaim
	for _, c := range copies {
		out = append(out, c.Claims...)
	}
	return out
}
