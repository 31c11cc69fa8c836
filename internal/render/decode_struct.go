package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// fieldTable writes the keys of a struct.
func (c *codec) fieldTable(f *jen.File) {
	f.Line()
	var entries []jen.Code
	for _, field := range c.decl.Type.Fields {
		values := []jen.Code{jen.Id("Name").Op(":").Lit(field.Name)}
		if field.Presence == ir.Required {
			values = append(values, jen.Id("Required").Op(":").True())
		} else if _, nullable := c.bare(&field.Type); nullable || field.Type.Kind == ir.KindNull || c.isPlainAny(&field.Type) {
			values = append(values, jen.Id("Nullable").Op(":").True())
		}
		entries = append(entries, jen.Values(values...))
	}
	list := jen.Index().Qual(wirePath, "Field").Custom(lines, entries...)
	f.Var().Id(c.table()).Op("=").Qual(wirePath, "FieldsOf").Call(list)
}

func (c *codec) table() string { return "fields" + c.decl.Go }

// fieldPlace is where a field of v lives.
func (c *codec) fieldPlace(f *ir.Field) slot {
	name := c.goField(c.decl.Path, f)
	return slot{
		path: gonames.FieldPath(c.decl.Path, f.Name), name: c.decl.Go + name, t: &f.Type, optional: f.Presence == ir.Optional,
		target: jen.Id("v").Dot(name),
	}
}

// decodeStruct reads the fields in whatever order the document has them. Defaults stand before, where they are
// constants, or are filled in after.
func (c *codec) decodeStruct() []jen.Code {
	t := &c.decl.Type
	open := "Object"
	if t.Open || len(t.Rest) > 0 {
		open = "OpenObject"
	}
	var before, after, cases []jen.Code
	for i := range t.Fields {
		f := &t.Fields[i]
		p := c.fieldPlace(f)
		cases = append(cases, jen.Case(jen.Lit(f.Name)).Block(c.decodeInto(p)...))
		if f.Presence == ir.Defaulted {
			b, a := c.defaultValue(p, f)
			before, after = append(before, b...), append(after, a...)
		}
	}
	if t.Open || len(t.Rest) > 0 {
		cases = append(cases, jen.Default().Block(c.decodeFurther()...))
	}
	start, whole := c.wholeStruct()
	before, after = append(start, before...), append(whole, after...)
	body := []jen.Code{jen.Switch(jen.Id("o").Dot("Key").Call()).Block(cases...)}
	enter := jen.Id("o").Op(":=").Id("d").Dot(open).Call(jen.Id(c.table()))
	next := jen.Id("o").Dot("Next").Call()
	if len(cases) == 0 {
		return append([]jen.Code{enter, next}, after...) // Next passes over every field
	}
	if len(after) > 0 {
		before = append(before, enter, jen.For(next).Block(body...))
		return append(before, after...)
	}
	return append(before, jen.For(enter, next, jen.Empty()).Block(body...))
}

// defaultValue gives what stands before or after the loop for an absent field.
func (c *codec) defaultValue(p slot, f *ir.Field) (before, after []jen.Code) {
	name, constant := c.names.Default(c.decl.Path, f.Name)
	switch {
	case constant && c.pointer(p.t, false):
		return nil, []jen.Code{c.unless(f.Name, p.assign(jen.New(jen.Id(name))))}
	case constant:
		return []jen.Code{p.assign(jen.Id(name))}, nil
	case string(f.Default) == "null":
		return nil, nil
	}
	fill := []jen.Code{jen.Id("d").Op(":=").New(jen.Qual(wirePath, "NewDecoder").Call(jen.Index().Byte().Call(jen.Lit(string(f.Default)))))}
	return nil, []jen.Code{c.unless(f.Name, append(fill, c.decodeInto(p)...)...)}
}

func (c *codec) unless(key string, fill ...jen.Code) jen.Code {
	return jen.If(jen.Op("!").Id("o").Dot("Has").Call(jen.Lit(key))).Block(fill...)
}
