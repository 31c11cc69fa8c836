package interp_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// places are what random rules may look at, by the kind of the values there.
var places = map[string][]string{
	"number": {
		"input.n", "input.m", "input.x", "input.y", "input.g", "input.sub.n", "input.u.v", "input.u.n", "input.c", "input.map.a",
		`facts."f.one@1".n`, `facts."f.one@1".x`, `facts."f.one@1".o`, `facts."f.one@1".z`, `facts."f.one@1".big`,
		`facts."f.one@1".sub.n`, `facts."f.two@1"`, "output.n", "output.x",
	},
	"string": {
		"input.s", "input.t", "input.e", "input.sub.s", "input.u.kind", "input.u.v", "input.c",
		`facts."f.one@1".s`, `facts."f.one@1".kind`, `facts."f.one@1".sub.s`, `facts."f.three@1"`,
	},
	"bool": {"input.b"},
	"list": {"input.l", "input.w"},
	"rows": {"input.p", `facts."f.one@1".pieces`},
	"map":  {"input.map"},
}

// numbers are constants near which documents lie.
var numbers = []string{
	"0", "1", "2", "3", "5", "0.1", "0.3", "2.5", "1e2", "100", "0.1000000000000000055511151231257827",
	"9007199254740992", "9007199254740993", "9223372036854775807", "18446744073709551615", "1e20", "0.30000000000000004",
}

var words = []string{`"new"`, `"sent"`, `"a"`, `"b"`, `""`, `"ä"`, `"p"`, `"q"`}

// ruleDrawer draws the text of one match: constraints by place.
type ruleDrawer struct {
	t      *rapid.T
	leaves map[string]string
	order  []string
}

func (d *ruleDrawer) pick(label string, list []string) string {
	return rapid.SampledFrom(list).Draw(d.t, label)
}

func (d *ruleDrawer) chance(percent int) bool {
	return rapid.IntRange(1, 100).Draw(d.t, "chance") <= percent
}

// number draws a constant. A negative one stands in parentheses: CUE reads <-1 as an arrow.
func (d *ruleDrawer) number() string {
	n := d.pick("number", numbers)
	if d.chance(15) {
		return "(-" + n + ")"
	}
	return n
}

// member draws a member of an enum: these have no more digits than float64 carries.
func (d *ruleDrawer) member() string {
	return d.pick("member", []string{"0", "1", "2", "5", "0.1", "2.5", "100", "(-1)", "9007199254740992"})
}

// read gives a place that an expression reads, and lets it stand in the match.
func (d *ruleDrawer) read(kind string) string {
	p := d.pick("place", places[kind])
	d.add(p, "_")
	return p
}

func (d *ruleDrawer) add(place, constraint string) {
	have, known := d.leaves[place]
	switch {
	case !known:
		d.order = append(d.order, place)
		d.leaves[place] = constraint
	case have == "_":
		d.leaves[place] = constraint
	case constraint != "_":
		d.leaves[place] = have + " & (" + constraint + ")"
	}
}

func (d *ruleDrawer) expr(depth int) string {
	switch n := rapid.IntRange(0, 9).Draw(d.t, "expr"); {
	case depth > 2 || n < 3:
		return d.read("number")
	case n == 3:
		return d.number()
	case n == 4:
		return "len(" + d.read(d.pick("kind", []string{"list", "rows", "map", "string"})) + ")"
	case n == 5:
		return "-(" + d.expr(depth+1) + ")"
	default:
		return "(" + d.expr(depth+1) + d.pick("op", []string{" + ", " - ", " * ", " / "}) + d.expr(depth+1) + ")"
	}
}

func (d *ruleDrawer) numberLeaf() string {
	op := func() string { return d.pick("comparison", []string{">", ">=", "<", "<=", "!="}) }
	switch rapid.IntRange(0, 9).Draw(d.t, "leaf") {
	case 0:
		return "(" + d.member() + " | " + d.member() + ")"
	case 1:
		return "int"
	case 2:
		return "math.MultipleOf(" + d.pick("factor", []string{"2", "0.5", "3", "2.5"}) + ")"
	case 3, 4, 5:
		return op() + d.number()
	case 6:
		return d.read("number") // equals
	default:
		return op() + "(" + d.expr(0) + ")"
	}
}

