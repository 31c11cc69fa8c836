package render

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// operands are the functions that read what rules compare and compute with, each place once.
type operands struct {
	names map[string]string
	code  [][2]gen.Code // comment and function
}

func (o operands) write(f *gen.File) {
	for _, c := range o.code {
		f.Line().Add(c[0])
		f.Add(c[1])
	}
}

// comparisons are the statements that judge what leaves say of other paths.
func (m matcher) comparisons(c conditions, caps []*ir.Capability) ([]gen.Code, error) {
	if c.match == nil {
		return nil, nil
	}
	var out []gen.Code
	for _, l := range c.match.Leaves {
		for _, cmp := range l.Compare {
			test, err := m.comparison(l, cmp, caps)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", strings.Join(l.Path, "."), err)
			}
			out = append(out, gen.If(gen.Op("!").Add(test)).Block(gen.Return(gen.False())))
		}
	}
	return out, nil
}

func (m matcher) comparison(l ir.Leaf, c ir.Comparison, caps []*ir.Capability) (*gen.Statement, error) {
	method := map[string]string{"==": "Equals", "!=": "Differs", "<": "Below", "<=": "AtMost", ">": "Above", ">=": "AtLeast"}[c.Op]
	if method == "" {
		return nil, fmt.Errorf("the comparison %q is not known", c.Op)
	}
	value, err := m.operand("path", l.Path, caps)
	if err != nil {
		return nil, err
	}
	to, err := m.expression(c.To, caps)
	if err != nil {
		return nil, err
	}
	return value.Dot(method).Call(to), nil
}

