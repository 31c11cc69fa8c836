package render

import (
	"encoding/json"
	"strconv"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	"github.com/ikgen/ikgen/internal/wirerules"
)

// ruleVars are the variables that hold the rules of a package, and those that still have to be written.
type ruleVars struct {
	names   map[string]string // variable -> path
	scalars map[ruleKey]string
	pending []gen.Code
}

// ruleKey is the place of a scalar: its rule is asked for by the decoder and by the validator.
type ruleKey struct{ path, name string }

func newRuleVars() *ruleVars {
	return &ruleVars{names: map[string]string{}, scalars: map[ruleKey]string{}}
}

// take gives the rules that were made since the last call.
func (r *ruleVars) take() []gen.Code {
	out := r.pending
	r.pending = nil
	return out
}

// variable gives the variable of the rule at a place, and writes it once.
func (r *ruleVars) variable(p slot, typ string, value *gen.Statement) string {
	name := "limits" + p.name
	for n := 2; r.names[name] != "" && r.names[name] != p.path; n++ {
		name = "limits" + p.name + strconv.Itoa(n)
	}
	if r.names[name] == "" {
		r.names[name] = p.path
		r.pending = append(r.pending, gen.Var().Id(name).Op("=").Qual(wirePath, typ).Add(value))
	}
	return name
}

// value gives the variable of a value that a place needs, and writes it once.
func (r *ruleVars) value(name, path string, value *gen.Statement) *gen.Statement {
	base := name
	for n := 2; r.names[name] != "" && r.names[name] != path; n++ {
		name = base + strconv.Itoa(n)
	}
	if r.names[name] == "" {
		r.names[name] = path
		r.pending = append(r.pending, gen.Var().Id(name).Op("=").Add(value))
	}
	return gen.Id(name)
}

// rule gives the variable of a scalar's rule, "" when it has none.
func (c *codec) rule(p slot) string {
	key := ruleKey{p.path, p.name}
	name, known := c.rules.scalars[key]
	if !known {
		name = c.newRule(p)
		c.rules.scalars[key] = name
	}
	return name
}

func (c *codec) newRule(p slot) string {
	var d dict
	var typ string
	var err error
	switch p.t.Kind {
	case ir.KindInt:
		if p.t.Unsigned {
			typ, err = "Uint", uintRule(&d, p.t)
			break
		}
		typ, err = "Int", intRule(&d, p.t)
	case ir.KindNumber:
		typ, err = "Number", numberRule(&d, p.t)
	case ir.KindString:
		if p.t.Go != "" { // of one format alone, which its decoder knows
			return ""
		}
		typ, err = "String", stringRule(&d, p.t)
	}
	c.fail(err)
	if len(d.entries) == 0 || err != nil {
		return ""
	}
	return c.rules.variable(p, typ, d.short())
}

func intRule(d *dict, t *ir.Type) error {
	r, err := wirerules.Int(*t)
	if err != nil {
		return err
	}
	d.int64("Min", r.Min)
	d.int64("Max", r.Max)
	d.int64s("NotEqual", r.NotEqual)
	d.int64s("MultipleOf", r.MultipleOf)
	d.int64("Const", r.Const)
	return nil
}

func uintRule(d *dict, t *ir.Type) error {
	r, err := wirerules.Uint(*t)
	if err != nil {
		return err
	}
	d.uint64("Min", r.Min)
	d.uint64("Max", r.Max)
	d.uint64s("NotEqual", r.NotEqual)
	d.uint64s("MultipleOf", r.MultipleOf)
	return nil
}

func numberRule(d *dict, t *ir.Type) error {
	if _, err := wirerules.Number(*t); err != nil {
		return err
	}
	d.bound("Min", t.Min, "AtLeast", "MoreThan")
	d.bound("Max", t.Max, "AtMost", "LessThan")
	d.decimals("NotEqual", t.NotEqual)
	d.decimals("MultipleOf", t.MultipleOf)
	if t.Const != nil {
		d.decimals("Const", []json.Number{json.Number(t.Const)})
	}
	return nil
}

