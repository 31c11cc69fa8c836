package render

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	"github.com/ikgen/ikgen/internal/wirerules"
)

// restPlace is a further field whose type a pattern constraint gives, in the variable e.
func (c *codec) restPlace(t *ir.Type, suffix string) slot {
	return slot{path: gonames.ItemPath(c.decl.Path), name: c.decl.Go + further + suffix, t: t, target: gen.Id("e"), depth: 1}
}

// restRule is the variable of a pattern constraint.
func (c *codec) restRule(i int) *gen.Statement {
	_, err := wirerules.Rest(c.decl.Type)
	c.fail(err)
	value := gen.Qual(wirePath, "Rest").ValuesFunc(func(g *gen.Group) {
		for _, p := range c.decl.Type.Rest[i].Keys {
			g.Add(wirePattern(p))
		}
	})
	return c.rules.value(fmt.Sprintf("keys%s%d", c.decl.Go, i+1), c.decl.Path, value)
}

// bound tells whether a constraint binds the key.
func (c *codec) bound(key *gen.Statement) *gen.Statement {
	out := gen.Empty()
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
func (c *codec) decodeFurther() []gen.Code {
	t := &c.decl.Type
	keep := gen.Id("o.Keep").Call(gen.Op("&").Id("v").Dot(further))
	if len(t.Rest) == 0 {
		return []gen.Code{keep}
	}
	var out []gen.Code
	if !c.everyKey() {
		out = append(out, gen.If(gen.Op("!").Parens(c.bound(gen.Id("o.Key").Call()))).Block(
			gen.Id("o.Refuse").Call(), gen.Break()))
	}
	if rest := t.RestType(); rest != nil {
		item := c.restPlace(rest, "")
		value, ok := c.expression(item)
		if !ok {
			value = gen.Id("e")
			out = append(out, c.variable(item, c.decodeInto(item))...)
		}
		return append(out, gen.Qual(wirePath, "PutRest").Call(gen.Op("&").Id("o"), gen.Op("&").Id("v").Dot(further), value))
	}
	out = append(out, gen.List(gen.Id("key"), gen.Id("at"), gen.Id("found")).Op(":=").
		List(gen.Id("o.Key").Call(), gen.Id("d.Here").Call(), gen.Id("d.Found").Call()), keep)
	for i := range t.Rest {
		read := c.readOver(c.restPlace(&t.Rest[i].Items, fmt.Sprint(i+1)))
		out = append(out, gen.If(c.restRule(i).Dot("Binds").Call(gen.Id("key")).Op("&&").
			Id("d").Dot("Again").Call(gen.Id("at"), gen.Id("found"))).Block(read...))
	}
	return out
}

// readOver reads a value for its faults alone.
func (c *codec) readOver(item slot) []gen.Code {
	if item.t.Kind == ir.KindNull {
		return c.decodeInto(item)
	}
	if value, ok := c.expression(item); ok {
		return []gen.Code{gen.Id("_").Op("=").Add(value)}
	}
	read := c.variable(item, c.decodeInto(item))
	if c.pointer(item.t, false) {
		read = append(read, gen.Id("_").Op("=").Id("e"))
	}
	return read
}

// checkFurther judges the fields that the struct does not name.
func (c *codec) checkFurther() []gen.Code {
	t := &c.decl.Type
	if t.KeepsJSON() {
		out := []gen.Code{gen.Id("c.Extra").Call(gen.Id("v."+further), gen.Id(c.table()))}
		if len(t.Rest) == 0 {
			return out
		}
		return append(out, c.checkKept()...)
	}
	item := c.restPlace(t.RestType(), "")
	loop := []gen.Code{c.unknownKey()}
	if check := c.checkPlace(item, gen.Null()); len(check) > 0 {
		if c.looksAt(item) {
			loop = append(loop, gen.Id("e").Op(":=").Id("v").Dot(further).Index(gen.Id("key")))
		}
		loop = append(loop, check...)
	}
	return []gen.Code{c.eachFurther(loop)}
}

func (c *codec) eachFurther(loop []gen.Code) gen.Code {
	return gen.For(gen.List(gen.Id("_"), gen.Id("key")).Op(":=").Range().Qual(wirePath, "SortedKeys").Call(gen.Id("v." + further))).Block(loop...)
}

// unknownKey moves to a further field and judges its key.
func (c *codec) unknownKey() gen.Code {
	args := []gen.Code{gen.Id("key"), gen.Id(c.table())}
	if !c.everyKey() {
		for i := range c.decl.Type.Rest {
			args = append(args, c.restRule(i))
		}
	}
	return gen.Id("c.Unknown").Call(args...)
}

// checkKept judges further fields that are kept as JSON by the constraints that bind them.
func (c *codec) checkKept() []gen.Code {
	var loop []gen.Code
	if !c.everyKey() {
		loop = append(loop, c.unknownKey())
	} else {
		loop = append(loop, gen.Id("c.Field").Call(gen.Id("key")))
	}
	for i := range c.decl.Type.Rest {
		read := c.readOver(c.restPlace(&c.decl.Type.Rest[i].Items, fmt.Sprint(i+1)))
		loop = append(loop, gen.If(c.restRule(i).Dot("Binds").Call(gen.Id("key"))).Block(
			gen.Id("c.Kept").Call(gen.Id("v."+further).Index(gen.Id("key")), gen.Func().Params(gen.Id("d").Op("*").Qual(wirePath, "Decoder")).Block(read...))))
	}
	return []gen.Code{c.eachFurther(loop)}
}

// writeFurther writes the fields that the struct does not name.
func (c *codec) writeFurther(rest *ir.Type) gen.Code {
	p := slot{path: gonames.ItemPath(c.decl.Path), t: rest, target: gen.Id("v." + further).Index(gen.Id("key"))}
	value := p.target.Clone()
	if c.needsNonNil(p) {
		value = c.nonNil(p.path, p.t, value)
	}
	return gen.For(gen.List(gen.Id("_"), gen.Id("key")).Op(":=").Range().Qual(wirePath, "SortedKeys").Call(gen.Id("v." + further))).Block(
		gen.Id("e.Field").Call(gen.Id("key"), value))
}
