package check

import (
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// ends are the types that a place may have: one, or one in each variant of a union that has the place. Where nothing is
// known of a value on the way, the type is any; where its schema was not read, the type has no kind.
func (r resolver) ends(t typed, fields []string) []typed {
	at, ok := r.deref(t)
	switch {
	case !ok || at.Kind == "":
		return []typed{{}} // it was not read
	case at.Kind == ir.KindAny:
		return []typed{{Type: ir.Type{Kind: ir.KindAny}}}
	case at.Kind == ir.KindUnion:
		var out []typed
		for _, v := range r.unfold(at) {
			out = append(out, r.ends(v, fields)...)
		}
		return out
	case len(fields) == 0:
		return []typed{at}
	}
	if _, gone := r.walk(at, fields[:1]); gone != nil {
		return nil
	}
	next, _ := r.walk(at, fields[:1])
	return r.ends(next, fields[1:])
}

// certain tells whether a value surely has the place, and no null on the way to it.
func (r resolver) certain(t typed, fields []string) bool {
	for _, name := range fields {
		at, ok := r.deref(t)
		if !ok || at.Kind != ir.KindStruct || at.Nullable {
			return false
		}
		f, _ := findField(at.Type, name)
		if f == nil || f.Presence == ir.Optional {
			return false
		}
		t = typed{f.Type, at.from}
	}
	return true
}

// roots are the types at the root of a place: one an owner, or the fact's.
func (c *Context) roots(m matching, root string) []typed {
	switch root {
	case "input", "output":
		var out []typed
		for _, o := range m.Owners {
			t := o.Input
			if root == "output" {
				t = o.Output
			}
			out = append(out, typed{Type: t})
		}
		return out
	}
	if f := c.Facts[root]; f != nil {
		return []typed{{Type: f.Value}}
	}
	return nil
}

// targets are the types that a path of a match may lead to.
func (c *Context) targets(m matching, path []string) []typed {
	p, ok := leafPlace(ir.Leaf{Path: path})
	if !ok {
		return nil
	}
	var out []typed
	for _, root := range c.roots(m, p.Root) {
		out = append(out, c.resolver().ends(root, p.Fields)...)
	}
	return out
}

// present tells whether every step that is judged has the place.
func (c *Context) present(m matching, path []string) bool {
	p, ok := leafPlace(ir.Leaf{Path: path})
	roots := c.roots(m, p.Root)
	if !ok || len(roots) == 0 || p.fact() && !c.required(m, p.Root) {
		return false
	}
	for _, root := range roots {
		if !c.resolver().certain(root, p.Fields) {
			return false
		}
	}
	return true
}

// required tells whether every judged capability requires the fact: none runs without it.
func (c *Context) required(m matching, fact string) bool {
	for _, o := range m.Owners {
		if c.Facts[fact] == nil || !surely(o, c.Facts[fact]) || slices.Contains(o.Provides, fact) {
			return false
		}
	}
	return len(m.Owners) > 0
}
