package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

func outbox(t *testing.T, d *desk) []ik.Event {
	t.Helper()
	rows, err := d.store.Outbox(context.Background(), 0, 1000)
	require.NoError(t, err)
	var out []ik.Event
	for _, r := range rows {
		out = append(out, r.Event)
	}
	return out
}

func byType(t *testing.T, events []ik.Event, kind string) ik.Event {
	t.Helper()
	for _, e := range events {
		if e.Type == kind {
			return e
		}
	}
	require.Fail(t, "no event "+kind)
	return ik.Event{}
}

func TestEventOrder(t *testing.T) {
	t.Run("E-114 E-115 E-116 greeting", func(t *testing.T) {
		d := newDesk(t)
		out := d.say("Hi", append([]scripted.Entry{selects("Hi", 0)}, words([]string{"Hello."})...)...)
		events := d.sink.take()
		assert.Equal(t, strings.Fields(`turn.started context.built model.invoked model.completed capabilities.selected
			intention.interpreted plan.created facts.reduced model.invoked model.completed model.invoked model.completed
			response.composed state.committed turn.completed`), types(events))
		for i, e := range events {
			assert.Equal(t, i+1, e.Sequence)
			assert.Equal(t, out.TraceID, e.CorrelationID)
			assert.Equal(t, ik.AgentStamp{ID: "shop", Version: 1, Contract: "contract-1", Audit: "audit-1"}, e.Agent)
			if i > 0 {
				assert.Equal(t, events[i-1].ID, e.CausationID, e.Type)
			}
		}
		assert.Empty(t, events[0].CausationID)
		assert.Equal(t, events, outbox(t, d), "the outbox holds all events")
	})
	t.Run("E-117 one capability, one publication, worded by a model", func(t *testing.T) {
		d := newDesk(t)
		d.say("Find A", append(find("Find A", 0, "any"), words([]string{"A is 100.", "ev-1"})...)...)
		assert.Equal(t, strings.Fields(`turn.started context.built model.invoked model.completed capabilities.selected
			model.invoked model.completed intention.interpreted plan.created step.started capability.invoked capability.event
			capability.completed facts.reduced model.invoked model.completed model.invoked model.completed response.composed
			state.committed turn.completed`), types(d.sink.take()))
	})
	t.Run("E-118 E-119 payloads", func(t *testing.T) {
		d := newDesk(t)
		d.say("Find 𝄞", find("Find 𝄞", 0, "exact")...)
		started := data(t, byType(t, d.sink.take(), "turn.started"))
		assert.Equal(t, map[string]any{"messageLength": 6.0, "checkpointRevision": 0.0}, started)
		d.say("OK", append([]scripted.Entry{selects("OK", 2)}, words([]string{"Fine."})...)...)
		events := d.sink.take()
		assert.InDelta(t, 1, data(t, events[0])["checkpointRevision"], 0)
		built := data(t, byType(t, events, "context.built"))
		assert.InDelta(t, 2, built["recentMessages"], 0)
		assert.InDelta(t, 2, built["userMessageCount"], 0)
		assert.InDelta(t, 2, built["currentMessageIndex"], 0)
		assert.Equal(t, []any{"catalog.candidates@1"}, built["facts"])
		assert.Nil(t, built["activeInteraction"])
	})
	t.Run("E-121 E-124 model audit", func(t *testing.T) {
		d := newDesk(t)
		d.say("Find A", append(find("Find A", 0, "any"), words([]string{"A is 100.", "ev-1"})...)...)
		var selected, reviewed map[string]any
		for _, e := range d.sink.take() {
			if e.Type == "model.invoked" {
				switch m := data(t, e); m["task"] {
				case "capability.select":
					selected = m["audit"].(map[string]any)
				case "response.grounding-review":
					reviewed = m["audit"].(map[string]any)
				}
			}
		}
		system := d.gateway.Requests()[0].System
		assert.Equal(t, ik.TextHash(system), selected["instructionDigest"])
		assert.Equal(t, "default", selected["prompt"].(map[string]any)["revision"])
		assert.Len(t, reviewed["completedWork"], 1)
		assert.NotEmpty(t, reviewed["responseGoal"])
	})
	t.Run("E-134 a write's effect is recorded after its result", func(t *testing.T) {
		d := newDesk(t)
		ordered(d)
		events := d.sink.take()
		done := byType(t, events, "capability.completed")
		recorded := byType(t, events, "effect.recorded")
		assert.Equal(t, done.ID, recorded.CausationID)
		assert.Equal(t, done.StepID, recorded.StepID)
		assert.Equal(t, `order.register:["A"]`, data(t, recorded)["idempotencyKey"])
	})
	t.Run("E-140 a question that is kept is told again", func(t *testing.T) {
		d := newDesk(t)
		askOrder(d)
		d.sink.take()
		d.say("Hm", selects("Hm", 4), understands())
		assert.Contains(t, types(d.sink.take()), "interaction.requested")
	})
}

