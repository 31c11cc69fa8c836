package check

import "github.com/ikgen/ikgen/internal/ir"

// reference is a name that stands somewhere in the spec.
type reference struct {
	Path  string // where it stands
	Name  string
	Piece piece // of the template that names it, where one does
}

// refs collects references.
type refs []reference

func (r *refs) add(path, name string) { *r = append(*r, reference{Path: path, Name: name}) }

func (r *refs) list(path string, names []string) {
	for i, n := range names {
		r.add(index(path, i), n)
	}
}

// factReferences are all places that name a fact: lists, conditions, paths and templates.
func (c *Context) factReferences() []reference {
	var r refs
	for i := range c.Agent.Capabilities {
		r.capabilityFacts(&c.Agent.Capabilities[i])
	}
	for _, p := range c.Agent.Policies {
		for i, rule := range p.Rules {
			at := index(key(policyPath(p.ID), "rules"), i)
			r.matchFacts(at+".#Match", &rule.Match)
			r.matchFacts(at+".#Unless", rule.Unless)
			r.list(at+".missingFacts", rule.Missing)
		}
	}
	for _, a := range c.Agent.Advice {
		at := advicePath(a.ID)
		if a.When != nil {
			r.list(at+".when.presentFacts", a.When.PresentFacts)
			r.list(at+".when.missingFacts", a.When.MissingFacts)
		}
		r.matchFacts(at+".#Match", a.Match)
	}
	r.progressionFacts(c.Agent.Progression)
	for _, p := range c.pathUses() {
		if place, ok := parsePath(p.Text); ok && place.fact() {
			r = append(r, reference{p.Path, place.Root, p.Piece})
		}
	}
	return r
}

func (r *refs) capabilityFacts(c *ir.Capability) {
	at := capabilityPath(c.ID)
	for i, req := range c.Requires {
		if req.AnyOf {
			r.list(index(at+".requires", i)+".anyOf", req.Facts)
			continue
		}
		for _, f := range req.Facts {
			r.add(index(at+".requires", i), f)
		}
	}
	r.list(at+".provides", c.Provides)
	for i, place := range c.InvalidatesPlaces() {
		r.add(index(at+".invalidates", place), c.Invalidates[i])
	}
	for _, f := range c.InvalidatesInstances {
		r.add(index(at+".invalidates", f.At)+".fact", f.Fact)
	}
	if c.OfferedWhen != nil {
		r.list(at+".offeredWhen.presentFacts", c.OfferedWhen.Present)
		r.list(at+".offeredWhen.missingFacts", c.OfferedWhen.Missing)
	}
}

func (r *refs) matchFacts(at string, m *ir.Match) {
	if m == nil {
		return
	}
	seen := map[string]bool{}
	for _, l := range m.Leaves {
		if len(l.Path) > 1 && l.Path[0] == "facts" && !seen[l.Path[1]] {
			seen[l.Path[1]] = true
			r.add(key(at+".facts", l.Path[1]), l.Path[1])
		}
	}
}

func (r *refs) progressionFacts(p *ir.Progression) {
	if p == nil {
		return
	}
	if p.Objective != nil {
		r.add("agent.progression.objective.completionFact", p.Objective.CompletionFact)
	}
	for _, rule := range p.Rules {
		r.list(progressionPath(rule.ID)+".activateWhen", rule.ActivateWhen)
		r.list(progressionPath(rule.ID)+".activateWhenAny", rule.ActivateWhenAny)
	}
}

// capabilityReferences are all places that name a capability.
func (c *Context) capabilityReferences() []reference {
	var r refs
	for _, capability := range c.Agent.Capabilities {
		at := capabilityPath(capability.ID)
		r.list(at+".after", capability.After)
		for i, req := range capability.Requires {
			if req.From != nil {
				r.add(index(at+".requires", i)+".from.capability", req.From.Capability)
			}
		}
	}
	for _, p := range c.Agent.Policies {
		r.list(policyPath(p.ID)+".on", p.On)
	}
	for _, a := range c.Agent.Advice {
		at := advicePath(a.ID)
		if a.When != nil {
			r.list(at+".when.activeCapabilities", a.When.ActiveCapabilities)
			r.list(at+".when.anyActive", a.When.AnyActive)
		}
		r.list(at+".continueProgressionFor", a.Continue)
	}
	if p := c.Agent.Progression; p != nil {
		for _, g := range p.Groups {
			for i, m := range g.Members {
				r.add(index(groupPath(g.ID)+".members", i)+".capability", m.Capability)
			}
		}
		for _, rule := range p.Rules {
			if rule.TargetCap != "" {
				r.add(progressionPath(rule.ID)+".target.capability", rule.TargetCap)
			}
		}
	}
	return r
}
