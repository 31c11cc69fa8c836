package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// marshal writes MarshalJSON where struct tags alone would write a document that the decoder refuses.
func (c *codec) marshal(f *jen.File) {
	d := c.decl
	v := jen.Id("v")
	switch d.Type.Kind {
	case ir.KindUnion:
		c.marshalUnion(f)
	case ir.KindTuple:
		c.marshalTuple(f)
	case ir.KindList, ir.KindMap:
		plain := c.goType(d.Path, &d.Type)
		c.marshalJSON(f, jen.Return(jen.Qual("encoding/json", "Marshal").Call(plain.Parens(c.nonNil(d.Path, &d.Type, v)))))
	case ir.KindStruct:
		if d.Type.Open || len(d.Type.Rest) > 0 || c.hasAwkwardKey() {
			c.marshalJSON(f, c.fieldByField()...)
			return
		}
		var fill []jen.Code
		for i := range d.Type.Fields {
			p := c.fieldPlace(&d.Type.Fields[i])
			fill = append(fill, c.fillThreeState(p)...)
			if c.needsNonNil(p) {
				fill = append(fill, p.assign(c.nonNil(p.path, p.t, p.target.Clone())))
			}
		}
		if len(fill) == 0 {
			return
		}
		body := append([]jen.Code{jen.Type().Id("plain").Id(d.Go)}, fill...)
		c.marshalJSON(f, append(body, jen.Return(jen.Qual("encoding/json", "Marshal").Call(jen.Id("plain").Call(v))))...)
	}
}

func (c *codec) marshalJSON(f *jen.File, body ...jen.Code) {
	f.Line().Comment("MarshalJSON writes v as DecodeWire reads it.")
	f.Func().Params(jen.Id("v").Id(c.decl.Go)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).Block(body...)
}

func (c *codec) marshalNull(f *jen.File) {
	f.Line().Comment("MarshalJSON writes null.")
	f.Func().Params(jen.Id(c.decl.Go)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).Block(
		jen.Return(jen.Index().Byte().Call(jen.Lit("null")), jen.Nil()))
}

func (c *codec) hasAwkwardKey() bool {
	for _, f := range c.decl.Type.Fields {
		if !tagCanCarry(f.Name) || f.Type.Go != "" {
			return true
		}
	}
	return false
}

// fieldByField writes the object key by key.
func (c *codec) fieldByField() []jen.Code {
	out := []jen.Code{jen.Var().Id("e").Qual(wirePath, "Encoder")}
	for i := range c.decl.Type.Fields {
		f := &c.decl.Type.Fields[i]
		p := c.fieldPlace(f)
		value := p.target.Clone()
		if c.needsNonNil(p) {
			value = c.nonNil(p.path, p.t, value)
		}
		value = c.written(p, value)
		write := jen.Id("e").Dot("Field").Call(jen.Lit(f.Name), value)
		b, _ := c.bare(p.t)
		switch {
		case c.threeState(p.t, p.optional):
			out = append(out, c.fillThreeState(p)...)
			out = append(out, jen.If(jen.Op("!").Add(p.target.Clone()).Dot("IsZero").Call()).Block(write))
		case p.optional && b.Kind == ir.KindNull && p.t.Kind == ir.KindRef: // always absent
		case p.optional:
			out = append(out, jen.If(p.target.Clone().Op("!=").Nil()).Block(write))
		default:
			out = append(out, write)
		}
	}
	if c.decl.Type.KeepsJSON() {
		out = append(out, jen.Id("e").Dot("Extra").Call(jen.Id("v").Dot(further)))
	} else if rest := c.decl.Type.RestType(); rest != nil {
		out = append(out, c.writeFurther(rest))
	}
	return append(out, jen.Return(jen.Id("e").Dot("JSON").Call()))
}

// needsNonNil tells whether nil at the place, or inside its lists, would wrongly be written as null.
func (c *codec) needsNonNil(p slot) bool {
	if p.t.Kind != ir.KindList && p.t.Kind != ir.KindMap {
		return false
	}
	return !c.nilIsAbsent(p.t, p.optional) && !c.threeState(p.t, p.optional)
}

// nonNil gives v with empty lists and maps in place of nil ones.
func (c *codec) nonNil(path string, t *ir.Type, v *jen.Statement) *jen.Statement {
	each, whole := "Each", "NonNil"
	if t.Kind == ir.KindMap {
		each, whole = "EachValue", "NonNilMap"
	}
	item := gonames.ItemPath(path)
	if k := t.Items.Kind; (k != ir.KindList && k != ir.KindMap) || c.nilIsAbsent(t.Items, false) {
		return jen.Qual(wirePath, whole).Call(v)
	}
	return jen.Qual(wirePath, each).Call(v, jen.Func().Params(jen.Id("e").Add(c.goType(item, t.Items))).Add(c.goType(item, t.Items)).
		Block(jen.Return(c.nonNil(item, t.Items, jen.Id("e")))))
}
