package render

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// narrowed is the place of a narrowed definition as what it is narrowed to: a scalar by its own rule.
func (p slot) narrowed() slot {
	t := *p.t.Narrow
	p.t, p.optional, p.as = &t, false, ""
	return p
}

// readNarrow reads a value of a definition that is narrowed at this place, in the definition's Go type.
func (c *codec) readNarrow(p slot) *gen.Statement {
	if members, kind := c.narrowMembers(p); members != nil {
		return gen.Qual(wirePath, enumReader(kind)).Call(gen.Id("d"), members)
	}
	return c.goType(p.path, p.t).Call(c.readScalar(p.narrowed()))
}

// checkNarrow judges such a value.
func (c *codec) checkNarrow(p slot) []gen.Code {
	if members, _ := c.narrowMembers(p); members != nil {
		return []gen.Code{gen.Qual(wirePath, "CheckEnum").Call(gen.Id("c"), p.bareTarget(), members)}
	}
	inner := p.narrowed()
	value := c.goType(p.path, inner.t).Call(p.bareTarget())
	inner.target, inner.bare = value, value
	return c.checkScalar(inner)
}

func enumReader(base ir.Kind) string {
	switch base {
	case ir.KindInt:
		return "DecodeIntEnum"
	case ir.KindNumber:
		return "DecodeNumberEnum"
	case ir.KindBool:
		return "DecodeBoolEnum"
	default:
		return "DecodeEnum"
	}
}

// narrowMembers gives the variable with the only members that the place admits; nil where it is narrowed by a rule.
func (c *codec) narrowMembers(p slot) (members *gen.Statement, base ir.Kind) {
	n := p.t.Narrow
	if n.Kind != ir.KindEnum {
		return nil, ""
	}
	base = n.Base
	target, _ := c.bare(&ir.Type{Kind: ir.KindRef, Ref: p.t.Ref})
	if target.Kind == ir.KindEnum {
		base = target.Base
	} else if target.Kind == ir.KindNumber {
		base = ir.KindNumber
	}
	named := &ir.Type{Kind: ir.KindRef, Ref: p.t.Ref}
	list := gen.Index().Add(c.goType(p.path, named)).ValuesFunc(func(g *gen.Group) {
		for _, m := range n.Enum {
			g.Add(c.memberOf(p, base, m.Value))
		}
	})
	return c.rules.value("members"+p.name, p.path, list), base
}

// memberOf writes a member: by the name of its constant where this package declares it.
func (c *codec) memberOf(p slot, base ir.Kind, value json.RawMessage) *gen.Statement {
	ref := *p.t.Ref
	if owner, def := c.lookup(c.pkg, ref); owner == c.pkg && def != nil && def.Kind == ir.KindEnum {
		for i, m := range def.Enum {
			if string(m.Value) == string(value) {
				return gen.Id(c.names.Member(ref.Name, i))
			}
		}
	}
	literal, err := c.constant(gonames.FieldPath(p.path, "member"), &ir.Type{Kind: base}, value)
	c.fail(err)
	if err != nil {
		return gen.Nil()
	}
	return literal
}
