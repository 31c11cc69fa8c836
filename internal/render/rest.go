package render

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
)

// restPlace is a further field whose type a pattern constraint gives, in the variable e.
func (c *codec) restPlace(t *ir.Type, suffix string) slot {
	return slot{path: gonames.ItemPath(c.decl.Path), name: c.decl.Go + further + suffix, t: t, target: jen.Id("e"), depth: 1}
}

// restRule is the variable of a pattern constraint.
func (c *codec) restRule(i int) *jen.Statement {
	_, err := wirerules.Rest(c.decl.Type)
	c.fail(err)
	value := jen.Qual(wirePath, "Rest").ValuesFunc(func(g *jen.Group) {
		for _, p := range c.decl.Type.Rest[i].Keys {
			g.Add(wirePattern(p))
		}
	})
	return c.rules.value(fmt.Sprintf("keys%s%d", c.decl.Go, i+1), c.decl.Path, value)
}

// bound tells whether a constraint binds the key.
func (c *codec) bound(key *jen.Statement) *jen.Statement {
	out := jen.Empty()
	for i := range c.decl.Type.Rest {
		if i > 0 {
			out.Op("||")
		}
		out.Add(c.restRule(i).Dot("Binds").Call(key.Clone()))
	}
	return out
}

func (c *codec) everyKey() bool {
	for i := range c.decl.Type.Rest {
		if len(c.decl.Type.Rest[i].Keys) == 0 {
			return true
		}
	}
	return c.decl.Type.Open
}

// decodeFurther reads a field that the struct does not name.
func (c *codec) decodeFurther() []jen.Code {
	t := &c.decl.Type
	keep := jen.Id("o").Dot("Keep").Call(jen.Op("&").Id("v").Dot(further))
	if len(t.Rest) == 0 {
		return []jen.Code{keep}
	}
	var out []jen.Code
	if !c.everyKey() {
		out = append(out, jen.If(jen.Op("!").Parens(c.bound(jen.Id("o").Dot("Key").Call()))).Block(
			jen.Id("o").Dot("Refuse").Call(), jen.Break()))
	}
	if rest := t.RestType(); rest != nil {
		item := c.restPlace(rest, "")
		value, ok := c.expression(item)
		if !ok {
			value = jen.Id("e")
			out = append(out, c.variable(item, c.decodeInto(item))...)
		}
		return append(out, jen.Qual(wirePath, "PutRest").Call(jen.Op("&").Id("o"), jen.Op("&").Id("v").Dot(further), value))
	}
	out = append(out, jen.List(jen.Id("key"), jen.Id("at"), jen.Id("found")).Op(":=").
		List(jen.Id("o").Dot("Key").Call(), jen.Id("d").Dot("Here").Call(), jen.Id("d").Dot("Found").Call()), keep)
	for i := range t.Rest {
		read := c.readOver(c.restPlace(&t.Rest[i].Items, fmt.Sprint(i+1)))
		out = append(out, jen.If(c.restRule(i).Dot("Binds").Call(jen.Id("key")).Op("&&").
			Id("d").Dot("Again").Call(jen.Id("at"), jen.Id("found"))).Block(read...))
	}
	return out
}

// readOver reads a value for its faults alone.
func (c *codec) readOver(item slot) []jen.Code {
	if item.t.Kind == ir.KindNull {
		return c.decodeInto(item)
	}
	if value, ok := c.expression(item); ok {
		return []jen.Code{jen.Id("_").Op("=").Add(value)}
	}
	read := c.variable(item, c.decodeInto(item))
	if c.pointer(item.t, false) {
		read = append(read, jen.Id("_").Op("=").Id("e"))
	}
	return read
}

// checkFurther judges the fields that the struct does not name.
func (c *codec) checkFurther() []jen.Code {
	t := &c.decl.Type
	if t.KeepsJSON() {
		out := []jen.Code{jen.Id("c").Dot("Extra").Call(jen.Id("v").Dot(further), jen.Id(c.table()))}
		if len(t.Rest) == 0 {
			return out
		}
		return append(out, c.checkKept()...)
	}
	item := c.restPlace(t.RestType(), "")
	loop := []jen.Code{c.unknownKey()}
	if check := c.checkPlace(item, jen.Null()); len(check) > 0 {
		if c.looksAt(item) {
			loop = append(loop, jen.Id("e").Op(":=").Id("v").Dot(further).Index(jen.Id("key")))
		}
		loop = append(loop, check...)
	}
	return []jen.Code{c.eachFurther(loop)}
}

func (c *codec) eachFurther(loop []jen.Code) jen.Code {
	return jen.For(jen.List(jen.Id("_"), jen.Id("key")).Op(":=").Range().Qual(wirePath, "SortedKeys").Call(jen.Id("v").Dot(further))).Block(loop...)
}

// unknownKey moves to a further field and judges its key.
func (c *codec) unknownKey() jen.Code {
	args := []jen.Code{jen.Id("key"), jen.Id(c.table())}
	if !c.everyKey() {
		for i := range c.decl.Type.Rest {
			args = append(args, c.restRule(i))
		}
	}
	return jen.Id("c").Dot("Unknown").Call(args...)
}

// checkKept judges further fields that are kept as JSON by the constraints that bind them.
func (c *codec) checkKept() []jen.Code {
	var loop []jen.Code
	if !c.everyKey() {
		loop = append(loop, c.unknownKey())
	} else {
		loop = append(loop, jen.Id("c").Dot("Field").Call(jen.Id("key")))
	}
	for i := range c.decl.Type.Rest {
		read := c.readOver(c.restPlace(&c.decl.Type.Rest[i].Items, fmt.Sprint(i+1)))
		loop = append(loop, jen.If(c.restRule(i).Dot("Binds").Call(jen.Id("key"))).Block(
			jen.Id("c").Dot("Kept").Call(jen.Id("v").Dot(further).Index(jen.Id("key")), jen.Func().Params(jen.Id("d").Op("*").Qual(wirePath, "Decoder")).Block(read...))))
	}
	return []jen.Code{c.eachFurther(loop)}
}

// writeFurther writes the fields that the struct does not name.
func (c *codec) writeFurther(rest *ir.Type) jen.Code {
	p := slot{path: gonames.ItemPath(c.decl.Path), t: rest, target: jen.Id("v").Dot(further).Index(jen.Id("key"))}
	value := p.target.Clone()
	if c.needsNonNil(p) {
		value = c.nonNil(p.path, p.t, value)
	}
	return jen.For(jen.List(jen.Id("_"), jen.Id("key")).Op(":=").Range().Qual(wirePath, "SortedKeys").Call(jen.Id("v").Dot(further))).Block(
		jen.Id("e").Dot("Field").Call(jen.Id("key"), value))
}
