// Command ikgen compiles agents written in CUE to typed Go, checks them, and runs their cases.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// gcPercent lets the heap grow further between collections than Go does of itself. Almost all that a compiler allocates
// lives until it ends, so collecting early finds little: this saves a third of the time of a large agent.
const gcPercent = 300

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	os.Exit(runHere(os.Args[1:]))
}

// runHere runs the command in the process's own surroundings. An interrupt ends it in good order; a second one ends the
// process at once, whatever it is doing.
func runHere(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return Run(ctx, args, Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Dir: dir, Cache: cacheDir(),
		Color:    isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "",
		ErrColor: isTerminal(os.Stderr) && os.Getenv("NO_COLOR") == "",
		Watched:  isTerminal(os.Stderr),
	})
}

// isTerminal tells whether a person looks at f. The null device is a character device too, and nobody looks at it.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
