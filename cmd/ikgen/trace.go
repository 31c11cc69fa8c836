package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/trace"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/telemetry/jsonl"
)

func traceCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "trace FILE",
		Short: "Show a turn from a file of events, what was proposed beside what was accepted",
		Long: `trace reads events, one a line of JSON, as runtime/telemetry/jsonl writes them; - is standard input. It shows the turns
that are named, or the only one that the file has; of several it prints a list. A line that is no event is told and passed over.`,
		Args: cobra.ExactArgs(1),
	}
	turn := cmd.Flags().String("turn", "", "show the turn with this `id`, every attempt at it")
	thread := cmd.Flags().String("thread", "", "of this thread (by `id`) only")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		events, err := env.events(args[0])
		if err != nil {
			return err
		}
		var found []trace.Turn
		for _, t := range trace.Turns(events) {
			if (*turn == "" || t.ID == ik.TurnID(*turn)) && (*thread == "" || t.Thread == ik.ThreadID(*thread)) {
				found = append(found, t)
			}
		}
		switch {
		case len(found) == 0:
			return fmt.Errorf("%s has no such turn", args[0])
		case *turn == "" && len(found) > 1:
			return trace.List(env.Stdout, found)
		}
		return writeTurns(env.Stdout, found)
	}
	return cmd
}

func writeTurns(w io.Writer, turns []trace.Turn) error {
	for i, t := range turns {
		if i > 0 {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		if err := trace.Write(w, t); err != nil {
			return err
		}
	}
	return nil
}

// events reads a file of events.
func (env *Env) events(file string) (out []ik.Event, err error) {
	in := env.Stdin
	if file != "-" {
		path := file
		if !filepath.IsAbs(path) {
			path = filepath.Join(env.Dir, file)
		}
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		in = f
	}
	for e, err := range jsonl.Read(in) {
		switch {
		case ik.CodeOf(err) == "EVENT_LINE_UNREADABLE":
			own, _ := ik.AsError(err)
			if _, err := fmt.Fprintf(env.Stderr, "%s:%v: not an event\n", file, own.Context["line"]); err != nil {
				return nil, err
			}
		case err != nil:
			return nil, fmt.Errorf("%s cannot be read: %w", file, err)
		default:
			out = append(out, e)
		}
	}
	return out, nil
}
