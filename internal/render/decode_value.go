package render

import (
	"strconv"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// slot is where a value is decoded into or checked.
type slot struct {
	path     string
	name     string // what rules of the place are called after
	t        *ir.Type
	optional bool
	target   *gen.Statement // the variable, as an operand
	bare     *gen.Statement // the variable where no operator follows; nil: target
	as       string         // a named scalar: the value is converted
	depth    int            // loops around
}

func (p slot) assign(value *gen.Statement) gen.Code {
	to := p.target
	if p.bare != nil {
		to = p.bare
	}
	return to.Clone().Op("=").Add(value)
}

// item is the place of an element that the loops of p decode into a variable of its own.
func (p slot) item(suffix string) slot {
	return slot{path: gonames.ItemPath(p.path), name: p.name + suffix, t: p.t.Items, target: gen.Id(p.local("e")), depth: p.depth + 1}
}

// local names a variable of the loop at the depth of p.
func (p slot) local(name string) string {
	if p.depth == 0 {
		return name
	}
	return name + strconv.Itoa(p.depth+1)
}

// decodeInto gives the statements that read one value into the place.
func (c *codec) decodeInto(p slot) []gen.Code {
	if c.threeState(p.t, p.optional) {
		return c.decodeThreeState(p)
	}
	if p.t.Kind == ir.KindNull {
		return []gen.Code{gen.Id("d.Nothing").Call()}
	}
	_, nullable := c.bare(p.t)
	read := c.readValue(p, c.pointer(p.t, p.optional))
	if nullable && !c.isPlainAny(p.t) && p.path != c.decl.Path {
		return []gen.Code{gen.If(gen.Op("!").Id("d").Dot("Null").Call()).Block(read...)}
	}
	return read
}

// readValue reads a value that is not null.
func (c *codec) readValue(p slot, pointer bool) []gen.Code {
	if p.path == c.decl.Path {
		pointer = false // of a nullable definition: v is not null here
	}
	if p.t.Narrow != nil {
		value := c.readNarrow(p)
		if pointer {
			value = gen.New(value)
		}
		return []gen.Code{p.assign(value)}
	}
	switch p.t.Kind {
	case ir.KindList:
		return c.readWholeList(p)
	case ir.KindMap:
		return c.readMap(p)
	case ir.KindRef, ir.KindStruct, ir.KindEnum, ir.KindUnion, ir.KindTuple:
		if c.isPlainAny(p.t) {
			return []gen.Code{p.assign(gen.Id("d.Any").Call())}
		}
		call := p.target.Clone().Dot("DecodeWire").Call(gen.Id("d"))
		if pointer {
			return []gen.Code{p.assign(gen.New(c.goType(p.path, p.t))), call}
		}
		return []gen.Code{call}
	default:
		value := c.readScalar(p)
		if p.as != "" {
			value = gen.Id(p.as).Call(value)
		}
		if pointer {
			value = gen.New(value)
		}
		return []gen.Code{p.assign(value)}
	}
}

// readScalar is the expression that reads a scalar by its rule.
func (c *codec) readScalar(p slot) *gen.Statement {
	if p.t.Kind == ir.KindBool && p.t.Const != nil {
		return gen.Id("d.ConstBool").Call(gen.Id(string(p.t.Const)))
	}
	if rule := c.rule(p); rule != "" {
		return gen.Id(rule + ".Decode(d)")
	}
	switch p.t.Go {
	case ir.GoTime:
		return gen.Id("d.Time()")
	case ir.GoDuration:
		return gen.Id("d.Duration()")
	}
	switch p.t.Kind {
	case ir.KindAny:
		return gen.Id("d.Any()")
	case ir.KindBool:
		return gen.Id("d.Bool()")
	case ir.KindInt:
		return gen.Id("d.Int()")
	case ir.KindNumber:
		return gen.Id("d.Float()")
	default:
		return gen.Id("d.String()")
	}
}

// readList reads the items of a list one after the other.
func (c *codec) readList(p slot) []gen.Code {
	item := p.item("Item")
	read := c.decodeInto(item)
	var body []gen.Code
	if value, ok := c.expression(item); ok {
		body = []gen.Code{p.assign(gen.Qual(wirePath, "Push").Call(p.bareTarget(), value))}
	} else {
		body = append(c.variable(item, read), p.assign(gen.Qual(wirePath, "Push").Call(p.bareTarget(), item.target.Clone())))
	}
	l := p.local("l")
	return []gen.Code{
		p.assign(c.empty(p)),
		gen.For(gen.Id(l).Op(":=").Id("d").Dot("List").Call(c.size(p)), gen.Id(l).Dot("Next").Call(), gen.Empty()).Block(body...),
	}
}

// readMap reads the entries of an object with free keys.
func (c *codec) readMap(p slot) []gen.Code {
	item := p.item("Value")
	read := c.decodeInto(item)
	m := p.local("m")
	put := func(value *gen.Statement) gen.Code {
		return gen.Qual(wirePath, "Put").Call(gen.Op("&").Id(m), p.bareTarget(), value)
	}
	var body []gen.Code
	if value, ok := c.expression(item); ok {
		body = []gen.Code{put(value)}
	} else {
		body = append(c.variable(item, read), put(item.target.Clone()))
	}
	return []gen.Code{
		p.assign(c.empty(p)),
		gen.For(gen.Id(m).Op(":=").Id("d").Dot("Map").Call(c.keys(p)), gen.Id(m).Dot("Next").Call(), gen.Empty()).Block(body...),
	}
}

// variable declares the variable of an item before the statements that read it.
func (c *codec) variable(item slot, read []gen.Code) []gen.Code {
	if (item.t.Kind == ir.KindList || item.t.Kind == ir.KindMap) && !item.t.Nullable && !wholeRule(item.t) { // the first statement sets it
		return append([]gen.Code{item.target.Clone().Op(":=").Add(c.empty(item))}, read[1:]...)
	}
	return append([]gen.Code{gen.Var().Add(item.target.Clone()).Add(c.placeType(item.path, item.t, false))}, read...)
}

// expression reads an item without a variable: a plain scalar.
func (c *codec) expression(p slot) (*gen.Statement, bool) {
	if p.t.Narrow != nil {
		return c.readNarrow(p), !p.t.Nullable
	}
	switch p.t.Kind {
	case ir.KindAny, ir.KindBool, ir.KindInt, ir.KindNumber, ir.KindString:
		return c.readScalar(p), !p.t.Nullable
	default:
		return nil, false
	}
}

func (p slot) bareTarget() *gen.Statement {
	if p.bare != nil {
		return p.bare.Clone()
	}
	return p.target.Clone()
}

// empty is an empty list or map of the place's type.
func (c *codec) empty(p slot) *gen.Statement {
	if p.path == c.decl.Path {
		return gen.Id(c.decl.Go).Values()
	}
	return c.goType(p.path, p.t).Values()
}
