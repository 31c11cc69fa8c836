package render

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// conditions are what a rule, an exception or an advice asks for. All must hold.
type conditions struct {
	match        *ir.Match
	missing      []string
	older, newer []ir.Age
}

// matcher compiles conditions into functions over a context.
type matcher struct {
	g       *generator
	context string // PolicyContext or AdviceContext
}

// function writes the function that tells whether the conditions hold.
func (m matcher) function(f *gen.File, name string, c conditions, caps []*ir.Capability) error {
	body, err := m.statements(c, caps)
	if errors.Is(err, errNever) {
		body, err = []gen.Code{gen.Return(gen.False())}, nil
	}
	if err != nil {
		return err
	}
	param := gen.Id("c")
	if len(body) == 1 {
		param = gen.Id("_")
	}
	f.Line().Func().Id(name).Params(param.Add(ik(m.context))).Bool().Block(body...)
	return nil
}

// errNever says that conditions can never hold for this agent.
var errNever = errors.New("the conditions never hold")

// statements are the body of a condition's function: every part that fails returns false.
func (m matcher) statements(c conditions, caps []*ir.Capability) ([]gen.Code, error) {
	var body []gen.Code
	for _, side := range []string{"input", "output"} {
		code, err := m.side(side, c, caps)
		if err != nil {
			return nil, err
		}
		body = append(body, code...)
	}
	code, err := m.facts(c)
	if err != nil {
		return nil, err
	}
	body = append(body, code...)
	if code, err = m.comparisons(c, caps); err != nil {
		return nil, err
	}
	body = append(body, code...)
	for _, key := range c.missing {
		body = append(body, gen.If(gen.List(gen.Id("_"), gen.Id("ok")).Op(":=").Id("c").Dot("Facts").Dot("Required").
			Call(gen.Id(m.g.names.FactConst(key))), gen.Id("ok")).Block(gen.Return(gen.False())))
	}
	return append(body, gen.Return(gen.True())), nil
}

// wanted is one test of a place below a root: a leaf, or a comparison of ages.
type wanted struct {
	path []string
	leaf *ir.Type
	age  func(text *gen.Statement) *gen.Statement
}

// below gives the tests of one root: input, output, or a fact's key.
func (c conditions) below(root string) ([]wanted, error) {
	var out []wanted
	if c.match != nil {
		for _, l := range c.match.Leaves {
			if l.Type == nil && len(l.Compare) > 0 {
				continue // a value that is absent compares with nothing
			}
			if path, ok := relative(l.Path, root); ok {
				out = append(out, wanted{path: path, leaf: l.Type})
			}
		}
	}
	for _, side := range []struct {
		ages []ir.Age
		test string
	}{{c.older, "OlderThan"}, {c.newer, "NewerThan"}} {
		for _, a := range side.ages {
			where, fields := splitPath(a.Path)
			if where != root {
				continue
			}
			d, err := time.ParseDuration(a.Duration)
			if err != nil {
				return nil, fmt.Errorf("duration %q: %w", a.Duration, err)
			}
			out = append(out, wanted{path: fields, age: func(text *gen.Statement) *gen.Statement {
				return ik(side.test).Call(text, duration(int64(d)), gen.Id("c").Dot("Now"))
			}})
		}
	}
	return out, nil
}

// roots are the keys of the facts that are tested, and perhaps other words.
func (c conditions) roots() map[string]bool {
	out := map[string]bool{}
	if c.match != nil {
		for _, l := range c.match.Leaves {
			if len(l.Path) > 1 {
				out[l.Path[1]] = true
			}
		}
	}
	for _, a := range slices.Concat(c.older, c.newer) {
		root, _ := splitPath(a.Path)
		out[root] = true
	}
	return out
}

// relative cuts the root off a leaf's path.
func relative(path []string, root string) ([]string, bool) {
	if root == "input" || root == "output" {
		return path[1:], path[0] == root
	}
	if len(path) < 2 || path[0] != "facts" || path[1] != root {
		return nil, false
	}
	return path[2:], true
}

// splitPath splits "input.a.b" or "order.found@1.a.b" into root and fields.
func splitPath(path string) (root string, fields []string) {
	if at := strings.IndexByte(path, '@'); at >= 0 {
		version, rest, deeper := strings.Cut(path[at:], ".")
		if !deeper {
			return path, nil
		}
		return path[:at] + version, strings.Split(rest, ".")
	}
	parts := strings.Split(path, ".")
	return parts[0], parts[1:]
}

// all compiles the tests of one root into one condition over the value in expr.
func (m matcher) all(tests []wanted, root spot) (test, error) {
	out := always(true)
	for _, w := range tests {
		t, err := m.one(w, root)
		if err != nil {
			return test{}, err
		}
		out = out.and(t)
	}
	return out, nil
}

// one compiles a test of a place. Where the step has no such place, it does not hold.
func (m matcher) one(w wanted, root spot) (test, error) {
	out := always(false)
	for _, at := range root.descend(w.path) {
		t, err := m.place(w, at)
		if err != nil {
			return test{}, err
		}
		out = out.or(t)
	}
	return out, nil
}

