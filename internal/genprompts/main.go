// Command genprompts builds the kernel's own packages under generated/ from the build-time half alone, so that a broken
// one can be built again: the command ikgen links the kernel, and the kernel links those packages.
//
//	go run ./internal/genprompts            # from the root of the repository
//	go run ./internal/genprompts --check    # writes nothing, exit code 1 when something is stale
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
)

func main() {
	check := slices.Contains(os.Args[1:], "--check")
	if err := run(context.Background(), check); err != nil {
		fmt.Fprintln(os.Stderr, "genprompts:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, check bool) error {
	dir, err := filepath.Abs("templates/kernel")
	if err != nil {
		return err
	}
	res, err := compile.Load(ctx, compile.Config{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		return err
	}
	if res.Failed() {
		if err := diag.Print(os.Stderr, "text", res.Diags, diag.PrintOptions{Dir: dir}); err != nil {
			return err
		}
		return fmt.Errorf("the kernel's catalog has errors")
	}
	for _, u := range res.Units {
		files, err := u.Files()
		if err != nil {
			return err
		}
		r, err := u.Output(ctx, files, check)
		if err != nil {
			return err
		}
		if stale := slices.Concat(r.Stale, r.Missing, r.Orphaned, r.Edited); len(stale) > 0 && check {
			return fmt.Errorf("not up to date: %v: run `go run ./internal/genprompts`", stale)
		}
	}
	return nil
}
