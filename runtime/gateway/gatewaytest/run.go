// Package gatewaytest is the conformance suite of ik.ModelGateway. An adapter's test calls Run with a way to make its
// backend answer; the suite knows no adapter and no provider.
package gatewaytest

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// Reply is what the backend of a gateway does with one call.
type Reply struct {
	Text  string // what the model says, word by word
	Usage *ik.ModelUsage
	Fail  bool // the provider fails with an error that contains Secret
	Hang  bool // nothing comes until the call is cancelled
}

// Secret is in the errors of a failing provider. It must not be in the gateway's.
const Secret = "canary-4111"

// patience bounds how long a cancelled call may take to end.
const patience = 5 * time.Second

// Run holds a gateway to the suite. open gives a gateway for the prompt "test.prompt" whose backend answers the next
// calls with replies, in order, and cleans up after it through t.Cleanup.
func Run(t *testing.T, open func(t *testing.T, replies ...Reply) ik.ModelGateway) {
	for _, it := range []struct {
		name    string
		replies []Reply
		check   func(t *testing.T, g ik.ModelGateway)
	}{
		{"the value is what the model said", []Reply{{Text: `{"a":[1,2.50,null,"é"]}`, Usage: &ik.ModelUsage{InputTokens: 7, OutputTokens: 3}}}, value},
		{"a model that says nothing is MODEL_EMPTY_RESPONSE", []Reply{{Text: " \n"}}, fails("MODEL_EMPTY_RESPONSE")},
		{"text that is not JSON is MODEL_JSON_INVALID", []Reply{{Text: `sure, {"a":`}}, fails("MODEL_JSON_INVALID")},
		{"a fault of the provider is a gateway error without its text", []Reply{{Fail: true}}, providerFault},
		{"a cancelled call ends", []Reply{{Hang: true}}, cancelled},
		{"the request is not changed", []Reply{{Text: `{}`}}, untouched},
		{"calls may run side by side", []Reply{{Text: `{}`}, {Text: `{}`}, {Text: `{}`}, {Text: `{}`}}, sideBySide},
	} {
		t.Run(it.name, func(t *testing.T) { it.check(t, open(t, it.replies...)) })
	}
}

func request() ik.ModelRequest {
	return ik.ModelRequest{
		Task: "test", Model: "default", System: "Answer.", Input: json.RawMessage(`{"q":1}`),
		Prompt:       ik.PromptReference{Definition: ik.PromptDefinition{ID: "test.prompt", Version: 1, Template: "Answer."}, Values: map[string]string{}},
		OutputSchema: json.RawMessage(`{"type":"object"}`), Capabilities: []ik.CapabilityProjection{},
	}
}

func value(t *testing.T, g ik.ModelGateway) {
	got, err := g.Invoke(context.Background(), request())
	if err != nil {
		t.Fatal(err)
	}
	var have, want any
	if json.Unmarshal(got.Value, &have) != nil || json.Unmarshal([]byte(`{"a":[1,2.50,null,"é"]}`), &want) != nil ||
		!reflect.DeepEqual(have, want) {
		t.Fatalf("value %s", got.Value)
	}
	if got.Provider == "" || got.Model == "" || got.DurationMs < 0 {
		t.Fatalf("provider %q, model %q, duration %v", got.Provider, got.Model, got.DurationMs)
	}
	if got.Usage == nil || got.Usage.InputTokens != 7 || got.Usage.OutputTokens != 3 {
		t.Fatalf("usage %+v", got.Usage)
	}
}

func fails(code string) func(*testing.T, ik.ModelGateway) {
	return func(t *testing.T, g ik.ModelGateway) {
		_, err := g.Invoke(context.Background(), request())
		if !ik.IsKind(err, ik.KindGateway) || ik.CodeOf(err) != code {
			t.Fatalf("error %v, expected a gateway error with code %s", err, code)
		}
	}
}

func providerFault(t *testing.T, g ik.ModelGateway) {
	_, err := g.Invoke(context.Background(), request())
	e, ok := ik.AsError(err)
	if !ok || e.Kind != ik.KindGateway || e.Code == "" {
		t.Fatalf("error %v, expected a gateway error with a code", err)
	}
	raw, _ := json.Marshal(e)
	for _, text := range []string{e.Error(), string(raw)} {
		if strings.Contains(text, Secret) {
			t.Fatalf("the error shows the provider's text: %s", text)
		}
	}
}

func cancelled(t *testing.T, g ik.ModelGateway) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := g.Invoke(ctx, request())
		done <- err
	}()
	select {
	case err := <-done:
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("error %v, expected the deadline as its cause", err)
		}
	case <-time.After(patience):
		t.Fatal("the call outlives its context")
	}
}

func untouched(t *testing.T, g ik.ModelGateway) {
	req := request()
	if _, err := g.Invoke(context.Background(), req); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(req, request()) {
		t.Fatalf("request %+v", req)
	}
}

func sideBySide(t *testing.T, g ik.ModelGateway) {
	var all sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		all.Go(func() { _, errs[i] = g.Invoke(context.Background(), request()) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}
