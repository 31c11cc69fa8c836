package render

import (
	"slices"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// masks writes the masks that schemas refer to, and those that they refer to in turn.
type masks struct {
	*generator
	queue []string // Go names of declared types, each once
	done  map[string]bool
}

// named refers to the mask of a declared type, which is written later.
func (m *masks) named(goName string) *gen.Statement {
	if !m.done[goName] {
		m.done[goName] = true
		m.queue = append(m.queue, goName)
	}
	return gen.Id("mask" + goName)
}

func (m *masks) write(f *gen.File) {
	decls := map[string]*gonames.Decl{}
	all := m.names.Decls()
	for i := range all {
		decls[all[i].Go] = &all[i]
	}
	for i := 0; i < len(m.queue); i++ {
		d := decls[m.queue[i]]
		f.Line().Commentf("mask%s tells which parts of %s are private.", d.Go, d.Go)
		f.Func().Id("mask" + d.Go).Params().Op("*").Add(ik("Mask")).Block(m.body(d.Path, &d.Type)...)
	}
}

// body gives the statements that return the mask of a type.
func (m *masks) body(path string, t *ir.Type) []gen.Code {
	if t.Kind == ir.KindRef && m.inside(m.pkg, t) {
		return []gen.Code{
			gen.Id("m").Op(":=").Op("*").Add(m.referred(t)).Call(),
			gen.Id("m").Dot("Self").Op("=").Max(gen.Id("m").Dot("Self"), privacy(t.Privacy)),
			gen.Return(gen.Op("&").Id("m")),
		}
	}
	if t.Kind == ir.KindUnion {
		return []gen.Code{gen.Return(m.union(path, t))}
	}
	return []gen.Code{gen.Return(gen.Op("&").Add(m.literal(path, t)))}
}

// literal is the ik.Mask of a type that is no reference.
func (m *masks) literal(path string, t *ir.Type) *gen.Statement {
	var d dict
	if t.Privacy != "" {
		d.set("Self", privacy(t.Privacy))
	}
	// A key that is not listed is masked as the rest of the keys are: with a private rest, public fields are listed too.
	all := slices.ContainsFunc(restTypes(t), func(r inner) bool { return m.private(m.pkg, r.t, map[*ir.Type]bool{}) })
	var fields []gen.Code
	for i := range t.Fields {
		f := &t.Fields[i]
		if !m.private(m.pkg, &f.Type, map[*ir.Type]bool{}) {
			if all {
				fields = append(fields, gen.Values(gen.Id("Name").Op(":").Lit(f.Name)))
			}
			continue
		}
		fields = append(fields, gen.Values(gen.Id("Name").Op(":").Lit(f.Name),
			gen.Id("Mask").Op(":").Add(m.function(gonames.FieldPath(path, f.Name), &f.Type))))
	}
	if len(fields) > 0 {
		d.set("Fields", gen.Index().Add(ik("FieldMask")).Lines(fields...))
	}
	if t.Kind == ir.KindTuple {
		m.anyOf(&d, "Elem", path, tupleTypes(t))
	} else if t.Items != nil && m.private(m.pkg, t.Items, map[*ir.Type]bool{}) {
		d.set("Elem", m.function(gonames.ItemPath(path), t.Items))
	}
	m.anyOf(&d, "Rest", path, restTypes(t))
	return ik("Mask").Values(d.entries...)
}

// function is an expression of type func() *ik.Mask.
func (m *masks) function(path string, t *ir.Type) *gen.Statement {
	switch {
	case t.Kind == ir.KindRef && t.Privacy == "":
		return m.referred(t)
	case t.Kind == ir.KindStruct || t.Kind == ir.KindEnum || t.Kind == ir.KindUnion || t.Kind == ir.KindTuple:
		name, _ := m.names.At(path)
		return m.named(name)
	default:
		return gen.Func().Params().Op("*").Add(ik("Mask")).Block(m.body(path, t)...)
	}
}

// referred is the mask function of a definition.
func (m *masks) referred(t *ir.Type) *gen.Statement {
	typ := m.names.Ref(*t.Ref)
	if typ.Package == "" {
		return m.named(typ.Name)
	}
	return m.schemaOf(typ).Dot("Mask")
}

// inside tells whether the definition that a reference names has private parts of its own.
func (m *masks) inside(p *ir.Package, t *ir.Type) bool {
	owner, def := m.lookup(p, *t.Ref)
	return def != nil && m.private(owner, def, map[*ir.Type]bool{})
}

// private tells whether anything of a type is private.
func (m *masks) private(p *ir.Package, t *ir.Type, seen map[*ir.Type]bool) bool {
	if t.Privacy != "" {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	if t.Kind == ir.KindRef && t.Ref != nil {
		owner, def := m.lookup(p, *t.Ref)
		return def != nil && m.private(owner, def, seen)
	}
	for i := range t.Fields {
		if m.private(p, &t.Fields[i].Type, seen) {
			return true
		}
	}
	for _, in := range append(tupleTypes(t), restTypes(t)...) {
		if m.private(p, in.t, seen) {
			return true
		}
	}
	for i := range unionVariants(t) {
		if m.private(p, &t.Union.Variants[i].Type, seen) {
			return true
		}
	}
	return t.Items != nil && m.private(p, t.Items, seen)
}

func privacy(p ir.Privacy) *gen.Statement {
	switch p {
	case ir.PrivacySecret:
		return ik("Secret")
	case ir.PrivacyRedact:
		return ik("Private")
	default:
		return ik("Public")
	}
}
