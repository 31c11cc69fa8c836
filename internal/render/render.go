package render

import (
	"fmt"
	"sync"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// Input is everything that the source of one package depends on.
type Input struct {
	Package *ir.Package
	Deps    map[string]*ir.Package // packages that it refers to, by CUE import path
	Imports map[string]string      // Go import paths by CUE import path, the package's own included
	Pair    fingerprint.Pair
	Naming  gonames.Naming // of the packages; nil: they are named anew
	// Compatible are the contracts whose threads the agent can take over.
	Compatible []string
}

// part is one generated file. A part that has nothing to say returns nil.
type part struct {
	name   string
	render func(*generator) (*gen.File, error)
}

// parts are the files of a package, in the order of their names.
func parts() []part {
	return []part{
		{"ik_agent.go", (*generator).agentFile},
		{"ik_capabilities.go", (*generator).capabilitiesFile},
		{"ik_decode.go", (*generator).decodeFile},
		{"ik_ids.go", (*generator).idsFile},
		{"ik_policies.go", (*generator).policiesFile},
		{"ik_ports.go", (*generator).portsFile},
		{"ik_prompts.go", (*generator).promptsFile},
		{"ik_schemas.go", (*generator).schemasFile},
		{"ik_types.go", (*generator).typesFile},
	}
}

// Render gives the Go files of a package by name. A package that is generated elsewhere (@ik(go=…)) has none. Errors
// are Go names that collide and rules that cannot be compiled exactly; both are found by the checks before.
func Render(in Input) (map[string][]byte, error) {
	if in.Package.Go != "" {
		return map[string][]byte{}, nil
	}
	g, err := newGenerator(in)
	if err != nil {
		return nil, err
	}
	return sources(g)
}

// sources renders the files side by side. What rules compare with changes on the way, and is of one file alone.
func sources(g *generator) (map[string][]byte, error) {
	list := parts()
	texts, errs := make([][]byte, len(list)), make([]error, len(list))
	var all sync.WaitGroup
	for i := range list {
		all.Go(func() { texts[i], errs[i] = list[i].source(g) })
	}
	all.Wait()
	out := map[string][]byte{}
	for i, p := range list {
		if errs[i] != nil {
			return nil, fmt.Errorf("%s: %w", p.name, errs[i])
		}
		if texts[i] != nil {
			out[p.name] = texts[i]
		}
	}
	return out, nil
}

// source is the text of the file; nil when it has nothing to say.
func (p part) source(g *generator) ([]byte, error) {
	f, err := p.render(g)
	if f == nil || err != nil {
		return nil, err
	}
	return f.Source()
}
