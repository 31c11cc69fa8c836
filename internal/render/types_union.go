package render

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// unionType writes the wrapper of a union, what makes one, and what takes it apart. The variant inside is set by this
// package alone: no other value gets in.
func (g *generator) unionType(f *jen.File, d *gonames.Decl) {
	u := d.Type.Union
	var names []string
	for i := range u.Variants {
		names = append(names, g.names.VariantType(d.Path, u, i).Name)
	}
	f.Type().Id(d.Go).Struct(jen.Id("variant").Any().Comment(strings.Join(names, ", ")))
	for i := range u.Variants {
		name := "New" + d.Go + g.names.Variant(d.Path, i)
		f.Line().Commentf("%s makes a %s of the variant.", name, d.Go)
		f.Func().Id(name).Params(jen.Id("v").Add(g.variantType(d.Path, u, i))).Id(d.Go).Block(
			jen.Return(jen.Id(d.Go).Values(jen.Id("v"))))
	}
	f.Line().Commentf("Value gives the variant for a type switch: %s; nil of the zero %s.", orList(names), d.Go)
	f.Func().Params(jen.Id("v").Id(d.Go)).Id("Value").Params().Any().Block(jen.Return(jen.Id("v").Dot("variant")))
	g.matchFunc(f, d)
}

// matchFunc writes the function whose parameters make sure that no variant is forgotten.
func (g *generator) matchFunc(f *jen.File, d *gonames.Decl) {
	u := d.Type.Union
	f.Line().Commentf("Match%s calls the function of the variant that v holds. Of the zero %s it calls none, and gives the zero R.", d.Go, d.Go)
	params := []jen.Code{jen.Id("v").Id(d.Go)}
	var cases []jen.Code
	for i := range u.Variants {
		on := "on" + g.names.Variant(d.Path, i)
		params = append(params, jen.Id(on).Func().Params(g.variantType(d.Path, u, i)).Id("R"))
		cases = append(cases, jen.Case(g.variantType(d.Path, u, i)).Block(jen.Return(jen.Id(on).Call(jen.Id("x")))))
	}
	f.Func().Id("Match"+d.Go).Types(jen.Id("R").Any()).Params(params...).Params(jen.Id("result").Id("R")).Block(
		jen.Switch(jen.Id("x").Op(":=").Id("v").Dot("variant").Assert(jen.Type())).Block(cases...),
		jen.Return(jen.Id("result")),
	)
}

// variantType is the Go type of a variant.
func (g *generator) variantType(path string, u *ir.Union, i int) *jen.Statement {
	return g.named(g.names.VariantType(path, u, i))
}

func orList(names []string) string {
	n := len(names)
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}
