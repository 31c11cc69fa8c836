package kernel_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
)

// masked is a schema of an object of which some members are secret.
func masked(required []string, secret ...string) ik.Schema {
	return ik.Schema{
		Name: "Masked", JSON: string(object(map[string]any{"type": "object", "required": required})),
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			members, ok := jsonval.Members(raw)
			if !ok {
				return nil, []ik.Issue{{Code: "WRONG_TYPE", Message: "no object: " + string(raw)}}
			}
			for _, n := range required {
				if _, there := members[n]; !there {
					return nil, []ik.Issue{{Path: "/" + n, Code: "MISSING_FIELD", Message: "missing in " + string(raw)}}
				}
			}
			return raw, nil
		},
		Mask: func() *ik.Mask {
			m := &ik.Mask{}
			for _, n := range secret {
				m.Fields = append(m.Fields, ik.FieldMask{Name: n, Mask: func() *ik.Mask { return &ik.Mask{Self: ik.Secret} }})
			}
			return m
		},
	}
}

// member is a desk whose host says who writes, and whose write gets that from there.
func member(t *testing.T) (*desk, *[]ik.Invocation) {
	calls := &[]ik.Invocation{}
	d := newDesk(t, func(d *desk) {
		schema := masked([]string{"channel"})
		d.def.HostContext = &schema
		d.def.Facts = append(d.def.Facts,
			ik.FactDefinition{Fact: "session.member@1", Host: true, Value: masked([]string{"id"}, "token")},
			ik.FactDefinition{Fact: "session.risk@1", Host: true, Value: masked(nil), Visibility: ik.VisibilityHidden})
		d.def.Capabilities = append(d.def.Capabilities, ik.CapabilityDefinition{
			ID: "member.close", Version: 1, Description: "Closes the account.", Effect: ik.EffectWrite, Confirmation: ik.ConfirmationRequired,
			Input: masked([]string{"why", "id", "token", "risk"}), Output: anything(),
			Filled:    map[string]ik.Path{"id": "session.member@1.id", "token": "session.member@1.token", "risk": "session.risk@1.score"},
			EffectKey: []ik.Path{"input.id", "input.token", "input.risk"},
			Invoke: func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
				*calls = append(*calls, *inv)
				assert.JSONEq(t, `{"why":"moved","id":"M1","token":"canary-token","risk":8717713}`, string(in.(json.RawMessage)))
				scope := ik.NewWriteScope(inv)
				_, _, err := ik.RunEffect(ctx, &scope, func(context.Context, ik.EffectAuthority) (string, error) { return "ok", nil })
				return ik.CompletedResult(map[string]any{}, ik.Completed{}), err
			},
		})
	})
	return d, calls
}

func memberFacts() ik.RawHostFacts {
	return ik.RawHostFacts{
		"session.member@1": json.RawMessage(`{"id":"M1","token":"canary-token"}`),
		"session.risk@1":   json.RawMessage(`{"score":8717713,"note":"canary-note"}`),
	}
}

func (d *desk) hosted(text string) kernel.Input {
	in := d.next(text)
	in.HostFacts, in.HostContext = memberFacts(), map[string]string{"channel": "canary-channel"}
	return in
}

var memberCanaries = []string{"canary", "8717713"}

// clean fails where a document holds a value of the host.
func clean(t *testing.T, what string, v any) {
	t.Helper()
	raw, err := json.Marshal(v)
	require.NoError(t, err)
	for _, canary := range memberCanaries {
		assert.NotContains(t, string(raw), canary, what)
	}
}

// What the host says reaches the handler, and no store, no event, no request and no answer.
func TestHostFactsAreNotStored(t *testing.T) {
	d, calls := member(t)
	asked := d.send(d.hosted("close it"), selects("close it", 0, "member.close"), understands(want("member.close", "close it", 0, map[string]any{"why": "moved"})))
	require.NotNil(t, asked.Response.Interaction)
	assert.Contains(t, asked.Response.Message, `why: "moved"`)
	clean(t, "the result that asks", asked)
	cleanStore(t, d)

	script := []scripted.Entry{selects("yes", 2, "member.close"), answers(string(asked.Response.Interaction.ID), true, "yes"), agrees(confirmPrompt)}
	done := d.send(d.hosted("yes"), append(script, words([]string{"Closed."})...)...)
	require.Len(t, *calls, 1)
	assert.JSONEq(t, `{"channel":"canary-channel"}`, string((*calls)[0].HostContext.(json.RawMessage)))
	require.Len(t, done.Checkpoint.Effects, 1)
	assert.Regexp(t, `^member.close:\["M1","sha256:[0-9a-f]{64}","sha256:[0-9a-f]{64}"\]$`, done.Checkpoint.Effects[0].IdempotencyKey)
	assert.Empty(t, done.Checkpoint.Facts)
	clean(t, "the result", done)
	cleanStore(t, d)
	for _, r := range d.gateway.Requests() {
		clean(t, "a request", r)
	}
	clean(t, "the events", d.sink.take())
}

// cleanStore looks at what a further turn would start from.
func cleanStore(t *testing.T, d *desk) {
	t.Helper()
	err := d.store.WithTurn(t.Context(), ik.TurnIdentity{Thread: "thread-1", Turn: "look"}, func(_ context.Context, scope ik.TurnScope) error {
		clean(t, "the checkpoint", scope.Checkpoint())
		return nil
	})
	require.NoError(t, err)
}

func TestHostFactsAreCheckedBeforeAnyModelCall(t *testing.T) {
	for name, c := range map[string]struct {
		code   string
		change func(*kernel.Input)
	}{
		"no facts":       {"HOST_FACT_MISSING", func(in *kernel.Input) { in.HostFacts = nil }},
		"one is missing": {"HOST_FACT_MISSING", func(in *kernel.Input) { in.HostFacts = ik.RawHostFacts{"session.risk@1": json.RawMessage(`{}`)} }},
		"a wrong value": {"HOST_FACT_INVALID", func(in *kernel.Input) {
			in.HostFacts = ik.RawHostFacts{"session.member@1": json.RawMessage(`["canary"]`)}
		}},
		"a foreign fact": {"HOST_FACT_INVALID", func(in *kernel.Input) {
			in.HostFacts = ik.RawHostFacts{"order.registered@1": json.RawMessage(`"canary"`)}
		}},
		"a wrong context": {"HOST_CONTEXT_INVALID", func(in *kernel.Input) { in.HostContext = "canary" }},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := member(t)
			in := d.hosted("hello")
			c.change(&in)
			clean(t, "the error", d.fails(c.code, in))
			assert.Equal(t, []string{"turn.started", "turn.failed"}, types(d.sink.events))
			clean(t, "the events", d.sink.take())
			assert.Empty(t, d.gateway.Requests())
			in.HostFacts, in.HostContext = memberFacts(), nil
			d.send(in, append([]scripted.Entry{selects("hello", 0)}, words([]string{"Hello."})...)...)
		})
	}
}

func TestHostFactsAreNoPartOfAReplay(t *testing.T) {
	d, _ := member(t)
	in := d.hosted("hello")
	first := d.send(in, append([]scripted.Entry{selects("hello", 0)}, words([]string{"Hello."})...)...)
	in.HostFacts, in.HostContext = nil, "anything"
	again := d.send(in)
	assert.True(t, again.Replayed)
	assert.Equal(t, first.Response, again.Response)
}
