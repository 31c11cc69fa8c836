package difftest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
)

// drawDocument draws a document that is of the type, or a little beside it.
func drawDocument(s *schema) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		w := &documentDrawer{t: t, faults: rapid.IntRange(0, 4).Draw(t, "faults")}
		return w.value(s.at, s.def.Type, 6)
	})
}

type documentDrawer struct {
	t      *rapid.T
	faults int // how many are still to be made
}

func (w *documentDrawer) pick(label string, from ...string) string {
	return rapid.SampledFrom(from).Draw(w.t, label)
}

// astray tells whether to make a fault here.
func (w *documentDrawer) astray() bool {
	if w.faults > 0 && rapid.IntRange(0, 5).Draw(w.t, "astray") == 0 {
		w.faults--
		return true
	}
	return false
}

func (w *documentDrawer) stray() string {
	return w.pick("stray", `null`, `true`, `false`, `0`, `1`, `1.0`, `-1.5`, `"a"`, `""`, `[]`, `{}`, `{"a":1}`, `[1]`, `[null]`, `1e2`,
		`9223372036854775808`, `"日本"`, `{"":null}`, `12345678901234567890.5`, `"\ud83d\ude00"`, `1e400`)
}

func (w *documentDrawer) value(h home, t ir.Type, depth int) string {
	t, h = h.resolve(t)
	if w.astray() || depth == 0 && t.Kind != ir.KindNull {
		return w.stray()
	}
	if t.Nullable && rapid.IntRange(0, 2).Draw(w.t, "null") == 0 {
		return "null"
	}
	if t.Const != nil {
		return w.spelled(string(t.Const))
	}
	switch t.Kind {
	case ir.KindNull:
		return "null"
	case ir.KindBool:
		return w.pick("bool", "true", "false")
	case ir.KindInt, ir.KindNumber:
		return w.number(t)
	case ir.KindString:
		return w.text(t)
	case ir.KindEnum:
		return w.spelled(string(rapid.SampledFrom(t.Enum).Draw(w.t, "member").Value))
	case ir.KindList:
		return w.list(h, t, depth)
	case ir.KindMap:
		return w.mapping(h, t, depth)
	case ir.KindStruct:
		return w.structure(h, t, depth)
	case ir.KindTuple:
		return w.tuple(h, t, depth)
	case ir.KindUnion:
		return w.value(h, rapid.SampledFrom(t.Union.Variants).Draw(w.t, "variant").Type, depth)
	default:
		return w.stray()
	}
}

// spelled writes a constant, a number now and then in another way.
func (w *documentDrawer) spelled(raw string) string {
	if c := raw[0]; c != '-' && (c < '0' || c > '9') || rapid.IntRange(0, 4).Draw(w.t, "spelling") > 0 {
		return raw
	}
	switch {
	case !strings.ContainsAny(raw, ".eE"):
		return raw + w.pick("form", ".0", "e0", ".00e0", "")
	case !strings.ContainsAny(raw, "eE"):
		return raw + w.pick("form", "0", "e0", "")
	}
	return raw
}

// number is at, around or between the bounds.
func (w *documentDrawer) number(t ir.Type) string {
	near := []json.Number{"0", "1", "2.6", "7", "255"}
	for _, b := range []*ir.Bound{t.Min, t.Max} {
		if b != nil {
			near = append(near, b.Value, b.Value)
		}
	}
	near = append(near, t.NotEqual...)
	base, ok := new(big.Rat).SetString(string(rapid.SampledFrom(near).Draw(w.t, "near")))
	if !ok {
		return "0"
	}
	step := w.pick("step", "0", "0", "1", "-1", "0.5", "-0.5", "0.0000000000000000001", "-0.0000000000000000001")
	if t.Kind == ir.KindInt && rapid.IntRange(0, 5).Draw(w.t, "whole") > 0 {
		step = w.pick("whole step", "0", "0", "1", "-1")
	}
	by, _ := new(big.Rat).SetString(step)
	sum := base.Add(base, by)
	if t.Kind == ir.KindInt && !sum.IsInt() && rapid.Bool().Draw(w.t, "floor") {
		sum = new(big.Rat).SetInt(new(big.Int).Div(sum.Num(), sum.Denom()))
	}
	if sum.IsInt() {
		return w.spelled(sum.Num().String())
	}
	digits, _ := sum.FloatPrec()
	return w.spelled(sum.FloatString(digits))
}

// text is of the lengths around the bounds, or one of the samples of a pattern.
func (w *documentDrawer) text(t ir.Type) string {
	if len(t.Patterns) > 0 {
		all := patterns()
		for _, p := range all {
			if p.expression == t.Patterns[0].Regexp && rapid.IntRange(0, 3).Draw(w.t, "sample") > 0 {
				return w.pick("sample", p.hit, p.miss)
			}
		}
		p := rapid.SampledFrom(all).Draw(w.t, "other")
		return w.pick("sample", p.hit, p.miss)
	}
	if len(t.Formats) > 0 {
		return w.pick("formatted", formatted()...)
	}
	length := rapid.IntRange(0, 4).Draw(w.t, "length")
	if b := t.MinRunes; b != nil && rapid.Bool().Draw(w.t, "low") {
		length = max(0, *b-rapid.IntRange(0, 1).Draw(w.t, "under"))
	}
	if b := t.MaxRunes; b != nil && rapid.Bool().Draw(w.t, "high") {
		length = *b + rapid.IntRange(0, 1).Draw(w.t, "over")
	}
	letter := w.pick("letter", "a", "é", "日", "😀", "e\u0301")
	raw, err := json.Marshal(string([]rune(strings.Repeat(letter, length))[:length]))
	if err != nil {
		return `""`
	}
	return string(raw)
}

