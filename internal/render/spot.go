package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// ownedBy is the package in which a type stands: references in it are relative to that package.
type ownedBy struct {
	pkg   *ir.Package
	names *gonames.Names
}

// spot is one value that a rule looks at: the Go expression, its schema, and what must hold before the expression may
// be evaluated.
type spot struct {
	g       *generator
	own     ownedBy
	expr    *gen.Statement
	typ     ir.Type
	path    string           // of typ, for the names of its fields
	pointer bool             // expr is a pointer to the value
	canNil  bool             // expr is nil where the value is absent or null
	absent  bool             // that nil means absent
	guards  []*gen.Statement // presence of what lies above
	three   *gen.Statement   // the ik.Nullable that expr points into; nil where the value is no such
}

// rootPlace is a whole value of this package.
func (g *generator) rootPlace(expr *gen.Statement, t *ir.Type, path string) spot {
	return spot{g: g, own: ownedBy{g.pkg, g.names}, expr: expr, typ: *t, path: path}.resolve()
}

// resolve follows references to the definition that describes the value.
func (p spot) resolve() spot {
	for p.typ.Kind == ir.KindRef && p.typ.Ref != nil {
		t, own, ok := p.g.definitionOf(*p.typ.Ref, p.own)
		if !ok {
			p.typ = ir.Type{Kind: ir.KindAny}
			return p
		}
		p.own, p.path = own, p.typ.Ref.Name
		t.Nullable = t.Nullable || p.typ.Nullable
		p.typ = t
	}
	return p
}

// definitionOf finds a definition and the package that owns it.
func (g *generator) definitionOf(r ir.Ref, from ownedBy) (ir.Type, ownedBy, bool) {
	own := from
	if r.Package != "" && r.Package != from.pkg.Path {
		own = ownedBy{g.in.Deps[r.Package], g.others[r.Package]}
		if r.Package == g.pkg.Path {
			own = ownedBy{g.pkg, g.names}
		}
	}
	if own.pkg == nil {
		return ir.Type{}, from, false
	}
	for _, d := range own.pkg.Types {
		if d.Name == r.Name {
			return d.Type, own, true
		}
	}
	return ir.Type{}, from, false
}

// descend goes down by keys: to one place, to one in each variant of a union that has it, or to none.
func (p spot) descend(keys []string) []spot {
	at := []spot{p}
	for _, k := range keys {
		var next []spot
		for _, parent := range at {
			for _, alt := range parent.alternatives() {
				if child, ok := alt.child(k); ok {
					next = append(next, child)
				}
			}
		}
		at = next
	}
	return at
}

// child is the value at one key of an object.
func (p spot) child(key string) (spot, bool) {
	out := spot{g: p.g, own: p.own, guards: p.guards}
	if p.canNil {
		out.guards = append(out.guards[:len(out.guards):len(out.guards)], p.expr.Clone().Op("!=").Nil())
	}
	switch p.typ.Kind {
	case ir.KindStruct:
		for i := range p.typ.Fields {
			f := &p.typ.Fields[i]
			if f.Name != key {
				continue
			}
			out.expr = p.expr.Clone().Dot(p.own.names.Field(p.path, key))
			out.typ, out.path = f.Type, gonames.FieldPath(p.path, key)
			return out.shaped(f.Presence == ir.Optional), true
		}
	case ir.KindMap:
		if p.typ.Items == nil {
			return spot{}, false
		}
		out.guards = append(out.guards[:len(out.guards):len(out.guards)], ik("HasKey").Call(p.value(), gen.Lit(key)))
		out.expr = gen.Parens(p.value()).Index(gen.Lit(key))
		out.typ, out.path = *p.typ.Items, gonames.ItemPath(p.path)
		return out.shaped(false), true
	}
	return spot{}, false
}

// item is an element of a list or a map, as the loop variable expr.
func (p spot) item(expr *gen.Statement) spot {
	out := spot{g: p.g, own: p.own, expr: expr, typ: *p.typ.Items, path: gonames.ItemPath(p.path)}
	return out.shaped(false)
}

// shaped follows references and says how Go holds the value: values that may be missing are pointers, or lists and maps
// with a nil of their own.
func (p spot) shaped(optional bool) spot {
	named := p.typ.Kind == ir.KindRef
	p = p.resolve()
	p.absent = optional
	if k := p.typ.Kind; optional && (p.typ.Nullable || k == ir.KindAny || k == ir.KindNull) {
		p.three = p.expr
		p.expr, p.pointer, p.canNil = p.expr.Clone().Dot("Pointer").Call(), true, true
		return p
	}
	switch p.typ.Kind {
	case ir.KindAny, ir.KindNull:
		p.canNil = optional
	case ir.KindList, ir.KindMap:
		p.pointer = p.typ.Nullable && named
		p.canNil = optional || p.typ.Nullable
	default:
		p.pointer = optional || p.typ.Nullable
		p.canNil = p.pointer
	}
	return p
}

// value is the expression of the value itself. Its guards must hold.
func (p spot) value() *gen.Statement {
	if p.pointer {
		return gen.Op("*").Add(p.expr.Clone())
	}
	return p.expr.Clone()
}

// text is the expression of a string value; false when the schema is no string.
func (p spot) text() (*gen.Statement, bool) {
	if p.scalar() != ir.KindString {
		return nil, false
	}
	return p.written(), true
}

// written is the text of a string, also of one that Go holds in a type of its own.
func (p spot) written() *gen.Statement {
	switch p.typ.Go {
	case ir.GoTime:
		return gen.Qual(wirePath, "TimeText").Call(p.value())
	case ir.GoDuration:
		return gen.Parens(p.value()).Dot("String").Call()
	}
	return gen.String().Call(p.value())
}

// scalar is the kind of a scalar value, of enums that of their members.
func (p spot) scalar() ir.Kind {
	if p.typ.Kind == ir.KindEnum {
		return p.typ.Base
	}
	return p.typ.Kind
}

// guarded puts the presence of everything above before a test.
func (p spot) guarded(t test) test {
	out := always(true)
	for _, guard := range p.guards {
		out = out.and(code(guard.Clone()))
	}
	return out.and(t)
}

// present tells whether the value itself is there; null counts.
func (p spot) present() test {
	if p.three != nil {
		return code(gen.Op("!").Add(p.three.Clone()).Dot("IsZero").Call())
	}
	if p.canNil && p.absent {
		return code(p.expr.Clone().Op("!=").Nil())
	}
	return always(true)
}