// askOrder leads to the question whether to register the order, and gives its id.
func askOrder(d *desk) string {
	d.t.Helper()
	d.say("Find A", find("Find A", 0, "exact")...)
	out := d.say("Order A", selects("Order A", 2, "order.register"), understands(want("order.register", "Order A", 2, map[string]string{"model": "A"})))
	require.NotNil(d.t, out.Response.Interaction)
	return string(out.Response.Interaction.ID)
}

// ordered registers the order.
func ordered(d *desk) *ik.TurnResult {
	d.t.Helper()
	question := askOrder(d)
	d.sink.take()
	return d.say("yes", selects("yes", 4, "order.register"), answers(question, true, "yes"), confirmed())
}

func TestPrivateEvents(t *testing.T) {
	t.Run("E-142 E-143 E-145 the host's redactor and the reasoning fields", func(t *testing.T) {
		d := newDesk(t, func(d *desk) {
			d.opt.Redact = func(v any) (any, error) {
				m := v.(map[string]any)
				if _, ok := m["messageLength"]; ok {
					m["messageLength"], m["rawReasoning"], m["chainofthought"] = "[redacted]", "x", "kept"
				}
				return m, nil
			}
		})
		d.say("Hi", append([]scripted.Entry{selects("Hi", 0)}, words([]string{"Hello."})...)...)
		started := data(t, d.sink.take()[0])
		assert.Equal(t, map[string]any{"messageLength": "[redacted]", "checkpointRevision": 0.0, "chainofthought": "kept"}, started)
	})
	t.Run("E-146 a redactor that fails leaves empty data", func(t *testing.T) {
		for _, bad := range []func(any) (any, error){
			func(any) (any, error) { return nil, nil }, func(any) (any, error) { return "text", nil },
			func(any) (any, error) { return nil, errors.New("no") }, func(any) (any, error) { panic("no") },
		} {
			d := newDesk(t, func(d *desk) { d.opt.Redact = bad })
			d.say("Find A", find("Find A", 0, "exact")...)
			for _, e := range append(d.sink.take(), outbox(t, d)...) {
				assert.JSONEq(t, `{}`, string(e.Data), e.Type)
			}
		}
	})
}

func TestSinkFaults(t *testing.T) {
	t.Run("E-151 E-152 E-155 a sink never fails a turn", func(t *testing.T) {
		var refused []string
		d := newDesk(t, func(d *desk) {
			d.sink.fail = func(ik.Event) error { return errors.New("full") }
			d.opt.OnSinkError = func(e ik.Event, err error) { refused = append(refused, e.Type+" "+err.Error()) }
		})
		out := d.say("Find A", find("Find A", 0, "exact")...)
		assert.Equal(t, priceText, out.Response.Message)
		assert.Len(t, refused, len(outbox(t, d)))
		assert.Equal(t, "turn.completed full", refused[len(refused)-1])
	})
}

