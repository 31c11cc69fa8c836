package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	"github.com/ikgen/ikgen/internal/wirerules"
)

const tail = "Rest"

// tupleType writes the struct of a tuple: a field for each fixed element, and one for those behind them.
func (g *generator) tupleType(f *gen.File, d *gonames.Decl) {
	f.Type().Id(d.Go).StructFunc(func(s *gen.Group) {
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
	return slot{path: gonames.ElemPath(c.decl.Path, i), name: c.decl.Go + name, t: &c.decl.Type.Elems[i], target: gen.Id("v." + name)}
}

func (c *codec) tailPlace() slot {
	return slot{path: gonames.ItemPath(c.decl.Path), name: c.decl.Go + tail, t: c.decl.Type.Items, target: gen.Id("e"), depth: 1}
}

// length is the rule of a tuple's length.
func (c *codec) length() *gen.Statement {
	size := wirerules.Length(c.decl.Type)
	var d dict
	d.number("Min", size.Min)
	d.number("Max", size.Max)
	return gen.Id(c.rules.variable(slot{path: c.decl.Path, name: c.decl.Go}, "Size", d.short()))
}

func (c *codec) decodeTuple() []gen.Code {
	var cases []gen.Code
	for i := range c.decl.Type.Elems {
		cases = append(cases, gen.Case(gen.Lit(i)).Block(c.decodeInto(c.elemPlace(i))...))
	}
	other := []gen.Code{gen.Id("d.Ignore").Call()}
	if c.decl.Type.Items != nil {
		item := c.tailPlace()
		to := gen.Id("v." + tail)
		other = append(c.variable(item, c.decodeInto(item)), to.Clone().Op("=").Append(to.Clone(), gen.Id("e")))
	}
	cases = append(cases, gen.Default().Block(other...))
	return []gen.Code{gen.For(gen.Id("l").Op(":=").Id("d").Dot("List").Call(c.length()), gen.Id("l.Next").Call(), gen.Empty()).Block(
		gen.Switch(gen.Id("l.Position").Call()).Block(cases...))}
}

func (c *codec) checkTuple() []gen.Code {
	var body []gen.Code
	for i := range c.decl.Type.Elems {
		body = append(body, c.checkPlace(c.elemPlace(i), gen.Id("c.Index").Call(gen.Lit(i)))...)
	}
	var out []gen.Code
	if c.decl.Type.Items != nil {
		n := len(c.decl.Type.Elems)
		if c.decl.Type.MaxItems != nil {
			out = append(out, gen.Id("c.Size").Call(gen.Lit(n).Op("+").Len(gen.Id("v."+tail)), c.length()))
		}
		item := c.tailPlace()
		item.target = gen.Id("v." + tail).Index(gen.Id("i"))
		if check := c.checkPlace(item, gen.Id("c.Index").Call(gen.Lit(n).Op("+").Id("i"))); len(check) > 0 {
			body = append(body, gen.For(gen.Id("i").Op(":=").Range().Id("v").Dot(tail)).Block(check...))
		}
	}
	if len(body) == 0 {
		return append(out, depthAlone())
	}
	out = append(out, gen.If(gen.Op("!").Id("c").Dot("Enter").Call()).Block(gen.Return()))
	return append(append(out, body...), gen.Id("c.Leave").Call())
}

// marshalTuple writes the elements as a list.
func (c *codec) marshalTuple(f *gen.File) {
	var items []gen.Code
	for i := range c.decl.Type.Elems {
		p := c.elemPlace(i)
		value := p.target.Clone()
		if c.needsNonNil(p) {
			value = c.nonNil(p.path, p.t, value)
		}
		items = append(items, value)
	}
	if c.decl.Type.Items == nil {
		c.marshalJSON(f, gen.Return(gen.Qual(wirePath, "Tuple").Call(items...)))
		return
	}
	list := ir.Type{Kind: ir.KindList, Items: c.decl.Type.Items}
	rest := c.nonNil(c.decl.Path, &list, gen.Id("v."+tail))
	c.marshalJSON(f, gen.Return(gen.Qual(wirePath, "Tuple").Call(
		gen.Qual(wirePath, "WithTail").Call(gen.Index().Any().Values(items...), rest).Op("..."))))
}

// written is how a value that Go holds in a type of its own is written.
func (c *codec) written(p slot, value *gen.Statement) *gen.Statement {
	name := map[ir.GoValue]string{ir.GoTime: "Stamp", ir.GoDuration: "Span"}[p.t.Go]
	if name == "" {
		return value
	}
	if c.pointer(p.t, p.optional) {
		return gen.Parens(gen.Op("*").Qual(wirePath, name)).Call(value)
	}
	return gen.Qual(wirePath, name).Call(value)
}
