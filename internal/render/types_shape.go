package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// owner is the package that r refers into; nil when it is not known.
func (g *generator) owner(r ir.Ref) *ir.Package {
	if r.Package == "" || r.Package == g.pkg.Path {
		return g.pkg
	}
	return g.in.Deps[r.Package]
}

// lookup finds what a reference of package p names. The package of the result is the one that it stands in.
func (g *generator) lookup(p *ir.Package, r ir.Ref) (*ir.Package, *ir.Type) {
	if r.Package != "" && r.Package != p.Path {
		p = g.owner(r)
	}
	if p == nil {
		return nil, nil
	}
	for i := range p.Types {
		if p.Types[i].Name == r.Name {
			return p, &p.Types[i].Type
		}
	}
	return p, nil
}

// bare follows references to the type that describes the value. nullable tells whether null is admitted on the way.
func (g *generator) bare(t *ir.Type) (bare *ir.Type, nullable bool) {
	p := g.pkg
	for hops := 0; t.Kind == ir.KindRef && t.Ref != nil && hops <= maxAliases; hops++ {
		nullable = nullable || t.Nullable
		next, def := g.lookup(p, *t.Ref)
		if def == nil {
			return t, nullable
		}
		p, t = next, def
	}
	return t, nullable || t.Nullable
}

// maxAliases bounds chains of definitions that only name another one; the checks report a longer one as a cycle.
const maxAliases = 1000

// isPlainAny tells whether a value of the type is held as any, which has no methods.
func (g *generator) isPlainAny(t *ir.Type) bool {
	b, _ := g.bare(t)
	return b.Kind == ir.KindAny
}

// pointer tells whether a place holds the value by a pointer: nil is an absent or null value. Lists, maps and any have
// a nil of their own.
func (g *generator) pointer(t *ir.Type, optional bool) bool {
	if g.threeState(t, optional) {
		return false
	}
	b, nullable := g.bare(t)
	switch b.Kind {
	case ir.KindAny, ir.KindNull:
		return false
	case ir.KindList, ir.KindMap:
		return nullable && t.Kind == ir.KindRef
	default:
		return nullable || optional
	}
}

// nilIsAbsent tells whether nil at a place that is no pointer stands for an absent or null value.
func (g *generator) nilIsAbsent(t *ir.Type, optional bool) bool {
	if g.threeState(t, optional) {
		return false
	}
	b, nullable := g.bare(t)
	switch b.Kind {
	case ir.KindList, ir.KindMap:
		return optional || nullable && t.Kind != ir.KindRef
	default:
		return false
	}
}

// goType is the Go type of a value at path, without the pointer of an optional or nullable place.
func (g *generator) goType(path string, t *ir.Type) *gen.Statement {
	switch t.Kind {
	case ir.KindAny:
		return gen.Any()
	case ir.KindNull:
		return gen.Op("*").Struct()
	case ir.KindBool:
		return gen.Bool()
	case ir.KindInt:
		if t.Unsigned {
			return gen.Uint64()
		}
		return gen.Int64()
	case ir.KindNumber:
		return gen.Float64()
	case ir.KindString:
		return stringType(t)
	case ir.KindList:
		return gen.Index().Add(g.placeType(gonames.ItemPath(path), t.Items, false))
	case ir.KindMap:
		return gen.Map(gen.String()).Add(g.placeType(gonames.ItemPath(path), t.Items, false))
	case ir.KindRef:
		return g.named(g.names.Ref(*t.Ref))
	default:
		name, _ := g.names.At(path)
		return gen.Id(name)
	}
}

// stringType is the Go type of a string: string, or what the spec names.
func stringType(t *ir.Type) *gen.Statement {
	switch t.Go {
	case ir.GoTime:
		return gen.Qual("time", "Time")
	case ir.GoDuration:
		return gen.Qual("time", "Duration")
	}
	return gen.String()
}

// placeType is the Go type of a field, an item or a map's value.
func (g *generator) placeType(path string, t *ir.Type, optional bool) *gen.Statement {
	if g.threeState(t, optional) {
		return ik("Nullable").Types(g.goType(path, t))
	}
	if g.pointer(t, optional) {
		return gen.Op("*").Add(g.goType(path, t))
	}
	return g.goType(path, t)
}

// goField is the Go name of a field; further is the name of the field that keeps unknown keys.
func (g *generator) goField(path string, f *ir.Field) string { return g.names.Field(path, f.Name) }

const further = "Extra"

// holds tells whether a struct contains the type named target by value.
func (g *generator) holds(path string, t *ir.Type, target string, seen map[string]bool) bool {
	for i := range t.Fields {
		f := &t.Fields[i]
		if optional := f.Presence == ir.Optional; g.pointer(&f.Type, optional) || g.threeState(&f.Type, optional) {
			continue
		}
		at, next := gonames.FieldPath(path, f.Name), &f.Type
		for next.Kind == ir.KindRef && next.Ref != nil && g.owner(*next.Ref) == g.pkg && !seen[next.Ref.Name] {
			seen[next.Ref.Name] = true
			name := g.names.Ref(*next.Ref).Name
			if name == target {
				return true
			}
			_, def := g.lookup(g.pkg, *next.Ref)
			if def == nil {
				break
			}
			at, next = f.Type.Ref.Name, def
		}
		if next.Kind == ir.KindStruct && g.holds(at, next, target, seen) {
			return true
		}
	}
	return false
}
