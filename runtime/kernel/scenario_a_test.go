package kernel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

// refused gives the error of options that make no kernel.
func refused(t *testing.T, o kernel.Options) *ik.Error {
	t.Helper()
	k, err := kernel.New(o)
	assert.Nil(t, k)
	e, ok := ik.AsError(err)
	require.True(t, ok, "%v", err)
	assert.Equal(t, ik.KindConfiguration, e.Kind)
	assert.False(t, e.Retryable)
	return e
}

func TestKernelCreation(t *testing.T) {
	zero, minus, one := 0, -5, 1
	valid := func() kernel.Options { return kernel.Options{Gateway: scripted.New(), Store: memory.New()} }
	t.Run("A-139 a kernel needs a gateway", func(t *testing.T) {
		e := refused(t, kernel.Options{Store: memory.New()})
		assert.Equal(t, "INVALID_KERNEL_DEPENDENCY", e.Code)
		assert.Equal(t, map[string]any{"dependency": "modelGateway"}, e.Context)
		o := valid()
		o.Gateway = (*scripted.Gateway)(nil)
		assert.Equal(t, map[string]any{"dependency": "modelGateway"}, refused(t, o).Context)
	})
	t.Run("A-140 a turn without a step is none", func(t *testing.T) {
		o := valid()
		o.Limits.MaxSteps = &zero
		e := refused(t, o)
		assert.Equal(t, "INVALID_KERNEL_LIMIT", e.Code)
		assert.Equal(t, map[string]any{"limit": "maxSteps"}, e.Context)
	})
	t.Run("A-142 what is optional may be left out, but not be nothing in disguise", func(t *testing.T) {
		_, err := kernel.New(valid())
		require.NoError(t, err)
		o := valid()
		o.Sink = (*sink)(nil)
		assert.Equal(t, map[string]any{"dependency": "eventSink"}, refused(t, o).Context)
	})
	t.Run("A-143 the first fault is named: dependencies in their order, then limits in theirs", func(t *testing.T) {
		limits := ik.Limits{TurnTimeoutMs: &zero, MaxSteps: &zero}
		assert.Equal(t, map[string]any{"dependency": "modelGateway"}, refused(t, kernel.Options{Limits: limits}).Context)
		assert.Equal(t, map[string]any{"dependency": "durability"}, refused(t, kernel.Options{Gateway: scripted.New(), Sink: (*sink)(nil), Limits: limits}).Context)
		o := valid()
		o.Clock, o.Limits = (*tick)(nil), limits
		assert.Equal(t, map[string]any{"dependency": "clock"}, refused(t, o).Context)
		o = valid()
		o.Limits = limits
		assert.Equal(t, map[string]any{"limit": "turnTimeoutMs"}, refused(t, o).Context)
	})
	t.Run("A-145 a turn needs some time", func(t *testing.T) {
		for _, ms := range []*int{&zero, &minus} {
			o := valid()
			o.Limits.TurnTimeoutMs = ms
			e := refused(t, o)
			assert.Equal(t, "INVALID_KERNEL_LIMIT", e.Code)
			assert.Equal(t, map[string]any{"limit": "turnTimeoutMs"}, e.Context)
		}
		o := valid()
		o.Limits.TurnTimeoutMs = &one
		_, err := kernel.New(o)
		require.NoError(t, err)
	})
	t.Run("B-005 a window may be empty, but not less", func(t *testing.T) {
		o := valid()
		o.Limits.RecentMessageLimit = &minus
		assert.Equal(t, map[string]any{"limit": "recentMessageLimit"}, refused(t, o).Context)
		o.Limits.RecentMessageLimit = &zero
		_, err := kernel.New(o)
		require.NoError(t, err)
	})
}

