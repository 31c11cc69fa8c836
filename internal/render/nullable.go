package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
)

// threeState tells whether a field may be absent, null, or have a value: Go then holds it as an ik.Nullable.
func (g *generator) threeState(t *ir.Type, optional bool) bool {
	if !optional {
		return false
	}
	b, nullable := g.bare(t)
	return nullable || b.Kind == ir.KindAny || b.Kind == ir.KindNull
}

// inside is the value of such a field, in the variable e.
func (p slot) inside() slot {
	t := *p.t
	t.Nullable = false
	p.t, p.optional, p.target, p.bare, p.depth = &t, false, jen.Id("e"), nil, p.depth+1
	return p
}

func (c *codec) decodeThreeState(p slot) []jen.Code {
	set := func(value *jen.Statement) jen.Code { return p.assign(value) }
	typ := c.goType(p.path, p.t)
	null := set(ik("Null").Types(typ.Clone()).Call())
	if b, _ := c.bare(p.t); b.Kind == ir.KindNull {
		return []jen.Code{jen.Id("d").Dot("Nothing").Call(), null}
	}
	inner := p.inside()
	read := []jen.Code{}
	if value, ok := c.expression(inner); ok {
		read = append(read, set(ik("Some").Call(value)))
	} else if hasMethods(inner.t) {
		read = append(append(read, jen.Var().Id("e").Add(typ)), c.readValue(inner, false)...)
		read = append(read, set(ik("Some").Call(jen.Id("e"))))
	} else {
		read = append(c.variable(inner, c.readValue(inner, false)), set(ik("Some").Call(jen.Id("e"))))
	}
	return []jen.Code{jen.If(jen.Id("d").Dot("Null").Call()).Block(null).Else().Block(read...)}
}

// checkThreeState judges the value of a field that has one.
func (c *codec) checkThreeState(f *ir.Field) []jen.Code {
	p := c.fieldPlace(f)
	check := c.checkValue(p.inside())
	if len(check) == 0 {
		return nil
	}
	name := jen.Id("e")
	if !c.looksAt(p.inside()) {
		name = jen.Id("_")
	}
	return []jen.Code{jen.If(jen.List(name, jen.Id("ok")).Op(":=").Add(p.target.Clone()).Dot("Get").Call(), jen.Id("ok")).Block(
		append([]jen.Code{jen.Id("c").Dot("Field").Call(jen.Lit(f.Name))}, check...)...)}
}

// fillThreeState gives the lists inside of such a field empty lists in place of nil ones.
func (c *codec) fillThreeState(p slot) []jen.Code {
	if !c.threeState(p.t, p.optional) || p.t.Kind != ir.KindList && p.t.Kind != ir.KindMap {
		return nil
	}
	return []jen.Code{jen.If(jen.List(jen.Id("e"), jen.Id("ok")).Op(":=").Add(p.target.Clone()).Dot("Get").Call(), jen.Id("ok")).Block(
		p.assign(ik("Some").Call(c.nonNil(p.path, p.inside().t, jen.Id("e")))))}
}
