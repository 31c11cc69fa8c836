package agent

import (
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// checkInstances checks what requirements say of instances, and the reads that bring what is missing.
func checkInstances(a *Agent) error {
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, r := range c.Requires {
			if err := checkRequirement(a, c, r); err != nil {
				return err.With("capabilityId", string(c.ID))
			}
		}
		for _, at := range c.InvalidatesInstances {
			if !a.Keyed(at.Fact) || !a.leads(at.Key, false) {
				return keyless(string(c.ID), "it invalidates an instance of %q by the path %q", at.Fact, at.Key).
					With("capabilityId", string(c.ID)).With("fact", string(at.Fact))
			}
		}
	}
	return nil
}

func checkRequirement(a *Agent, c *ik.CapabilityDefinition, r ik.Requirement) *ik.Error {
	for _, fact := range r.Facts {
		keyed := a.Keyed(fact)
		switch {
		case keyed && len(r.Facts) > 1:
			return keyless(string(c.ID), "it requires any of several facts, and %q has instances", fact).With("fact", string(fact))
		case keyed != (r.Key != ""):
			return keyless(string(c.ID), "its requirement of %q does not fit the instances of the fact", fact).With("fact", string(fact))
		case keyed && r.Key != "*" && !a.leads(r.Key, false):
			return astray(c, "instance", r.Key)
		}
		if root, _ := r.Key.Split(); keyed && root == string(fact) {
			return keyless(string(c.ID), "the instance of %q is named by the fact itself", fact).With("fact", string(fact))
		}
	}
	if r.Key != "" && !a.means(c, r.Key) {
		return keyless(string(c.ID), "the path %q leads to a fact of which no instance is required", r.Key)
	}
	if r.From != nil {
		return checkRead(a, c, r)
	}
	return nil
}

// means tells whether it is known which instance a path of a capability begins at: it is about no keyed fact, or the capability
// requires an instance of that one.
func (a *Agent) means(c *ik.CapabilityDefinition, path ik.Path) bool {
	root, _ := path.Split()
	fact := ik.FactKey(root)
	return !a.Keyed(fact) || slices.ContainsFunc(c.Requires, func(r ik.Requirement) bool {
		return r.Key != "" && r.Key != "*" && slices.Contains(r.Facts, fact)
	})
}

// checkRead holds a planned read to what makes it safe: it never writes, it brings the fact, and it is not the capability
// itself. That reads do not wait for each other follows from the order of the capabilities.
func checkRead(a *Agent, c *ik.CapabilityDefinition, r ik.Requirement) *ik.Error {
	read := a.Capabilities[r.From.Capability]
	switch {
	case read == nil:
		return unread(c, r, "it does not exist")
	case read.Effect == ik.EffectWrite:
		return unread(c, r, "it writes")
	case read.ID == c.ID:
		return unread(c, r, "it is the capability itself")
	case !slices.ContainsFunc(r.Facts, func(f ik.FactKey) bool { return slices.Contains(read.Provides, f) }):
		return unread(c, r, "it does not provide the fact")
	}
	for field, path := range r.From.Input {
		if field == "" || !a.leads(path, false) || !a.means(c, path) {
			return astray(c, "planned read", path)
		}
	}
	return nil
}

func unread(c *ik.CapabilityDefinition, r ik.Requirement, why string) *ik.Error {
	return broken("INVALID_PLANNED_READ", "the capability %q can not have its fact read by %q: %s", c.ID, r.From.Capability, why).
		With("read", string(r.From.Capability))
}

func keyless(where, format string, args ...any) *ik.Error {
	return broken("INVALID_FACT_KEY", "%q is not right about instances: "+format, append([]any{where}, args...)...)
}
