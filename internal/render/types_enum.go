package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// enumType writes the named type of an enum, its members, and what tells members from other values.
func (g *generator) enumType(f *jen.File, d *gonames.Decl) error {
	base := ir.Type{Kind: d.Type.Base}
	f.Type().Id(d.Go).Add(g.goType(d.Path, &base))
	f.Line().Commentf("The members of %s.", d.Go)
	var members []jen.Code
	for i, m := range d.Type.Enum {
		value, err := g.constant(d.Path, &base, m.Value)
		if err != nil {
			return err
		}
		members = append(members, jen.Id(g.names.Member(d.Path, i)).Id(d.Go).Op("=").Add(value))
	}
	f.Const().Defs(members...)
	f.Line().Comment("Valid tells whether v is a member.")
	f.Func().Params(jen.Id("v").Id(d.Go)).Id("Valid").Params().Bool().Block(
		jen.Return(jen.Qual("slices", "Contains").Call(jen.Id("enum"+d.Go), jen.Id("v"))))
	f.Line().Comment("Values gives every member in the order of the spec.")
	f.Func().Params(jen.Id(d.Go)).Id("Values").Params().Index().Id(d.Go).Block(
		jen.Return(jen.Qual("slices", "Clone").Call(jen.Id("enum" + d.Go))))
	return nil
}

// enumTable writes the members as decoders look them up.
func (g *generator) enumTable(f *jen.File, d *gonames.Decl) {
	f.Line()
	f.Var().Id("enum" + d.Go).Op("=").Index().Id(d.Go).ValuesFunc(func(v *jen.Group) {
		for i := range d.Type.Enum {
			v.Id(g.names.Member(d.Path, i))
		}
	})
}
