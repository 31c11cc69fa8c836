package render

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// together adds what a constraint says of all items of a list to what is known of it.
func (p spot) together(l leaf, whole test) (test, error) {
	if l.typ.Unique {
		whole = whole.and(code(gen.Qual(wirePath, "Differ").Call(p.value())))
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
	name := gen.Id(fmt.Sprintf("item%d", l.depth))
	item := p.item(name.Clone())
	t, err := item.check(leaf{c.Items, l.own, l.depth + 1})
	if err != nil {
		return test{}, err
	}
	t = item.guarded(t)
	if t.code == nil {
		n := gen.Len(p.value())
		if !t.value {
			n = gen.Lit(0)
		}
		return bounded(n, c), nil
	}
	body := []gen.Code{
		gen.Id("n").Op(":=").Lit(0),
		gen.For(gen.List(gen.Id("_"), name).Op(":=").Range().Add(p.value())).Block(gen.If(t.code).Block(gen.Id("n").Op("++"))),
	}
	within := bounded(gen.Id("n"), c)
	if within.code == nil {
		return within, nil
	}
	body = append(body, gen.Return(within.code))
	return code(gen.Func().Params().Bool().Block(body...).Call()), nil
}

// bounded tests a count.
func bounded(n *gen.Statement, c ir.Contains) test {
	out := always(true)
	if c.Min != nil && *c.Min > 0 {
		out = out.and(code(n.Clone().Op(">=").Lit(*c.Min)))
	}
	if c.Max != nil {
		out = out.and(code(n.Clone().Op("<=").Lit(*c.Max)))
	}
	return out
}
