package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// alternatives are the variants of a union as spots that are guarded by which one is held; else the spot itself.
func (p spot) alternatives() []spot {
	if p.typ.Kind != ir.KindUnion {
		return []spot{p}
	}
	guards := p.guards[:len(p.guards):len(p.guards)]
	if p.canNil {
		guards = append(guards, p.expr.Clone().Op("!=").Nil())
	}
	var out []spot
	for i := range p.typ.Union.Variants {
		v := &p.typ.Union.Variants[i]
		typ := p.g.identIn(p.own, p.own.names.VariantType(p.path, p.typ.Union, i))
		held := func(name string) *gen.Statement {
			return ik(name).Types(typ.Clone()).Call(p.expr.Clone().Dot("Value").Call())
		}
		alt := spot{g: p.g, own: p.own, expr: held("As"), typ: v.Type, path: gonames.VariantPath(p.path, v.Name)}
		alt.guards = append(guards[:len(guards):len(guards)], held("Is"))
		out = append(out, alt.resolve().alternatives()...)
	}
	return out
}

// identIn refers to a type that another package names.
func (g *generator) identIn(own ownedBy, t gonames.GoType) *gen.Statement {
	if t.Package == "" && own.pkg != g.pkg {
		t.Package = own.pkg.Path
	} else if t.Package == g.pkg.Path {
		t.Package = ""
	}
	return g.named(t)
}

// either tests the variants of the value, or of the constraint: one that holds is enough.
func (p spot) either(l leaf) (test, error) {
	p.canNil, p.guards = false, nil
	out := always(false)
	for _, alt := range p.alternatives() {
		for _, want := range p.g.unfoldLeaf(l) {
			t, err := alt.check(want)
			if err != nil {
				return test{}, err
			}
			out = out.or(alt.guarded(t))
		}
	}
	return out, nil
}

// unfoldLeaf gives the variants of a constraint.
func (g *generator) unfoldLeaf(l leaf) []leaf {
	if l.typ.Kind != ir.KindUnion {
		return []leaf{l}
	}
	var out []leaf
	for i := range l.typ.Union.Variants {
		out = append(out, leaf{typ: l.typ.Union.Variants[i].Type, own: l.own, depth: l.depth + 1})
	}
	return out
}
