package render

import (
	"strings"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// unionType writes the wrapper of a union, what makes one, and what takes it apart. The variant inside is set by this
// package alone: no other value gets in.
func (g *generator) unionType(f *gen.File, d *gonames.Decl) {
	u := d.Type.Union
	var names []string
	for i := range u.Variants {
		names = append(names, g.names.VariantType(d.Path, u, i).Name)
	}
	f.Type().Id(d.Go).Struct(gen.Id("variant").Any().Comment(strings.Join(names, ", ")))
	for i := range u.Variants {
		name := "New" + d.Go + g.names.Variant(d.Path, i)
		f.Line().Commentf("%s makes a %s of the variant.", name, d.Go)
		f.Func().Id(name).Params(gen.Id("v").Add(g.variantType(d.Path, u, i))).Id(d.Go).Block(
			gen.Return(gen.Id(d.Go).Values(gen.Id("v"))))
	}
	f.Line().Commentf("Value gives the variant for a type switch: %s; nil of the zero %s.", orList(names), d.Go)
	f.Func().Params(gen.Id("v").Id(d.Go)).Id("Value").Params().Any().Block(gen.Return(gen.Id("v").Dot("variant")))
	g.matchFunc(f, d)
}

// matchFunc writes the function whose parameters make sure that no variant is forgotten.
func (g *generator) matchFunc(f *gen.File, d *gonames.Decl) {
	u := d.Type.Union
	f.Line().Commentf("Match%s calls the function of the variant that v holds. Of the zero %s it calls none, and gives the zero R.", d.Go, d.Go)
	params := []gen.Code{gen.Id("v").Id(d.Go)}
	var cases []gen.Code
	for i := range u.Variants {
		on := "on" + g.names.Variant(d.Path, i)
		params = append(params, gen.Id(on).Func().Params(g.variantType(d.Path, u, i)).Id("R"))
		cases = append(cases, gen.Case(g.variantType(d.Path, u, i)).Block(gen.Return(gen.Id(on).Call(gen.Id("x")))))
	}
	f.Func().Id("Match"+d.Go).Types(gen.Id("R").Any()).Params(params...).Params(gen.Id("result").Id("R")).Block(
		gen.Switch(gen.Id("x").Op(":=").Id("v").Dot("variant").Assert(gen.Type())).Block(cases...),
		gen.Return(gen.Id("result")),
	)
}

// variantType is the Go type of a variant.
func (g *generator) variantType(path string, u *ir.Union, i int) *gen.Statement {
	return g.named(g.names.VariantType(path, u, i))
}

func orList(names []string) string {
	n := len(names)
	return strings.Join(names[:n-1], ", ") + " or " + names[n-1]
}