// formatted are texts that are of some format, or nearly.
func formatted() []string {
	return []string{`"2020-02-29T12:00:00Z"`, `"2021-02-29T12:00:00Z"`, `"2020-01-01T00:00:00.123456789+02:00"`, `"2020-01-01T24:00:00Z"`,
		`"2020-01-01T00:00:00"`, `"2020-01-01t00:00:00z"`, `"2020-01-01T00:00:60Z"`, `"2020-01-01T0:00:00Z"`, `"2020-01-01T00:00:00,5Z"`,
		`"2020-01-01T00:00:00+24:00"`, `"0000-01-01T00:00:00Z"`, `"2020-01-01"`, `"2020-1-1"`, `"2020-13-01"`, `"1h30m"`, `"-1.5s"`, `"1d"`, `"0"`,
		`"1"`, `""`, `"9223372036854775807ns"`, `"9223372036854775808ns"`, `".5h"`, `"1µs"`, `"127.0.0.1"`, `"127.0.0.01"`, `"256.0.0.1"`, `"::1"`,
		`"::ffff:1.2.3.4"`, `"fe80::1%eth0"`, `"1.2.3"`, `"http://a/b?c#d"`, `"a/b"`, `"http://"`, `"http://[::1"`, `"%zz"`, `"http://a b"`,
		`"mailto:x@y"`, `"ab"`, `"abc日"`, `"日"`, `"a.b"`}
}

func (w *documentDrawer) size(t ir.Type) int {
	n := rapid.IntRange(0, 2).Draw(w.t, "size")
	if t.MinItems != nil && rapid.IntRange(0, 4).Draw(w.t, "enough") > 0 {
		n = max(n, *t.MinItems)
	}
	if t.MaxItems != nil && rapid.IntRange(0, 4).Draw(w.t, "bounded") > 0 {
		n = min(n, *t.MaxItems)
	}
	return n
}

func (w *documentDrawer) list(h home, t ir.Type, depth int) string {
	var items []string
	for range w.size(t) {
		items = append(items, w.value(h, *t.Items, depth-1))
	}
	return "[" + strings.Join(items, ",") + "]"
}

func (w *documentDrawer) tuple(h home, t ir.Type, depth int) string {
	var items []string
	for _, e := range t.Elems {
		if w.astray() {
			break
		}
		items = append(items, w.value(h, e, depth-1))
	}
	if t.Items != nil || w.astray() {
		items = append(items, w.value(h, orAny(t.Items), depth-1))
	}
	return "[" + strings.Join(items, ",") + "]"
}

func orAny(t *ir.Type) ir.Type {
	if t == nil {
		return ir.Type{Kind: ir.KindAny}
	}
	return *t
}

func (w *documentDrawer) mapping(h home, t ir.Type, depth int) string {
	keys := []string{"ab", "acb", "aab", "b", "x", "", "日", "e\u0301", "a x"}
	n := w.size(t)
	first := 0
	if w.astray() || len(t.Keys) == 0 {
		first = rapid.IntRange(0, len(keys)-n).Draw(w.t, "first")
	}
	var entries []string
	for _, k := range keys[first : first+n] {
		entries = append(entries, quoted(k)+":"+w.value(h, *t.Items, depth-1))
	}
	return w.object(entries)
}

func (w *documentDrawer) structure(h home, t ir.Type, depth int) string {
	var entries []string
	for _, f := range t.Fields {
		leave := f.Presence != ir.Required && (depth < 3 || rapid.IntRange(0, 2).Draw(w.t, "leave") == 0)
		if leave || w.astray() {
			continue
		}
		key := f.Name
		if w.astray() {
			key = strings.ToUpper(key)
		}
		entries = append(entries, quoted(key)+":"+w.value(h, f.Type, depth-1))
	}
	for _, r := range t.Rest {
		if rapid.Bool().Draw(w.t, "rest") {
			key := w.pick("rest key", "ab", "acb", "b", "x", "x-a", "zz")
			entries = append(entries, quoted(key)+":"+w.value(h, r.Items, depth-1))
		}
	}
	if w.astray() || t.Open && rapid.Bool().Draw(w.t, "further") {
		entries = append(entries, w.pick("further", `"other":{"a":[1]}`, `"":null`, `"a":1`, `"z":1.0`))
	}
	return w.object(entries)
}

// object puts entries together, now and then one twice or in another order.
func (w *documentDrawer) object(entries []string) string {
	if len(entries) > 1 && rapid.IntRange(0, 3).Draw(w.t, "order") == 0 {
		entries = append(entries[1:len(entries):len(entries)], entries[0])
	}
	if len(entries) > 0 && w.astray() {
		entries = append(entries, entries[0])
	}
	return "{" + strings.Join(entries, ",") + "}"
}

func quoted(key string) string {
	raw, err := json.Marshal(key)
	if err != nil {
		return fmt.Sprintf("%q", key)
	}
	return string(raw)
}
