// Package scripted is a model gateway that answers from a list: for tests, cases and examples that need no network. It
// owns the order of the answers and the record of the requests; it knows nothing of what the answers mean.
package scripted

import (
	"context"
	"encoding/json"
	"slices"
	"sync"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// Entry is one scripted answer. Output, Text, Err and Respond exclude each other; without any of them the model said
// nothing.
type Entry struct {
	Prompt string          // id of the prompt that must ask
	Output json.RawMessage // what the model returns
	Text   string          // what the model returns, as raw text that need not be JSON
	Err    error           // what the gateway returns
	// Respond makes the answer from the request, in place of Output: for answers that name the message or the question.
	Respond func(ik.ModelRequest) (json.RawMessage, error)
	Usage   *ik.ModelUsage
	Delay   time.Duration // how long the call takes
}

// Gateway answers requests with its entries, in order. It is safe for concurrent use.
type Gateway struct {
	mu       sync.Mutex
	entries  []Entry
	requests []ik.ModelRequest
	fault    *ik.Error
	delay    func(context.Context, time.Duration) error
}

var _ ik.ModelGateway = (*Gateway)(nil)

// New gives a gateway with a script.
func New(entries ...Entry) *Gateway {
	return &Gateway{entries: slices.Clone(entries), delay: sleep}
}

// OnDelay replaces waiting: a test moves its own clock instead. wait may end early with the context's error. It gives
// the gateway itself, and must be called before the first request.
func (g *Gateway) OnDelay(wait func(context.Context, time.Duration) error) *Gateway {
	g.delay = wait
	return g
}

// Push appends entries to the script.
func (g *Gateway) Push(entries ...Entry) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.entries = append(g.entries, entries...)
}

// Invoke answers with the next entry. A request that the script does not expect fails with SCRIPT_EXHAUSTED or
// SCRIPT_MISMATCH, consumes nothing, and is remembered by Err. Where a repair was asked for, the message says what was
// refused.
func (g *Gateway) Invoke(ctx context.Context, req ik.ModelRequest) (ik.ModelResult, error) {
	e, err := g.next(req)
	if err != nil {
		return ik.ModelResult{}, err
	}
	if e.Delay > 0 {
		if err := g.delay(ctx, e.Delay); err != nil {
			return ik.ModelResult{}, gatewayError("MODEL_CALL_CANCELLED", "the model call was cancelled").Because(err)
		}
	}
	return e.answer(req)
}

// next records the request and takes its entry.
func (g *Gateway) next(req ik.ModelRequest) (Entry, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.requests = append(g.requests, clone(req))
	if len(g.entries) == 0 {
		return Entry{}, g.fail(gatewayError("SCRIPT_EXHAUSTED", "%sthe script has no entry left for prompt %q", cause(req),
			req.Prompt.Definition.ID))
	}
	e := g.entries[0]
	if e.Prompt != req.Prompt.Definition.ID {
		return Entry{}, g.fail(gatewayError("SCRIPT_MISMATCH", "%sthe script expects prompt %q, the kernel asked with %q", cause(req),
			e.Prompt, req.Prompt.Definition.ID))
	}
	g.entries = g.entries[1:]
	return e, nil
}

// cause is why a repair is asked for, before what the script lacks.
func cause(req ik.ModelRequest) string {
	if why := Refusal(req); why != "" {
		return why + "; then "
	}
	return ""
}

// fail remembers the first fault of the script. The caller holds the mutex.
func (g *Gateway) fail(err *ik.Error) error {
	if g.fault == nil {
		g.fault = err
	}
	return err
}

func (e Entry) answer(req ik.ModelRequest) (ik.ModelResult, error) {
	if e.Err != nil {
		return ik.ModelResult{}, e.Err
	}
	value := e.Output
	if e.Respond != nil {
		var err error
		if value, err = e.Respond(req); err != nil {
			return ik.ModelResult{}, err
		}
	}
	if value == nil {
		value = json.RawMessage(e.Text)
	}
	switch {
	case ik.IsBlank(string(value)):
		return ik.ModelResult{}, gatewayError("MODEL_EMPTY_RESPONSE", "the model returned nothing")
	case !json.Valid(value):
		return ik.ModelResult{}, gatewayError("MODEL_JSON_INVALID", "the model returned text that is not JSON")
	}
	model := req.Model
	if model == "" {
		model = "scripted"
	}
	return ik.ModelResult{
		Value: slices.Clone(value), Provider: "scripted", Model: model, Usage: e.Usage,
		DurationMs: float64(e.Delay) / float64(time.Millisecond),
	}, nil
}

// Requests gives the requests so far, in order.
func (g *Gateway) Requests() []ik.ModelRequest {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.requests)
}

// Remaining gives the entries that were not used.
func (g *Gateway) Remaining() []Entry {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.entries)
}

// Err gives the first fault of the script: a request that it did not expect. The kernel may have survived it.
func (g *Gateway) Err() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.fault == nil {
		return nil
	}
	return g.fault
}

func gatewayError(code, format string, args ...any) *ik.Error {
	return ik.NewError(ik.KindGateway, code, format, args...)
}

// clone copies what the caller could change later.
func clone(r ik.ModelRequest) ik.ModelRequest {
	r.Input = slices.Clone(r.Input)
	r.OutputSchema = slices.Clone(r.OutputSchema)
	r.Capabilities = slices.Clone(r.Capabilities)
	return r
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
