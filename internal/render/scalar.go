package render

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// str tests a string against a string constraint.
func (p spot) str(t ir.Type) test {
	if p.scalar() != ir.KindString {
		return always(false)
	}
	v, plain := p.written(), p.value()
	if p.typ.Go != "" {
		plain = v.Clone()
	}
	out := always(true)
	if s, ok := stringOf(t.Const); ok {
		out = out.and(code(plain.Clone().Op("==").Lit(s)))
	}
	for _, s := range t.NotOneOf {
		out = out.and(code(plain.Clone().Op("!=").Lit(s)))
	}
	for _, f := range t.Formats {
		out = out.and(code(p.g.format(f).Dot("Match").Call(v.Clone())))
	}
	count := func() *gen.Statement { return gen.Qual("unicode/utf8", "RuneCountInString").Call(v.Clone()) }
	if t.MinRunes != nil && *t.MinRunes > 0 {
		out = out.and(code(count().Op(">=").Lit(*t.MinRunes)))
	}
	if t.MaxRunes != nil {
		out = out.and(code(count().Op("<=").Lit(*t.MaxRunes)))
	}
	for _, pattern := range t.Patterns {
		out = out.and(code(p.g.pattern(pattern).Dot("MatchString").Call(v.Clone())))
	}
	return out
}

func stringOf(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}

// number tests a number against a constraint of numbers. A floating point value is compared as it is written shortest.
func (p spot) number(t ir.Type) (test, error) {
	kind := p.scalar()
	if kind != ir.KindInt && kind != ir.KindNumber {
		return always(false), nil
	}
	out := always(true)
	if t.Kind == ir.KindInt && kind == ir.KindNumber {
		float := gen.Float64().Call(p.value())
		out = code(gen.Qual("math", "Trunc").Call(float).Op("==").Add(float.Clone()))
	}
	for _, c := range comparisons(t) {
		u, err := p.compare(c.op, c.text)
		if err != nil {
			return test{}, err
		}
		out = out.and(u)
	}
	for _, m := range t.MultipleOf {
		out = out.and(p.multiple(string(m)))
	}
	return out, nil
}

// comparison is one side of a constraint of numbers.
type comparison struct{ op, text string }

func comparisons(t ir.Type) []comparison {
	var out []comparison
	if len(t.Const) > 0 {
		out = append(out, comparison{"==", string(t.Const)})
	}
	if t.Min != nil {
		out = append(out, comparison{bound(">", t.Min), string(t.Min.Value)})
	}
	if t.Max != nil {
		out = append(out, comparison{bound("<", t.Max), string(t.Max.Value)})
	}
	for _, n := range t.NotEqual {
		out = append(out, comparison{"!=", string(n)})
	}
	return out
}

func bound(op string, b *ir.Bound) string {
	if b.Exclusive {
		return op
	}
	return op + "="
}

// compare tests a number against a constant. For integers the constant is rounded to the side that keeps the test exact.
func (p spot) compare(op, text string) (test, error) {
	exact, ok := ratOf(text)
	if !ok {
		return test{}, fmt.Errorf("number %q is out of range", text)
	}
	if p.scalar() == ir.KindInt && p.typ.Unsigned {
		return p.compareUnsigned(op, exact), nil
	}
	if p.scalar() == ir.KindInt {
		return p.compareInt(op, exact), nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return always(outside(op, exact.Sign())), nil
	}
	op, known := nearby(op, exact, f)
	if op == "" {
		return always(known), nil
	}
	literal := strconv.FormatFloat(f, 'f', -1, 64)
	if len(literal) > 24 {
		literal = strconv.FormatFloat(f, 'g', -1, 64)
	}
	return code(p.value().Op(op).Op(literal)), nil
}

// nearby is the comparison with the float64 nearest to a constant that means the same as the comparison with the
// constant: a float64 stands for its shortest decimal, which the constant may lie beside. Without one the verdict is known.
func nearby(op string, exact *big.Rat, near float64) (same string, known bool) {
	at, ok := new(big.Rat).SetString(strconv.FormatFloat(near, 'g', -1, 64))
	order := 0
	if ok {
		order = at.Cmp(exact)
	}
	switch {
	case order == 0:
		return op, false
	case op == "==" || op == "!=":
		return "", op == "!="
	case op == "<" || op == "<=":
		return map[bool]string{true: "<=", false: "<"}[order < 0], false
	default:
		return map[bool]string{true: ">", false: ">="}[order < 0], false
	}
}

