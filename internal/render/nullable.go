package render

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
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
	p.t, p.optional, p.target, p.bare, p.depth = &t, false, gen.Id("e"), nil, p.depth+1
	return p
}

func (c *codec) decodeThreeState(p slot) []gen.Code {
	set := func(value *gen.Statement) gen.Code { return p.assign(value) }
	typ := c.goType(p.path, p.t)
	null := set(ik("Null").Types(typ.Clone()).Call())
	if b, _ := c.bare(p.t); b.Kind == ir.KindNull {
		return []gen.Code{gen.Id("d.Nothing").Call(), null}
	}
	inner := p.inside()
	read := []gen.Code{}
	if value, ok := c.expression(inner); ok {
		read = append(read, set(ik("Some").Call(value)))
	} else if hasMethods(inner.t) {
		read = append(append(read, gen.Var().Id("e").Add(typ)), c.readValue(inner, false)...)
		read = append(read, set(ik("Some").Call(gen.Id("e"))))
	} else {
		read = append(c.variable(inner, c.readValue(inner, false)), set(ik("Some").Call(gen.Id("e"))))
	}
	return []gen.Code{gen.If(gen.Id("d.Null").Call()).Block(null).Else().Block(read...)}
}

// checkThreeState judges the value of a field that has one.
func (c *codec) checkThreeState(f *ir.Field) []gen.Code {
	p := c.fieldPlace(f)
	check := c.checkValue(p.inside())
	if len(check) == 0 {
		return nil
	}
	name := gen.Id("e")
	if !c.looksAt(p.inside()) {
		name = gen.Id("_")
	}
	return []gen.Code{gen.If(gen.List(name, gen.Id("ok")).Op(":=").Add(p.target.Clone()).Dot("Get").Call(), gen.Id("ok")).Block(
		append([]gen.Code{gen.Id("c.Field").Call(gen.Lit(f.Name))}, check...)...)}
}

// fillThreeState gives the lists inside of such a field empty lists in place of nil ones.
func (c *codec) fillThreeState(p slot) []gen.Code {
	if !c.threeState(p.t, p.optional) || p.t.Kind != ir.KindList && p.t.Kind != ir.KindMap {
		return nil
	}
	return []gen.Code{gen.If(gen.List(gen.Id("e"), gen.Id("ok")).Op(":=").Add(p.target.Clone()).Dot("Get").Call(), gen.Id("ok")).Block(
		p.assign(ik("Some").Call(c.nonNil(p.path, p.inside().t, gen.Id("e")))))}
}