func TestDefaultLimits(t *testing.T) {
	t.Run("A-146 without limits a turn has 64 steps, and the rest goes on in the next", func(t *testing.T) {
		d := newDesk(t)
		var wanted []map[string]any
		for i := range 65 {
			w := want("catalog.search", "Find all", 0, map[string]string{"term": fmt.Sprint(i)})
			wanted = append(wanted, w)
		}
		out := d.say("Find all", append([]scripted.Entry{selects("Find all", 0, "catalog.search"), understands(wanted...)},
			words([]string{"Most of it is done.", "ev-1"})...)...)
		assert.Equal(t, 64, d.ran["catalog.search"])
		require.Len(t, out.Issues, 1)
		assert.Equal(t, "STEP_BUDGET_EXCEEDED", out.Issues[0].Code)
		require.Len(t, out.Checkpoint.Agenda, 1)
		assert.Equal(t, ik.AgendaReady, out.Checkpoint.Agenda[0].Status)
	})
	t.Run("A-146 64 steps are within it", func(t *testing.T) {
		d := newDesk(t)
		var wanted []map[string]any
		for i := range 64 {
			wanted = append(wanted, want("catalog.search", "Find all", 0, map[string]string{"term": fmt.Sprint(i)}))
		}
		out := d.say("Find all", append([]scripted.Entry{selects("Find all", 0, "catalog.search"), understands(wanted...)},
			words([]string{"All is done.", "ev-1"})...)...)
		assert.Empty(t, out.Issues)
		assert.Empty(t, out.Checkpoint.Agenda)
	})
	t.Run("A-146 models see the last 20 of 25 messages", func(t *testing.T) {
		d := newDesk(t)
		cp := stored(d)
		for i := range 25 {
			cp.Messages = append(cp.Messages, ik.Message{Role: ik.RoleUser, Content: fmt.Sprint("m", i), At: d.clock.Now()})
		}
		cp.MessageCount = 25
		d.store.Seed("thread-1", object(cp))
		d.say("Hi", greeting("Hi", 25)...)
		var in struct {
			Conversation struct {
				RecentMessages []struct {
					Index   int
					Content string
				}
			}
			CurrentMessage struct{ Index int }
			Omissions      []struct {
				Path    string
				Omitted int
			}
		}
		require.NoError(t, json.Unmarshal(d.gateway.Requests()[0].Input, &in))
		recent := in.Conversation.RecentMessages
		require.Len(t, recent, 20)
		assert.Equal(t, 5, recent[0].Index)
		assert.Equal(t, "m5", recent[0].Content)
		assert.Equal(t, 24, recent[19].Index)
		assert.Equal(t, 25, in.CurrentMessage.Index)
		require.Len(t, in.Omissions, 1)
		assert.Equal(t, "conversation.messages", in.Omissions[0].Path)
		assert.Equal(t, 5, in.Omissions[0].Omitted)
	})
}

// stored is an empty state of the desk's thread.
func stored(d *desk) *ik.Checkpoint {
	return &ik.Checkpoint{
		SchemaVersion: ik.CheckpointSchema, Revision: 7, AgentFingerprint: d.def.Contract, AuditFingerprint: d.def.Audit,
		Messages: []ik.Message{}, Facts: []ik.FactRecord{}, Agenda: []ik.AgendaItem{}, Effects: []ik.EffectReceipt{},
	}
}

func TestCompiledAgents(t *testing.T) {
	t.Run("A-148 a definition can be compiled again and at once, and gives the same agent", func(t *testing.T) {
		d := newDesk(t)
		k, err := kernel.New(d.opt)
		require.NoError(t, err)
		agents := make([]*kernel.Agent, 8)
		var all sync.WaitGroup
		for i := range agents {
			all.Go(func() { agents[i], _ = k.Compile(d.def) })
		}
		all.Wait()
		for _, a := range agents {
			require.NotNil(t, a)
			assert.Equal(t, []any{ik.AgentID("shop"), 1, "contract-1", "audit-1"}, []any{a.ID(), a.Version(), a.Contract(), a.Audit()})
		}
		assert.Empty(t, d.ran, "compiling runs nothing")
	})
	t.Run("A-149 a faulty definition fails the same way each time", func(t *testing.T) {
		d := newDesk(t)
		k, err := kernel.New(d.opt)
		require.NoError(t, err)
		d.def.Version = 0
		_, first := k.Compile(d.def)
		_, second := k.Compile(d.def)
		assert.Equal(t, "INVALID_AGENT_VERSION", ik.CodeOf(first))
		assert.Equal(t, first, second)
	})
	t.Run("A-151 a compiled agent does not change with its definition", func(t *testing.T) {
		d := newDesk(t)
		d.def.ID, d.def.Version, d.def.Contract = "other", 9, "contract-9"
		d.def.Capabilities[0].Description = "changed"
		d.def.Facts[0].Visibility = ik.VisibilityHidden
		assert.Equal(t, []any{ik.AgentID("shop"), 1, "contract-1"}, []any{d.agent.ID(), d.agent.Version(), d.agent.Contract()})
		out := d.say("Find A", find("Find A", 0, "exact")...)
		assert.Equal(t, "contract-1", out.Checkpoint.AgentFingerprint)
		assert.NotContains(t, string(object(d.gateway.Requests()[0])), "changed")
	})
	t.Run("A-152 without a progression the state has none", func(t *testing.T) {
		d := newDesk(t)
		out := d.say("Hi", greeting("Hi", 0)...)
		assert.NotContains(t, string(object(out.Checkpoint)), `"progression"`)
	})
	t.Run("A-017 what a schema decodes is what the handler gets, and its output stays as it gave it", func(t *testing.T) {
		var got any
		d := newDesk(t, func(d *desk) {
			c := &d.def.Capabilities[0]
			c.Input.Decode = func(raw json.RawMessage) (any, []ik.Issue) {
				return strings.ToUpper(string(raw)), nil
			}
			c.Output.Decode = func(json.RawMessage) (any, []ik.Issue) { return "another value", nil }
			invoke := c.Invoke
			c.Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
				got = in
				return invoke(ctx, inv, map[string]string{"term": "any"})
			}
		})
		d.say("Find A", append(find("Find A", 0, "any"), words([]string{"A is 100.", "ev-1"})...)...)
		assert.Contains(t, got, "TERM")
		brief := string(d.gateway.Requests()[2].Input)
		assert.Contains(t, brief, `"found":"A"`)
		assert.NotContains(t, brief, "another value")
	})
}

