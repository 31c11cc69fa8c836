package kernel_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
)

// canary is what a provider, a driver or a library may put into its error: a key, a query, a customer's words.
const canary = "canary-sk-live-4711"

var errCanary = errors.New(canary)

// TestErrorsOfAdaptersStayInside has every adapter of the host fail with a secret in its error, or panic with it: no
// event, no outbox row, no stored turn, no error and no report of usage tells it.
func TestErrorsOfAdaptersStayInside(t *testing.T) {
	coded := func(code string) error {
		return ik.NewError(ik.KindGateway, code, "the provider failed").Because(errCanary)
	}
	hello := func() []scripted.Entry {
		return append([]scripted.Entry{selects("Hi", 0)}, words([]string{"Hello."})...)
	}
	at := func(n int, err error) []scripted.Entry {
		all := hello()
		all[n] = scripted.Entry{Prompt: all[n].Prompt, Err: err}
		return all[:n+1]
	}
	for name, c := range map[string]struct {
		change func(*desk)
		script []scripted.Entry
		fails  bool
	}{
		"gateway, plain":            {script: at(0, errCanary), fails: true},
		"gateway, coded":            {script: at(0, coded("PROVIDER_DOWN")), fails: true},
		"gateway, while it words":   {script: at(1, errCanary)},
		"gateway, while it reviews": {script: at(2, coded("PROVIDER_DOWN"))},
		"prompts":                   {change: func(d *desk) { d.opt.Prompts = resolver{err: errCanary} }, fails: true},
		"thread":                    {change: func(d *desk) { d.opt.Store = leaking{Store: d.opt.Store} }, fails: true},
		"commit":                    {change: func(d *desk) { d.opt.Store = leaking{Store: d.opt.Store, commit: true} }, script: hello(), fails: true},
		"sink": {change: func(d *desk) {
			d.opt.Sink, d.opt.OnSinkError = leakingSink{}, func(ik.Event, error) { panic(canary) }
		}, script: hello()},
		"sink, panic":     {change: func(d *desk) { d.opt.Sink = leakingSink{panics: true} }, script: hello()},
		"redactor":        {change: redacting(func(any) (any, error) { return nil, errCanary }), script: hello()},
		"redactor, panic": {change: redacting(func(any) (any, error) { panic(canary) }), script: hello()},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			if c.change != nil {
				c.change(d)
				d.compile()
			}
			d.gateway.Push(c.script...)
			out, err := d.agent.Run(t.Context(), d.next("Hi"))
			assert.Equal(t, c.fails, err != nil, "%v", err)
			var own json.RawMessage
			if e, ok := ik.AsError(err); ok {
				own, err = json.Marshal(e)
				require.NoError(t, err)
				assert.NotContains(t, fmt.Sprintf("%v %+v", e, e), canary)
			}
			told, err := json.Marshal([]any{out, own, d.sink.take(), outbox(t, d)})
			require.NoError(t, err)
			assert.NotContains(t, string(told), canary)
		})
	}
}

// TestHostileRedactors has the host's redactor give everything that is no object, and keep and change what it got: an event
// tells nothing then, and no turn fails.
func TestHostileRedactors(t *testing.T) {
	type unserialisable struct{ F func() }
	loop := map[string]any{}
	loop["self"] = loop
	var kept []map[string]any
	for name, redact := range map[string]func(any) (any, error){
		"nil":               func(any) (any, error) { return nil, nil },
		"nil map":           func(any) (any, error) { return map[string]any(nil), nil },
		"nil pointer":       func(any) (any, error) { return (*struct{})(nil), nil },
		"text":              func(any) (any, error) { return canary, nil },
		"list":              func(v any) (any, error) { return []any{v}, nil },
		"raw JSON":          func(any) (any, error) { return json.RawMessage(`{"a": `), nil },
		"no JSON":           func(any) (any, error) { return unserialisable{}, nil },
		"a loop":            func(any) (any, error) { return loop, nil },
		"an error":          func(v any) (any, error) { return v, errCanary },
		"a panic":           func(any) (any, error) { panic(canary) },
		"a panic with nil":  func(any) (any, error) { panic(nil) },
		"an error as value": func(any) (any, error) { return errCanary, nil },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, redacting(redact))
			d.say("Hi", append([]scripted.Entry{selects("Hi", 0)}, words([]string{"Hello."})...)...)
			events := append(d.sink.take(), outbox(t, d)...)
			require.NotEmpty(t, events)
			for _, e := range events {
				assert.JSONEq(t, "{}", string(e.Data), e.Type)
			}
		})
	}
	t.Run("one that keeps what it got", func(t *testing.T) {
		d := newDesk(t, redacting(func(v any) (any, error) {
			m := v.(map[string]any)
			kept = append(kept, m)
			for _, old := range kept[:len(kept)-1] {
				old["late"] = canary
			}
			return m, nil
		}))
		d.say("Hi", append([]scripted.Entry{selects("Hi", 0)}, words([]string{"Hello."})...)...)
		told, err := json.Marshal(append(d.sink.take(), outbox(t, d)...))
		require.NoError(t, err)
		assert.NotContains(t, string(told), canary)
	})
}

func redacting(redact func(any) (any, error)) func(*desk) {
	return func(d *desk) { d.opt.Redact = redact }
}

// leaking is a store whose errors hold a secret.
type leaking struct {
	ik.Store
	commit bool
}

func (s leaking) WithTurn(ctx context.Context, id ik.TurnIdentity, fn func(context.Context, ik.TurnScope) error) error {
	if !s.commit {
		return errCanary
	}
	return s.Store.WithTurn(ctx, id, func(ctx context.Context, scope ik.TurnScope) error { return fn(ctx, leakingScope{scope}) })
}

type leakingScope struct{ ik.TurnScope }

func (leakingScope) Commit(context.Context, ik.Commit) error { return errCanary }

type leakingSink struct{ panics bool }

func (s leakingSink) Emit(context.Context, ik.Event) error {
	if s.panics {
		panic(canary)
	}
	return errCanary
}
