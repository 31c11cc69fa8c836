package main

import (
	"context"
	"errors"
	"io"

	"github.com/ikgen/ikgen/runtime/telemetry/jsonl"
)

// record plays the conversation with a new desk, prints it to w and writes its events to file, one a line.
func record(ctx context.Context, w, file io.Writer) error {
	events := jsonl.New(file, jsonl.Options{})
	err := play(ctx, w, newDesk(), events)
	return errors.Join(err, events.Close(ctx))
}
