package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/output"
	schema "github.com/ikgen/ikgen/schema/ik"
)

func generateCommand(env *Env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "generate [patterns]",
		Short: "Generate the Go code, the lock and the intermediate representation",
		Long: `generate writes the generated files of every package: the Go code into the package's directory (or where
@ik(out="…") says), and beside the spec ikgen.lock, ikgen.ir.json and ikgen.manifest. All of them belong into version
control. Only files whose bytes change are written. Files of an earlier run that are no longer generated are removed; a
file that ikgen did not write is never touched. When a package has an error, or such a file stands in the way, nothing is
written in any package.

When no byte has changed since a run that had nothing to do, that is found by a digest of all that is read and written and
of the tool itself. It is kept in the user's cache, or the folder that IKGEN_CACHE names; IKGEN_CACHE=off does without.

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

// report is what generate did, package by package, and what it found. Where something stands in the way, nothing is
// written in any package, and the lists say what the disk has.
type report struct {
	Packages    []packageReport   `json:"packages"`
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
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
	defer g.env.working("generating")()
	short := g.newShortcut(ctx)
	if rep, ok := short.unchanged(); ok {
		return g.print(rep)
	}
	res, err := compile.Load(ctx, compile.Config{Dir: g.env.Dir, Patterns: g.patterns})
	if err != nil {
		return err
	}
	if res.Failed() {
		return g.refuse(report{}, res.Diags)
	}
	jobs, err := render(res.Units)
	if err != nil {
		return err
	}
	collisions, err := g.env.collisions(ctx, jobs)
	if err != nil {
		return err
	}
	if len(collisions) > 0 {
		return g.refuse(report{}, append(collisions, res.Diags...))
	}
	rep, blocked, err := g.look(ctx, jobs)
	if err != nil {
		return err
	}
	if !g.check {
		if len(blocked) > 0 {
			return g.refuse(rep, append(blocked, res.Diags...))
		}
		if rep, err = g.write(ctx, jobs); err != nil {
			return err
		}
	}
	copies, err := g.schemaCopies(res.SchemaCopies)
	if err != nil {
		return err
	}
	rep.Packages = append(rep.Packages, copies...)
	if len(blocked) == 0 {
		short.learn(res, rep)
	}
	rep.Diagnostics = g.env.displayed(append(blocked, res.Diags...))
	return g.print(rep)
}

// job is one package with what is generated for it.
type job struct {
	unit  compile.Unit
	files map[string][]byte
}

// render renders all packages before the first file is written: a fault in one leaves the files of all as they are.
func render(units []compile.Unit) ([]job, error) {
	jobs := make([]job, len(units))
	for i, u := range units {
		files, err := u.Files()
		var noModule *compile.NoModuleError
		if errors.As(err, &noModule) {
			return nil, err // the user's to put right
		}
		if err != nil {
			return nil, internalf("rendering %s: %w", u.Package.Dir, err)
		}
		jobs[i] = job{u, files}
	}
	return jobs, nil
}

// look compares all files with the disk. Each file in the way of a generated one is a diagnostic.
func (g generator) look(ctx context.Context, jobs []job) (rep report, blocked []diag.Diagnostic, err error) {
	for _, j := range jobs {
		r, err := j.unit.Output(ctx, j.files, true)
		if err != nil {
			return report{}, nil, err
		}
		if len(r.Foreign) > 0 {
			foreign := &output.ForeignError{Dir: j.unit.Package.Dir, Files: r.Foreign}
			blocked = append(blocked, foreign.Diagnostics()...)
		}
		rep.Packages = append(rep.Packages, g.packageReport(j.unit.Package.Dir, r))
	}
	return rep, blocked, nil
}

// write brings all files onto disk.
func (g generator) write(ctx context.Context, jobs []job) (report, error) {
	var rep report
	for _, j := range jobs {
		r, err := j.unit.Output(ctx, j.files, false)
		if err != nil {
			return report{}, err
		}
		rep.Packages = append(rep.Packages, g.packageReport(j.unit.Package.Dir, r))
	}
	return rep, nil
}

// schemaCopies brings copies of the authoring schema up to date, which editors and stock cue read.
func (g generator) schemaCopies(files []string) (reports []packageReport, err error) {
	for _, file := range files {
		r := output.Report{Stale: []string{schema.FileName}}
		if !g.check {
			if err := output.Replace(file, schema.Source()); err != nil {
				return nil, err
			}
			r = output.Report{Written: []string{schema.FileName}}
		}
		reports = append(reports, g.packageReport(filepath.Dir(file), r))
	}
	return reports, nil
}

// refuse prints why nothing is written.
func (g generator) refuse(rep report, diags []diag.Diagnostic) error {
	if g.format == "json" {
		rep.Packages, rep.Diagnostics = append([]packageReport{}, rep.Packages...), g.env.displayed(diags)
		if err := printJSON(g.env.Stdout, rep); err != nil {
			return err
		}
		return errFindings
	}
	if err := g.env.printDiags(g.env.Stderr, "text", diags); err != nil {
		return err
	}
	return errFindings
}

func (g generator) packageReport(dir string, r output.Report) packageReport {
	return packageReport{
		Dir: g.env.rel(dir), Written: list(r.Written), Unchanged: list(r.Unchanged), Removed: list(r.Removed),
		Stale: list(r.Stale), Missing: list(r.Missing), Orphaned: list(r.Orphaned), Edited: list(r.Edited), Foreign: list(r.Foreign),
	}
}

func (g generator) print(rep report) error {
	if g.format == "json" {
		if err := printJSON(g.env.Stdout, rep); err != nil {
			return err
		}
	}
	if len(rep.Packages) == 0 {
		return g.env.warnNothing()
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
