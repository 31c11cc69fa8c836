// Package iktest helps hosts to test their capabilities.
//
// It runs one handler as the kernel would, with facts that the test gives and an effect ledger in memory, and shows what
// came of it. It needs no model, plans nothing and judges no policy; whole conversations are tested with cases.
package iktest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/execute"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/plan"
	"github.com/ikgen/ikgen/internal/turn/watch"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// Outcome is what came of one call.
type Outcome struct {
	// StepOutcome is the result with every value as JSON, after all checks of the kernel. A handler that returned an error,
	// panicked or broke its contract has status failed and the issue that a turn would have.
	ik.StepOutcome
	// Effects are the receipts of the call.
	Effects []ik.EffectReceipt
	// Facts are the confirmed facts after the call.
	Facts []ik.FactRecord
	// Events are the events of the call, those that the handler emitted among them.
	Events []ik.Event
	// Err is what the handler itself did wrong, as a host sees it in kernel.Options.OnHandlerError: the error that it
	// returned, what it panicked with, or the *ik.SchemaError with the places at which its output or a fact does not fit.
	// Nil for a call that succeeded, and for one whose result breaks another rule: that is in Issue.
	Err error
	// Stack is that of a panic, "" for others.
	Stack string
}

// Call runs the handler of a capability with an input: the generated input type, or anything that encoding/json writes
// as one. Ids count from 1 and the time is 2026-01-01T00:00:00Z unless an option says otherwise.
//
// The error means that the handler was not called: the definition does not compile, there is no such capability
// (CAPABILITY_NOT_REGISTERED), the input or a fact does not fit its schema (INVALID_CAPABILITY_INPUT,
// FACT_VALUE_UNREADABLE, INVALID_FACT_KEY), or a required fact is not given (MISSING_REQUIRED_FACTS).
func Call(def ik.AgentDefinition, id ik.CapabilityID, in any, with ...Option) (*Outcome, error) {
	return CallContext(context.Background(), def, id, in, with...)
}

// CallContext is Call under a context, which the handler gets.
func CallContext(ctx context.Context, def ik.AgentDefinition, id ik.CapabilityID, in any, with ...Option) (*Outcome, error) {
	s := newSetup()
	for _, o := range with {
		if err := o(s); err != nil {
			return nil, err
		}
	}
	out := &Outcome{}
	heard := &fault{}
	a, err := agent.Compile(watch.Definition(def, heard.hear))
	if err != nil {
		return nil, err
	}
	step, err := s.step(a, id, in)
	if err != nil {
		return nil, err
	}
	turn := ik.TurnIdentity{Thread: "thread-1", Turn: "turn-1"}
	err = memory.New().WithTurn(ctx, turn, func(ctx context.Context, scope ik.TurnScope) error {
		return s.run(ctx, a, scope, turn, step, out)
	})
	if err != nil {
		return nil, err
	}
	out.Stack, out.Err = heard.get()
	return out, nil
}

// fault is the first fault of the handler. One that was left behind may tell of another one later.
type fault struct {
	mu    sync.Mutex
	first watch.Fault
}

func (f *fault) hear(of watch.Fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.first.Err == nil {
		f.first = of
	}
}

func (f *fault) get() (stack string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return string(f.first.Stack), f.first.Err
}

// step makes the one step of the call.
func (s *setup) step(a *agent.Agent, id ik.CapabilityID, in any) (ik.PlanStep, error) {
	c := a.Capabilities[id]
	if c == nil {
		return ik.PlanStep{}, ik.NewError(ik.KindBase, "CAPABILITY_NOT_REGISTERED", "there is no capability %q", id)
	}
	if err := s.instances(a); err != nil {
		return ik.PlanStep{}, err
	}
	raw, err := json.Marshal(in)
	if err != nil {
		return ik.PlanStep{}, invalidInput(id, err)
	}
	if _, issues := c.Input.Decode(slices.Clone(raw)); len(issues) > 0 {
		return ik.PlanStep{}, invalidInput(id, &ik.SchemaError{Type: c.Input.Name, Issues: issues})
	}
	if missing := plan.Missing(a, id, raw, s.facts); len(missing) > 0 {
		return ik.PlanStep{}, lacks(missing[0].FactRef)
	}
	intention := ik.Intention{
		ID: "intention-1", Objective: c.Description, Evidence: []ik.IntentionEvidence{}, References: []ik.Reference{},
		ProposedCapability: id, Input: raw, Resolution: ik.Resolved,
	}
	return ik.PlanStep{
		ID: "step-1", IntentionID: intention.ID, Intention: intention, CapabilityID: id, Input: raw, Continuation: s.continuation,
		Answer: s.answer, DependsOn: []ik.StepID{}, MissingFacts: []ik.FactRequirement{}, Disposition: ik.DispositionExecute,
		Reason: ik.PlanReason{Code: plan.CodeReady, Evidence: []string{}}, Accepted: s.accepted,
	}, nil
}

