package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/compile"
	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

// load compiles packages for a command that needs them free of errors. Warnings are not its business.
func (env *Env) load(ctx context.Context, patterns []string) (*compile.Result, error) {
	defer env.working("compiling the specs")()
	res, err := compile.Load(ctx, compile.Config{Dir: env.Dir, Patterns: patterns})
	if err != nil {
		return nil, err
	}
	if res.Failed() {
		var errs []diag.Diagnostic
		for _, d := range res.Diags {
			if d.Severity == diag.Error {
				errs = append(errs, d)
			}
		}
		if err := env.printDiags(env.Stderr, "text", errs); err != nil {
			return nil, err
		}
		return nil, errFindings
	}
	if len(res.Units) == 0 {
		return nil, errors.New("no package with an agent or a catalog was found: name one, or run `ikgen init`")
	}
	return res, nil
}

// element is a schema that a user can name: a capability's input or output, or a fact.
type element struct {
	unit compile.Unit
	typ  ir.Type
	name string
	path string // of its schema in the spec
}

// find looks for CAPABILITY or TYPE@V among the agents. part is input or output; facts have none.
func find(res *compile.Result, id, part string) (element, error) {
	var found []element
	var known []string
	for _, u := range res.Units {
		if u.Package.IR.Agent == nil {
			continue
		}
		for _, c := range u.Package.IR.Agent.Capabilities {
			known = append(known, c.ID)
			if c.ID == id {
				t, schema := c.Input, "#Input"
				if part == "output" {
					t, schema = c.Output, "#Output"
				}
				found = append(found, element{u, t, id + " " + part, fmt.Sprintf("agent.capabilities.%q.%s", id, schema)})
			}
		}
		for _, f := range u.Package.IR.Agent.Facts {
			known = append(known, f.Key)
			if f.Key == id {
				found = append(found, element{u, f.Value, id, fmt.Sprintf("agent.facts.%q.#Value", id)})
			}
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		hint := ""
		if near := diag.Suggest(id, known); near != "" {
			hint = fmt.Sprintf(": did you mean %q?", near)
		} else if len(known) > 0 {
			hint = ": known are " + strings.Join(known, ", ")
		}
		return element{}, fmt.Errorf("no capability and no fact is called %q%s", id, hint)
	default:
		dirs := make([]string, len(found))
		for i, e := range found {
			dirs[i] = e.unit.Package.Dir
		}
		return element{}, fmt.Errorf("%q is in several agents (%s): choose one with --package", id, strings.Join(dirs, ", "))
	}
}