func TestFailureEvents(t *testing.T) {
	t.Run("E-125 E-158 a turn that fails ends with turn.failed and commits nothing", func(t *testing.T) {
		d := newDesk(t)
		down := ik.NewError(ik.KindGateway, "X", "secret text").With("region", "eu")
		d.fails("X", d.next("Hi"), scripted.Entry{Prompt: selectPrompt, Err: down})
		events := d.sink.take()
		assert.Equal(t, strings.Fields("turn.started context.built model.invoked model.failed turn.failed"), types(events))
		last := events[len(events)-1]
		assert.Equal(t, events[3].ID, last.CausationID)
		assert.Equal(t, map[string]any{"stage": "runtime", "code": "X", "details": map[string]any{
			"retryable": false, "context": map[string]any{"region": "eu"},
		}}, data(t, last))
		assert.Empty(t, outbox(t, d))
		for _, e := range events {
			assert.NotContains(t, string(e.Data), "secret text")
		}
	})
	t.Run("a commit that fails leaves no gap and cites what was sent", func(t *testing.T) {
		d := newDesk(t, func(d *desk) {
			full := ik.NewError(ik.KindDurability, "DISK_FULL", "the disk is full")
			d.opt.Store = &wrapped{Store: d.store, commit: func(func() error) error { return full }}
		})
		d.fails("DISK_FULL", d.next("Hi"), greeting("Hi", 0)...)
		events := d.sink.take()
		last := events[len(events)-1]
		assert.Equal(t, "turn.failed", last.Type)
		assert.Equal(t, events[len(events)-2].ID, last.CausationID)
		for i, e := range events {
			assert.Equal(t, i+1, e.Sequence)
		}
		assert.Empty(t, outbox(t, d))
	})
	t.Run("E-157 E-199 a technical failure is committed", func(t *testing.T) {
		d := newDesk(t)
		in := d.next("Hi")
		out := d.send(in, selects("Hi", 0), scripted.Entry{Prompt: composePrompt, Err: ik.NewError(ik.KindGateway, "PROVIDER_DOWN", "down")})
		assert.Equal(t, "failed", out.Response.Status)
		assert.Equal(t, out.TraceID, out.Response.TraceID)
		assert.Equal(t, out.Response.Message, out.Checkpoint.Messages[1].Content)
		events := d.sink.take()
		assert.Equal(t, []string{"turn.failed", "state.committed", "turn.completed"}, types(events[len(events)-3:]))
		assert.Equal(t, map[string]any{"responseStatus": "failed", "grounded": false}, data(t, events[len(events)-1]))
		assert.Len(t, outbox(t, d), len(events))
		again := d.send(in)
		assert.True(t, again.Replayed)
		assert.Equal(t, out.Response, again.Response)
	})
	t.Run("E-160 E-200 a prompt that cannot be resolved is not observed", func(t *testing.T) {
		d := newDesk(t, func(d *desk) { d.opt.Prompts = resolver{err: errors.New("secret")} })
		e := d.fails("MODEL_PROMPT_RESOLUTION_FAILED", d.next("Hi"))
		raw, err := json.Marshal(e)
		require.NoError(t, err)
		assert.JSONEq(t, `{"name":"KernelConfigurationError","code":"MODEL_PROMPT_RESOLUTION_FAILED","message":"the prompt resolver failed","retryable":false,"context":{}}`, string(raw))
		assert.NotContains(t, types(d.sink.take()), "model.invoked")
		assert.Empty(t, d.gateway.Requests())
	})
	t.Run("E-122 a replaced prompt is in request and audit", func(t *testing.T) {
		d := newDesk(t, func(d *desk) { d.opt.Prompts = resolver{text: "Do it.", revision: "rev-7"} })
		d.say("Hi", append([]scripted.Entry{selects("Hi", 0)}, words([]string{"Hello."})...)...)
		for _, r := range d.gateway.Requests() {
			assert.Equal(t, "Do it.", r.System)
		}
		audit := data(t, byType(t, d.sink.take(), "model.invoked"))["audit"].(map[string]any)["prompt"].(map[string]any)
		assert.Equal(t, "rev-7", audit["revision"])
		assert.Equal(t, ik.TextHash("Do it."), audit["templateHash"])
	})
}

type resolver struct {
	text, revision string
	err            error
}

func (r resolver) ResolvePrompt(context.Context, ik.PromptReference) (ik.ResolvedPrompt, error) {
	return ik.ResolvedPrompt{Template: r.text, Revision: r.revision}, r.err
}
