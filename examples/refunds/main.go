// Command refunds is a whole host for the agent of examples/agent.cue: typed handlers over a small order book, the kernel
// on the memory store, and a scripted model in place of a real one, so that it runs offline.
//
//	go run ./examples/refunds
//	go run ./examples/refunds -events events.jsonl
//
// It prints the conversation, what the kernel decided at each stage of each turn, and the receipts of the effects. With a
// file for events it writes every event of every turn there, one a line.
package main

import (
	"context"
	"errors"
	"flag"
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
	file := flag.String("events", "", "write the events of all turns to this file")
	flag.Parse()
	if err := start(context.Background(), *file); err != nil {
		fmt.Fprintln(os.Stderr, "refunds:", err)
		os.Exit(1)
	}
}

// start plays the conversation, and writes its events where a file is named.
func start(ctx context.Context, file string) error {
	if file == "" {
		return run(ctx, os.Stdout)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	err = record(ctx, os.Stdout, f)
	return errors.Join(err, f.Close())
}

// thread is the one conversation of the example.
const thread ik.ThreadID = "customer-17"

// run plays the conversation with a new desk and prints it to w.
func run(ctx context.Context, w io.Writer) error { return play(ctx, w, newDesk(), nil) }

// play plays the conversation with a desk. more hears of every event too; nil for nobody.
func play(ctx context.Context, w io.Writer, d desk, more ik.EventSink) error {
	model, decisions := scripted.New(), &decisions{more: more}
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
