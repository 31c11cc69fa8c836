package turntest

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// Handler is a scripted capability.
type Handler func(ctx context.Context, inv *ik.Invocation, in json.RawMessage) (ik.Result, error)

// Call is one invocation that happened.
type Call struct {
	Capability ik.CapabilityID
	Trigger    ik.Trigger
	Input      json.RawMessage
	Invocation *ik.Invocation
}

// Agent is a definition in the making. Its handlers can be changed between turns.
type Agent struct {
	Def      ik.AgentDefinition
	Handlers map[ik.CapabilityID]Handler
	// Provider, once set, is called by every operation of Complete and of drawn handlers. Its error is the operation's.
	Provider func(ik.EffectAuthority) error

	mu    sync.Mutex
	calls []Call
}

// NewAgent makes an agent without capabilities.
func NewAgent() *Agent {
	return &Agent{Def: ik.AgentDefinition{ID: "test", Version: 1, Contract: "contract"}, Handlers: map[ik.CapabilityID]Handler{}}
}

// Add adds a capability. facts is "required@1 atruntime@1? | provided@1 | invalidated@1".
func (a *Agent) Add(id ik.CapabilityID, effect ik.Effect, facts string) *ik.CapabilityDefinition {
	parts := strings.Split(facts+"||", "|")
	c := ik.CapabilityDefinition{
		ID: id, Version: 1, Description: "Execute " + string(id), Effect: effect, Input: Object(), Output: Object(),
		Provides: keys(parts[1]), Invalidates: keys(parts[2]),
		Invoke: func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
			return a.invoke(ctx, id, inv, in)
		},
	}
	if effect == ik.EffectWrite {
		c.Confirmation = ik.ConfirmationRequired
	}
	for _, k := range keys(parts[0]) {
		key, atRuntime := strings.CutSuffix(string(k), "?")
		r := ik.Requirement{Facts: []ik.FactKey{ik.FactKey(key)}, Description: "the " + key}
		if atRuntime {
			r.Resolution = "runtime"
		}
		c.Requires = append(c.Requires, r)
	}
	for _, f := range c.Provides {
		a.Def.Facts = append(a.Def.Facts, ik.FactDefinition{Fact: f, Value: Object()})
	}
	a.Def.Capabilities = append(a.Def.Capabilities, c)
	return &a.Def.Capabilities[len(a.Def.Capabilities)-1]
}

func (a *Agent) invoke(ctx context.Context, id ik.CapabilityID, inv *ik.Invocation, in any) (ik.Result, error) {
	raw, _ := in.(json.RawMessage)
	a.mu.Lock()
	a.calls = append(a.calls, Call{Capability: id, Trigger: inv.Trigger, Input: raw, Invocation: inv})
	h := a.Handlers[id]
	a.mu.Unlock()
	if h == nil {
		h = a.Complete(id)
	}
	return h(ctx, inv, raw)
}

// Calls are the invocations so far, and forgets them.
func (a *Agent) Calls() []Call {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := a.calls
	a.calls = nil
	return out
}

// Complete is a handler that publishes everything that the capability provides; a write has one effect.
func (a *Agent) Complete(id ik.CapabilityID) Handler {
	return func(ctx context.Context, inv *ik.Invocation, _ json.RawMessage) (ik.Result, error) {
		for _, c := range a.Def.Capabilities {
			if c.ID != id {
				continue
			}
			if c.Effect == ik.EffectWrite {
				if _, _, err := inv.Effects(ctx, "", a.apply); err != nil {
					return ik.Result{}, err
				}
			}
			return Completed(c.Provides...), nil
		}
		return ik.Result{}, nil
	}
}

// apply is Applied, after the provider was told.
func (a *Agent) apply(ctx context.Context, authority ik.EffectAuthority) (json.RawMessage, error) {
	if a.Provider != nil {
		if err := a.Provider(authority); err != nil {
			return nil, err
		}
	}
	return Applied(ctx, authority)
}

// Applied is an operation that happens.
func Applied(context.Context, ik.EffectAuthority) (json.RawMessage, error) {
	return json.RawMessage(`{"ok":true}`), nil
}

// Completed is a result that publishes the facts, each proven by one evidence record.
func Completed(publish ...ik.FactKey) ik.Result {
	r := ik.Result{Status: ik.StatusCompleted, Output: map[string]any{}}
	for _, k := range publish {
		id := ik.EvidenceID("e:" + string(k))
		r.Evidence = append(r.Evidence, ik.Evidence{ID: id, Source: ik.SourceCapability, Content: "proof"})
		r.Facts = append(r.Facts, ik.FactCandidate{Fact: k, Value: map[string]any{"of": k}, EvidenceIDs: []ik.EvidenceID{id}})
	}
	return r
}

// Asks is a result that asks.
func Asks(q ik.Interaction, partial any) ik.Result {
	return ik.NeedsInputResult(ik.NeedsInput{Ask: q, Partial: partial})
}

// Shop is the agent that most scenarios are about.
func Shop() *Agent {
	a := NewAgent()
	a.Add("items.find", ik.EffectRead, "|items.found@1|items.picked@1").Input = Object("text")
	a.Add("items.pick", ik.EffectRead, "items.found@1|items.picked@1")
	a.Add("help.ask", ik.EffectRead, "")
	a.Add("person.collect", ik.EffectRead, "|person.known@1")
	a.Add("deal.close", ik.EffectRead, "person.known@1?|deal.closed@1")
	a.Add("order.place", ik.EffectWrite, "items.picked@1|order.placed@1")
	a.Add("invoice.issue", ik.EffectWrite, "order.placed@1|invoice.issued@1")
	a.Add("invoice.mail", ik.EffectWrite, "invoice.issued@1")
	a.Add("mail.send", ik.EffectWrite, "")
	return a
}
