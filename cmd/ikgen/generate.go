package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/output"
)

func generateCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate [patterns]",
		Short: "Generate the Go code, the lock and the intermediate representation",
		Long: `generate writes the generated files of every package: the Go code into the package's directory (or where
@ik(out="…") says), and beside the spec ikgen.lock, ikgen.ir.json and ikgen.manifest. All of them belong into version
control. Only files whose bytes change are written. Files of an earlier run that are no longer generated are removed; a
file that ikgen did not write is never touched.

With --check nothing is written: stale, missing, orphaned and hand-edited files are listed, and make the exit code 1.`,
	}
	format := formatFlags(cmd, "text", "json")
	check := cmd.Flags().Bool("check", false, "write nothing, list what is not up to date")
	watch := cmd.Flags().Bool("watch", false, "generate again whenever a spec changes, until interrupted")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		chosen, err := format.get()
		if err != nil {
			return err
		}
		if *check && *watch {
			return fmt.Errorf("--check and --watch exclude each other")
		}
		g := generator{env: env, patterns: args, format: chosen, check: *check}
		if *watch {
			return g.watch(cmd.Context())
		}
		return g.run(cmd.Context())
	}
	return cmd
}

type generator struct {
	env      *Env
	patterns []string
	format   string
	check    bool
}

// report is what generate did, package by package.
type report struct {
	Packages []packageReport `json:"packages"`
}

type packageReport struct {
	Dir       string   `json:"dir"`
	Written   []string `json:"written"`
	Unchanged []string `json:"unchanged"`
	Removed   []string `json:"removed"`
	Stale     []string `json:"stale"`
	Missing   []string `json:"missing"`
	Orphaned  []string `json:"orphaned"`
	Edited    []string `json:"edited"`
	Foreign   []string `json:"foreign"`
}

func (g generator) run(ctx context.Context) error {
	res, err := compile.Load(ctx, compile.Config{Dir: g.env.Dir, Patterns: g.patterns})
	if err != nil {
		return err
	}
	if res.Failed() {
		if err := g.env.printDiags(g.env.Stderr, "text", res.Diags); err != nil {
			return err
		}
		return errFindings
	}
	var rep report
	for _, u := range res.Units {
		p, err := g.unit(ctx, u)
		if err != nil {
			return err
		}
		rep.Packages = append(rep.Packages, p)
	}
	return g.print(rep)
}

func (g generator) unit(ctx context.Context, u compile.Unit) (packageReport, error) {
	files, err := u.Files()
	if err != nil {
		return packageReport{}, internalf("rendering %s: %w", u.Package.Dir, err)
	}
	r, err := u.Output(ctx, files, g.check)
	var foreign *output.ForeignError
	if errors.As(err, &foreign) {
		if err := g.env.printDiags(g.env.Stderr, "text", foreign.Diagnostics()); err != nil {
			return packageReport{}, err
		}
		return packageReport{}, errFindings
	}
	if err != nil {
		return packageReport{}, err
	}
	return packageReport{
		Dir: g.env.rel(u.Package.Dir), Written: list(r.Written), Unchanged: list(r.Unchanged), Removed: list(r.Removed),
		Stale: list(r.Stale), Missing: list(r.Missing), Orphaned: list(r.Orphaned), Edited: list(r.Edited), Foreign: list(r.Foreign),
	}, nil
}

func (g generator) print(rep report) error {
	if g.format == "json" {
		if err := printJSON(g.env.Stdout, rep); err != nil {
			return err
		}
	}
	findings := false
	for _, p := range rep.Packages {
		lines := []struct {
			label string
			files []string
			bad   bool
		}{
			{"wrote", p.Written, false}, {"removed", p.Removed, false},
			{"stale", p.Stale, true}, {"missing", p.Missing, true}, {"orphaned", p.Orphaned, true}, {"hand-edited", p.Edited, true}, {"foreign", p.Foreign, true},
		}
		for _, l := range lines {
			for _, f := range l.files {
				findings = findings || l.bad && g.check
				if g.format == "text" {
					if _, err := fmt.Fprintf(g.env.Stdout, "%s %s\n", l.label, joinPath(p.Dir, f)); err != nil {
						return err
					}
				}
			}
		}
	}
	if findings {
		if g.format == "text" {
			_, _ = io.WriteString(g.env.Stderr, "ikgen: generated files are not up to date: run `ikgen generate`\n")
		}
		return errFindings
	}
	return nil
}