func (m matcher) place(w wanted, at spot) (test, error) {
	switch {
	case w.age != nil:
		out := always(false)
		for _, alt := range at.alternatives() {
			out = out.or(alt.aged(w))
		}
		return out, nil
	case w.leaf == nil:
		return at.guarded(at.present()), nil
	default:
		t, err := at.compile(*w.leaf, ownedBy{m.g.pkg, m.g.names})
		if err != nil {
			return test{}, fmt.Errorf("%s: %w", strings.Join(w.path, "."), err)
		}
		return at.guarded(t), nil
	}
}

// aged compares the time that a text is.
func (p spot) aged(w wanted) test {
	text, ok := p.text()
	if !ok {
		return always(false)
	}
	inside := code(w.age(text))
	if p.canNil {
		inside = code(p.expr.Clone().Op("!=").Nil()).and(inside)
	}
	return p.guarded(inside)
}

// variant is one Go type that the input or output of the judged capabilities may have.
type variant struct {
	typ  gonames.GoType
	root spot
}

// variants are the Go types of a side of the judged capabilities, each once.
func (m matcher) variants(side, name string, caps []*ir.Capability) []variant {
	var out []variant
	seen := map[gonames.GoType]bool{}
	for _, c := range caps {
		typ, t, path := m.g.names.Input(c.ID), &c.Input, gonames.InputPath(c.ID)
		if side == "output" {
			typ, t, path = m.g.names.Output(c.ID), &c.Output, gonames.OutputPath(c.ID)
		}
		if !seen[typ] {
			seen[typ] = true
			out = append(out, variant{typ, m.g.rootPlace(gen.Id(name), t, path)})
		}
	}
	return out
}

// side compiles the tests of the input or the output: by the Go types that it may have.
func (m matcher) side(side string, c conditions, caps []*ir.Capability) ([]gen.Code, error) {
	tests, err := c.below(side)
	if err != nil || len(tests) == 0 {
		return nil, err
	}
	name, field := "in", "Input"
	if side == "output" {
		name, field = "out", "Output"
	}
	used := false
	var cases []gen.Code
	list := m.variants(side, name, caps)
	for _, v := range list {
		t, err := m.all(tests, v.root)
		if err != nil {
			return nil, err
		}
		used = used || t.code != nil
		if len(list) == 1 {
			return m.single(name, field, v, t)
		}
		if t.code == nil && !t.value {
			continue // as the default
		}
		cases = append(cases, gen.Case(m.g.named(v.typ)).Block(t.unless()...))
	}
	if len(cases) == 0 {
		return nil, errNever
	}
	cases = append(cases, gen.Default().Block(gen.Return(gen.False())))
	subject := gen.Id("c").Dot(field).Assert(gen.Type())
	if used {
		subject = gen.Id(name).Op(":=").Add(subject)
	}
	return []gen.Code{gen.Switch(subject).Block(cases...)}, nil
}

// single is the test of a side that can only have one type.
func (m matcher) single(name, field string, v variant, t test) ([]gen.Code, error) {
	assert := gen.Id("c").Dot(field).Assert(m.g.named(v.typ))
	if t.code == nil {
		bad := gen.Op("!").Id("ok")
		if !t.value {
			return nil, errNever
		}
		return []gen.Code{gen.If(gen.List(gen.Id("_"), gen.Id("ok")).Op(":=").Add(assert), bad).Block(gen.Return(gen.False()))}, nil
	}
	return []gen.Code{
		gen.List(gen.Id(name), gen.Id("ok")).Op(":=").Add(assert),
		gen.If(gen.Op("!").Id("ok").Op("||").Op("!").Parens(t.code)).Block(gen.Return(gen.False())),
	}, nil
}

// facts compiles the tests of facts, each fact once. An absent fact does not match.
func (m matcher) facts(c conditions) ([]gen.Code, error) {
	var out []gen.Code
	named := c.roots()
	for i := range m.g.agent.Facts {
		f := &m.g.agent.Facts[i]
		if !named[f.Key] {
			continue
		}
		tests, err := c.below(f.Key)
		if err != nil {
			return nil, err
		}
		if len(tests) == 0 {
			continue
		}
		name := fmt.Sprintf("fact%d", len(out)+1)
		t, err := m.all(tests, m.factRoot(gen.Id(name), f))
		if err != nil {
			return nil, err
		}
		bad := gen.Op("!").Id("ok")
		switch {
		case t.code != nil:
			bad.Op("||").Op("!").Parens(t.code)
		case !t.value:
			return nil, errNever
		default:
			name = "_"
		}
		out = append(out, gen.If(gen.List(gen.Id(name), gen.Id("ok")).Op(":=").Add(m.lookup(f)), bad).Block(gen.Return(gen.False())))
	}
	return out, nil
}

// factRoot is the value of a fact that was looked up.
func (m matcher) factRoot(fact *gen.Statement, f *ir.Fact) spot {
	return m.g.rootPlace(fact.Dot("Value"), &f.Value, gonames.ValuePath(f.Key))
}

// lookup is the call that gives a fact, and whether it is there: of a keyed one the instance that the step requires.
func (m matcher) lookup(f *ir.Fact) *gen.Statement {
	return ik("LookupFact").Types(m.g.named(m.g.names.FactValue(f.Key))).
		Call(gen.Id("c").Dot("Facts"), gen.Id(m.g.names.FactConst(f.Key)))
}