func stringRule(d *dict, t *ir.Type) error {
	r, err := wirerules.String(*t)
	if err != nil {
		return err
	}
	d.number("Min", r.Min)
	d.number("Max", r.Max)
	d.patterns("Patterns", t.Patterns)
	d.list("NotOneOf", r.NotOneOf)
	d.formats(t.Formats)
	if r.Const != nil {
		d.set("Const", gen.New(gen.Lit(*r.Const)))
	}
	return nil
}

// size is the rule of a list's length.
func (c *codec) size(p slot) *gen.Statement {
	var d dict
	d.number("Min", p.t.MinItems)
	d.number("Max", p.t.MaxItems)
	if len(d.entries) == 0 {
		return gen.Qual(wirePath, "Size").Values()
	}
	return gen.Id(c.rules.variable(p, "Size", d.short()))
}

// keys is the rule of a map's keys.
func (c *codec) keys(p slot) *gen.Statement {
	_, err := wirerules.Keys(*p.t)
	c.fail(err)
	var d dict
	d.number("Min", p.t.MinItems)
	d.number("Max", p.t.MaxItems)
	if err == nil {
		d.patterns("Patterns", p.t.Keys)
	}
	if len(d.entries) == 0 {
		return gen.Qual(wirePath, "Keys").Values()
	}
	return gen.Id(c.rules.variable(p, "Keys", d.short()))
}

// checkMembers refuses an enum whose members Go cannot hold.
func checkMembers(t *ir.Type) error {
	var err error
	switch t.Base {
	case ir.KindInt:
		_, err = wirerules.Integers(*t)
	case ir.KindNumber:
		_, err = wirerules.Floats(*t)
	case ir.KindBool:
		_, err = wirerules.Bools(*t)
	default:
		_, err = wirerules.Strings(*t)
	}
	return err
}

func (d *dict) number(name string, n *int) {
	if n != nil {
		d.set(name, gen.New(gen.Lit(*n)))
	}
}

func (d *dict) int64(name string, n *int64) {
	if n != nil {
		d.set(name, gen.New(gen.Lit(*n)))
	}
}

func (d *dict) int64s(name string, list []int64) {
	if len(list) > 0 {
		d.set(name, gen.Index().Int64().ValuesFunc(func(g *gen.Group) {
			for _, n := range list {
				g.Lit(int(n))
			}
		}))
	}
}

func (d *dict) bound(name string, b *ir.Bound, inclusive, exclusive string) {
	if b == nil {
		return
	}
	if b.Exclusive {
		inclusive = exclusive
	}
	d.set(name, gen.Qual(wirePath, inclusive).Call(gen.Lit(string(b.Value))))
}

func (d *dict) decimals(name string, list []json.Number) {
	if len(list) > 0 {
		d.set(name, gen.Qual(wirePath, "Decimals").CallFunc(func(g *gen.Group) {
			for _, n := range list {
				g.Lit(string(n))
			}
		}))
	}
}

func (d *dict) patterns(name string, list []ir.Pattern) {
	if len(list) == 0 {
		return
	}
	d.set(name, gen.Index().Qual(wirePath, "Pattern").ValuesFunc(func(g *gen.Group) {
		for _, p := range list {
			g.Add(wirePattern(p))
		}
	}))
}

// wirePattern is a compiled regular expression.
func wirePattern(p ir.Pattern) *gen.Statement {
	match := "Match"
	if p.Not {
		match = "NoMatch"
	}
	return gen.Qual(wirePath, match).Call(literal(p.Regexp))
}

// literal writes text that is easier to read without escapes as a raw string, where that is the same text.
func literal(s string) *gen.Statement {
	quoted := strconv.Quote(s)
	if len(quoted) > len(s)+2 && strconv.CanBackquote(s) && clean(s) == s {
		return gen.Op("`" + s + "`")
	}
	return gen.Lit(s)
}
