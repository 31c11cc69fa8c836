package plan

import (
	"context"
	"slices"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// Change is a planned step whose facts have changed since it was planned.
type Change struct {
	Agent *agent.Agent
	Step  ik.PlanStep
	Facts []ik.FactRecord // now
	// Consent is the question that let the step run, where one did.
	Consent *ik.Interaction
	IDs     ik.IDGenerator
	Now     time.Time
}

// Reassess judges a step again with the facts of now: before it runs, and before its question is asked. Rules may then
// refuse it, facts may be gone, and what was confirmed may no longer be what would run.
func Reassess(ctx context.Context, c Change) (ik.PlanStep, error) {
	d := &draft{step: c.Step, capability: c.Agent.Capabilities[c.Step.CapabilityID], open: true}
	if d.capability == nil {
		return c.Step, nil
	}
	d.step.MissingFacts = []ik.FactRequirement{}
	d.step.Question, d.step.Accepted = nil, ""
	d.accepted, d.consent = c.Step.Accepted != "" && c.Consent != nil, c.Consent
	p := &planner{in: Input{Agent: c.Agent, Facts: c.Facts, Now: c.Now}}
	if filled := len(d.capability.Filled) == 0 || p.validate(d); filled && !d.unfilled {
		if err := p.applyPolicies(ctx, d); err != nil {
			return c.Step, err
		}
	}
	if d.open {
		if missing := Missing(c.Agent, d.step.CapabilityID, d.step.Input, c.Facts); len(missing) > 0 {
			d.step.MissingFacts = missing
			d.decide(ik.DispositionDefer, CodeMissingFacts, "facts that it needs are not known")
		} else if err := d.confirm(p.subject(d)); err != nil {
			return c.Step, err
		}
	}
	if d.runs() && d.step.Reason.Code == CodeReady && len(c.Step.PlannedFor) > 0 {
		d.step.Reason = c.Step.Reason
	}
	if d.step.Question != nil {
		d.step.Question.ID = questionID(c)
	}
	d.step.DependsOn = slices.Clone(c.Step.DependsOn)
	return d.step, nil
}

// questionID keeps the id of a question that was planned and not asked yet.
func questionID(c Change) ik.InteractionID {
	if c.Step.Question != nil {
		return c.Step.Question.ID
	}
	return ik.InteractionID(c.IDs.Next(ik.IDInteraction))
}
