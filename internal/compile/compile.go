// Package compile runs the build-time half from patterns to files: load, check, fingerprint, render. The command, the
// case runner and genprompts start here. It owns the order of the passes and where files go, and knows nothing of how a
// pass works.
package compile

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
)

// Config says what to compile.
type Config struct {
	Dir      string            // absolute working directory
	Patterns []string          // default ./...
	Overlay  map[string][]byte // absolute path to content; files that need not exist on disk
}

// Unit is one compiled package.
type Unit struct {
	Package *load.Package
	Deps    map[string]*ir.Package // by CUE import path: all that it refers to, directly or not
	Pair    fingerprint.Pair       // zero when the run has errors
	all     []*load.Package        // every package of the run, for import paths
	naming  gonames.Naming         // of every package of the run
}

// Result is what a run found.
type Result struct {
	Units []Unit            // in code order of their directories, shared packages included
	Diags []diag.Diagnostic // sorted, without repetitions
	// SchemaCopies are the files, absolute, that hold another version of the authoring schema than the tool's.
	SchemaCopies []string
}

// Failed tells whether a diagnostic is an error.
func (r *Result) Failed() bool {
	return diag.HasErrors(r.Diags)
}

// Load loads and checks packages. The error is for usage and unreadable input; what is wrong in a spec is in Diags.
func Load(ctx context.Context, cfg Config) (*Result, error) {
	loaded, err := load.Load(ctx, load.Config{
		Dir: cfg.Dir, Patterns: cfg.Patterns, Overlay: cfg.Overlay,
	})
	if err != nil {
		return nil, err
	}
	res := &Result{Diags: loaded.Diags, SchemaCopies: loaded.SchemaCopies, Units: units(loaded.Packages)}
	var beside sync.WaitGroup
	var failed error
	if !res.Failed() {
		beside.Go(func() { failed = fingerprints(res.Units) })
	}
	for i := range res.Units { // by index: the pairs are set beside
		res.Diags = append(res.Diags, res.Units[i].check()...)
	}
	beside.Wait()
	res.Diags = diag.Sort(res.Diags)
	switch {
	case res.Failed():
		for i := range res.Units {
			res.Units[i].Pair = fingerprint.Pair{}
		}
		return res, nil
	case failed != nil:
		return nil, failed
	}
	return res, nil
}

// units are the packages that have a representation, with what they refer to.
func units(packages []*load.Package) []Unit {
	all := withDeps(packages)
	var out []Unit
	tables := map[*ir.Package]func() (*gonames.Names, []gonames.Collision){}
	naming := func(p *ir.Package) func() (*gonames.Names, []gonames.Collision) { return tables[p] }
	for _, p := range all {
		if p.IR == nil {
			continue
		}
		u := Unit{Package: p, Deps: map[string]*ir.Package{}, all: all, naming: naming}
		for _, d := range p.Deps {
			if d.IR != nil {
				u.Deps[d.IR.Path] = d.IR
			}
		}
		tables[p.IR] = sync.OnceValues(func() (*gonames.Names, []gonames.Collision) { return gonames.Table(p.IR, u.Deps) })
		out = append(out, u)
	}
	return out
}

// fingerprints sets the pairs. The error is that of the first unit that has none.
func fingerprints(units []Unit) error {
	for i := range units {
		u := &units[i]
		var err error
		if u.Pair, err = fingerprint.Of(u.Package.IR, u.Deps); err != nil {
			return fmt.Errorf("fingerprint of %s: %w", u.Package.Dir, err)
		}
	}
	return nil
}

// check runs the rules over the package.
func (u *Unit) check() []diag.Diagnostic {
	p := u.Package
	return check.Run(check.Input{Package: p.IR, Deps: u.Deps, Naming: u.naming, At: p.At, Within: p.Within, Allows: allows(p), Unread: p.Unread})
}

// allows are the findings that the author accepts in the package.
func allows(p *load.Package) []check.Allow {
	out := make([]check.Allow, len(p.Allows))
	for i, a := range p.Allows {
		out[i] = check.Allow{Path: a.Path, Code: a.Code, Pos: a.Pos}
	}
	return out
}

// withDeps adds the shared packages that packages import, each once, in code order of the directory.
func withDeps(packages []*load.Package) []*load.Package {
	seen := map[string]bool{}
	var all []*load.Package
	for _, p := range packages {
		for _, q := range append([]*load.Package{p}, p.Deps...) {
			if !seen[q.Dir] {
				seen[q.Dir] = true
				all = append(all, q)
			}
		}
	}
	slices.SortFunc(all, func(a, b *load.Package) int { return strings.Compare(a.Dir, b.Dir) })
	return all
}

// pathOf is the CUE import path of a package, "" when it could not be compiled.
func pathOf(p *load.Package) string {
	if p.IR == nil {
		return ""
	}
	return p.IR.Path
}

// SourceFiles gives the files that the packages are made of, for watching.
func SourceFiles(ctx context.Context, cfg Config) ([]string, error) {
	loaded, err := load.Load(ctx, load.Config{Dir: cfg.Dir, Patterns: cfg.Patterns, Overlay: cfg.Overlay})
	if err != nil {
		return nil, err
	}
	var files []string
	for _, p := range withDeps(loaded.Packages) {
		files = append(files, p.Files...)
	}
	return files, nil
}

// Prompts are the host prompts of the package: the agent's, or the catalog's.
func (u Unit) Prompts() []ir.Prompt {
	if u.Package.IR.Agent != nil {
		return u.Package.IR.Agent.Prompts
	}
	return u.Package.IR.Catalog
}
