// Package watch tells the host what its own handlers did wrong: the error that one returned, the value and the stack of a
// panic, the places at which a result does not fit its schema. The turn keeps none of that, since it may hold anything.
//
// It owns the wrapping of a definition's functions. It changes nothing of what they return, and does not know what becomes
// of it.
package watch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/guard"
	ik "github.com/ikgen/ikgen/runtime"
)

// Kinds of handlers.
const (
	Capability = "capability"
	Policy     = "policy"
	Advice     = "advice"
	Automation = "automation"
)

// Fault is what one call of a handler did wrong.
type Fault struct {
	Kind   string // Capability, Policy, Advice or Automation
	ID     string // of the element that the handler belongs to
	Thread ik.ThreadID
	Turn   ik.TurnID
	Step   ik.StepID // these three: calls of capabilities only
	// Err is what the handler returned, unaltered; for a panic, its value as text; for a result that does not fit, the
	// *ik.SchemaError.
	Err error
	// Stack is that of a panic, also of one in the function that RunEffect was given; nil for others.
	Stack []byte
}

// Definition gives the definition with handlers that also tell hear of their faults, once for each failed call. hear is
// called in the goroutine of the handler, so several calls may be at work at once; it must not keep the turn waiting. A
// panic of hear is dropped.
func Definition(def ik.AgentDefinition, hear func(Fault)) ik.AgentDefinition {
	w := watcher{hear: hear, facts: map[ik.FactKey]ik.Schema{}}
	for _, f := range def.Facts {
		w.facts[f.Fact] = f.Value
	}
	def.Capabilities = slices.Clone(def.Capabilities)
	for i := range def.Capabilities {
		w.capability(&def.Capabilities[i])
	}
	def.Policies = slices.Clone(def.Policies)
	for i, p := range def.Policies {
		if p.Evaluate != nil {
			def.Policies[i].Evaluate = func(ctx context.Context, c ik.PolicyContext) (ik.Verdict, error) {
				return call(w, Fault{Kind: Policy, ID: string(p.ID)}, func() (ik.Verdict, error) { return p.Evaluate(ctx, c) })
			}
		}
	}
	def.Advice = slices.Clone(def.Advice)
	for i, a := range def.Advice {
		if a.Select != nil {
			def.Advice[i].Select = func(ctx context.Context, c ik.AdviceContext) (ik.Selection, error) {
				return call(w, Fault{Kind: Advice, ID: string(a.ID)}, func() (ik.Selection, error) { return a.Select(ctx, c) })
			}
		}
	}
	return def
}

type watcher struct {
	hear  func(Fault)
	facts map[ik.FactKey]ik.Schema
}

func (w watcher) capability(c *ik.CapabilityDefinition) {
	own := *c
	if own.Invoke != nil {
		c.Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			at := Fault{Kind: Capability, ID: string(own.ID)}
			if inv != nil {
				at.Thread, at.Turn, at.Step = inv.Thread, inv.Turn, inv.Step
			}
			r, err := call(w, at, func() (ik.Result, error) { return own.Invoke(ctx, inv, in) })
			if err == nil {
				w.vet(at, own.Output, r)
			}
			return r, err
		}
	}
	if own.CreateInput != nil {
		type made struct {
			in any
			ok bool
		}
		c.CreateInput = func(ctx context.Context, a ik.AutomationContext) (any, bool, error) {
			m, err := call(w, Fault{Kind: Automation, ID: string(own.ID)}, func() (made, error) {
				in, ok, err := own.CreateInput(ctx, a)
				return made{in, ok}, err
			})
			return m.in, m.ok, err
		}
	}
}

// call runs a handler. A panic becomes the error that the kernel would make of it.
func call[T any](w watcher, at Fault, f func() (T, error)) (v T, err error) {
	returned := false
	defer func() {
		if !returned { // the handler ends its goroutine: nothing can stop it
			w.tell(at, guard.ErrExited)
		}
	}()
	v, err = guard.Protect(f)
	returned = true
	if err != nil {
		w.tell(at, err)
	}
	return v, err
}

func (w watcher) tell(at Fault, err error) {
	at.Err = err
	if p := (*guard.PanicError)(nil); errors.As(err, &p) {
		at.Err, at.Stack = fmt.Errorf("%w: %v", err, p.Value), p.Stack
		if cause, ok := p.Value.(error); ok {
			at.Err = fmt.Errorf("%w: %w", err, cause)
		}
	}
	defer func() { _ = recover() }()
	w.hear(at)
}

// vet tells of an output and of facts that do not fit their schemas.
func (w watcher) vet(at Fault, output ik.Schema, r ik.Result) {
	if r.Status != ik.StatusCompleted {
		return
	}
	err := misfit(output, r.Output)
	for _, f := range r.Facts {
		if schema, declared := w.facts[f.Fact]; declared && err == nil {
			err = misfit(schema, f.Value)
		}
	}
	if err != nil {
		w.tell(at, err)
	}
}

// misfit is what keeps the JSON form of a value from decoding again.
func misfit(s ik.Schema, v any) error {
	_, err := guard.Protect(func() (any, error) {
		raw, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if s.Decode == nil {
			return nil, nil
		}
		if _, issues := s.Decode(raw); len(issues) > 0 {
			return nil, &ik.SchemaError{Type: s.Name, Issues: issues}
		}
		return nil, nil
	})
	return err
}
