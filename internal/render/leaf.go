package render

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// maxLeafDepth bounds a leaf that refers to itself.
const maxLeafDepth = 16

// leaf is one constraint of a match, and the package in which it stands.
type leaf struct {
	typ   ir.Type
	own   ownedBy
	depth int
}

// compile gives the test of a constraint on the value at a place. Its guards are not part of it.
func (p spot) compile(t ir.Type, own ownedBy) (test, error) { return p.check(leaf{typ: t, own: own}) }

// check tests a value that may be null or absent.
func (p spot) check(l leaf) (test, error) {
	if l.depth > maxLeafDepth {
		return test{}, errors.New("a constraint that refers to itself cannot be compiled")
	}
	l = p.g.resolveLeaf(l)
	if l.typ.Kind == ir.KindAny {
		return p.present(), nil
	}
	if p.typ.Kind == ir.KindAny {
		return test{}, errors.New("the value has no schema, so a rule cannot look into it")
	}
	inside, err := p.inside(l)
	if err != nil || !p.canNil {
		return inside, err
	}
	there := code(p.expr.Clone().Op("!=").Nil()).and(inside)
	if p.three != nil && (l.typ.Nullable || l.typ.Kind == ir.KindNull) {
		return there.or(code(p.three.Clone().Dot("IsNull").Call())), nil
	}
	if !p.absent && (l.typ.Nullable || l.typ.Kind == ir.KindNull) {
		return there.or(code(p.expr.Clone().Op("==").Nil())), nil
	}
	return there, nil
}

// resolveLeaf follows references of a constraint.
func (g *generator) resolveLeaf(l leaf) leaf {
	for range maxLeafDepth {
		if l.typ.Kind != ir.KindRef || l.typ.Ref == nil {
			return l
		}
		if l.typ.Narrow != nil {
			return leaf{typ: *l.typ.Narrow, own: l.own, depth: l.depth}
		}
		t, own, ok := g.definitionOf(*l.typ.Ref, l.own)
		if !ok {
			return leaf{typ: ir.Type{Kind: ir.KindAny}, own: l.own}
		}
		t.Nullable = t.Nullable || l.typ.Nullable
		l = leaf{typ: t, own: own, depth: l.depth}
	}
	return l
}

// inside tests a value that is there and not null.
func (p spot) inside(l leaf) (test, error) {
	if p.typ.Kind == ir.KindUnion || l.typ.Kind == ir.KindUnion {
		return p.either(l)
	}
	if p.typ.Kind == ir.KindTuple {
		if l.typ.Kind == ir.KindList {
			return test{}, errors.New("the value is a list of fixed elements, into which a rule cannot look")
		}
		return always(false), nil
	}
	switch l.typ.Kind {
	case ir.KindBool:
		return p.boolean(l.typ)
	case ir.KindString:
		return p.str(l.typ), nil
	case ir.KindInt, ir.KindNumber:
		return p.number(l.typ)
	case ir.KindEnum:
		return p.oneOf(l.typ)
	case ir.KindStruct:
		return p.object(l)
	case ir.KindList:
		return p.list(l)
	case ir.KindMap:
		return p.mapping(l)
	default:
		return always(p.typ.Kind == ir.KindNull && l.typ.Kind == ir.KindNull), nil
	}
}

func (p spot) boolean(t ir.Type) (test, error) {
	if p.scalar() != ir.KindBool {
		return always(false), nil
	}
	switch string(t.Const) {
	case "true":
		return code(gen.Bool().Call(p.value())), nil
	case "false":
		return code(gen.Op("!").Bool().Call(p.value())), nil
	default:
		return always(true), nil
	}
}

// object tests the fields that the constraint names; other fields do not matter.
func (p spot) object(l leaf) (test, error) {
	if p.typ.Kind != ir.KindStruct && p.typ.Kind != ir.KindMap {
		return always(false), nil
	}
	out := always(true)
	for i := range l.typ.Fields {
		f := &l.typ.Fields[i]
		at, ok := p.field(f.Name)
		if !ok {
			if f.Presence == ir.Required {
				return always(false), nil
			}
			continue
		}
		t, err := at.check(leaf{f.Type, l.own, l.depth + 1})
		if err != nil {
			return test{}, fmt.Errorf("%s: %w", f.Name, err)
		}
		held := at.guarded(t)
		if f.Presence != ir.Required {
			held = at.guarded(at.present()).not().or(held)
		}
		out = out.and(held)
	}
	return out, nil
}

