package interp

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/fingerprint"
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// Handlers play the Go code of an agent. Inputs are JSON, as the interpreted schemas decoded them.
type Handlers struct {
	Invoke   func(context.Context, ik.CapabilityID, *ik.Invocation, json.RawMessage) (ik.Result, error)
	Automate func(context.Context, ik.CapabilityID, ik.AutomationContext) (in any, ok bool, err error)
	Policy   func(context.Context, ik.PolicyID, ik.PolicyContext) (ik.Verdict, error)
	Advice   func(context.Context, ik.PolicyID, ik.AdviceContext) (ik.Selection, error)
}

// Definition interprets the agent of p. deps are the packages that p refers to, by CUE path. Invoke must be given; the
// others only when the agent declares what they play. The error names what cannot be interpreted exactly.
func Definition(p *ir.Package, deps map[string]*ir.Package, h Handlers) (ik.AgentDefinition, error) {
	if p.Agent == nil {
		return ik.AgentDefinition{}, fmt.Errorf("the package %q has no agent", p.Path)
	}
	if h.Invoke == nil {
		return ik.AgentDefinition{}, fmt.Errorf("no handler is given for the capabilities of %q", p.Agent.ID)
	}
	pair, err := fingerprint.Of(p, deps)
	if err != nil {
		return ik.AgentDefinition{}, fmt.Errorf("fingerprints: %w", err)
	}
	a, at := p.Agent, roots{place{p, deps}, names(p, deps)}
	def := ik.AgentDefinition{
		ID: ik.AgentID(a.ID), Version: a.Version, Identity: a.Identity, TimeZone: a.TimeZone, Models: models(a),
		Limits: limits(a.Limits), Progression: progression(a.Progression), KernelPrompts: kernelPrompts(a.Kernel),
		Contract: pair.Contract, Audit: pair.Audit,
	}
	if a.Unsupported != "" {
		def.Unsupported = &a.Unsupported
	}
	if def.Facts, err = factDefinitions(a, at); err != nil {
		return def, err
	}
	if def.Capabilities, err = capabilities(a, at, h); err != nil {
		return def, err
	}
	if def.Policies, err = policies(a, at.place, h); err != nil {
		return def, err
	}
	if def.Advice, err = adviceDefinitions(a, at.place, h); err != nil {
		return def, err
	}
	name, _ := at.names.HostContext()
	def.HostContext, err = at.optional(a.HostContext, name)
	return def, err
}

// roots makes the schemas that stand in an agent. They carry the names that the generated types have, since models read
// them: a schema is the same text, whoever runs the agent.
type roots struct {
	place
	names *gonames.Names
}

func names(p *ir.Package, deps map[string]*ir.Package) *gonames.Names {
	n, _ := gonames.Table(p, deps) // collisions hinder generated code alone
	return n
}

// schema interprets a root. One that only names a definition is that definition.
func (r roots) schema(t ir.Type, name gonames.GoType) (ik.Schema, error) {
	if t.Kind != ir.KindRef || t.Nullable || t.Privacy != "" {
		return Schema(r.pkg, r.deps, t, name.Name)
	}
	def, at, err := r.definition(t.Ref)
	if err != nil {
		return ik.Schema{}, err
	}
	return Schema(at.pkg, at.deps, def.Type, name.Name)
}

func (r roots) optional(t *ir.Type, name gonames.GoType) (*ik.Schema, error) {
	if t == nil {
		return nil, nil
	}
	s, err := r.schema(*t, name)
	return &s, err
}

func models(a *ir.Agent) map[string]string {
	out := make(map[string]string, len(a.Models))
	for _, m := range a.Models {
		out[m.Task] = m.Alias
	}
	return out
}

func limits(l map[string]int) ik.Limits {
	get := func(key string) *int {
		if n, ok := l[key]; ok {
			return &n
		}
		return nil
	}
	return ik.Limits{
		TurnTimeoutMs: get("turnTimeoutMs"), MaxSteps: get("maxSteps"), RecentMessageLimit: get("recentMessageLimit"),
		MaxModelCalls: get("maxModelCalls"), MaxTokens: get("maxTokens"),
	}
}

func kernelPrompts(list []ir.KernelPrompt) []ik.KernelPromptOverride {
	var out []ik.KernelPromptOverride
	for _, k := range list {
		out = append(out, ik.KernelPromptOverride{ID: k.ID, Revision: k.Revision, Template: k.Template, Replaces: k.Replaces})
	}
	return out
}

func factDefinitions(a *ir.Agent, at roots) ([]ik.FactDefinition, error) {
	var out []ik.FactDefinition
	for _, f := range a.Facts {
		s, err := at.schema(f.Value, at.names.FactValue(f.Key))
		if err != nil {
			return nil, err
		}
		description := f.Description
		if description == "" {
			description = f.Doc
		}
		out = append(out, ik.FactDefinition{
			Fact: ik.FactKey(f.Key), Description: description, Visibility: ik.Visibility(f.Visibility), KeyPath: f.InstanceKey,
			Host: f.Provider == "host", Alternatives: f.Alternatives, Value: s,
		})
	}
	return out, nil
}

// convert changes the type of every text, and keeps nil.
func convert[T ~string](list []string) []T {
	if list == nil {
		return nil
	}
	out := make([]T, len(list))
	for i, s := range list {
		out[i] = T(s)
	}
	return out
}