// instances checks the given facts, and reads the keys of instances from their values.
func (s *setup) instances(a *agent.Agent) error {
	for i := range s.facts {
		f := &s.facts[i]
		def := a.FactOf(f.FactRef)
		switch {
		case def == nil:
			return ik.NewError(ik.KindBase, "UNKNOWN_FACT", "the agent does not declare the fact %q", f.FactKey())
		case def.KeyPath == "" && f.Key != "":
			return ik.NewError(ik.KindBase, "INVALID_FACT_KEY", "the fact %q has no instances, and one is given", f.FactKey())
		case def.KeyPath == "":
			continue
		}
		key, ok := facts.Key(def, f.Value)
		if !ok || f.Key != "" && f.Key != key {
			return ik.NewError(ik.KindBase, "INVALID_FACT_KEY", "the value of the fact %q has no key at %q, or another one than given", f.FactKey(), def.KeyPath)
		}
		f.Key = key
	}
	return nil
}

// lacks tells which fact, and of a keyed one which instance, a call was not given.
func lacks(ref ik.FactRef) *ik.Error {
	err := ik.NewError(ik.KindBase, "MISSING_REQUIRED_FACTS", "the capability needs the fact %q", ref.FactKey())
	if ref.Key == "" {
		return err
	}
	err = ik.NewError(ik.KindBase, "MISSING_REQUIRED_FACTS", "the capability needs the instance %q of the fact %q", ref.Key, ref.FactKey())
	return err.With("key", ref.Key)
}

func invalidInput(id ik.CapabilityID, cause error) *ik.Error {
	return ik.NewError(ik.KindSchema, "INVALID_CAPABILITY_INPUT", "the input of %q does not fit its schema: %v", id, cause).Because(cause)
}

// run executes the step and takes what came of it.
func (s *setup) run(ctx context.Context, a *agent.Agent, scope ik.TurnScope, id ik.TurnIdentity, step ik.PlanStep, out *Outcome) error {
	now := func() time.Time { return s.now }
	emitter := emit.New(emit.Config{
		Thread: id.Thread, Turn: id.Turn, Trace: "trace-1", Agent: a.Stamp(), IDs: s.ids, Stamp: now,
	})
	done, err := execute.Run(ctx, execute.Input{
		Plan: &ik.TurnPlan{Steps: []ik.PlanStep{step}}, Agent: a, Scope: scope, Emitter: emitter, IDs: s.ids, Now: now,
		Checkpoint: &ik.Checkpoint{SchemaVersion: ik.CheckpointSchema, Facts: s.facts, Messages: s.previous, Interaction: s.interaction},
		Trigger:    ik.TriggerUser, StepsLeft: 1, Sequential: true, Thread: id.Thread, Turn: id.Turn, Message: s.message, HostContext: s.host,
	})
	if err != nil {
		return err
	}
	if len(done.Results) != 1 || done.Results[0].Result == nil {
		return ik.NewError(ik.KindBase, "CAPABILITY_NOT_INVOKED", "the capability was not invoked")
	}
	out.StepOutcome, out.Effects = *done.Results[0].Result, done.Results[0].Effects
	out.Facts, out.Events = done.Facts, emitter.Events()
	return nil
}

// counter gives ids per kind from 1.
type counter struct{ last map[ik.IDKind]int }

// Next gives the next id of a kind.
func (c *counter) Next(kind ik.IDKind) string {
	c.last[kind]++
	return fmt.Sprintf("%s-%d", kind, c.last[kind])
}
