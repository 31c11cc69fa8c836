package render

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
)

// together adds what a constraint says of all items of a list to what is known of it.
func (p spot) together(l leaf, whole test) (test, error) {
	if l.typ.Unique {
		whole = whole.and(code(jen.Qual(wirePath, "Differ").Call(p.value())))
	}
	for i := range l.typ.Contains {
		t, err := p.contains(l, l.typ.Contains[i])
		if err != nil {
			return test{}, err
		}
		whole = whole.and(t)
	}
	return whole, nil
}

// contains counts the items that satisfy a constraint.
func (p spot) contains(l leaf, c ir.Contains) (test, error) {
	if p.typ.Items == nil {
		return always(false), nil
	}
	name := jen.Id(fmt.Sprintf("item%d", l.depth))
	item := p.item(name.Clone())
	t, err := item.check(leaf{c.Items, l.own, l.depth + 1})
	if err != nil {
		return test{}, err
	}
	t = item.guarded(t)
	if t.code == nil {
		n := jen.Len(p.value())
		if !t.value {
			n = jen.Lit(0)
		}
		return bounded(n, c), nil
	}
	body := []jen.Code{
		jen.Id("n").Op(":=").Lit(0),
		jen.For(jen.List(jen.Id("_"), name).Op(":=").Range().Add(p.value())).Block(jen.If(t.code).Block(jen.Id("n").Op("++"))),
	}
	within := bounded(jen.Id("n"), c)
	if within.code == nil {
		return within, nil
	}
	body = append(body, jen.Return(within.code))
	return code(jen.Func().Params().Bool().Block(body...).Call()), nil
}

// bounded tests a count.
func bounded(n *jen.Statement, c ir.Contains) test {
	out := always(true)
	if c.Min != nil && *c.Min > 0 {
		out = out.and(code(n.Clone().Op(">=").Lit(*c.Min)))
	}
	if c.Max != nil {
		out = out.and(code(n.Clone().Op("<=").Lit(*c.Max)))
	}
	return out
}
