package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// enumType writes the named type of an enum, its members, and what tells members from other values.
func (g *generator) enumType(f *gen.File, d *gonames.Decl) error {
	base := ir.Type{Kind: d.Type.Base}
	f.Type().Id(d.Go).Add(g.goType(d.Path, &base))
	f.Line().Commentf("The members of %s.", d.Go)
	var members []gen.Code
	for i, m := range d.Type.Enum {
		value, err := g.constant(d.Path, &base, m.Value)
		if err != nil {
			return err
		}
		members = append(members, gen.Id(g.names.Member(d.Path, i)).Id(d.Go).Op("=").Add(value))
	}
	f.Const().Defs(members...)
	f.Line().Comment("Valid tells whether v is a member.")
	f.Func().Params(gen.Id("v").Id(d.Go)).Id("Valid").Params().Bool().Block(
		gen.Return(gen.Qual("slices", "Contains").Call(gen.Id("enum"+d.Go), gen.Id("v"))))
	f.Line().Comment("Values gives every member in the order of the spec.")
	f.Func().Params(gen.Id(d.Go)).Id("Values").Params().Index().Id(d.Go).Block(
		gen.Return(gen.Qual("slices", "Clone").Call(gen.Id("enum" + d.Go))))
	return nil
}

// enumTable writes the members as decoders look them up.
func (g *generator) enumTable(f *gen.File, d *gonames.Decl) {
	f.Line()
	f.Var().Id("enum" + d.Go).Op("=").Index().Id(d.Go).ValuesFunc(func(v *gen.Group) {
		for i := range d.Type.Enum {
			v.Id(g.names.Member(d.Path, i))
		}
	})
}
