package check

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/rules"
)

// pathUse is one path that the spec writes, with the inputs that it is read against.
type pathUse struct {
	Path   string // where it stands
	Text   string // "input.amount"
	Owners []*ir.Capability
	Output bool // output.… is allowed
	Now    bool // "now" is allowed
	Any    bool // "*" is allowed
	// EffectKey tells that the path is part of an effect key.
	EffectKey bool
	Piece     piece // of the template, where the path stands in one
}

// pathUses are all paths of the spec but those of #Match, which are no text.
func (c *Context) pathUses() []pathUse {
	var out []pathUse
	for i := range c.Agent.Capabilities {
		out = append(out, capabilityPaths(&c.Agent.Capabilities[i])...)
	}
	for _, p := range c.Agent.Policies {
		owners := c.judged(p)
		for i, r := range p.Rules {
			at := index(policyPath(p.ID)+".rules", i)
			result := r.Phase == "result"
			for _, a := range r.Older {
				out = append(out, pathUse{Path: key(at+".olderThan", a.Path), Text: a.Path, Owners: owners, Output: result})
			}
			for _, a := range r.Newer {
				out = append(out, pathUse{Path: key(at+".newerThan", a.Path), Text: a.Path, Owners: owners, Output: result})
			}
			out = append(out, templatePaths(at+".reason", r.Reason, owners, result)...)
			out = append(out, templatePaths(at+".ask", r.Ask, owners, result)...)
		}
	}
	return out
}

// judged are the capabilities that a policy judges. Unknown ones are left out: another rule reports them.
func (c *Context) judged(p ir.Policy) []*ir.Capability {
	ids := p.On
	if len(ids) == 0 {
		ids = c.CapIDs
	}
	var out []*ir.Capability
	for _, id := range ids {
		if capability := c.Capabilities[id]; capability != nil {
			out = append(out, capability)
		}
	}
	return out
}

func capabilityPaths(c *ir.Capability) []pathUse {
	at, owners := capabilityPath(c.ID), []*ir.Capability{c}
	var out []pathUse
	for i, p := range c.EffectKey {
		out = append(out, pathUse{Path: index(at+".effectKey", i), Text: p, Owners: owners, EffectKey: true})
	}
	for i, r := range c.Requires {
		req := index(at+".requires", i)
		if r.Key != "" {
			out = append(out, pathUse{Path: req + ".key", Text: r.Key, Owners: owners, Any: true})
		}
		if r.From != nil {
			for _, b := range r.From.Input {
				out = append(out, pathUse{Path: key(req+".from.input", b.Field), Text: b.Path, Owners: owners})
			}
		}
	}
	for _, f := range c.InvalidatesInstances {
		out = append(out, pathUse{Path: index(at+".invalidates", f.At) + ".key", Text: f.Key, Owners: owners})
	}
	for _, f := range c.Input.Fields {
		if f.From != "" {
			out = append(out, pathUse{Path: key(at+".#Input", f.Name), Text: f.From, Owners: owners})
		}
	}
	return append(out, templatePaths(at+".confirm.template", c.Confirm, owners, false)...)
}

// templatePaths are the {{paths}} of a template. What is malformed is another rule's.
func templatePaths(at, template string, owners []*ir.Capability, output bool) []pathUse {
	var out []pathUse
	tokens, _ := rules.Tokens(template)
	for _, t := range tokens {
		if t.Name != "" {
			out = append(out, pathUse{Path: at, Text: t.Name, Owners: owners, Output: output, Now: true, Piece: pieceOf(template, t)})
		}
	}
	return out
}