func TestStoredContracts(t *testing.T) {
	begin := func(t *testing.T) (*desk, kernel.Input) {
		d := newDesk(t)
		in := d.next("Hi")
		d.send(in, greeting("Hi", 0)...)
		d.sink.take()
		d.def.Contract = "contract-2"
		d.compile()
		return d, in
	}
	t.Run("A-100 a thread of another contract is refused before any model call", func(t *testing.T) {
		d, _ := begin(t)
		calls := len(d.gateway.Requests())
		e := d.fails("AGENT_FINGERPRINT_MISMATCH", d.next("Hi again"))
		assert.Equal(t, ik.KindDurability, e.Kind)
		assert.Equal(t, map[string]any{"storedFingerprint": "contract-1", "compiledFingerprint": "contract-2"}, e.Context)
		assert.Len(t, d.gateway.Requests(), calls)
		assert.Empty(t, d.sink.take())
	})
	t.Run("A-101 but a turn that is committed is given back", func(t *testing.T) {
		d, in := begin(t)
		calls := len(d.gateway.Requests())
		out := d.send(in)
		assert.True(t, out.Replayed)
		assert.Equal(t, "Hello.", out.Response.Message)
		assert.Len(t, d.gateway.Requests(), calls)
	})
}

func TestStoredQuestions(t *testing.T) {
	t.Run("A-158 a stored question of an unknown response mode ends the turn before any model call", func(t *testing.T) {
		d := newDesk(t)
		cp := stored(d)
		cp.Interaction = &ik.Interaction{ID: "q-1", Kind: ik.InteractionInput, Goal: "Which city?", CapabilityID: "catalog.search", ResponseMode: "unreviewed"}
		d.store.Seed("thread-1", object(cp))
		e := d.fails("INVALID_INTERACTION_RESPONSE_MODE", d.next("Rome"))
		assert.Equal(t, map[string]any{"interactionId": "q-1"}, e.Context)
		assert.Empty(t, d.gateway.Requests())
		assert.Empty(t, d.ran)
	})
}

func TestModelsOfTasks(t *testing.T) {
	models := func(d *desk) []string {
		var out []string
		for _, r := range d.gateway.Requests() {
			out = append(out, r.Model)
		}
		return out
	}
	t.Run("A-154 without models a request names none, and its event says so", func(t *testing.T) {
		d := newDesk(t)
		d.say("Find A", find("Find A", 0, "exact")...)
		assert.Equal(t, []string{"", ""}, models(d))
		invoked := data(t, byType(t, d.sink.take(), "model.invoked"))
		assert.Contains(t, invoked, "model")
		assert.Nil(t, invoked["model"])
	})
	t.Run("A-155 a model of selection serves its repair, and not the interpretation", func(t *testing.T) {
		d := newDesk(t, func(d *desk) { d.def.Models = map[string]string{"capability.select": "s"} })
		repaired := selects("Find A", 0, "catalog.search")
		repaired.Prompt = selectPrompt + ".repair"
		d.say("Find A", scripted.Entry{Prompt: selectPrompt, Output: object(map[string]any{})}, repaired, find("Find A", 0, "exact")[1])
		assert.Equal(t, []string{"s", "s", ""}, models(d))
	})
}

func TestDefaultDeadline(t *testing.T) {
	t.Run("A-145 the default deadline is a minute", func(t *testing.T) {
		for delay, code := range map[time.Duration]string{59 * time.Second: "", 61 * time.Second: "TURN_DEADLINE_EXCEEDED"} {
			d := newDesk(t)
			d.gateway.OnDelay(func(_ context.Context, by time.Duration) error {
				d.clock.advance(by)
				return nil
			})
			script := find("Find A", 0, "exact")
			script[0].Delay = delay
			if code != "" {
				d.fails(code, d.next("Find A"), script...)
				continue
			}
			d.gateway.Push(script...)
			_, err := d.agent.Run(context.Background(), d.next("Find A"))
			require.NoError(t, err)
		}
	})
}
