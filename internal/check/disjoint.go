package check

import (
	"bytes"
	"encoding/json"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
)

// disjoint tells whether certainly no value belongs to both types, and if so what the second one admits. It answers no
// whenever it is not sure.
func (r resolver) disjoint(a, b typed) (bool, string) {
	a, okA := r.deref(a)
	b, okB := r.deref(b)
	if !okA || !okB || a.Nullable && b.Nullable {
		return false, ""
	}
	if a.Kind == ir.KindUnion || b.Kind == ir.KindUnion {
		return r.disjointUnion(a, b)
	}
	if values := constants(a.Type); len(values) > 0 {
		for _, v := range values {
			if b.Nullable && isNull(v) || admits(b.Type, v) {
				return false, ""
			}
		}
		return true, admitted(b.Type, values)
	}
	if values := constants(b.Type); len(values) > 0 {
		for _, v := range values {
			if admits(a.Type, v) {
				return false, ""
			}
		}
		return true, admitted(b.Type, nil)
	}
	if ka, kb := family(a.Type), family(b.Type); ka != "" && kb != "" && ka != kb {
		return true, "the value there is of kind " + kb
	}
	if family(a.Type) == "number" && family(b.Type) == "number" && rangesApart(a.Type, b.Type) {
		return true, "the range there is " + rangeText(b.Type)
	}
	return r.disjointWhole(a, b)
}

// constants are the only values of a type, none when there are others.
func constants(t ir.Type) []json.RawMessage {
	switch {
	case t.Kind == ir.KindEnum:
		var out []json.RawMessage
		for _, m := range t.Enum {
			out = append(out, m.Value)
		}
		return out
	case t.Const != nil:
		return []json.RawMessage{t.Const}
	case t.Kind == ir.KindNull:
		return []json.RawMessage{json.RawMessage("null")}
	default:
		return nil
	}
}

func isNull(v json.RawMessage) bool { return string(bytes.TrimSpace(v)) == "null" }

// family groups kinds that can share values; "" may share with any.
func family(t ir.Type) string {
	switch t.Kind {
	case ir.KindInt, ir.KindNumber:
		return "number"
	case ir.KindEnum:
		return family(ir.Type{Kind: t.Base})
	case ir.KindBool, ir.KindString, ir.KindList, ir.KindNull:
		return string(t.Kind)
	case ir.KindTuple:
		return string(ir.KindList)
	case ir.KindStruct, ir.KindMap:
		return "object"
	default:
		return ""
	}
}

// admits tells whether a type may admit a constant. It answers yes whenever it is not sure.
func admits(t ir.Type, v json.RawMessage) bool {
	if isNull(v) {
		return t.Nullable || t.Kind == ir.KindNull || family(t) == ""
	}
	if values := constants(t); len(values) > 0 {
		for _, c := range values {
			if jsonval.Equal(c, v) {
				return true
			}
		}
		return false
	}
	kind := jsonFamily(v)
	if f := family(t); f == "" || kind == "" {
		return true
	} else if f != kind {
		return false
	}
	switch kind {
	case "number":
		return admitsNumber(t, json.Number(bytes.TrimSpace(v)))
	case "string":
		return admitsString(t, v)
	default:
		return true
	}
}

func jsonFamily(v json.RawMessage) string {
	v = bytes.TrimSpace(v)
	if len(v) == 0 {
		return ""
	}
	switch c := v[0]; {
	case c == '"':
		return "string"
	case c == '{':
		return "object"
	case c == '[':
		return "list"
	case c == 't', c == 'f':
		return "bool"
	case c == '-', c >= '0' && c <= '9':
		return "number"
	default:
		return ""
	}
}

func admitsNumber(t ir.Type, n json.Number) bool {
	x, ok := exactNumber(n)
	if !ok {
		return true
	}
	if t.Kind == ir.KindInt && !x.IsInt() {
		return false
	}
	return !below(x, t.Min) && !above(x, t.Max)
}

func below(x *big.Rat, b *ir.Bound) bool {
	if b == nil {
		return false
	}
	min, ok := exactNumber(b.Value)
	return ok && (x.Cmp(min) < 0 || b.Exclusive && x.Cmp(min) == 0)
}

func above(x *big.Rat, b *ir.Bound) bool {
	if b == nil {
		return false
	}
	max, ok := exactNumber(b.Value)
	return ok && (x.Cmp(max) > 0 || b.Exclusive && x.Cmp(max) == 0)
}

// exactNumber reads a number that is small enough to compute with.
func exactNumber(n json.Number) (*big.Rat, bool) {
	if len(n) > 64 {
		return nil, false
	}
	if at := strings.IndexAny(string(n), "eE"); at >= 0 {
		if e, err := strconv.Atoi(strings.TrimPrefix(string(n[at+1:]), "+")); err != nil || e > 400 || e < -400 {
			return nil, false
		}
	}
	return new(big.Rat).SetString(string(n))
}

// rangesApart tells whether no number lies in both ranges.
func rangesApart(a, b ir.Type) bool {
	return apart(a.Min, b.Max) || apart(b.Min, a.Max)
}

func apart(low, high *ir.Bound) bool {
	if low == nil || high == nil {
		return false
	}
	l, ok1 := exactNumber(low.Value)
	h, ok2 := exactNumber(high.Value)
	if !ok1 || !ok2 {
		return false
	}
	order := l.Cmp(h)
	return order > 0 || order == 0 && (low.Exclusive || high.Exclusive)
}

func rangeText(t ir.Type) string {
	var parts []string
	if t.Min != nil {
		parts = append(parts, map[bool]string{false: ">=", true: ">"}[t.Min.Exclusive]+string(t.Min.Value))
	}
	if t.Max != nil {
		parts = append(parts, map[bool]string{false: "<=", true: "<"}[t.Max.Exclusive]+string(t.Max.Value))
	}
	return strings.Join(parts, " & ")
}

func admitsString(t ir.Type, v json.RawMessage) bool {
	var s string
	if json.Unmarshal(v, &s) != nil {
		return true
	}
	n := utf8.RuneCountInString(s)
	if t.MinRunes != nil && n < *t.MinRunes || t.MaxRunes != nil && n > *t.MaxRunes {
		return false
	}
	for _, p := range t.Patterns {
		re, err := regexp.Compile(p.Regexp)
		if err == nil && re.MatchString(s) == p.Not {
			return false
		}
	}
	for _, not := range t.NotOneOf {
		if s == not {
			return false
		}
	}
	return true
}

// admitted says what may be written instead of the values asked for.
func admitted(t ir.Type, asked []json.RawMessage) string {
	if f := family(t); f != "" && len(asked) > 0 && jsonFamily(asked[0]) != f {
		return "the value there is of kind " + f
	}
	var names []string
	for _, v := range constants(t) {
		names = append(names, string(v))
	}
	for _, a := range asked {
		if near := diag.Suggest(string(a), names); near != "" {
			return "did you mean " + near + "?"
		}
	}
	switch {
	case len(names) > 0:
		return "the values there are " + strings.Join(names[:min(len(names), 8)], ", ")
	case t.Min != nil || t.Max != nil:
		return "the range there is " + rangeText(t)
	case family(t) != "":
		return "the value there is of kind " + family(t) + ", with constraints that exclude it"
	default:
		return ""
	}
}
