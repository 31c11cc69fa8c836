package execute

import (
	"context"
	"errors"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
	"github.com/ikgen/ikgen/internal/turn/host"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// call is one invocation of a handler. The handler's goroutine reaches the turn only through it, and not at all once it
// is closed.
type call struct {
	r          *runner
	index      int
	step       *ik.PlanStep
	capability *ik.CapabilityDefinition
	inv        *ik.Invocation
	input      any
	effects    *effects
	facts      []ik.FactRecord // as the call found them

	// The line guards these.
	line *line
	held []emit.Event // events that are not out yet
	// judged tells that policies judge the result: its events wait for the verdict.
	judged bool
	head   ik.EventID

	raw ik.Result
	err error
}

// newCall prepares an invocation. Everything in it is a copy. The error has code FACT_VALUE_UNREADABLE.
func (r *runner) newCall(i int) (*call, error) {
	s := &r.steps[i]
	c := &call{r: r, index: i, step: s, capability: r.in.Agent.Capabilities[s.CapabilityID], facts: r.facts}
	if c.capability == nil {
		return nil, ik.NewError(ik.KindBase, "CAPABILITY_NOT_REGISTERED", "the capability %q is not registered", s.CapabilityID).
			With("capabilityId", string(s.CapabilityID))
	}
	bound := r.bound(s)
	reader := facts.NewReader(r.in.Agent, r.facts, r.in.Agent.Readable(s.CapabilityID)).For(bound)
	if err := reader.Check(bound.Needs()); err != nil {
		return nil, err
	}
	var issues []ik.Issue
	if c.input, issues = c.capability.Input.Decode(slices.Clone(s.Input)); len(issues) > 0 {
		return nil, ik.NewError(ik.KindSchema, "INVALID_CAPABILITY_INPUT", "the planned input of %q is not valid", s.CapabilityID).
			With("stepId", string(s.ID))
	}
	c.effects, c.judged = newEffects(c), plan.JudgesResult(r.in.Agent, s.CapabilityID)
	c.inv = c.invocation(reader)
	return c, nil
}

// bound tells which instances of keyed facts a step is about, by the facts of now.
func (r *runner) bound(s *ik.PlanStep) facts.Step {
	return facts.Step{Agent: r.in.Agent, Capability: r.in.Agent.Capabilities[s.CapabilityID], Input: s.Input, Facts: r.facts}
}

func (c *call) invocation(reader ik.FactReader) *ik.Invocation {
	in, s := c.r.in, c.step
	return &ik.Invocation{
		Thread: in.Thread, Turn: in.Turn, Step: s.ID, Capability: s.CapabilityID, Trigger: in.Trigger,
		Now: in.Agent.Now(in.Now()), Intention: cloneIntention(s.Intention), Facts: reader,
		Message: in.Message, Previous: slices.Clone(in.Checkpoint.Messages), Summary: in.Summary, HostContext: host.ContextFor(in.Agent, in.HostContext),
		Continuation: slices.Clone(s.Continuation), Redactions: slices.Clone(s.ModelRedactions),
		Interaction: c.interaction(), Answer: cloneAnswer(s.Answer), Confirmed: s.Accepted,
		Emit: c.emit, Effects: c.effects.run,
	}
}

// interaction is the question that the step may see: its own, or the one that is being answered.
func (c *call) interaction() *ik.Interaction {
	shown := c.r.in.Checkpoint.Interaction
	if kept := c.step.DeferredChoiceAnswer; kept != nil {
		shown = &kept.Interaction
	}
	if shown == nil || (shown.CapabilityID != c.step.CapabilityID && c.step.Answer == nil) {
		return nil
	}
	out := copyOf(shown)
	out.AgendaItemID, out.Consent, out.Delivered = "", "", false
	return out
}

// run calls the handler and closes the call after it.
func (c *call) run(ctx context.Context) {
	c.raw, c.err = guard.Call(ctx, func(ctx context.Context) (ik.Result, error) {
		return c.capability.Invoke(ctx, c.inv, c.input)
	})
	c.line.leave(ctx, c)
	c.effects.close(ctx)
	if errors.Is(c.err, guard.ErrAbandoned) && c.r.in.OnAbandoned != nil {
		c.r.in.OnAbandoned(c.step.CapabilityID)
	}
}

// emit publishes an event of the handler. Its errors are the handler's: a bad name, or a call that is over.
func (c *call) emit(ctx context.Context, name string, category ik.Category, data any) error {
	if !validEventName(name) {
		return ik.NewError(ik.KindBase, "INVALID_CAPABILITY_EVENT_NAME", "the event name %q is not lower case segments joined by dots or hyphens", name).
			With("stepId", string(c.step.ID)).With("capabilityId", string(c.step.CapabilityID))
	}
	switch category {
	case ik.CategoryTrace, ik.CategoryAudit, ik.CategoryIntegration:
	default:
		category = ik.CategoryTrace
	}
	if !c.line.publish(ctx, c, emit.Event{
		Type: "capability.event", Category: category, Step: c.step.ID,
		Data: map[string]any{"capabilityId": c.step.CapabilityID, "name": name, "data": c.view().Value(data)},
	}) {
		return overError(c.step)
	}
	return nil
}

func overError(s *ik.PlanStep) *ik.Error {
	return ik.NewError(ik.KindBase, "CAPABILITY_CALL_OVER", "the capability has returned, or the turn is over").
		With("stepId", string(s.ID)).With("capabilityId", string(s.CapabilityID))
}

// validEventName matches segments of lower case letters and digits joined by "." or "-"; the first starts with a letter.
func validEventName(s string) bool {
	_, err := ik.NewFactType(s)
	return err == nil
}
