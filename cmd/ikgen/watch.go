package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/ikgen/ikgen/internal/compile"
)

// watchInterval is how often the specs are looked at. Polling needs no third-party code and works on every file system.
const watchInterval = 300 * time.Millisecond

// watch generates, and again whenever a file of the specs changes, until ctx ends. An interrupt is how a watch ends: it is
// no error, whatever the interrupt cut short.
func (g generator) watch(ctx context.Context) error {
	if err := g.follow(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}

func (g generator) follow(ctx context.Context) error {
	last := ""
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		state, err := g.state(ctx)
		if err != nil {
			return err
		}
		if state != last {
			last = state
			if err := g.run(ctx); err != nil && !errors.Is(err, errFindings) {
				return err
			}
			_, _ = fmt.Fprintln(g.env.Stderr, "ikgen: waiting for changes")
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// state describes the CUE and embedded files by path, size and time.
func (g generator) state(ctx context.Context) (string, error) {
	files, err := compile.SourceFiles(ctx, compile.Config{Dir: g.env.Dir, Patterns: g.patterns})
	if err != nil {
		return "", err
	}
	slices.Sort(files)
	var b strings.Builder
	for _, f := range files {
		if info, err := os.Stat(f); err == nil {
			fmt.Fprintf(&b, "%s %d %d\n", f, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String(), nil
}
