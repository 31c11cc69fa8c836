package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
)

const tail = "Rest"

// tupleType writes the struct of a tuple: a field for each fixed element, and one for those behind them.
func (g *generator) tupleType(f *jen.File, d *gonames.Decl) {
	f.Type().Id(d.Go).StructFunc(func(s *jen.Group) {
		for i := range d.Type.Elems {
			s.Id(gonames.ElemName(i)).Add(g.placeType(gonames.ElemPath(d.Path, i), &d.Type.Elems[i], false))
		}
		if d.Type.Items != nil {
			s.Id(tail).Index().Add(g.placeType(gonames.ItemPath(d.Path), d.Type.Items, false))
		}
	})
}

func (c *codec) elemPlace(i int) slot {
	name := gonames.ElemName(i)
	return slot{path: gonames.ElemPath(c.decl.Path, i), name: c.decl.Go + name, t: &c.decl.Type.Elems[i], target: jen.Id("v").Dot(name)}
}

func (c *codec) tailPlace() slot {
	return slot{path: gonames.ItemPath(c.decl.Path), name: c.decl.Go + tail, t: c.decl.Type.Items, target: jen.Id("e"), depth: 1}
}

// length is the rule of a tuple's length.
func (c *codec) length() *jen.Statement {
	size := wirerules.Length(c.decl.Type)
	var d dict
	d.number("Min", size.Min)
	d.number("Max", size.Max)
	return c.rules.variable(slot{path: c.decl.Path, name: c.decl.Go}, "Size", d.short())
}

func (c *codec) decodeTuple() []jen.Code {
	var cases []jen.Code
	for i := range c.decl.Type.Elems {
		cases = append(cases, jen.Case(jen.Lit(i)).Block(c.decodeInto(c.elemPlace(i))...))
	}
	other := []jen.Code{jen.Id("d").Dot("Ignore").Call()}
	if c.decl.Type.Items != nil {
		item := c.tailPlace()
		to := jen.Id("v").Dot(tail)
		other = append(c.variable(item, c.decodeInto(item)), to.Clone().Op("=").Append(to.Clone(), jen.Id("e")))
	}
	cases = append(cases, jen.Default().Block(other...))
	return []jen.Code{jen.For(jen.Id("l").Op(":=").Id("d").Dot("List").Call(c.length()), jen.Id("l").Dot("Next").Call(), jen.Empty()).Block(
		jen.Switch(jen.Id("l").Dot("Position").Call()).Block(cases...))}
}

func (c *codec) checkTuple() []jen.Code {
	var body []jen.Code
	for i := range c.decl.Type.Elems {
		body = append(body, c.checkPlace(c.elemPlace(i), jen.Id("c").Dot("Index").Call(jen.Lit(i)))...)
	}
	var out []jen.Code
	if c.decl.Type.Items != nil {
		n := len(c.decl.Type.Elems)
		if c.decl.Type.MaxItems != nil {
			out = append(out, jen.Id("c").Dot("Size").Call(jen.Lit(n).Op("+").Len(jen.Id("v").Dot(tail)), c.length()))
		}
		item := c.tailPlace()
		item.target = jen.Id("v").Dot(tail).Index(jen.Id("i"))
		if check := c.checkPlace(item, jen.Id("c").Dot("Index").Call(jen.Lit(n).Op("+").Id("i"))); len(check) > 0 {
			body = append(body, jen.For(jen.Id("i").Op(":=").Range().Id("v").Dot(tail)).Block(check...))
		}
	}
	if len(body) == 0 {
		return append(out, depthAlone())
	}
	out = append(out, jen.If(jen.Op("!").Id("c").Dot("Enter").Call()).Block(jen.Return()))
	return append(append(out, body...), jen.Id("c").Dot("Leave").Call())
}

// marshalTuple writes the elements as a list.
func (c *codec) marshalTuple(f *jen.File) {
	var items []jen.Code
	for i := range c.decl.Type.Elems {
		p := c.elemPlace(i)
		value := p.target.Clone()
		if c.needsNonNil(p) {
			value = c.nonNil(p.path, p.t, value)
		}
		items = append(items, value)
	}
	if c.decl.Type.Items == nil {
		c.marshalJSON(f, jen.Return(jen.Qual(wirePath, "Tuple").Call(items...)))
		return
	}
	list := ir.Type{Kind: ir.KindList, Items: c.decl.Type.Items}
	rest := c.nonNil(c.decl.Path, &list, jen.Id("v").Dot(tail))
	c.marshalJSON(f, jen.Return(jen.Qual(wirePath, "Tuple").Call(
		jen.Qual(wirePath, "WithTail").Call(jen.Index().Any().Values(items...), rest).Op("..."))))
}

// written is how a value that Go holds in a type of its own is written.
func (c *codec) written(p slot, value *jen.Statement) *jen.Statement {
	name := map[ir.GoValue]string{ir.GoTime: "Stamp", ir.GoDuration: "Span"}[p.t.Go]
	if name == "" {
		return value
	}
	if c.pointer(p.t, p.optional) {
		return jen.Parens(jen.Op("*").Qual(wirePath, name)).Call(value)
	}
	return jen.Qual(wirePath, name).Call(value)
}
