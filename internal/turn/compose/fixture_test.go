package compose

import (
	"context"
	"encoding/json"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/ikgen/ikgen/generated/kernelprompts"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/emit"
	"github.com/ikgen/ikgen/internal/turn/model"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Prompt ids of the stage.
const (
	composePrompt = "kernel.response.compose"
	reviewPrompt  = "kernel.response.grounding-review"
	againPrompt   = "kernel.response.grounding-review.repair"
	repairPrompt  = "kernel.compose-response.compose-repair"
)

type counter struct{ n atomic.Int64 }

func (c *counter) Next(kind ik.IDKind) string { return fmt.Sprintf("%s-%d", kind, c.n.Add(1)) }

// fixture is one composition under test. Its fields are changed before compose is called.
type fixture struct {
	t        *testing.T
	def      ik.AgentDefinition
	before   *ik.Checkpoint
	in       Input
	gateway  *scripted.Gateway
	emitter  *emit.Emitter
	maxCalls *int
}

func newFixture(t *testing.T, script ...scripted.Entry) *fixture {
	object := ik.Schema{JSON: `{"type":"object"}`, Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil }}
	capability := func(id ik.CapabilityID) ik.CapabilityDefinition {
		return ik.CapabilityDefinition{
			ID: id, Version: 1, Description: "About " + string(id) + ".", Effect: ik.EffectRead, Input: object, Output: object,
			Invoke: func(context.Context, *ik.Invocation, any) (ik.Result, error) { return ik.Result{}, nil },
		}
	}
	return &fixture{
		t: t,
		def: ik.AgentDefinition{
			ID: "shop", Version: 1, Identity: "A shop.", Contract: "c", Audit: "a",
			Capabilities: []ik.CapabilityDefinition{capability("catalog.search"), capability("branch.hours")},
		},
		before:  &ik.Checkpoint{SchemaVersion: 1},
		in:      Input{Plan: &ik.TurnPlan{ResponseGoal: "Help."}, Checkpoint: &ik.Checkpoint{SchemaVersion: 1, Revision: 1}, Trace: "trace-1", Turn: "t1"},
		gateway: scripted.New(script...),
	}
}

// did adds a completed step of a capability. copied is its copy, "" for none.
func (f *fixture) did(id ik.CapabilityID, evidence, copied string, required bool, change ...func(*ik.StepOutcome)) *fixture {
	step := ik.StepID(fmt.Sprintf("step-%d", len(f.in.Plan.Steps)+1))
	intention := ik.Intention{
		ID: ik.IntentionID("i" + step), Objective: "Do " + string(id), Resolution: ik.Resolved, ProposedCapability: id,
		Evidence: []ik.IntentionEvidence{{Text: "please", Meaning: "wants it"}},
	}
	f.in.Batch.Intentions = append(f.in.Batch.Intentions, intention)
	f.in.Plan.Steps = append(f.in.Plan.Steps, ik.PlanStep{
		ID: step, IntentionID: intention.ID, Intention: intention, CapabilityID: id, Disposition: ik.DispositionExecute,
	})
	out := &ik.StepOutcome{
		Status: ik.StatusCompleted, Output: json.RawMessage(`{"ok":true}`),
		Evidence: []ik.Evidence{{ID: ik.EvidenceID(evidence), Source: ik.SourceCapability, Content: "Proof of " + evidence + "."}},
	}
	if copied != "" {
		out.Canonical = &ik.CanonicalResponse{Message: copied, Required: required, Claims: []ik.ResponseClaim{
			{Text: copied, EvidenceIDs: []ik.EvidenceID{ik.EvidenceID(evidence)}},
		}}
	}
	for _, c := range change {
		c(out)
	}
	f.in.Results = append(f.in.Results, ik.StepResult{Status: "invoked", StepID: step, CapabilityID: id, Result: out})
	return f
}

// asks sets the question after reduction.
func (f *fixture) asks(goal string, change ...func(*ik.Interaction)) *fixture {
	i := &ik.Interaction{ID: "interaction-1", Kind: ik.InteractionChoice, Goal: goal, AgendaItemID: "agenda:step-1", Consent: "digest"}
	for _, c := range change {
		c(i)
	}
	f.in.Checkpoint.Interaction = i
	return f
}

func contextual(i *ik.Interaction) { i.ResponseMode = "contextual" }
func optional(i *ik.Interaction)   { i.Mode = "optional" }
func protected(text string) func(*ik.Interaction) {
	return func(i *ik.Interaction) { i.ProtectedMessage = text }
}

// compose runs the stage and checks that the script was followed to its end.
func (f *fixture) compose() Output {
	f.t.Helper()
	out := f.composeWith(f.gateway)
	require.NoError(f.t, f.gateway.Err())
	assert.Empty(f.t, f.gateway.Remaining())
	return out
}

