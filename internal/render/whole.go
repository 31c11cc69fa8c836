package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// wholeRule tells whether a rule looks at all elements of a list together.
func wholeRule(t *ir.Type) bool { return t.Unique || len(t.Contains) > 0 }

// readWholeList reads a list, and judges its elements together.
func (c *codec) readWholeList(p slot) []gen.Code {
	read := c.readList(p)
	if !wholeRule(p.t) {
		return read
	}
	at := p.local("at")
	out := append([]gen.Code{gen.Id(at).Op(":=").Id("d").Dot("Here").Call()}, read...)
	return append(out, c.itemsRule(p).Dot("Decode").Call(gen.Id("d"), gen.Id(at)))
}

// checkItems judges the elements of a Go value together.
func (c *codec) checkItems(p slot) []gen.Code {
	if !wholeRule(p.t) {
		return nil
	}
	return []gen.Code{c.itemsRule(p).Dot("Check").Call(gen.Id("c"), c.nonNil(p.path, p.t, p.bareTarget()))}
}

// itemsRule is the variable of the rule.
func (c *codec) itemsRule(p slot) *gen.Statement {
	var d dict
	if p.t.Unique {
		d.set("Unique", gen.True())
	}
	if len(p.t.Contains) > 0 {
		var list []gen.Code
		for i := range p.t.Contains {
			list = append(list, c.containsRule(p, i))
		}
		d.set("Contains", gen.Index().Qual(wirePath, "Contains").Lines(list...))
	}
	return c.rules.value("items"+p.name, p.path, gen.Qual(wirePath, "Items").Add(d.short()))
}

func (c *codec) containsRule(p slot, i int) gen.Code {
	rule := &p.t.Contains[i]
	item := slot{path: gonames.ElemPath(p.path, i), name: p.name + "Contains" + gonames.ElemName(i), t: &rule.Items, target: gen.Id("_")}
	read := c.decodeInto(item)
	var d dict
	d.set("Read", gen.Func().Params(gen.Id("d").Op("*").Qual(wirePath, "Decoder")).Block(read...))
	d.number("Min", rule.Min)
	d.number("Max", rule.Max)
	return d.short()
}

// wholeStruct gives what stands before and behind the loop over the fields, to judge the struct as a whole.
func (c *codec) wholeStruct() (before, after []gen.Code) {
	t := &c.decl.Type
	if t.MinItems != nil || t.MaxItems != nil {
		n := gen.Lit(0)
		if t.Open || len(t.Rest) > 0 {
			n = gen.Len(gen.Id("v." + further))
		}
		after = append(after, gen.Id("o.Count").Call(n, c.structSize()))
	}
	if len(t.Relations) > 0 {
		before = append(before, gen.Id("at").Op(":=").Id("d").Dot("Here").Call())
		after = append(after, c.relations().Dot("Decode").Call(gen.Id("d"), gen.Id("at")))
	}
	return before, after
}

func (c *codec) structSize() *gen.Statement {
	return c.size(slot{path: c.decl.Path, name: c.decl.Go, t: &c.decl.Type})
}

// relations is the variable of the relations between fields.
func (c *codec) relations() *gen.Statement {
	var list []gen.Code
	for _, r := range c.decl.Type.Relations {
		list = append(list, gen.Values(gen.Id("Field").Op(":").Lit(r.Field), gen.Id("Op").Op(":").Lit(r.Op), gen.Id("Other").Op(":").Lit(r.Other)))
	}
	return c.rules.value("relations"+c.decl.Go, c.decl.Path, gen.Qual(wirePath, "Relations").Lines(list...))
}

// checkWholeStruct judges a Go value as a whole, once its fields are judged.
func (c *codec) checkWholeStruct() []gen.Code {
	t := &c.decl.Type
	var out []gen.Code
	if t.MinItems != nil || t.MaxItems != nil {
		n := gen.Qual(wirePath, "Present").CallFunc(func(g *gen.Group) {
			for i := range t.Fields {
				f := &t.Fields[i]
				p := c.fieldPlace(f)
				if c.threeState(p.t, f.Presence == ir.Optional) {
					g.Op("!").Add(p.target.Clone()).Dot("IsZero").Call()
					continue
				}
				if f.Presence != ir.Optional || !c.pointer(p.t, true) && !c.nilIsAbsent(p.t, true) && !c.isPlainAny(p.t) {
					g.Lit(f.Presence != ir.Optional)
					continue
				}
				g.Add(p.target.Clone().Op("!=").Nil())
			}
		})
		if t.Open || len(t.Rest) > 0 {
			n.Op("+").Len(gen.Id("v." + further))
		}
		out = append(out, gen.Id("c.Fields").Call(n, c.structSize()))
	}
	if len(t.Relations) > 0 {
		out = append(out, c.relations().Dot("Check").Call(gen.Id("c"), gen.Op("*").Id("v")))
	}
	return out
}
