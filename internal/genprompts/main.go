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
	"strings"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func main() {
	check := slices.Contains(os.Args[1:], "--check")
	if err := run(context.Background(), check); err != nil {
		fmt.Fprintln(os.Stderr, "genprompts:", err)
		os.Exit(1)
	}
}

// The kernel's own packages of CUE: its prompts, what models return, and what a turn tells.
const (
	promptSource = "templates/kernel"
	wireSource   = "templates/wire"
	eventSource  = "templates/events"
)

// run works on the repository at the working directory.
func run(ctx context.Context, check bool) error {
	root, err := filepath.Abs(".")
	if err != nil {
		return err
	}
	stale, _, err := generate(ctx, filepath.Join(root, promptSource), check)
	if err != nil {
		return err
	}
	more, wire, err := generate(ctx, filepath.Join(root, wireSource), check)
	if err != nil {
		return err
	}
	stale = append(stale, more...)
	if old, err := outputsPage.write(root, wire, check); err != nil {
		return err
	} else if old {
		stale = append(stale, outputsPage.file)
	}
	more, err = events(ctx, root, check)
	if err != nil {
		return err
	}
	stale = append(stale, more...)
	if len(stale) > 0 && check {
		return fmt.Errorf("not up to date: %s: run `go run ./internal/genprompts`", strings.Join(stale, ", "))
	}
	return nil
}

// generate writes what is made of the package in a folder, or only compares it, and gives the files that were not up to
// date and the package.
func generate(ctx context.Context, dir string, check bool) ([]string, *ir.Package, error) {
	res, err := load(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	var stale []string
	var pkg *ir.Package
	for _, u := range res.Units {
		files, err := u.Files()
		if err != nil {
			return nil, nil, err
		}
		r, err := u.Output(ctx, files, check)
		if err != nil {
			return nil, nil, err
		}
		pkg = u.Package.IR
		stale = slices.Concat(stale, r.Stale, r.Missing, r.Orphaned, r.Edited)
	}
	return stale, pkg, nil
}

// load reads the package in a folder. What is wrong with it is printed.
func load(ctx context.Context, dir string) (*compile.Result, error) {
	res, err := compile.Load(ctx, compile.Config{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		return nil, err
	}
	if res.Failed() {
		if err := diag.Print(os.Stderr, "text", res.Diags, diag.PrintOptions{Dir: dir}); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s has errors", dir)
	}
	return res, nil
}
