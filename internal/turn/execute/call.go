package execute

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/guard"
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

	mu     sync.Mutex
	closed bool
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
	keys := declared(c.capability)
	reader := facts.NewReader(r.in.Agent, r.facts, keys)
	if err := reader.Check(keys); err != nil {
		return nil, err
	}
	var issues []ik.Issue
	if c.input, issues = c.capability.Input.Decode(slices.Clone(s.Input)); len(issues) > 0 {
		return nil, ik.NewError(ik.KindSchema, "INVALID_CAPABILITY_INPUT", "the planned input of %q is not valid", s.CapabilityID).
			With("stepId", string(s.ID))
	}
	c.effects = newEffects(c)
	c.inv = c.invocation(reader)
	return c, nil
}

func declared(c *ik.CapabilityDefinition) []ik.FactKey {
	var out []ik.FactKey
	for _, r := range c.Requires {
		out = append(out, r.Facts...)
	}
	return out
}

func (c *call) invocation(reader ik.FactReader) *ik.Invocation {
	in, s := c.r.in, c.step
	return &ik.Invocation{
		Thread: in.Thread, Turn: in.Turn, Step: s.ID, Capability: s.CapabilityID, Trigger: in.Trigger,
		Now: in.Agent.Now(in.Now()), Intention: copyOf(s.Intention), Facts: reader,
		Message: in.Message, Previous: slices.Clone(in.Checkpoint.Messages), Summary: in.Summary, HostContext: in.HostContext,
		Continuation: slices.Clone(s.Continuation), Redactions: slices.Clone(s.ModelRedactions),
		Interaction: c.interaction(), Answer: copyOf(s.Answer), Confirmed: s.Accepted,
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

// copyOf copies a value of the kernel through its JSON form, which is how it would come back from a store.
func copyOf[T any](v T) T {
	raw, err := json.Marshal(v)
	if err != nil {
		return v
	}
	var out T
	if json.Unmarshal(raw, &out) != nil {
		return v
	}
	return out
}

// run calls the handler and closes the call after it.
func (c *call) run(ctx context.Context) {
	c.raw, c.err = guard.Call(ctx, func(ctx context.Context) (ik.Result, error) {
		return c.capability.Invoke(ctx, c.inv, c.input)
	})
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
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
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return overError(c.step)
	}
	c.head = c.r.in.Emitter.Emit(ctx, emit.Event{
		Type: "capability.event", Category: category, Step: c.step.ID, Cause: c.head,
		Data: map[string]any{"capabilityId": c.step.CapabilityID, "name": name, "data": c.view().Value(data)},
	})
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
