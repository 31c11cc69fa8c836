package check

import "github.com/ikgen/ikgen/internal/ir"

// matching is one #Match or #Unless with the capabilities that it is read against.
type matching struct {
	Path   string
	Match  *ir.Match
	Owners []*ir.Capability
	Result bool // of a rule of phase result
}

// matches are all #Match and #Unless of the spec.
func (c *Context) matches() []matching {
	var out []matching
	for _, p := range c.Agent.Policies {
		owners := c.judged(p)
		for i := range p.Rules {
			r := &p.Rules[i]
			at, result := index(policyPath(p.ID)+".rules", i), r.Phase == "result"
			out = append(out, matching{at + ".#Match", &r.Match, owners, result})
			if r.Unless != nil {
				out = append(out, matching{at + ".#Unless", r.Unless, owners, result})
			}
		}
	}
	for _, a := range c.Agent.Advice {
		if a.Match != nil {
			out = append(out, matching{Path: advicePath(a.ID) + ".#Match", Match: a.Match})
		}
	}
	return out
}

// leafPlace is the place that a leaf constrains.
func leafPlace(l ir.Leaf) (place, bool) {
	if len(l.Path) < 2 {
		return place{}, false
	}
	if l.Path[0] == "facts" {
		return place{Root: l.Path[1], Fields: l.Path[2:]}, true
	}
	return place{Root: l.Path[0], Fields: l.Path[1:]}, true
}

// leafPath is where a leaf stands in the spec.
func leafPath(at string, l ir.Leaf) string {
	for _, label := range l.Path {
		at = key(at, label)
	}
	return at
}

// leafTargets are the types that a leaf is read against: one an owner, or the fact's. Those that do not exist are left
// out.
func (c *Context) leafTargets(m matching, p place) []typed {
	var roots []ir.Type
	switch {
	case p.fact():
		if f := c.Facts[p.Root]; f != nil {
			roots = append(roots, f.Value)
		}
	case p.Root == "input":
		for _, o := range m.Owners {
			roots = append(roots, o.Input)
		}
	case p.Root == "output":
		for _, o := range m.Owners {
			roots = append(roots, o.Output)
		}
	}
	var out []typed
	for _, root := range roots {
		if t, gone := c.resolver().walk(typed{Type: root}, p.Fields); gone == nil {
			out = append(out, t)
		}
	}
	return out
}
