package kernel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Prompt ids that the tests script.
const (
	selectPrompt    = "kernel.capability.select"
	interpretPrompt = "kernel.turn.interpret"
	composePrompt   = "kernel.response.compose"
	reviewPrompt    = "kernel.response.grounding-review"
	confirmPrompt   = "kernel.review-interaction-answer.confirmation-answer-review-system-prompt"
	diversionPrompt = "kernel.review-capability-selection.active-interaction-diversion-review-system-prompt"
	controlPrompt   = "kernel.review-lifecycle-actions.lifecycle-selection-review-system-prompt"
	cancelPrompt    = "kernel.review-lifecycle-actions.lifecycle-review-system-prompt"
)

// tick is a clock that moves by hand, and by a millisecond with every stamp.
type tick struct {
	mu  sync.Mutex
	now time.Time
}

func newTick() *tick { return &tick{now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)} }

func (c *tick) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *tick) Stamp() time.Time {
	now := c.Now()
	c.advance(time.Millisecond)
	return now
}

func (c *tick) advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// ids counts per kind.
type ids struct {
	mu sync.Mutex
	n  map[ik.IDKind]int
}

func (g *ids) Next(kind ik.IDKind) string {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == nil {
		g.n = map[ik.IDKind]int{}
	}
	g.n[kind]++
	return fmt.Sprintf("%s-%d", kind, g.n[kind])
}

// sink collects events.
type sink struct {
	mu     sync.Mutex
	events []ik.Event
	fail   func(ik.Event) error
}

func (s *sink) Emit(_ context.Context, e ik.Event) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.events = append(s.events, e)
	if s.fail != nil {
		return s.fail(e)
	}
	return nil
}

func (s *sink) take() []ik.Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.events
	s.events = nil
	return out
}

func types(events []ik.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, e.Type)
	}
	return out
}

// desk is an agent under test with everything around it.
type desk struct {
	t       *testing.T
	def     ik.AgentDefinition
	opt     kernel.Options
	gateway *scripted.Gateway
	store   *memory.Store
	sink    *sink
	clock   *tick
	agent   *kernel.Agent
	ran     map[ik.CapabilityID]int
	effects int // calls of the provider
	mu      sync.Mutex
	turns   int
}

// newDesk makes a desk with the shop agent. change adapts definition and options before they are compiled.
func newDesk(t *testing.T, change ...func(*desk)) *desk {
	d := &desk{t: t, gateway: scripted.New(), store: memory.New(), sink: &sink{}, clock: newTick(), ran: map[ik.CapabilityID]int{}}
	d.def = shop(d)
	d.opt = kernel.Options{Gateway: d.gateway, Store: d.store, Sink: d.sink, Clock: d.clock, IDs: &ids{}}
	for _, c := range change {
		c(d)
	}
	d.compile()
	return d
}

func (d *desk) compile() {
	d.t.Helper()
	k, err := kernel.New(d.opt)
	require.NoError(d.t, err)
	d.agent, err = k.Compile(d.def)
	require.NoError(d.t, err)
}

// next gives the input of a further turn.
func (d *desk) next(text string) kernel.Input {
	d.turns++
	return kernel.Input{Thread: "thread-1", Turn: ik.TurnID(fmt.Sprintf("t%d", d.turns)), Text: text}
}

// say runs a turn that must succeed and use up its script.
func (d *desk) say(text string, script ...scripted.Entry) *ik.TurnResult {
	d.t.Helper()
	return d.send(d.next(text), script...)
}

func (d *desk) send(in kernel.Input, script ...scripted.Entry) *ik.TurnResult {
	d.t.Helper()
	d.gateway.Push(script...)
	out, err := d.agent.Run(context.Background(), in)
	require.NoError(d.t, err)
	require.NoError(d.t, d.gateway.Err())
	require.Empty(d.t, d.gateway.Remaining())
	return out
}

// fails runs a turn that must fail with a code.
func (d *desk) fails(code string, in kernel.Input, script ...scripted.Entry) *ik.Error {
	d.t.Helper()
	d.gateway.Push(script...)
	out, err := d.agent.Run(context.Background(), in)
	assert.Nil(d.t, out)
	e, ok := ik.AsError(err)
	require.True(d.t, ok, "%v", err)
	assert.Equal(d.t, code, e.Code, "%v", err)
	return e
}

func (d *desk) invoked(id ik.CapabilityID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ran[id]++
}

func object(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// selects scripts a selection that quotes a message.
func selects(text string, index int, ids ...string) scripted.Entry {
	mode := "selected"
	if len(ids) == 0 {
		mode, ids = "conversational", []string{}
	}
	return scripted.Entry{Prompt: selectPrompt, Output: object(map[string]any{
		"mode": mode, "capabilityIds": ids, "rationale": "because",
		"evidence": []any{quote(text, index)},
	})}
}

func quote(text string, index int) map[string]any {
	return map[string]any{"text": text, "meaning": "it says so", "messageIndex": index}
}

// want is one scripted intention.
func want(capability, text string, index int, input any) map[string]any {
	return map[string]any{
		"id": "x-" + capability, "objective": "Do " + capability, "evidence": []any{quote(text, index)}, "references": []any{},
		"proposedCapability": capability, "input": input, "resolution": "resolved",
	}
}

// understands scripts an interpretation.
func understands(intentions ...map[string]any) scripted.Entry {
	return scripted.Entry{Prompt: interpretPrompt, Output: object(map[string]any{
		"intentions": append([]map[string]any{}, intentions...), "contradictions": []any{},
	})}
}

// answers scripts the interpretation of an answer.
func answers(interaction string, value any, text string) scripted.Entry {
	return scripted.Entry{Prompt: interpretPrompt, Output: object(map[string]any{
		"intentions": []any{}, "contradictions": []any{},
		"answerToInteraction": map[string]any{"interactionId": interaction, "value": value, "evidence": text, "rationale": "clear"},
	})}
}

// words scripts a draft and a review that approves it. A part is a text, or a text and what it cites.
func words(parts ...[]string) []scripted.Entry {
	var list []any
	var approved []int
	for _, p := range parts {
		list = append(list, map[string]any{"text": p[0], "evidenceIds": append([]string{}, p[1:]...)})
		if len(p) > 1 {
			approved = append(approved, len(approved))
		}
	}
	return []scripted.Entry{
		{Prompt: composePrompt, Output: object(map[string]any{"parts": list})},
		{Prompt: reviewPrompt, Output: object(map[string]any{
			"verdict": "supported", "continuityVerdict": "supported", "decisionVerdict": "supported", "unsupportedClaims": []any{},
			"approvedClaimIndexes": append([]int{}, approved...),
		})},
	}
}

func data(t *testing.T, e ik.Event) map[string]any {
	t.Helper()
	var out map[string]any
	require.NoError(t, json.Unmarshal(e.Data, &out))
	return out
}

// agrees is a review with two outcomes that supports what it is shown.
func agrees(prompt string) scripted.Entry {
	return scripted.Entry{Prompt: prompt, Output: object(map[string]any{"verdict": "supported", "rationale": "r"})}
}
