package cases

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
)

// loadedAgent is the agent of one folder.
type loadedAgent struct {
	pkg  *ir.Package
	deps map[string]*ir.Package
	err  error // a *ParseError with the faults of the agent
}

// agentCache keeps the agents of directories, which cases of one run share.
type agentCache struct {
	mu   sync.Mutex
	byID map[string]func() *loadedAgent
}

func newAgentCache() *agentCache { return &agentCache{byID: map[string]func() *loadedAgent{}} }

// agent gives the agent of a folder: of the archive, or of a directory beside the case file.
func (k *agentCache) agent(ctx context.Context, c *Case, folder string) (*loadedAgent, error) {
	if c.AgentDir == "" {
		a := c.loadAgent(ctx, folder)
		return a, a.err
	}
	if err := c.checkHome(folder); err != nil {
		return nil, err
	}
	k.mu.Lock()
	id := c.agentHome() + "\x00" + folder
	load := k.byID[id]
	if load == nil {
		load = sync.OnceValue(func() *loadedAgent { return c.loadAgent(ctx, folder) })
		k.byID[id] = load
	}
	k.mu.Unlock()
	a := load()
	return a, a.err
}

// agentHome is the directory that the folders of agents are relative to.
func (c *Case) agentHome() string {
	if c.AgentDir == "" {
		return c.archive.home()
	}
	return filepath.Join(filepath.Dir(c.File), filepath.FromSlash(c.AgentDir))
}

// checkHome finds an agent's directory that does not exist, and names the first part of its path that is missing.
func (c *Case) checkHome(folder string) error {
	p := Problem{Pos: diag.Position{File: c.File}}
	if at := c.root.Get("agent"); at != nil {
		p.Pointer, p.Pos = "/agent", c.archive.position(caseFile, at.Start)
	}
	dir := filepath.Join(c.agentHome(), filepath.FromSlash(folder))
	if isDir(dir) {
		return nil
	}
	missing := dir
	for parent := filepath.Dir(missing); parent != missing && !isDir(parent); parent = filepath.Dir(missing) {
		missing = parent
	}
	p.Message = fmt.Sprintf("the directory of the agent does not exist: there is no %q", missing)
	if near := diag.Suggest(filepath.Base(missing), directories(filepath.Dir(missing))); near != "" {
		p.Message += fmt.Sprintf(", did you mean %q?", near)
	}
	return &ParseError{Problems: []Problem{p}}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// directories gives the names of the directories in one, in code order; none when it cannot be read.
func directories(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, e.Name())
		}
	}
	return out
}

// loadAgent loads and checks an agent.
func (c *Case) loadAgent(ctx context.Context, folder string) *loadedAgent {
	cfg := load.Config{Dir: c.agentHome(), Patterns: []string{pattern(folder)}}
	if c.AgentDir == "" {
		cfg.Overlay = c.archive.overlay(cfg.Dir, folder)
	}
	res, err := load.Load(ctx, cfg)
	if err != nil {
		return &loadedAgent{err: c.archive.problem("", "the agent cannot be loaded: "+err.Error())}
	}
	diags := res.Diags
	found := &loadedAgent{deps: map[string]*ir.Package{}}
	for _, p := range res.Packages {
		if p.IR == nil || p.IR.Agent == nil || !p.Explicit {
			continue
		}
		found.pkg = p.IR
		for _, d := range p.Deps {
			if d.IR != nil {
				found.deps[d.IR.Path] = d.IR
			}
		}
		if !anyError(diags) {
			diags = append(diags, check.Run(check.Input{Package: p.IR, Deps: found.deps, At: p.At})...)
		}
	}
	if found.err = c.refuse(diags); found.err == nil && found.pkg == nil {
		found.err = c.archive.problem("", fmt.Sprintf("there is no agent in %q", filepath.Join(cfg.Dir, folder)))
	}
	return found
}

func pattern(folder string) string {
	if folder == "" || folder == "." {
		return "."
	}
	return "./" + folder
}

func anyError(diags []diag.Diagnostic) bool {
	for _, d := range diags {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}

// refuse turns the errors of an agent into problems of the case, at their place in the case file.
func (c *Case) refuse(diags []diag.Diagnostic) error {
	out := &ParseError{}
	for _, d := range diags {
		if d.Severity != diag.Error {
			continue
		}
		message := strings.TrimSpace(d.Code + " " + d.Message)
		if d.Path != "" {
			message += " (" + d.Path + ")"
		}
		if d.Help != "" {
			message += "; " + d.Help
		}
		out.Problems = append(out.Problems, Problem{Pos: c.archive.back(d.Pos), Message: message})
	}
	if len(out.Problems) == 0 {
		return nil
	}
	return out
}

// part is one kind of handlers with its scripts.
type part struct {
	key, what string
	scripts   []Script
}

func (c *Case) scripted() []part {
	return []part{
		{"capabilities", "capability", c.Capabilities}, {"automation", "capability with automation", c.Automation},
		{"policies", "policy in Go", c.Policies}, {"advice", "advice in Go", c.Advice},
	}
}

// seed is the initial checkpoint as JSON: what is not given is filled in.
func (c *Case) seed(contract, audit string) []byte {
	v := c.Checkpoint.Clone()
	text := func(key, value string) {
		if v.Get(key) == nil {
			v.Set(key, tree.Text(value))
		}
	}
	count := func(key string, n int) {
		if v.Get(key) == nil {
			v.Set(key, tree.Int(n))
		}
	}
	count("schemaVersion", 1)
	count("revision", 1)
	text("agentFingerprint", contract)
	text("auditFingerprint", audit)
	for _, key := range []string{"messages", "facts", "agenda", "effects"} {
		if v.Get(key) == nil {
			v.Set(key, tree.List())
		}
	}
	count("messageCount", len(v.Get("messages").Items))
	return v.JSON()
}
