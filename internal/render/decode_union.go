package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/unions"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

// follow resolves types for package unions.
func (g *generator) follow(t ir.Type, pkg string) (ir.Type, string, bool) {
	p := g.pkg
	if pkg != "" && pkg != g.pkg.Path {
		p = g.in.Deps[pkg]
	}
	nullable := t.Nullable
	for hops := 0; t.Kind == ir.KindRef && t.Ref != nil && p != nil && hops <= maxAliases; hops++ {
		next, def := g.lookup(p, *t.Ref)
		if def == nil {
			return t, pkg, false
		}
		p, t = next, *def
		nullable = nullable || t.Nullable
	}
	if p == nil || t.Kind == ir.KindRef {
		return t, pkg, false
	}
	t.Nullable = nullable
	return t, p.Path, true
}

var _ unions.Resolver = (*generator)(nil).follow

// unionTable writes what the decoder looks at to find the variant.
func (c *codec) unionTable(f *jen.File) {
	table := wirerules.Union(c.decl.Type.Union, c.pkg.Path, c.follow)
	var d dict
	if table.Tag != "" {
		d.set("Tag", jen.Lit(table.Tag))
	}
	var shapes []jen.Code
	for i := range table.Shapes {
		shapes = append(shapes, shapeLiteral(&table.Shapes[i]))
	}
	d.set("Shapes", jen.Index().Qual(wirePath, "Shape").Custom(lines, shapes...))
	f.Line()
	f.Var().Id("variants" + c.decl.Go).Op("=").Add(d.of(jen.Qual(wirePath, "Union")))
}

func shapeLiteral(s *wire.Shape) jen.Code {
	var d dict
	if s.Variant > 0 {
		d.set("Variant", jen.Lit(s.Variant))
	}
	d.set("Kinds", kindsLiteral(s.Kinds))
	if len(s.Tags) > 0 {
		d.set("Tags", textsLiteral(s.Tags))
	}
	var fields []jen.Code
	for i := range s.Fields {
		fields = append(fields, shapeFieldLiteral(&s.Fields[i]))
	}
	if len(fields) > 0 {
		d.set("Fields", jen.Index().Qual(wirePath, "ShapeField").Custom(lines, fields...))
	}
	if s.Open {
		d.set("Open", jen.True())
	}
	return jen.Values(d.entries...)
}

func shapeFieldLiteral(f *wire.ShapeField) jen.Code {
	var d dict
	d.set("Name", jen.Lit(f.Name))
	if f.Required {
		d.set("Required", jen.True())
	}
	d.set("Kinds", kindsLiteral(f.Kinds))
	if len(f.Values) > 0 {
		d.set("Values", textsLiteral(f.Values))
	}
	return jen.Values(d.entries...)
}

func textsLiteral(list []string) *jen.Statement {
	return jen.Index().String().ValuesFunc(func(v *jen.Group) {
		for _, text := range list {
			v.Add(literal(text))
		}
	})
}

func kindsLiteral(k wire.Kinds) *jen.Statement {
	names := []string{"IsNull", "IsBool", "IsNumber", "IsString", "IsList", "IsObject"}
	out := &jen.Statement{}
	for i, name := range names {
		if k&(1<<i) == 0 {
			continue
		}
		if len(*out) > 0 {
			out.Op("|")
		}
		out.Qual(wirePath, name)
	}
	return out
}

// decodeUnion reads the variant that the value means.
func (c *codec) decodeUnion() []jen.Code {
	u := c.decl.Type.Union
	trials := wirerules.Trials(u, c.pkg.Path, c.follow)
	picked := wirerules.Picked(u, c.pkg.Path, c.follow)
	var cases []jen.Code
	for i := range u.Variants {
		if !picked[i] {
			continue
		}
		body := c.readVariant(i)
		if len(trials[i]) > 0 {
			body = c.tryVariants(trials[i])
		}
		cases = append(cases, jen.Case(jen.Lit(i)).Block(body...))
	}
	return []jen.Code{jen.Switch(jen.Id("variants" + c.decl.Go).Dot("Pick").Call(jen.Id("d"))).Block(cases...)}
}

func (c *codec) readVariant(i int) []jen.Code {
	return []jen.Code{
		jen.Var().Id("x").Add(c.variantType(c.decl.Path, c.decl.Type.Union, i)),
		jen.Id("x").Dot("DecodeWire").Call(jen.Id("d")),
		jen.Id("v").Dot("variant").Op("=").Id("x"),
	}
}

// tryVariants reads the first of several scalar variants that admits the value.
func (c *codec) tryVariants(list []int) []jen.Code {
	out := []jen.Code{jen.Id("t").Op(":=").Id("d").Dot("Try").Call()}
	for _, i := range list {
		x := jen.Id("x" + c.names.Variant(c.decl.Path, i))
		out = append(out,
			jen.Var().Add(x.Clone()).Add(c.variantType(c.decl.Path, c.decl.Type.Union, i)),
			jen.If(x.Clone().Dot("DecodeWire").Call(jen.Id("d")), jen.Id("t").Dot("Fits").Call(jen.Id("d"))).Block(
				jen.Id("v").Dot("variant").Op("=").Add(x.Clone()), jen.Return()),
		)
	}
	return append(out, jen.Id("t").Dot("None").Call(jen.Id("d")))
}

// checkUnion judges the variant that is held.
func (c *codec) checkUnion() []jen.Code {
	u := c.decl.Type.Union
	var cases []jen.Code
	for i := range u.Variants {
		cases = append(cases, jen.Case(c.variantType(c.decl.Path, u, i)).Block(jen.Id("x").Dot("CheckWire").Call(jen.Id("c"))))
	}
	cases = append(cases, jen.Default().Block(jen.Id("c").Dot("NoVariant").Call()))
	return []jen.Code{jen.Switch(jen.Id("x").Op(":=").Id("v").Dot("variant").Assert(jen.Type())).Block(cases...)}
}

// marshalUnion writes what encoding/json calls: the variant cannot be seen from outside.
func (c *codec) marshalUnion(f *jen.File) {
	name := c.decl.Go
	c.marshalJSON(f, jen.Return(jen.Qual(wirePath, "MarshalUnion").Call(jen.Id("v").Dot("variant"), jen.Lit(name))))
	f.Line().Comment("UnmarshalJSON reads v as DecodeWire does. It changes nothing when there is an issue.")
	f.Func().Params(jen.Id("v").Op("*").Id(name)).Id("UnmarshalJSON").Params(jen.Id("data").Index().Byte()).Error().Block(
		jen.List(jen.Id("x"), jen.Err()).Op(":=").Qual(wirePath, "Decode").Types(jen.Id(name)).Call(
			jen.Id("data"), jen.Lit(name), jen.Qual(wirePath, "Options").Values()),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())),
		jen.Op("*").Id("v").Op("=").Id("x"),
		jen.Return(jen.Nil()),
	)
}