// ratOf reads a number exactly. Exponents that would need unbounded memory are refused.
func ratOf(text string) (*big.Rat, bool) {
	f, _, err := big.ParseFloat(text, 10, 64, big.ToNearestEven)
	if err != nil || f.IsInf() || f.MantExp(nil) > 4096 || f.MantExp(nil) < -4096 {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// outside is the verdict of comparing any value in range with a constant beyond it, on the side of sign.
func outside(op string, sign int) bool {
	switch op {
	case "!=":
		return true
	case "<", "<=":
		return sign > 0
	case ">", ">=":
		return sign < 0
	default:
		return false
	}
}

// compareInt tests an integer against an exact constant.
func (p spot) compareInt(op string, exact *big.Rat) test {
	floor := new(big.Int).Div(exact.Num(), exact.Denom()) // Euclidean: the denominator is positive, so this is the floor
	if !exact.IsInt() {
		switch op {
		case "==":
			return always(false)
		case "!=":
			return always(true)
		case "<", "<=":
			op = "<=" // x < 2.5 is x <= 2
		case ">", ">=":
			op = ">" // x > 2.5 is x > 2
		}
	}
	if !floor.IsInt64() {
		return always(outside(op, floor.Sign()))
	}
	return code(p.value().Op(op).Op(floor.String()))
}

// compareUnsigned is compareInt for values without sign.
func (p spot) compareUnsigned(op string, exact *big.Rat) test {
	floor := new(big.Int).Div(exact.Num(), exact.Denom())
	if exact.Sign() < 0 || !floor.IsUint64() {
		return always(outside(op, exact.Sign()))
	}
	if floor.IsInt64() {
		return p.compareInt(op, exact)
	}
	if !exact.IsInt() {
		switch op {
		case "==", "!=":
			return always(op == "!=")
		case "<", "<=":
			op = "<="
		default:
			op = ">"
		}
	}
	return code(p.value().Op(op).Op(floor.String()))
}

// multiple tests exactly, on the digits, with the rule that decoders use.
func (p spot) multiple(text string) test {
	rule := p.g.multipleOf(text)
	if p.typ.Unsigned {
		return code(rule.Dot("Holds").Call(gen.Qual("strconv", "FormatUint").Call(gen.Uint64().Call(p.value()), gen.Lit(10))))
	}
	if p.scalar() == ir.KindInt {
		return code(rule.Dot("Holds").Call(gen.Qual("strconv", "FormatInt").Call(gen.Int64().Call(p.value()), gen.Lit(10))))
	}
	return code(gen.Func().Params().Bool().Block(
		gen.Var().Id("c").Qual(wirePath, "Checker"),
		rule.Dot("Check").Call(gen.Op("&").Id("c"), gen.Float64().Call(p.value())),
		gen.Return(gen.Len(gen.Id("c").Dot("Issues").Call()).Op("==").Lit(0)),
	).Call())
}

// multipleOf is the rule of a multiple, a variable of the generated package.
func (g *generator) multipleOf(text string) *gen.Statement {
	i := slices.Index(g.multiples, text)
	if i < 0 {
		i = len(g.multiples)
		g.multiples = append(g.multiples, text)
	}
	return gen.Id(multipleName(i))
}

func multipleName(i int) string { return fmt.Sprintf("ruleMultiple%d", i+1) }

// oneOf tests a scalar against members.
func (p spot) oneOf(t ir.Type) (test, error) {
	out := always(false)
	for _, m := range t.Enum {
		var u test
		var err error
		switch t.Base {
		case ir.KindString:
			u = p.str(ir.Type{Kind: ir.KindString, Const: m.Value})
		case ir.KindBool:
			u, err = p.boolean(ir.Type{Kind: ir.KindBool, Const: m.Value})
		default:
			u, err = p.number(ir.Type{Kind: ir.KindNumber, Const: m.Value})
		}
		if err != nil {
			return test{}, err
		}
		out = out.or(u)
	}
	return out, nil
}
