package render

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// judgeStruct judges the fields in the order of the schema.
func (c *codec) judgeStruct() []gen.Code {
	t := &c.decl.Type
	var body []gen.Code
	for i := range t.Fields {
		f := &t.Fields[i]
		if c.threeState(&f.Type, f.Presence == ir.Optional) {
			body = append(body, c.checkThreeState(f)...)
			continue
		}
		if scalar(f.Type.Kind) && f.Type.Go == "" && !f.Type.Unsigned {
			body = append(body, c.checkScalarField(c.fieldPlace(f), f.Name)...)
			continue
		}
		check := c.checkPlace(c.fieldPlace(f), gen.Id("c.Field").Call(gen.Lit(f.Name)))
		body = append(body, check...)
	}
	if t.Open || len(t.Rest) > 0 {
		body = append(body, c.checkFurther()...)
	}
	if whole := c.checkWholeStruct(); len(whole) > 0 {
		out := append([]gen.Code{gen.If(gen.Op("!").Id("c").Dot("Enter").Call()).Block(gen.Return())}, body...)
		return append(append(out, gen.Id("c.Leave").Call()), whole...)
	}
	if len(body) == 0 {
		return []gen.Code{depthAlone()}
	}
	out := []gen.Code{gen.If(gen.Op("!").Id("c").Dot("Enter").Call()).Block(gen.Return())}
	out = append(out, body...)
	return append(out, gen.Id("c.Leave").Call())
}

func scalar(k ir.Kind) bool { return k == ir.KindString || k == ir.KindInt || k == ir.KindNumber }

// checkScalarField judges a field in one call, which moves to the field only when something is wrong.
func (c *codec) checkScalarField(p slot, name string) []gen.Code {
	pointer := c.pointer(p.t, p.optional)
	value := p.target.Clone()
	if pointer {
		value = gen.Op("*").Add(value)
	}
	var call *gen.Statement
	switch rule := c.rule(p); {
	case rule != "":
		call = gen.Id(rule+".CheckField").Call(gen.Id("c"), gen.Lit(name), value)
	case p.t.Kind == ir.KindString:
		call = gen.Id("c.StringField").Call(gen.Lit(name), value)
	case p.t.Kind == ir.KindNumber:
		call = gen.Id("c.FloatField").Call(gen.Lit(name), value)
	default:
		return nil
	}
	if pointer {
		return []gen.Code{gen.If(p.target.Clone().Op("!=").Nil()).Block(call)}
	}
	return []gen.Code{call}
}

// checkPlace moves to a place and judges what is there. It has no statements where nothing can be wrong.
func (c *codec) checkPlace(p slot, move gen.Code) []gen.Code {
	pointer := c.pointer(p.t, p.optional)
	inner := p
	if pointer && !hasMethods(p.t) {
		inner.target = gen.Op("*").Add(p.target.Clone())
	}
	check := c.checkValue(inner)
	if len(check) == 0 {
		return nil
	}
	if pointer || c.nilIsAbsent(p.t, p.optional) {
		return []gen.Code{gen.If(p.target.Clone().Op("!=").Nil()).Block(append([]gen.Code{move}, check...)...)}
	}
	return append([]gen.Code{move}, check...)
}

// hasMethods tells whether the Go type judges itself.
func hasMethods(t *ir.Type) bool {
	switch t.Kind {
	case ir.KindRef:
		return t.Narrow == nil
	case ir.KindStruct, ir.KindEnum, ir.KindUnion, ir.KindTuple:
		return true
	}
	return false
}

// checkValue judges a value that is there.
func (c *codec) checkValue(p slot) []gen.Code {
	if p.t.Narrow != nil {
		return c.checkNarrow(p)
	}
	switch p.t.Kind {
	case ir.KindAny, ir.KindNull:
		return nil
	case ir.KindRef, ir.KindStruct, ir.KindEnum, ir.KindUnion, ir.KindTuple:
		if c.isPlainAny(p.t) {
			return nil
		}
		return []gen.Code{p.target.Clone().Dot("CheckWire").Call(gen.Id("c"))}
	case ir.KindList:
		return c.checkList(p)
	case ir.KindMap:
		return c.checkMap(p)
	default:
		return c.checkScalar(p)
	}
}

