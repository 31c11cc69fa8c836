package render

import (
	"strconv"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// fieldTable writes the keys of a struct.
func (c *codec) fieldTable(f *gen.File) {
	f.Line()
	var entries []gen.Code
	for _, field := range c.decl.Type.Fields {
		more := ""
		if field.Presence == ir.Required {
			more = ", Required: true"
		} else if c.threeState(&field.Type, true) { // null is a value of its own
			more = ", Nullable: true"
		}
		entries = append(entries, gen.Id("{Name: "+strconv.Quote(field.Name)+more+"}"))
	}
	list := gen.Index().Qual(wirePath, "Field").Lines(entries...)
	f.Var().Id(c.table()).Op("=").Qual(wirePath, "FieldsOf").Call(list)
}

func (c *codec) table() string { return "fields" + c.decl.Go }

// fieldPlace is where a field of v lives.
func (c *codec) fieldPlace(f *ir.Field) slot {
	name := c.goField(c.decl.Path, f)
	return slot{
		path: gonames.FieldPath(c.decl.Path, f.Name), name: c.decl.Go + name, t: &f.Type, optional: f.Presence == ir.Optional,
		target: gen.Id("v." + name),
	}
}

// decodeStruct reads the fields in whatever order the document has them. Defaults stand before, where they are
// constants, or are filled in after.
func (c *codec) decodeStruct() []gen.Code {
	t := &c.decl.Type
	open := "Object"
	if t.Open || len(t.Rest) > 0 {
		open = "OpenObject"
	}
	var before, after, cases []gen.Code
	for i := range t.Fields {
		f := &t.Fields[i]
		p := c.fieldPlace(f)
		cases = append(cases, gen.Case(gen.Lit(f.Name)).Block(c.decodeInto(p)...))
		if f.Presence == ir.Defaulted {
			b, a := c.defaultValue(p, f)
			before, after = append(before, b...), append(after, a...)
		}
	}
	if t.Open || len(t.Rest) > 0 {
		cases = append(cases, gen.Default().Block(c.decodeFurther()...))
	}
	start, whole := c.wholeStruct()
	before, after = append(start, before...), append(whole, after...)
	body := []gen.Code{gen.Switch(gen.Id("o.Key").Call()).Block(cases...)}
	enter := gen.Id("o").Op(":=").Id("d").Dot(open).Call(gen.Id(c.table()))
	next := gen.Id("o.Next").Call()
	if len(cases) == 0 {
		return append([]gen.Code{enter, next}, after...) // Next passes over every field
	}
	if len(after) > 0 {
		before = append(before, enter, gen.For(next).Block(body...))
		return append(before, after...)
	}
	return append(before, gen.For(enter, next, gen.Empty()).Block(body...))
}

// defaultValue gives what stands before or after the loop for an absent field.
func (c *codec) defaultValue(p slot, f *ir.Field) (before, after []gen.Code) {
	name, constant := c.names.Default(c.decl.Path, f.Name)
	switch {
	case constant && c.pointer(p.t, false):
		return nil, []gen.Code{c.unless(f.Name, p.assign(gen.New(gen.Id(name))))}
	case constant:
		return []gen.Code{p.assign(gen.Id(name))}, nil
	case string(f.Default) == "null":
		return nil, nil
	}
	fill := []gen.Code{gen.Id("d").Op(":=").New(gen.Qual(wirePath, "NewDecoder").Call(gen.Index().Byte().Call(gen.Lit(string(f.Default)))))}
	return nil, []gen.Code{c.unless(f.Name, append(fill, c.decodeInto(p)...)...)}
}

func (c *codec) unless(key string, fill ...gen.Code) gen.Code {
	return gen.If(gen.Op("!").Id("o").Dot("Has").Call(gen.Lit(key))).Block(fill...)
}