// field is a child of a value that is known to be there.
func (p spot) field(name string) (spot, bool) {
	p.canNil, p.guards = false, nil
	return p.child(name)
}

// list tests the number of items and every item.
func (p spot) list(l leaf) (test, error) {
	if p.typ.Kind != ir.KindList {
		return always(false), nil
	}
	whole, err := p.together(l, p.length(l.typ))
	if err != nil {
		return test{}, err
	}
	return p.elements(l, whole, gen.Id("_"))
}

// mapping tests the number of entries, every key and every value.
func (p spot) mapping(l leaf) (test, error) {
	if p.typ.Kind != ir.KindMap {
		return always(false), nil
	}
	key := gen.Id("_")
	keys := always(true)
	if len(l.typ.Keys) > 0 {
		key = gen.Id(fmt.Sprintf("key%d", l.depth))
		for _, pattern := range l.typ.Keys {
			keys = keys.and(code(p.g.pattern(pattern).Dot("MatchString").Call(key.Clone())))
		}
	}
	if keys.code == nil {
		return p.elements(l, p.length(l.typ), key)
	}
	each := p.each(key, gen.Id("_"), keys)
	return p.elements(l, p.length(l.typ).and(each), gen.Id("_"))
}

// length tests the number of items or entries.
func (p spot) length(t ir.Type) test {
	out := always(true)
	if t.MinItems != nil && *t.MinItems > 0 {
		out = out.and(code(gen.Len(p.value()).Op(">=").Lit(*t.MinItems)))
	}
	if t.MaxItems != nil {
		out = out.and(code(gen.Len(p.value()).Op("<=").Lit(*t.MaxItems)))
	}
	return out
}

// elements adds the test of every element to what is known of the whole.
func (p spot) elements(l leaf, whole test, key *gen.Statement) (test, error) {
	if l.typ.Items == nil || p.typ.Items == nil {
		return whole, nil
	}
	name := gen.Id(fmt.Sprintf("item%d", l.depth))
	item := p.item(name.Clone())
	t, err := item.check(leaf{*l.typ.Items, l.own, l.depth + 1})
	if err != nil {
		return test{}, err
	}
	if t.code == nil {
		if t.value {
			return whole, nil
		}
		return whole.and(code(gen.Len(p.value()).Op("==").Lit(0))), nil
	}
	return whole.and(p.each(key, name, item.guarded(t))), nil
}

// each is a loop inside an expression: the test holds for every element.
func (p spot) each(key, value *gen.Statement, t test) test {
	loop := gen.For(gen.List(key.Clone(), value.Clone()).Op(":=").Range().Add(p.value())).Block(t.unless()...)
	return code(gen.Func().Params().Bool().Block(loop, gen.Return(gen.True())).Call())
}

// pattern is the compiled form of a regular expression, a variable of the generated package.
func (g *generator) pattern(p ir.Pattern) *gen.Statement {
	for i, have := range g.patterns {
		if have == p {
			return gen.Id(patternName(i))
		}
	}
	g.patterns = append(g.patterns, p)
	return gen.Id(patternName(len(g.patterns) - 1))
}

// format is a format of strings, a variable of the generated package.
func (g *generator) format(f ir.Format) *gen.Statement {
	i := slices.Index(g.formats, f)
	if i < 0 {
		i = len(g.formats)
		g.formats = append(g.formats, f)
	}
	return gen.Id(formatName(i))
}

func formatName(i int) string { return fmt.Sprintf("ruleFormat%d", i+1) }

func patternName(i int) string { return fmt.Sprintf("rulePattern%d", i+1) }

// ruleVariables writes the regular expressions and multiples of rules, compiled once.
func (g *generator) ruleVariables(f *gen.File) {
	if len(g.patterns)+len(g.multiples)+len(g.formats) == 0 {
		return
	}
	f.Line().Comment("What rules compare with, compiled once.")
	f.Var().DefsFunc(func(d *gen.Group) {
		for i, p := range g.patterns {
			match := "Match"
			if p.Not {
				match = "NoMatch"
			}
			d.Id(patternName(i)).Op("=").Qual(wirePath, match).Call(gen.Lit(p.Regexp))
		}
		for i, f := range g.formats {
			d.Id(formatName(i)).Op("=").Qual(wirePath, "Formatted").Call(gen.Lit(f.Name), gen.Lit(f.Layout))
		}
		for i, text := range g.multiples {
			d.Id(multipleName(i)).Op("=").Qual(wirePath, "Number").Values(
				gen.Id("MultipleOf").Op(":").Qual(wirePath, "Decimals").Call(gen.Lit(text)))
		}
	})
}
