package check

import (
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

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

// reads tells whether an expression of the match reads the place.
func (m matching) reads(path []string) bool {
	for i := range m.Match.Leaves {
		for _, read := range m.Match.Leaves[i].Reads()[1:] {
			if slices.Equal(read, path) {
				return true
			}
		}
	}
	return false
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