func (d *ruleDrawer) stringLeaf() string {
	switch rapid.IntRange(0, 7).Draw(d.t, "leaf") {
	case 0:
		return "(" + d.pick("word", words) + " | " + d.pick("word", words) + ")"
	case 1:
		return "!=" + d.pick("word", words)
	case 2:
		return `=~"^[a-p]"`
	case 3:
		return "strings.MinRunes(" + d.pick("n", []string{"1", "2", "4"}) + ")"
	case 4:
		return d.read("string")
	default:
		return d.pick("comparison", []string{"!=", "<", ">=", ">"}) + d.read("string")
	}
}

func (d *ruleDrawer) listLeaf() string {
	switch rapid.IntRange(0, 4).Draw(d.t, "leaf") {
	case 0:
		return "[...>" + d.number() + "]"
	case 1:
		return "list.MaxItems(" + d.pick("n", []string{"0", "1", "2"}) + ")"
	case 2:
		return "list.MatchN(" + d.pick("count", []string{">0", "1", "<=1", "0"}) + ", >" + d.number() + ")"
	case 3:
		return "list.UniqueItems()"
	default:
		return `[...=~"a"]`
	}
}

func (d *ruleDrawer) rowsLeaf() string {
	item := "{kg: >" + d.number() + ", ...}"
	if d.chance(40) {
		item = `{tags: list.MatchN(>0, "a"), n: <` + d.number() + ", ...}"
	}
	if d.chance(30) {
		return "[..." + item + "]"
	}
	return "list.MatchN(" + d.pick("count", []string{">0", "1", "<=1", "0"}) + ", " + item + ")"
}

func (d *ruleDrawer) leaf() {
	kind := d.pick("kind", []string{"number", "number", "number", "string", "string", "bool", "list", "rows", "map", "any"})
	switch kind {
	case "number":
		d.add(d.read(kind), d.numberLeaf())
	case "string":
		d.add(d.read(kind), d.stringLeaf())
	case "bool":
		d.add(d.read(kind), d.pick("bool", []string{"true", "false", "bool", "!=input.b"}))
	case "list":
		d.add(d.read(kind), d.listLeaf())
	case "rows":
		d.add(d.read(kind), d.rowsLeaf())
	case "map":
		d.add(d.read(kind), "{[string]: >"+d.number()+"}")
	default:
		d.read(d.pick("kind", []string{"number", "string", "list"}))
	}
}

// match draws the text of a #Match.
func (d *ruleDrawer) match() string {
	for range rapid.IntRange(1, 3).Draw(d.t, "leaves") {
		d.leaf()
	}
	if _, one := d.leaves["input.map.a"]; one && d.leaves["input.map"] != "" {
		d.leaves["input.map"] = "_" // a pattern beside a field is refused
	}
	var b strings.Builder
	b.WriteString("{\n")
	for _, p := range d.order {
		fmt.Fprintf(&b, "\t%s: %s\n", cuePath(p), d.leaves[p])
	}
	return b.String() + "}"
}

// cuePath writes a place as nested fields.
func cuePath(place string) string {
	out := strings.ReplaceAll(place, `facts."`, `facts: "`)
	head, tail, quoted := strings.Cut(out, `"`)
	if !quoted {
		return strings.ReplaceAll(place, ".", ": ")
	}
	key, fields, _ := strings.Cut(tail, `"`)
	return head + `"` + key + `"` + strings.ReplaceAll(fields, ".", ": ")
}

// policyText draws one policy with one rule, of the phase result when it looks at the output.
func policyText(t *rapid.T, id string) string {
	d := &ruleDrawer{t: t, leaves: map[string]string{}}
	match := d.match()
	extra := ""
	if strings.Contains(match, "output") {
		extra += "\tphase: \"result\"\n"
	}
	if d.chance(20) {
		d = &ruleDrawer{t: t, leaves: map[string]string{}}
		if unless := d.match(); strings.Contains(match, "output") || !strings.Contains(unless, "output") {
			extra += "\t#Unless: " + unless + "\n"
		}
	}
	if d.chance(15) {
		extra += "\t" + d.pick("age", []string{"olderThan", "newerThan"}) + ": \"f.one@1.at\": " + d.pick("duration", []string{`"1h"`, `"0s"`, `"30m"`}) + "\n"
	}
	if d.chance(10) {
		extra += "\tmissingFacts: [\"f.two@1\"]\n"
	}
	return fmt.Sprintf("agent: policies: %q: {version: 1, rules: [{\n\t#Match: %s\n%s\tverdict: \"deny\"\n\treason: \"no\"\n}]}\n", id, match, extra)
}
