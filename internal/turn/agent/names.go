package agent

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// checkNames checks the form of every id, and the paths that are not followed before a turn needs them. Generated
// definitions are right by construction; one that was written by hand fails here and not in the middle of a turn.
func checkNames(a *Agent) error {
	if _, err := ik.NewAgentID(string(a.Def.ID)); err != nil {
		return misnamed("agent", string(a.Def.ID))
	}
	for i := range a.Def.Facts {
		if key := a.Def.Facts[i].Fact; !isFactKey(key) {
			return misnamed("fact", string(key))
		}
	}
	for i := range a.Def.Capabilities {
		if err := checkCapabilityNames(a, &a.Def.Capabilities[i]); err != nil {
			return err
		}
	}
	for _, p := range a.Def.Policies {
		if _, err := ik.NewPolicyID(string(p.ID)); err != nil {
			return misnamed("policy", string(p.ID))
		}
	}
	for _, d := range a.Def.Advice {
		if _, err := ik.NewPolicyID(string(d.ID)); err != nil {
			return misnamed("advice", string(d.ID))
		}
	}
	return nil
}

func checkCapabilityNames(a *Agent, c *ik.CapabilityDefinition) error {
	if _, err := ik.NewCapabilityID(string(c.ID)); err != nil {
		return misnamed("capability", string(c.ID))
	}
	keys := slices.Concat(c.Provides, c.Invalidates, c.OfferedWhen.Present, c.OfferedWhen.Missing)
	for _, r := range c.Requires {
		keys = append(keys, r.Facts...)
	}
	for _, key := range keys {
		if !isFactKey(key) {
			return misnamed("fact", string(key))
		}
	}
	for _, p := range c.EffectKey {
		if !a.leads(p, false) {
			return astray(c, "effect key", p)
		}
	}
	for _, part := range c.Confirm {
		if part.Path != "" && !a.leads(part.Path, true) {
			return astray(c, "question", part.Path)
		}
	}
	return nil
}

// isFactKey tells whether a key is a fact type, "@" and a version from 1, written in the one way that there is.
func isFactKey(key ik.FactKey) bool {
	ref := key.Ref()
	_, err := ik.NewFactType(string(ref.Type))
	return err == nil && ref.Version >= 1 && ref.FactKey() == key
}

// leads tells whether a path begins at something that a step has: a field of its input, a declared fact, or, in a text,
// the time.
func (a *Agent) leads(p ik.Path, text bool) bool {
	root, fields := p.Split()
	if slices.Contains(fields, "") {
		return false
	}
	switch root {
	case "input":
		return len(fields) > 0
	case "now":
		return text && len(fields) == 0
	default:
		return a.Facts[ik.FactKey(root)] != nil
	}
}

func misnamed(what, id string) *ik.Error {
	return broken("INVALID_IDENTIFIER", "the %s %q has no valid name", what, id).With("kind", what).With("value", id)
}

func astray(c *ik.CapabilityDefinition, what string, p ik.Path) *ik.Error {
	return broken("UNKNOWN_PATH", "the %s of capability %q names %q, which leads nowhere", what, c.ID, string(p)).
		With("capabilityId", string(c.ID)).With("path", string(p))
}