func (c *codec) checkScalar(p slot) []gen.Code {
	value := p.bareTarget()
	if p.as != "" {
		value = c.goType(p.path, p.t).Call(value)
	}
	if p.t.Kind == ir.KindBool && p.t.Const != nil {
		return []gen.Code{gen.Id("c.ConstBool").Call(value, gen.Id(string(p.t.Const)))}
	}
	if rule := c.rule(p); rule != "" {
		return []gen.Code{gen.Id(rule+".Check").Call(gen.Id("c"), value)}
	}
	switch p.t.Go {
	case ir.GoTime:
		return []gen.Code{gen.Id("c.Time").Call(value)}
	case ir.GoDuration:
		return nil
	}
	switch p.t.Kind {
	case ir.KindString:
		return []gen.Code{gen.Id("c.String").Call(value)}
	case ir.KindNumber:
		return []gen.Code{gen.Id("c.Float").Call(value)}
	default:
		return nil
	}
}

// checkList judges the length of a list, then its items.
func (c *codec) checkList(p slot) []gen.Code {
	var out []gen.Code
	if p.t.MinItems != nil || p.t.MaxItems != nil {
		out = append(out, gen.Id("c.Size").Call(gen.Len(p.bareTarget()), c.size(p)))
	}
	out = append(out, c.checkItems(p)...)
	check := c.checkItem(p)
	if len(check) == 0 {
		return append(out, depthAlone())
	}
	return append(out, gen.If(gen.Id("c.Enter").Call()).Block(
		gen.For(gen.Id(p.local("i")).Op(":=").Range().Add(p.bareTarget())).Block(check...),
		gen.Id("c.Leave").Call(),
	))
}

// checkItem judges one item of a list. It has no statements where nothing can be wrong.
func (c *codec) checkItem(p slot) []gen.Code {
	i := p.local("i")
	item := p.item("Item")
	item.target = p.target.Clone().Index(gen.Id(i))
	return c.checkPlace(item, gen.Id("c.Index").Call(gen.Id(i)))
}

// looksAt tells whether the check of a place that has one needs the value: of a list it may be the depth alone.
func (c *codec) looksAt(p slot) bool {
	return p.t.Kind != ir.KindList || wholeRule(p.t) || p.t.MinItems != nil || p.t.MaxItems != nil || c.nilIsAbsent(p.t, p.optional) ||
		len(c.checkItem(p)) > 0
}

// depthAlone judges the depth alone.
func depthAlone() *gen.Statement { return gen.Id("c.Leaf").Call() }

// checkMap judges the number of entries of a map, then keys and values in code order of the keys.
func (c *codec) checkMap(p slot) []gen.Code {
	var out []gen.Code
	if p.t.MinItems != nil || p.t.MaxItems != nil {
		out = append(out, gen.Id("c.Entries").Call(gen.Len(p.bareTarget()), c.keys(p)))
	}
	k := p.local("k")
	item := p.item("Value")
	loop := []gen.Code{gen.Id("c.Key").Call(gen.Id(k), c.keys(p))}
	if check := c.checkPlace(item, gen.Null()); len(check) > 0 {
		if c.looksAt(item) {
			loop = append(loop, item.target.Clone().Op(":=").Add(p.target.Clone()).Index(gen.Id(k)))
		}
		loop = append(loop, check...)
	}
	return append(out, gen.If(gen.Id("c.Enter").Call()).Block(
		gen.For(gen.List(gen.Id("_"), gen.Id(k)).Op(":=").Range().Qual(wirePath, "SortedKeys").Call(p.bareTarget())).Block(loop...),
		gen.Id("c.Leave").Call(),
	))
}
