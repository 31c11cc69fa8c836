package cases

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/cases/tree"
	"github.com/ikgen/ikgen/internal/check"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load"
)

// loadedAgent is the agent of one folder.
type loadedAgent struct {
	folder string
	pkg    *ir.Package
	deps   map[string]*ir.Package
}

// loadAgent loads and checks the agent of a folder: of the archive, or of a directory beside the case file.
func (c *Case) loadAgent(ctx context.Context, folder string) (*loadedAgent, error) {
	cfg := load.Config{Dir: c.archive.home(), Overlay: c.archive.overlay(c.archive.home()), Patterns: []string{pattern(folder)}}
	if c.AgentDir != "" {
		cfg = load.Config{Dir: filepath.Join(filepath.Dir(c.File), filepath.FromSlash(c.AgentDir)), Patterns: []string{pattern(folder)}}
	}
	res, err := load.Load(ctx, cfg)
	if err != nil {
		return nil, c.archive.problem("", "the agent cannot be loaded: "+err.Error())
	}
	diags := res.Diags
	var found *loadedAgent
	for _, p := range res.Packages {
		if p.IR == nil || p.IR.Agent == nil || !p.Explicit {
			continue
		}
		found = &loadedAgent{folder: folder, pkg: p.IR, deps: map[string]*ir.Package{}}
		for _, d := range p.Deps {
			if d.IR != nil {
				found.deps[d.IR.Path] = d.IR
			}
		}
		if !anyError(diags) {
			diags = append(diags, check.Run(check.Input{Package: p.IR, Deps: found.deps, At: p.At})...)
		}
	}
	if err := c.refuse(diags); err != nil {
		return nil, err
	}
	if found == nil {
		return nil, c.archive.problem("", fmt.Sprintf("there is no agent in %q", cfg.Dir))
	}
	return found, nil
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

// expandAgent writes the short results of the scripts by the facts of the first agent.
func (c *Case) expandAgent(a *loadedAgent) error {
	if pointer, err := expandScripts(c.Capabilities, a.pkg.Agent); err != nil {
		return c.archive.problem(pointer, err.Error())
	}
	return nil
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
