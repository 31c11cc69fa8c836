package render

import (
	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/ir"
)

// judgeStruct judges the fields in the order of the schema.
func (c *codec) judgeStruct() []jen.Code {
	t := &c.decl.Type
	var body []jen.Code
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
		check := c.checkPlace(c.fieldPlace(f), jen.Id("c").Dot("Field").Call(jen.Lit(f.Name)))
		body = append(body, check...)
	}
	if t.Open || len(t.Rest) > 0 {
		body = append(body, c.checkFurther()...)
	}
	if whole := c.checkWholeStruct(); len(whole) > 0 {
		out := append([]jen.Code{jen.If(jen.Op("!").Id("c").Dot("Enter").Call()).Block(jen.Return())}, body...)
		return append(append(out, jen.Id("c").Dot("Leave").Call()), whole...)
	}
	if len(body) == 0 {
		return []jen.Code{depthAlone()}
	}
	out := []jen.Code{jen.If(jen.Op("!").Id("c").Dot("Enter").Call()).Block(jen.Return())}
	out = append(out, body...)
	return append(out, jen.Id("c").Dot("Leave").Call())
}

func scalar(k ir.Kind) bool { return k == ir.KindString || k == ir.KindInt || k == ir.KindNumber }

// checkScalarField judges a field in one call, which moves to the field only when something is wrong.
func (c *codec) checkScalarField(p slot, name string) []jen.Code {
	pointer := c.pointer(p.t, p.optional)
	value := p.target.Clone()
	if pointer {
		value = jen.Op("*").Add(value)
	}
	var call *jen.Statement
	switch rule := c.rule(p); {
	case rule != nil:
		call = rule.Dot("CheckField").Call(jen.Id("c"), jen.Lit(name), value)
	case p.t.Kind == ir.KindString:
		call = jen.Id("c").Dot("StringField").Call(jen.Lit(name), value)
	case p.t.Kind == ir.KindNumber:
		call = jen.Id("c").Dot("FloatField").Call(jen.Lit(name), value)
	default:
		return nil
	}
	if pointer {
		return []jen.Code{jen.If(p.target.Clone().Op("!=").Nil()).Block(call)}
	}
	return []jen.Code{call}
}

// checkPlace moves to a place and judges what is there. It has no statements where nothing can be wrong.
func (c *codec) checkPlace(p slot, move jen.Code) []jen.Code {
	pointer := c.pointer(p.t, p.optional)
	inner := p
	if pointer && !hasMethods(p.t) {
		inner.target = jen.Op("*").Add(p.target.Clone())
	}
	check := c.checkValue(inner)
	if len(check) == 0 {
		return nil
	}
	if pointer || c.nilIsAbsent(p.t, p.optional) {
		return []jen.Code{jen.If(p.target.Clone().Op("!=").Nil()).Block(append([]jen.Code{move}, check...)...)}
	}
	return append([]jen.Code{move}, check...)
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
func (c *codec) checkValue(p slot) []jen.Code {
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
		return []jen.Code{p.target.Clone().Dot("CheckWire").Call(jen.Id("c"))}
	case ir.KindList:
		return c.checkList(p)
	case ir.KindMap:
		return c.checkMap(p)
	default:
		return c.checkScalar(p)
	}
}

func (c *codec) checkScalar(p slot) []jen.Code {
	value := p.bareTarget()
	if p.as != "" {
		value = c.goType(p.path, p.t).Call(value)
	}
	if p.t.Kind == ir.KindBool && p.t.Const != nil {
		return []jen.Code{jen.Id("c").Dot("ConstBool").Call(value, jen.Id(string(p.t.Const)))}
	}
	if rule := c.rule(p); rule != nil {
		return []jen.Code{rule.Dot("Check").Call(jen.Id("c"), value)}
	}
	switch p.t.Go {
	case ir.GoTime:
		return []jen.Code{jen.Id("c").Dot("Time").Call(value)}
	case ir.GoDuration:
		return nil
	}
	switch p.t.Kind {
	case ir.KindString:
		return []jen.Code{jen.Id("c").Dot("String").Call(value)}
	case ir.KindNumber:
		return []jen.Code{jen.Id("c").Dot("Float").Call(value)}
	default:
		return nil
	}
}

// checkList judges the length of a list, then its items.
func (c *codec) checkList(p slot) []jen.Code {
	var out []jen.Code
	if p.t.MinItems != nil || p.t.MaxItems != nil {
		out = append(out, jen.Id("c").Dot("Size").Call(jen.Len(p.bareTarget()), c.size(p)))
	}
	out = append(out, c.checkItems(p)...)
	check := c.checkItem(p)
	if len(check) == 0 {
		return append(out, depthAlone())
	}
	return append(out, jen.If(jen.Id("c").Dot("Enter").Call()).Block(
		jen.For(jen.Id(p.local("i")).Op(":=").Range().Add(p.bareTarget())).Block(check...),
		jen.Id("c").Dot("Leave").Call(),
	))
}

// checkItem judges one item of a list. It has no statements where nothing can be wrong.
func (c *codec) checkItem(p slot) []jen.Code {
	i := p.local("i")
	item := p.item("Item")
	item.target = p.target.Clone().Index(jen.Id(i))
	return c.checkPlace(item, jen.Id("c").Dot("Index").Call(jen.Id(i)))
}

// looksAt tells whether the check of a place that has one needs the value: of a list it may be the depth alone.
func (c *codec) looksAt(p slot) bool {
	return p.t.Kind != ir.KindList || wholeRule(p.t) || p.t.MinItems != nil || p.t.MaxItems != nil || c.nilIsAbsent(p.t, p.optional) ||
		len(c.checkItem(p)) > 0
}

// depthAlone judges the depth alone.
func depthAlone() *jen.Statement { return jen.Id("c").Dot("Leaf").Call() }

// checkMap judges the number of entries of a map, then keys and values in code order of the keys.
func (c *codec) checkMap(p slot) []jen.Code {
	var out []jen.Code
	if p.t.MinItems != nil || p.t.MaxItems != nil {
		out = append(out, jen.Id("c").Dot("Entries").Call(jen.Len(p.bareTarget()), c.keys(p)))
	}
	k := p.local("k")
	item := p.item("Value")
	loop := []jen.Code{jen.Id("c").Dot("Key").Call(jen.Id(k), c.keys(p))}
	if check := c.checkPlace(item, jen.Null()); len(check) > 0 {
		if c.looksAt(item) {
			loop = append(loop, item.target.Clone().Op(":=").Add(p.target.Clone()).Index(jen.Id(k)))
		}
		loop = append(loop, check...)
	}
	return append(out, jen.If(jen.Id("c").Dot("Enter").Call()).Block(
		jen.For(jen.List(jen.Id("_"), jen.Id(k)).Op(":=").Range().Qual(wirePath, "SortedKeys").Call(p.bareTarget())).Block(loop...),
		jen.Id("c").Dot("Leave").Call(),
	))
}
