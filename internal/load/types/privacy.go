package types

import "github.com/ikgen/ikgen/internal/ir"

// privacyOfRefs gives every reference the protection of the definition that it names, so that no reader has to follow
// it. It runs after all definitions are compiled: they may refer to each other in circles.
func (c *Compiler) privacyOfRefs(defs []ir.TypeDef) {
	for changed := true; changed; {
		changed = false
		for i := range defs {
			if c.inherit(&defs[i].Type) {
				changed = true
			}
			c.defs[defs[i].Name].def.Type = defs[i].Type
		}
	}
}

// Inherit gives the references within a type, which is outside of every definition, their protection.
func (c *Compiler) Inherit(t *ir.Type) { c.inherit(t) }

func (c *Compiler) inherit(t *ir.Type) bool {
	changed := false
	if t.Kind == ir.KindRef {
		if home := c.compilerOf(t.Ref); home != nil {
			if d := home.definition(t.Ref.Name); d != nil && d.ok {
				if p := stronger(t.Privacy, d.def.Type.Privacy); p != t.Privacy {
					t.Privacy, changed = p, true
				}
			}
		}
	}
	if t.Items != nil {
		changed = c.inherit(t.Items) || changed
	}
	for i := range t.Fields {
		changed = c.inherit(&t.Fields[i].Type) || changed
	}
	for i := range t.Elems {
		changed = c.inherit(&t.Elems[i]) || changed
	}
	for i := range t.Rest {
		changed = c.inherit(&t.Rest[i].Items) || changed
	}
	if t.Union != nil {
		for i := range t.Union.Variants {
			changed = c.inherit(&t.Union.Variants[i].Type) || changed
		}
	}
	return changed
}
