package render

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
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
func (c *codec) unionTable(f *gen.File) {
	table := wirerules.Union(c.decl.Type.Union, c.pkg.Path, c.follow)
	var d dict
	if table.Tag != "" {
		d.set("Tag", gen.Lit(table.Tag))
	}
	var shapes []gen.Code
	for i := range table.Shapes {
		shapes = append(shapes, shapeLiteral(&table.Shapes[i]))
	}
	d.set("Shapes", gen.Index().Qual(wirePath, "Shape").Lines(shapes...))
	f.Line()
	f.Var().Id("variants" + c.decl.Go).Op("=").Add(d.of(gen.Qual(wirePath, "Union")))
}

func shapeLiteral(s *wire.Shape) gen.Code {
	var d dict
	if s.Variant > 0 {
		d.set("Variant", gen.Lit(s.Variant))
	}
	d.set("Kinds", kindsLiteral(s.Kinds))
	if len(s.Tags) > 0 {
		d.set("Tags", textsLiteral(s.Tags))
	}
	var fields []gen.Code
	for i := range s.Fields {
		fields = append(fields, shapeFieldLiteral(&s.Fields[i]))
	}
	if len(fields) > 0 {
		d.set("Fields", gen.Index().Qual(wirePath, "ShapeField").Lines(fields...))
	}
	if s.Open {
		d.set("Open", gen.True())
	}
	if s.Least != 0 {
		d.set("Least", gen.Lit(s.Least))
	}
	if s.Most != 0 {
		d.set("Most", gen.Lit(s.Most))
	}
	return gen.Values(d.entries...)
}

func shapeFieldLiteral(f *wire.ShapeField) gen.Code {
	var d dict
	d.set("Name", gen.Lit(f.Name))
	if f.Required {
		d.set("Required", gen.True())
	}
	d.set("Kinds", kindsLiteral(f.Kinds))
	if len(f.Values) > 0 {
		d.set("Values", textsLiteral(f.Values))
	}
	return gen.Values(d.entries...)
}

func textsLiteral(list []string) *gen.Statement {
	return gen.Index().String().ValuesFunc(func(v *gen.Group) {
		for _, text := range list {
			v.Add(literal(text))
		}
	})
}

func kindsLiteral(k wire.Kinds) *gen.Statement {
	names := []string{"IsNull", "IsBool", "IsNumber", "IsString", "IsList", "IsObject"}
	out := gen.Null()
	for i, name := range names {
		if k&(1<<i) == 0 {
			continue
		}
		if k&(1<<i-1) != 0 {
			out.Op("|")
		}
		out.Qual(wirePath, name)
	}
	return out
}

// decodeUnion reads the variant that the value means.
func (c *codec) decodeUnion() []gen.Code {
	u := c.decl.Type.Union
	trials := wirerules.Trials(u, c.pkg.Path, c.follow)
	picked := wirerules.Picked(u, c.pkg.Path, c.follow)
	var cases []gen.Code
	for i := range u.Variants {
		if !picked[i] {
			continue
		}
		body := c.readVariant(i)
		if len(trials[i]) > 0 {
			body = c.tryVariants(trials[i])
		}
		cases = append(cases, gen.Case(gen.Lit(i)).Block(body...))
	}
	return []gen.Code{gen.Switch(gen.Id("variants" + c.decl.Go).Dot("Pick").Call(gen.Id("d"))).Block(cases...)}
}

func (c *codec) readVariant(i int) []gen.Code {
	return []gen.Code{
		gen.Var().Id("x").Add(c.variantType(c.decl.Path, c.decl.Type.Union, i)),
		gen.Id("x.DecodeWire").Call(gen.Id("d")),
		gen.Id("v.variant").Op("=").Id("x"),
	}
}

// tryVariants reads the first of several scalar variants that admits the value.
func (c *codec) tryVariants(list []int) []gen.Code {
	out := []gen.Code{gen.Id("t").Op(":=").Id("d").Dot("Try").Call()}
	for _, i := range list {
		x := gen.Id("x" + c.names.Variant(c.decl.Path, i))
		out = append(out,
			gen.Var().Add(x.Clone()).Add(c.variantType(c.decl.Path, c.decl.Type.Union, i)),
			gen.If(x.Clone().Dot("DecodeWire").Call(gen.Id("d")), gen.Id("t.Fits").Call(gen.Id("d"))).Block(
				gen.Id("v.variant").Op("=").Add(x.Clone()), gen.Return()),
		)
	}
	return append(out, gen.Id("t.None").Call(gen.Id("d")))
}

// checkUnion judges the variant that is held.
func (c *codec) checkUnion() []gen.Code {
	u := c.decl.Type.Union
	var cases []gen.Code
	for i := range u.Variants {
		cases = append(cases, gen.Case(c.variantType(c.decl.Path, u, i)).Block(gen.Id("x.CheckWire").Call(gen.Id("c"))))
	}
	cases = append(cases, gen.Default().Block(gen.Id("c.NoVariant").Call()))
	return []gen.Code{gen.Switch(gen.Id("x").Op(":=").Id("v").Dot("variant").Assert(gen.Type())).Block(cases...)}
}

// marshalUnion writes what encoding/json calls: the variant cannot be seen from outside.
func (c *codec) marshalUnion(f *gen.File) {
	name := c.decl.Go
	c.marshalJSON(f, gen.Return(gen.Qual(wirePath, "MarshalUnion").Call(gen.Id("v.variant"), gen.Lit(name))))
	f.Line().Comment("UnmarshalJSON reads v as DecodeWire does. It changes nothing when there is an issue.")
	f.Func().Params(gen.Id("v").Op("*").Id(name)).Id("UnmarshalJSON").Params(gen.Id("data").Index().Byte()).Error().Block(
		gen.List(gen.Id("x"), gen.Err()).Op(":=").Qual(wirePath, "Decode").Types(gen.Id(name)).Call(
			gen.Id("data"), gen.Lit(name), gen.Qual(wirePath, "Options").Values()),
		gen.If(gen.Err().Op("!=").Nil()).Block(gen.Return(gen.Err())),
		gen.Op("*").Id("v").Op("=").Id("x"),
		gen.Return(gen.Nil()),
	)
}
