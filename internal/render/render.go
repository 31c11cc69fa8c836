package render

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/ir"
)

// Input is everything that the source of one package depends on.
type Input struct {
	Package *ir.Package
	Deps    map[string]*ir.Package // packages that it refers to, by CUE import path
	Imports map[string]string      // Go import paths by CUE import path, the package's own included
	Pair    fingerprint.Pair
	// Compatible are the contracts whose threads the agent can take over.
	Compatible []string
}

// part is one generated file. A part that has nothing to say returns nil.
type part struct {
	name   string
	render func(*generator) (*jen.File, error)
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
	ready := map[string]*jen.File{}
	for _, p := range parts() {
		f, err := p.render(g)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		if f != nil {
			ready[p.name] = f
		}
	}
	return sources(ready)
}

// sources writes and formats the files side by side: formatting takes most of the time of a large package.
func sources(files map[string]*jen.File) (map[string][]byte, error) {
	names := slices.Sorted(maps.Keys(files))
	texts, errs := make([][]byte, len(names)), make([]error, len(names))
	var all sync.WaitGroup
	for i, name := range names {
		all.Go(func() {
			var b bytes.Buffer
			errs[i] = files[name].Render(&b)
			texts[i] = groupImports(b.Bytes())
		})
	}
	all.Wait()
	out := map[string][]byte{}
	for i, name := range names {
		if errs[i] != nil {
			return nil, fmt.Errorf("%s: %w", name, errs[i])
		}
		out[name] = texts[i]
	}
	return out, nil
}
