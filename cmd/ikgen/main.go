// Command ikgen compiles agents written in CUE to typed Go, checks them, and runs their cases.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := runHere(ctx, os.Args[1:])
	stop()
	os.Exit(code)
}

// runHere runs the command in the process's own surroundings.
func runHere(ctx context.Context, args []string) int {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return Run(ctx, args, Env{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Dir: dir,
		Color: isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "",
	})
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
