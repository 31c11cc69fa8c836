// Command moving is a host whose one capability hides a workflow of three stages behind a port. While the workflow runs, its
// reports become events of the turn: a front end that listens to the sink shows how far it is.
//
//	go run ./examples/moving
//
// The model is scripted, so it runs offline.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/ikgen/ikgen/examples/moving/planner"
	"github.com/ikgen/ikgen/generated/moving"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "moving:", err)
		os.Exit(1)
	}
}

// run asks for one offer and prints the reports as they arrive, then the answer.
func run(ctx context.Context, w io.Writer) error {
	model := scripted.New()
	k, err := kernel.New(kernel.Options{Gateway: model, Store: memory.New(), Sink: progress{w}})
	if err != nil {
		return err
	}
	agent, err := k.Compile(moving.Definition(desk{}, moving.Ports{Planner: planner.Workflow{}}))
	if err != nil {
		return err
	}
	const text = "What does a move from Harbour Street 1 to Hill Road 9 cost?"
	model.Push(scripted.Understand(scripted.Goal{
		Do: moving.CapMoveOffer, Input: map[string]any{"from": "Harbour Street 1", "to": "Hill Road 9"},
	})...)
	model.Push(scripted.Say(scripted.Part{Text: "Your move takes 6 hours.", Cite: []ik.EvidenceID{"offer"}})...)
	res, err := agent.Run(ctx, kernel.Input{Thread: "customer-17", Turn: "t1", Text: text})
	if err != nil {
		return err
	}
	if err := model.Err(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "user   %s\nagent  %s\n", text, res.Response.Message)
	return err
}

// progress is a sink that prints the events that handlers report, and nothing else.
type progress struct{ w io.Writer }

// Emit prints one event.
func (p progress) Emit(_ context.Context, e ik.Event) error {
	if e.Type != "capability.event" {
		return nil
	}
	var d struct {
		CapabilityID ik.CapabilityID `json:"capabilityId"`
		Name         string          `json:"name"`
		Data         json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return err
	}
	_, err := fmt.Fprintf(p.w, "  · %s %s %s\n", d.CapabilityID, d.Name, d.Data)
	return err
}
