package interp

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// place is a package in which a type is read: its references without a package mean definitions of this one.
type place struct {
	pkg  *ir.Package
	deps map[string]*ir.Package // by CUE path
}

// maxAliases bounds references that lead to references.
const maxAliases = 100

// resolve follows references to a type that is none. Privacy and nullability add up on the way.
func (p place) resolve(t ir.Type) (ir.Type, place, error) {
	for range maxAliases {
		if t.Kind != ir.KindRef {
			return t, p, nil
		}
		def, at, err := p.definition(t.Ref)
		if err != nil {
			return t, p, err
		}
		next := def.Type
		if t.Narrow != nil {
			next, at = *t.Narrow, p
			next.Privacy = stronger(next.Privacy, def.Type.Privacy)
		}
		next.Nullable = next.Nullable || t.Nullable
		next.Privacy = stronger(next.Privacy, t.Privacy)
		t, p = next, at
	}
	return t, p, fmt.Errorf("the references at %q lead nowhere", t.Ref.Name)
}

// definition finds what a reference names, and the package in which to read it.
func (p place) definition(ref *ir.Ref) (*ir.TypeDef, place, error) {
	if ref == nil {
		return nil, p, fmt.Errorf("a reference without a name")
	}
	if ref.Package != "" && ref.Package != p.pkg.Path {
		dep := p.deps[ref.Package]
		if dep == nil {
			return nil, p, fmt.Errorf("the package %q is not loaded", ref.Package)
		}
		p.pkg = dep
	}
	for i := range p.pkg.Types {
		if p.pkg.Types[i].Name == ref.Name {
			return &p.pkg.Types[i], p, nil
		}
	}
	return nil, p, fmt.Errorf("the package %q has no definition %q", p.pkg.Path, ref.Name)
}

func stronger(a, b ir.Privacy) ir.Privacy {
	if a == ir.PrivacySecret || b == ir.PrivacySecret {
		return ir.PrivacySecret
	}
	if a == ir.PrivacyRedact || b == ir.PrivacyRedact {
		return ir.PrivacyRedact
	}
	return ""
}
