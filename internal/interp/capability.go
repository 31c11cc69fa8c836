package interp

import (
	"context"
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

func capabilities(a *ir.Agent, at roots, h Handlers) ([]ik.CapabilityDefinition, error) {
	var out []ik.CapabilityDefinition
	for _, c := range a.Capabilities {
		def, err := capability(c, at, h)
		if err != nil {
			return nil, fmt.Errorf("capability %q: %w", c.ID, err)
		}
		out = append(out, def)
	}
	return out, nil
}

func capability(c ir.Capability, at roots, h Handlers) (ik.CapabilityDefinition, error) {
	id := ik.CapabilityID(c.ID)
	def := ik.CapabilityDefinition{
		ID: id, Alias: c.Alias, Version: c.Version, Description: c.Description, Effect: ik.Effect(c.Effect),
		Confirmation: ik.Confirmation(c.Confirmation), Because: c.Because, Requires: requirements(c.Requires),
		Provides: convert[ik.FactKey](c.Provides), Invalidates: convert[ik.FactKey](c.Invalidates),
		EffectKey: convert[ik.Path](c.EffectKey), Idempotent: c.Idempotent, Destructive: c.Destructive,
		After: convert[ik.CapabilityID](c.After), Issues: issues(c), Guidance: guidance(c.Guidance),
		References: references(c.References), Automation: c.Automation,
	}
	for _, f := range c.InvalidatesInstances {
		def.InvalidatesInstances = append(def.InvalidatesInstances, ik.InstancePath{Fact: ik.FactKey(f.Fact), Key: ik.Path(f.Key)})
	}
	if c.OfferedWhen != nil {
		def.OfferedWhen = ik.OfferedWhen{Present: convert[ik.FactKey](c.OfferedWhen.Present), Missing: convert[ik.FactKey](c.OfferedWhen.Missing)}
	}
	def.Invoke = func(ctx context.Context, inv *ik.Invocation, in any) (ik.Result, error) {
		return h.Invoke(ctx, id, inv, jsonval.Raw(in))
	}
	if c.Automation > 0 {
		if h.Automate == nil {
			return def, fmt.Errorf("it has automation, and no handler is given for it")
		}
		def.CreateInput = func(ctx context.Context, ac ik.AutomationContext) (any, bool, error) { return h.Automate(ctx, id, ac) }
	}
	var err error
	if def.Confirm, err = parseTemplate(c.Confirm); err != nil {
		return def, err
	}
	if def.Input, err = at.schema(c.Input, at.names.Input(c.ID)); err != nil {
		return def, err
	}
	if def.Output, err = at.schema(c.Output, at.names.Output(c.ID)); err != nil {
		return def, err
	}
	name, _ := at.names.Continuation(c.ID)
	if def.Continuation, err = at.optional(c.Continuation, name); err != nil {
		return def, err
	}
	def.Filled, err = filled(c.Input, at.place)
	return def, err
}

// filled are the input fields that the kernel fills.
func filled(input ir.Type, at place) (map[string]ik.Path, error) {
	t, _, err := at.resolve(input)
	if err != nil {
		return nil, err
	}
	var out map[string]ik.Path
	for _, f := range t.Fields {
		if f.From == "" {
			continue
		}
		if out == nil {
			out = map[string]ik.Path{}
		}
		out[f.Name] = ik.Path(f.From)
	}
	return out, nil
}

func requirements(list []ir.Requirement) []ik.Requirement {
	var out []ik.Requirement
	for _, r := range list {
		req := ik.Requirement{Facts: convert[ik.FactKey](r.Facts), Description: r.Description, Key: ik.Path(r.Key), Resolution: r.Resolution}
		if r.From != nil {
			req.From = &ik.PlannedRead{Capability: ik.CapabilityID(r.From.Capability), Input: map[string]ik.Path{}}
			for _, b := range r.From.Input {
				req.From.Input[b.Field] = ik.Path(b.Path)
			}
		}
		out = append(out, req)
	}
	return out
}

// issues are the declared ones; nil allows any code, an empty list none.
func issues(c ir.Capability) []ik.IssueDefinition {
	if c.AnyIssue {
		return nil
	}
	out := []ik.IssueDefinition{}
	for _, i := range c.Issues {
		out = append(out, ik.IssueDefinition{Code: i.Code, Description: i.Description, Retryable: i.Retryable})
	}
	return out
}

func guidance(g *ir.Guidance) *ik.Guidance {
	if g == nil {
		return nil
	}
	return &ik.Guidance{WhenToUse: g.WhenToUse, WhenNotToUse: g.WhenNotToUse, Examples: g.Examples}
}

func references(r *ir.References) *ik.ReferenceRequirements {
	if r == nil {
		return nil
	}
	return &ik.ReferenceRequirements{Source: r.Source, Minimum: r.Minimum, Maximum: r.Maximum}
}