// expression is the Go expression of an operand.
func (m matcher) expression(e ir.Expr, caps []*ir.Capability) (*gen.Statement, error) {
	switch e.Op {
	case "const":
		return constantOperand(e.Const)
	case "path", "len":
		return m.operand(e.Op, e.Path, caps)
	}
	var args []*gen.Statement
	for _, a := range e.Args {
		arg, err := m.expression(a, caps)
		if err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	method := map[string]string{"+": "Plus", "-": "Minus", "*": "Times", "/": "Over"}[e.Op]
	switch {
	case e.Op == "-" && len(args) == 1:
		return args[0].Dot("Negative").Call(), nil
	case method != "" && len(args) == 2:
		return args[0].Dot(method).Call(args[1]), nil
	default:
		return nil, fmt.Errorf("the operation %q of %d values is not known", e.Op, len(args))
	}
}

func constantOperand(raw json.RawMessage) (*gen.Statement, error) {
	if s, ok := stringOf(raw); ok {
		return ik("TextOperand").Call(gen.Lit(s)), nil
	}
	switch text := string(raw); text {
	case "true", "false":
		return ik("BoolOperand").Call(gen.Op(text)), nil
	default:
		if _, err := strconv.ParseInt(text, 10, 64); err == nil {
			return ik("IntOperand").Call(gen.Op(text)), nil
		}
		if _, ok := ratOf(text); !ok {
			return nil, fmt.Errorf("number %q is out of range", text)
		}
		return ik("NumberOperand").Call(gen.Lit(text)), nil
	}
}

// operand is the call of the function that reads a place: its value, or with "len" its length.
func (m matcher) operand(op string, path []string, caps []*ir.Capability) (*gen.Statement, error) {
	key := strings.Join(append([]string{m.context, op}, path...), "\x00")
	for _, c := range caps {
		key += "\x00" + c.ID
	}
	table := &m.g.operands
	name, known := table.names[key]
	if !known {
		name = fmt.Sprintf("ruleOperand%d", len(table.names)+1)
		if table.names == nil {
			table.names = map[string]string{}
		}
		table.names[key] = name
		body, err := m.read(op, path, caps)
		if err != nil {
			return nil, err
		}
		param := gen.Id("c")
		if len(body) == 1 {
			param = gen.Id("_")
		}
		what := strings.Join(path, ".")
		if op == "len" {
			what = "the length of " + what
		}
		table.code = append(table.code, [2]gen.Code{
			commentf("%s is %s; none where the step has none.", name, what),
			gen.Func().Id(name).Params(param.Add(ik(m.context))).Add(ik("Operand")).Block(body...),
		})
	}
	return gen.Id(name).Call(gen.Id("c")), nil
}

func none() *gen.Statement { return gen.Return(ik("Operand").Values()) }

// read is the body of a function that reads a place.
func (m matcher) read(op string, path []string, caps []*ir.Capability) ([]gen.Code, error) {
	if path[0] == "facts" {
		return m.readFact(op, path)
	}
	name, field := "in", "Input"
	if path[0] == "output" {
		name, field = "out", "Output"
	}
	var cases []gen.Code
	list := m.variants(path[0], name, caps)
	for _, v := range list {
		reads, err := v.root.reads(op, path[1:])
		if err != nil {
			return nil, err
		}
		if len(reads) > 0 && len(list) == 1 {
			held := gen.List(gen.Id(name), gen.Id("ok")).Op(":=").Id("c").Dot(field).Assert(m.g.named(v.typ))
			return []gen.Code{gen.If(held, gen.Id("ok")).Block(reads...), none()}, nil
		}
		if len(reads) > 0 {
			cases = append(cases, gen.Case(m.g.named(v.typ)).Block(reads...))
		}
	}
	if len(cases) == 0 {
		return []gen.Code{none()}, nil
	}
	return []gen.Code{gen.Switch(gen.Id(name).Op(":=").Id("c").Dot(field).Assert(gen.Type())).Block(cases...), none()}, nil
}

func (m matcher) readFact(op string, path []string) ([]gen.Code, error) {
	for i := range m.g.agent.Facts {
		f := &m.g.agent.Facts[i]
		if f.Key != path[1] {
			continue
		}
		reads, err := m.factRoot(gen.Id("fact"), f).reads(op, path[2:])
		if err != nil || len(reads) == 0 {
			return []gen.Code{none()}, err
		}
		return []gen.Code{
			gen.If(gen.List(gen.Id("fact"), gen.Id("ok")).Op(":=").Add(m.lookup(f)), gen.Id("ok")).Block(reads...), none(),
		}, nil
	}
	return []gen.Code{none()}, nil
}

// reads are the statements that return the operand at a place below: of a union, that of the variant which is held.
func (p spot) reads(op string, path []string) ([]gen.Code, error) {
	var out []gen.Code
	for _, at := range p.descend(path) {
		for _, alt := range at.alternatives() {
			value, err := alt.operand(op)
			if err != nil {
				return nil, err
			}
			if value == nil {
				continue
			}
			there := always(true)
			if alt.canNil {
				there = code(alt.expr.Clone().Op("!=").Nil())
			}
			give := gen.Return(value)
			if t := alt.guarded(there); t.code != nil {
				give = gen.If(t.code).Block(gen.Return(value))
			}
			out = append(out, give)
		}
	}
	return out, nil
}

// operand is the operand of a value that is there; nil for kinds that no rule compares.
func (p spot) operand(op string) (*gen.Statement, error) {
	if op == "len" {
		return p.lengthOperand()
	}
	switch p.scalar() {
	case ir.KindInt:
		if p.typ.Unsigned {
			return ik("UintOperand").Call(gen.Uint64().Call(p.value())), nil
		}
		return ik("IntOperand").Call(gen.Int64().Call(p.value())), nil
	case ir.KindNumber:
		return ik("FloatOperand").Call(gen.Float64().Call(p.value())), nil
	case ir.KindBool:
		return ik("BoolOperand").Call(gen.Bool().Call(p.value())), nil
	case ir.KindString:
		text, _ := p.text()
		return ik("TextOperand").Call(text), nil
	case ir.KindAny:
		return nil, fmt.Errorf("the value has no schema, so a rule cannot look into it")
	}
	return nil, nil
}

func (p spot) lengthOperand() (*gen.Statement, error) {
	value := p.value()
	switch p.scalar() {
	case ir.KindList, ir.KindMap:
	case ir.KindString:
		value, _ = p.text()
	case ir.KindAny, ir.KindStruct, ir.KindTuple:
		return nil, fmt.Errorf("len of a value of kind %s cannot be compiled", p.typ.Kind)
	default:
		return nil, nil
	}
	return ik("IntOperand").Call(gen.Int64().Call(gen.Len(value))), nil
}
