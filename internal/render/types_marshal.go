package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// marshal writes MarshalJSON where struct tags alone would write a document that the decoder refuses.
func (c *codec) marshal(f *gen.File) {
	d := c.decl
	v := gen.Id("v")
	switch d.Type.Kind {
	case ir.KindUnion:
		c.marshalUnion(f)
	case ir.KindTuple:
		c.marshalTuple(f)
	case ir.KindList, ir.KindMap:
		plain := c.goType(d.Path, &d.Type)
		c.marshalJSON(f, gen.Return(gen.Qual("encoding/json", "Marshal").Call(plain.Parens(c.nonNil(d.Path, &d.Type, v)))))
	case ir.KindStruct:
		if d.Type.Open || len(d.Type.Rest) > 0 || c.hasAwkwardKey() {
			c.marshalJSON(f, c.fieldByField()...)
			return
		}
		var fill []gen.Code
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
		body := append([]gen.Code{gen.Type().Id("plain").Id(d.Go)}, fill...)
		c.marshalJSON(f, append(body, gen.Return(gen.Qual("encoding/json", "Marshal").Call(gen.Id("plain").Call(v))))...)
	}
}

func (c *codec) marshalJSON(f *gen.File, body ...gen.Code) {
	f.Line().Comment("MarshalJSON writes v as DecodeWire reads it.")
	f.Func().Params(gen.Id("v").Id(c.decl.Go)).Id("MarshalJSON").Params().Params(gen.Index().Byte(), gen.Error()).Block(body...)
}

func (c *codec) marshalNull(f *gen.File) {
	f.Line().Comment("MarshalJSON writes null.")
	f.Func().Params(gen.Id(c.decl.Go)).Id("MarshalJSON").Params().Params(gen.Index().Byte(), gen.Error()).Block(
		gen.Return(gen.Index().Byte().Call(gen.Lit("null")), gen.Nil()))
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
func (c *codec) fieldByField() []gen.Code {
	out := []gen.Code{gen.Var().Id("e").Qual(wirePath, "Encoder")}
	for i := range c.decl.Type.Fields {
		f := &c.decl.Type.Fields[i]
		p := c.fieldPlace(f)
		value := p.target.Clone()
		if c.needsNonNil(p) {
			value = c.nonNil(p.path, p.t, value)
		}
		value = c.written(p, value)
		write := gen.Id("e.Field").Call(gen.Lit(f.Name), value)
		b, _ := c.bare(p.t)
		switch {
		case c.threeState(p.t, p.optional):
			out = append(out, c.fillThreeState(p)...)
			out = append(out, gen.If(gen.Op("!").Add(p.target.Clone()).Dot("IsZero").Call()).Block(write))
		case p.optional && b.Kind == ir.KindNull && p.t.Kind == ir.KindRef: // always absent
		case p.optional:
			out = append(out, gen.If(p.target.Clone().Op("!=").Nil()).Block(write))
		default:
			out = append(out, write)
		}
	}
	if c.decl.Type.KeepsJSON() {
		out = append(out, gen.Id("e.Extra").Call(gen.Id("v."+further)))
	} else if rest := c.decl.Type.RestType(); rest != nil {
		out = append(out, c.writeFurther(rest))
	}
	return append(out, gen.Return(gen.Id("e.JSON").Call()))
}

// needsNonNil tells whether nil at the place, or inside its lists, would wrongly be written as null.
func (c *codec) needsNonNil(p slot) bool {
	if p.t.Kind != ir.KindList && p.t.Kind != ir.KindMap {
		return false
	}
	return !c.nilIsAbsent(p.t, p.optional) && !c.threeState(p.t, p.optional)
}

// nonNil gives v with empty lists and maps in place of nil ones.
func (c *codec) nonNil(path string, t *ir.Type, v *gen.Statement) *gen.Statement {
	each, whole := "Each", "NonNil"
	if t.Kind == ir.KindMap {
		each, whole = "EachValue", "NonNilMap"
	}
	item := gonames.ItemPath(path)
	if k := t.Items.Kind; (k != ir.KindList && k != ir.KindMap) || c.nilIsAbsent(t.Items, false) {
		return gen.Qual(wirePath, whole).Call(v)
	}
	return gen.Qual(wirePath, each).Call(v, gen.Func().Params(gen.Id("e").Add(c.goType(item, t.Items))).Add(c.goType(item, t.Items)).
		Block(gen.Return(c.nonNil(item, t.Items, gen.Id("e")))))
}