// composeWith runs the stage with another model.
func (f *fixture) composeWith(gateway ik.ModelGateway) Output {
	f.t.Helper()
	ctx := context.Background()
	a, err := agent.Compile(f.def)
	require.NoError(f.t, err)
	f.in.Agent = a
	f.in.Snapshot, err = snapshot.Build(ctx, snapshot.Input{
		Checkpoint: f.before, Agent: a, Message: ik.Message{Role: ik.RoleUser, Content: "Hi", At: epoch}, Now: epoch, Window: 20,
	})
	require.NoError(f.t, err)
	ids := &counter{}
	f.emitter = emit.New(emit.Config{Thread: "th", Turn: "t1", Trace: "trace-1", Agent: a.Stamp(), IDs: ids, Stamp: func() time.Time { return epoch }})
	f.in.Emitter = f.emitter
	f.in.Caller = model.New(model.Config{Gateway: gateway, Emitter: f.emitter, Alias: a.Model, MaxCalls: f.maxCalls}, kernelprompts.All())
	return Respond(ctx, f.in)
}

// canonical checks that the answer is exact copy and that no model was asked.
func (f *fixture) canonical(message string) Output {
	f.t.Helper()
	out := f.compose()
	assert.Equal(f.t, message, out.Response.Message)
	assert.Equal(f.t, "canonical", out.Response.Source)
	assert.True(f.t, out.Response.Grounded)
	assert.Equal(f.t, "completed", out.Response.Status)
	return out
}

// technical checks that the answer is the technical fallback, because of code.
func (f *fixture) technical(code string) Output {
	f.t.Helper()
	out := f.compose()
	assert.Equal(f.t, "technical_fallback", out.Response.Source)
	assert.Equal(f.t, "failed", out.Response.Status)
	assert.False(f.t, out.Response.Grounded)
	assert.Nil(f.t, out.Response.Interaction)
	assert.Empty(f.t, out.Response.Claims)
	assert.Empty(f.t, out.Response.Artifacts)
	assert.Equal(f.t, ik.TraceID("trace-1"), out.Response.TraceID)
	require.NotNil(f.t, out.Failure)
	assert.Equal(f.t, code, out.Failure.Code)
	last := f.emitter.Events()[len(f.emitter.Events())-1]
	assert.Equal(f.t, "turn.failed", last.Type)
	assert.Equal(f.t, last.ID, out.Last)
	assert.Equal(f.t, code, field(f.t, last.Data, "code"))
	return out
}

// worded checks that a model worded the answer.
func (f *fixture) worded(message string, claims int) Output {
	f.t.Helper()
	out := f.compose()
	assert.Equal(f.t, message, out.Response.Message)
	assert.Equal(f.t, "model", out.Response.Source)
	assert.True(f.t, out.Response.Grounded)
	assert.Len(f.t, out.Response.Claims, claims)
	return out
}

// tasks gives the tasks that were asked, in order.
func (f *fixture) tasks() []string {
	out := []string{}
	for _, r := range f.gateway.Requests() {
		out = append(out, r.Task)
	}
	return out
}

// part is one part of a scripted draft.
func part(text string, ids ...string) map[string]any {
	return map[string]any{"text": text, "evidenceIds": append([]string{}, ids...)}
}

func drafted(prompt string, parts ...map[string]any) scripted.Entry {
	raw, _ := json.Marshal(map[string]any{"parts": parts})
	return scripted.Entry{Prompt: prompt, Output: raw}
}

// approve is a review that approves n claims.
func approve(n int) scripted.Entry { return reviewed(n, nil) }

// reject is a review that finds a text unsupported.
func reject(text string) scripted.Entry {
	return reviewed(0, func(m map[string]any) { m["verdict"], m["unsupportedClaims"] = "unsupported", []string{text} })
}

func reviewed(n int, change func(map[string]any)) scripted.Entry {
	ids := []int{}
	for i := range n {
		ids = append(ids, i)
	}
	m := map[string]any{
		"verdict": "supported", "continuityVerdict": "supported", "decisionVerdict": "supported",
		"unsupportedClaims": []string{}, "approvedClaimIndexes": ids,
	}
	if change != nil {
		change(m)
	}
	raw, _ := json.Marshal(m)
	return scripted.Entry{Prompt: reviewPrompt, Output: raw}
}

func field(t *testing.T, raw json.RawMessage, path ...string) any {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal(raw, &v))
	for _, p := range path {
		m, ok := v.(map[string]any)
		require.True(t, ok, "no object at %s", p)
		v = m[p]
	}
	return v
}
