package cases

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/diag"
)

// Options say which cases run, and on what.
type Options struct {
	Paths  []string // files and directories; empty: Dir
	Dir    string   // absolute; relative paths start here
	Store  string   // name of a store; empty: memory
	Update bool     // rewrite the expectations of cases that did not hold
	// Stores are further stores by name, beside memory.
	Stores map[string]Opener
}

// Run runs cases. The error is one of usage: a path that does not exist or cannot be read, or an unknown store.
func Run(ctx context.Context, opt Options) (Report, error) {
	if !filepath.IsAbs(opt.Dir) {
		return Report{}, fmt.Errorf("the directory %q is not absolute", opt.Dir)
	}
	open := opt.Stores[opt.Store]
	if open == nil && (opt.Store == "" || opt.Store == "memory") {
		open = openMemory
	}
	if open == nil {
		return Report{}, fmt.Errorf("there is no store %q", opt.Store)
	}
	files, err := find(opt)
	if err != nil {
		return Report{}, err
	}
	agents := newAgentCache()
	report := Report{Cases: make([]CaseReport, len(files)), dir: opt.Dir}
	var wg sync.WaitGroup
	slots := make(chan struct{}, max(1, runtime.GOMAXPROCS(0)))
	for i, file := range files {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			report.Cases[i] = runFile(ctx, file, open, agents, opt)
		})
	}
	wg.Wait()
	return report, nil
}

// find gives the case files below the paths, in code order, each once.
func find(opt Options) ([]string, error) {
	paths := opt.Paths
	if len(paths) == 0 {
		paths = []string{opt.Dir}
	}
	var out []string
	for _, p := range paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(opt.Dir, p)
		}
		found, err := below(p)
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// below walks a directory. A file that is named itself is a case whatever its name.
func below(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	var out []string
	err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p != path && (strings.HasPrefix(d.Name(), ".") || d.Name() == "cue.mod"):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(p, ".txtar"):
			out = append(out, p)
		}
		return nil
	})
	return out, err
}

func runFile(ctx context.Context, file string, open Opener, agents *agentCache, opt Options) CaseReport {
	report := CaseReport{File: file, Status: Passed}
	if rel, err := filepath.Rel(opt.Dir, file); err == nil {
		report.File = filepath.ToSlash(rel)
	}
	data, err := readCase(file)
	if err != nil {
		return report.with(err)
	}
	c, err := Parse(file, data)
	if err != nil {
		return report.with(err)
	}
	c.update = opt.Update
	r, err := c.run(ctx, open, agents)
	if err != nil {
		return report.with(err)
	}
	if opt.Update && !onlyScripts(r.failures) {
		if report.Updated, err = c.writeBack(); err != nil {
			return report.with(err)
		}
		r.failures = slices.DeleteFunc(r.failures, func(f Failure) bool { return !isScript(f) })
	}
	if len(r.failures) > 0 {
		report.Status, report.Failures, report.Events = Failed, r.failures, r.history
	}
	return report
}

// isScript tells whether a failure is one that no new expectation can heal.
func isScript(f Failure) bool {
	return f.Path == "/script" || f.Path == "/model" || f.Path == "/capabilities" || f.Expected == nil && f.Path != "/error"
}

func onlyScripts(list []Failure) bool {
	for _, f := range list {
		if !isScript(f) {
			return false
		}
	}
	return true
}

// run plays the case on a fresh store.
func (c *Case) run(ctx context.Context, open Opener, agents *agentCache) (*runner, error) {
	backend, err := open(ctx)
	if err != nil {
		return nil, err
	}
	r := newRunner(c, backend, agents)
	err = r.run(ctx)
	if backend.Close != nil {
		err = errors.Join(err, backend.Close())
	}
	return r, err
}

func (c CaseReport) with(err error) CaseReport {
	var bad *ParseError
	if errors.As(err, &bad) {
		c.Status, c.Problems = Unreadable, bad.Problems
		return c
	}
	c.Status, c.Problems = Broken, []Problem{{Pos: diag.Position{File: c.File}, Message: err.Error()}}
	var path *fs.PathError
	if errors.As(err, &path) {
		c.Status = Unreadable
	}
	return c
}

// Expand runs a case and gives its file with every short form in its long one. The error is a *ParseError, or what
// kept the case from running to its end.
func Expand(ctx context.Context, file string) ([]byte, error) {
	return expand(ctx, file, newAgentCache())
}

func expand(ctx context.Context, file string, agents *agentCache) ([]byte, error) {
	data, err := readCase(file)
	if err != nil {
		return nil, err
	}
	c, err := Parse(file, data)
	if err != nil {
		return nil, err
	}
	if _, err := c.run(ctx, openMemory, agents); err != nil {
		return nil, err
	}
	return c.withCase(append([]byte(c.long().Format("", 0, lineWidth)), '\n')), nil
}

// long is case.json after a run: its short forms were replaced as it went.
func (c *Case) long() *tree.Value {
	root := c.root.Clone()
	if scripts := root.Get("capabilities"); scripts != nil {
		for _, s := range c.Capabilities {
			scripts.Set(s.ID, tree.List(s.Entries...))
		}
	}
	for i, t := range c.Turns {
		v := root.Get("turns").Items[i]
		if t.Restart {
			continue
		}
		v.Set("text", tree.Text(t.Text))
		if t.HasModel {
			v.Set("model", tree.List(t.Model...))
		}
	}
	return root
}
