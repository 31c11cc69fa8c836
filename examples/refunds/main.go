// Command refunds is a whole host for the agent of examples/agent.cue: typed handlers over a small order book, the kernel
// on the memory store, and a scripted model in place of a real one, so that it runs offline.
//
//	go run ./examples/refunds
//
// It prints the conversation, what the kernel decided at each stage of each turn, and the receipts of the effects.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/ikgen/ikgen/generated/refunds"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/gateway/scripted"
	"github.com/ikgen/ikgen/runtime/kernel"
	"github.com/ikgen/ikgen/runtime/store/memory"
)

func main() {
	if err := run(context.Background(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "refunds:", err)
		os.Exit(1)
	}
}

// thread is the one conversation of the example.
const thread ik.ThreadID = "customer-17"

// run plays the conversation with a new desk and prints it to w.
func run(ctx context.Context, w io.Writer) error { return play(ctx, w, newDesk()) }

func play(ctx context.Context, w io.Writer, d desk) error {
	model, decisions := scripted.New(), &decisions{}
	k, err := kernel.New(kernel.Options{Gateway: model, Store: memory.New(), Sink: decisions})
	if err != nil {
		return err
	}
	agent, err := k.Compile(refunds.Definition(d, refunds.Ports{}))
	if err != nil {
		return err
	}
	for _, turn := range conversation() {
		model.Push(turn.model...)
		res, err := agent.Run(ctx, kernel.Input{Thread: thread, Turn: turn.id, Text: turn.text})
		if err != nil {
			return fmt.Errorf("turn %s: %w", turn.id, err)
		}
		if err := model.Err(); err != nil {
			return fmt.Errorf("turn %s: %w", turn.id, err)
		}
		if err := printTurn(w, turn, res, decisions.take()); err != nil {
			return err
		}
	}
	return nil
}
