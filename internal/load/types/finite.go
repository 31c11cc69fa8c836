package types

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// finite reports the definitions that no finite value satisfies: those that require themselves.
func (c *Compiler) finite(names []string) {
	known := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, name := range names {
			if d := c.defs[name]; !known[name] && (d == nil || !d.ok || c.hasFinite(d.def.Type, known)) {
				known[name], changed = true, true
			}
		}
	}
	for _, name := range names {
		if known[name] {
			continue
		}
		cycle := c.cycle(name, known)
		if cycle == nil || smallest(cycle) != name {
			continue // reported once, at the first definition of the circle in code order
		}
		n := c.pkg.Root().Child(name)
		c.fail(codeNoFiniteValue, n.Path, n.Position(),
			fmt.Sprintf("%s has no finite value: it requires itself (%s)", name, strings.Join(append(cycle, name), " -> ")),
			"make one field of the circle optional, nullable or a list")
	}
}

// hasFinite tells whether a type has a finite value, given the definitions that are known to have one.
func (c *Compiler) hasFinite(t ir.Type, known map[string]bool) bool {
	if t.Nullable {
		return true
	}
	switch t.Kind {
	case ir.KindRef:
		return c.compilerOf(t.Ref) != c || known[t.Ref.Name]
	case ir.KindStruct:
		for _, f := range t.Fields {
			if f.Presence == ir.Required && !c.hasFinite(f.Type, known) {
				return false
			}
		}
	case ir.KindUnion:
		for i := range t.Union.Variants {
			if c.hasFinite(t.Union.Variants[i].Type, known) {
				return true
			}
		}
		return false
	case ir.KindTuple:
		for _, e := range t.Elems {
			if !c.hasFinite(e, known) {
				return false
			}
		}
	case ir.KindList, ir.KindMap:
		return t.MinItems == nil || *t.MinItems == 0 || t.Items == nil || c.hasFinite(*t.Items, known)
	}
	return true
}

// cycle follows what requires what from a definition until it comes back; nil where the circle is elsewhere.
func (c *Compiler) cycle(name string, known map[string]bool) []string {
	var path []string
	seen := map[string]bool{}
	for at := name; ; {
		if seen[at] {
			if at == name {
				return path
			}
			return nil
		}
		seen[at] = true
		path = append(path, at)
		next := c.needs(c.defs[at].def.Type, known)
		if next == "" {
			return nil
		}
		at = next
	}
}

// needs is the first definition without a finite value that the type requires.
func (c *Compiler) needs(t ir.Type, known map[string]bool) string {
	if t.Nullable {
		return ""
	}
	switch t.Kind {
	case ir.KindRef:
		if c.compilerOf(t.Ref) == c && !known[t.Ref.Name] {
			return t.Ref.Name
		}
	case ir.KindStruct:
		for _, f := range t.Fields {
			if f.Presence == ir.Required {
				if n := c.needs(f.Type, known); n != "" {
					return n
				}
			}
		}
	case ir.KindUnion:
		for i := range t.Union.Variants { // none has a finite value: the first says why
			if n := c.needs(t.Union.Variants[i].Type, known); n != "" {
				return n
			}
		}
	case ir.KindTuple:
		for _, e := range t.Elems {
			if n := c.needs(e, known); n != "" {
				return n
			}
		}
	case ir.KindList, ir.KindMap:
		if t.MinItems != nil && *t.MinItems > 0 && t.Items != nil {
			return c.needs(*t.Items, known)
		}
	}
	return ""
}

func smallest(names []string) string {
	out := names[0]
	for _, n := range names {
		if n < out {
			out = n
		}
	}
	return out
}
