// Package snaptest has the agent, the conversation and the scripted model that the tests of the reading stages share.
package snaptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// Now is the time of every test.
func Now() time.Time { return time.Date(2026, 1, 1, 9, 30, 0, 0, time.UTC) }

// Object is a schema that accepts every JSON object, with the mask of its private places.
func Object(name string, mask *ik.Mask) ik.Schema {
	s := ik.Schema{Name: name, JSON: `{"type":"object"}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		var m map[string]any
		if err := json.Unmarshal(raw, &m); err != nil || m == nil {
			return nil, []ik.Issue{{Code: "invalid_type", Message: "expected an object"}}
		}
		return m, nil
	}}
	if mask != nil {
		s.Mask = func() *ik.Mask { return mask }
	}
	return s
}

// Capability is a read without requirements.
func Capability(id ik.CapabilityID) ik.CapabilityDefinition {
	return ik.CapabilityDefinition{
		ID: id, Version: 1, Description: "Does " + string(id) + ".", Effect: ik.EffectRead,
		Input: Object("Input", nil), Output: Object("Output", nil),
		Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil },
	}
}

// Definition is the agent of the scenarios: three reads. change alters it before it is compiled.
func Definition(change ...func(*ik.AgentDefinition)) ik.AgentDefinition {
	d := ik.AgentDefinition{
		ID: "shop", Version: 1, Identity: "A shop's assistant.", TimeZone: "UTC", Contract: "c", Audit: "a",
		Capabilities: []ik.CapabilityDefinition{
			Capability("help.answer"), Capability("catalog.find"), Capability("catalog.compare"),
		},
	}
	for _, f := range change {
		f(&d)
	}
	return d
}

// Agent compiles Definition.
func Agent(t testing.TB, change ...func(*ik.AgentDefinition)) *agent.Agent {
	t.Helper()
	a, err := agent.Compile(Definition(change...))
	noError(t, err)
	return a
}

// Checkpoint has three messages and nothing open.
func Checkpoint() *ik.Checkpoint {
	at := Now().Add(-time.Hour)
	return &ik.Checkpoint{
		SchemaVersion: 1, Revision: 2, MessageCount: 3,
		Messages: []ik.Message{
			{Role: ik.RoleUser, Content: "good morning", At: at}, {Role: ik.RoleAssistant, Content: "hello", At: at},
			{Role: ik.RoleUser, Content: "I need a tent", At: at},
		},
	}
}

// Option is an option without a target.
func Option(id string, value any) ik.Option {
	return ik.Option{ID: id, Label: "Label " + id, Value: value}
}

// Choice is an open choice of two options.
func Choice(target ik.CapabilityID) *ik.Interaction {
	i := &ik.Interaction{
		ID: "ch", Kind: ik.InteractionChoice, CapabilityID: "catalog.find", Goal: "Which one?",
		Options: []ik.Option{Option("opt-1", map[string]any{"pick": 1}), Option("opt-2", map[string]any{"pick": 2})},
	}
	for n := range i.Options {
		i.Options[n].TargetCapabilityID = target
	}
	return i
}

// Confirmation is an open confirmation of help.answer.
func Confirmation() *ik.Interaction {
	return &ik.Interaction{ID: "conf-1", Kind: ik.InteractionConfirmation, CapabilityID: "help.answer", Goal: "Shall I?"}
}

// Question is an open input of help.answer.
func Question() *ik.Interaction {
	return &ik.Interaction{ID: "in-1", Kind: ik.InteractionInput, CapabilityID: "help.answer", Goal: "Which city?"}
}

// Pending is open work of a capability.
func Pending(id ik.CapabilityID, status ik.AgendaStatus) ik.AgendaItem {
	return ik.AgendaItem{ID: "ag-1", Status: status, Intention: ik.Intention{
		ID: "i-1", Objective: "o", Resolution: ik.Resolved, ProposedCapability: id, Input: json.RawMessage(`{"orig":true}`),
		Evidence: []ik.IntentionEvidence{}, References: []ik.Reference{},
	}}
}

// IDs counts per kind.
type IDs struct {
	mu sync.Mutex
	n  map[ik.IDKind]int
}

// Next gives the next id of a kind.
func (g *IDs) Next(kind ik.IDKind) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == nil {
		g.n = map[ik.IDKind]int{}
	}
	g.n[kind]++
	return fmt.Sprintf("%s-%d", kind, g.n[kind])
}

// Reply is one scripted answer of the model: Output is JSON, Err fails the call.
type Reply struct {
	Prompt string
	Output string
	Err    error
}

// Gateway answers from a script and records the requests. A call that the script does not foresee fails the test.
type Gateway struct {
	T        testing.TB
	Script   []Reply
	Requests []ik.ModelRequest
}

// Invoke gives the next answer.
func (g *Gateway) Invoke(_ context.Context, r ik.ModelRequest) (ik.ModelResult, error) {
	g.T.Helper()
	n := len(g.Requests)
	g.Requests = append(g.Requests, r)
	if id := r.Prompt.Definition.ID; n >= len(g.Script) || g.Script[n].Prompt != id {
		g.T.Fatalf("call %d is of %s, which the script does not foresee", n+1, id)
	}
	if g.Script[n].Err != nil {
		return ik.ModelResult{}, g.Script[n].Err
	}
	return ik.ModelResult{Value: json.RawMessage(g.Script[n].Output), Provider: "scripted", Model: "m"}, nil
}

// Input of a request, decoded.
func (g *Gateway) Input(n int) map[string]any {
	g.T.Helper()
	var out map[string]any
	noError(g.T, json.Unmarshal(g.Requests[n].Input, &out))
	return out
}

// Sees tells whether a text is in what any request shows a model.
func (g *Gateway) Sees(text string) bool {
	for _, r := range g.Requests {
		raw, err := json.Marshal(r)
		noError(g.T, err)
		if bytes.Contains(raw, []byte(text)) {
			return true
		}
	}
	return false
}

// Turn is what a stage runs in.
type Turn struct {
	Agent    *agent.Agent
	Snapshot *snapshot.Snapshot
	Gateway  *Gateway
	Emitter  *emit.Emitter
	Caller   *model.Caller
	IDs      *IDs
}

// New builds a turn over a state. The script is checked to be used up when the test ends.
func New(t testing.TB, in snapshot.Input, script ...Reply) *Turn {
	t.Helper()
	if in.Agent == nil {
		in.Agent = Agent(t)
	}
	if in.Checkpoint == nil {
		in.Checkpoint = Checkpoint()
	}
	in.Now, in.Window, in.Message.Role, in.Message.At = Now(), 20, ik.RoleUser, Now()
	s, err := snapshot.Build(t.Context(), in)
	noError(t, err)
	turn := Over(t.Context(), in.Agent, s, nil)
	turn.Gateway.T, turn.Gateway.Script = t, script
	t.Cleanup(func() {
		turn.Gateway.checkTasks()
		if n := len(turn.Gateway.Requests); !t.Failed() && n != len(script) {
			t.Errorf("%d answers were left over", len(script)-n)
		}
	})
	return turn
}

// Over makes a turn over a snapshot with a gateway of the test's own, nil for one that Turn.Gateway scripts.
func Over(ctx context.Context, a *agent.Agent, s *snapshot.Snapshot, g ik.ModelGateway) *Turn {
	turn := &Turn{Agent: a, Snapshot: s, Gateway: &Gateway{}, IDs: &IDs{}}
	if g == nil {
		g = turn.Gateway
	}
	turn.Emitter = emit.New(emit.Config{Thread: "th", Turn: "t", Trace: "tr", IDs: turn.IDs, Stamp: Now})
	turn.Caller = model.New(model.Config{Gateway: g, Emitter: turn.Emitter, Alias: a.Model}, kernelprompts.All())
	s.Announce(ctx, turn.Emitter, "")
	return turn
}

// Event finds the data of the first event of a type.
func (turn *Turn) Event(t testing.TB, kind string) map[string]any {
	t.Helper()
	for _, e := range turn.Emitter.Events() {
		if e.Type == kind {
			var out map[string]any
			noError(t, json.Unmarshal(e.Data, &out))
			return out
		}
	}
	t.Fatalf("no event %s", kind)
	return nil
}

// Prompts are the ids of the prompts of the calls, in their order.
func (turn *Turn) Prompts() []string {
	var out []string
	for _, r := range turn.Gateway.Requests {
		out = append(out, r.Prompt.Definition.ID)
	}
	return out
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
