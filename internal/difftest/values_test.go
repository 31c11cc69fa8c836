package difftest

import (
	"encoding/json"
	"math/big"
	"reflect"
	"strconv"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
)

// The differences of values, beside those of verdicts: what is read may differ from what CUE makes of a document in
// these ways only.
const (
	valueRounded = "rounded"     // a number that float64 does not carry exactly is the nearest one that it does
	valueNull    = "absent null" // null for an optional field is an absent field, in generated Go
)

func valueDifferences() []string { return []string{valueRounded, valueNull} }

// sameValue requires that a document, as we filled it in, is what CUE makes of it.
func (c *tally) sameValue(t require.TestingT, p *pair, got json.RawMessage, who string, inGo bool) {
	text := p.doc
	as := exactly
	for _, d := range differences() {
		if d.document != nil {
			text = d.document(text)
		}
		as |= d.schema
	}
	if renamedKeys(p.doc) != p.doc {
		return // CUE was asked about other keys
	}
	v, err := p.schema.oracle.filled(text, as)
	require.NoError(t, err, p)
	raw, err := v.MarshalJSON()
	require.NoError(t, err, p)
	want, err := parse(string(raw))
	require.NoError(t, err, "%s", raw)
	have, err := parse(string(got))
	require.NoError(t, err, "%s gives %q: %s", who, got, p)
	if inGo {
		want = c.withoutNulls(p.schema.at, p.schema.def.Type, want)
	}
	require.True(t, c.equal(want, have), "%s reads another value: %s\nwant %s\n have %s", who, p, raw, got)
}

// withoutNulls drops null from optional fields.
func (c *tally) withoutNulls(h home, t ir.Type, v any) any {
	t, h = h.resolve(t)
	switch v := v.(type) {
	case []any:
		if t.Kind == ir.KindList {
			for i := range v {
				v[i] = c.withoutNulls(h, *t.Items, v[i])
			}
		}
	case map[string]any:
		if t.Kind == ir.KindMap {
			for key := range v {
				v[key] = c.withoutNulls(h, *t.Items, v[key])
			}
		}
		for _, f := range t.Fields {
			item, ok := v[f.Name]
			switch {
			case !ok:
			case item == nil && f.Presence == ir.Optional:
				delete(v, f.Name)
				c.values[valueNull]++
			default:
				v[f.Name] = c.withoutNulls(h, f.Type, item)
			}
		}
	}
	return v
}

// equal compares by value: 1 is 1.0, and a number is the float64 nearest to it.
func (c *tally) equal(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		return ok && c.sameNumber(a, b)
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !c.equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, item := range a {
			other, ok := b[key]
			if !ok || !c.equal(item, other) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

func (c *tally) sameNumber(a, b json.Number) bool {
	if a == b {
		return true
	}
	x, ok := new(big.Rat).SetString(string(a))
	y, ok2 := new(big.Rat).SetString(string(b))
	if ok && ok2 && x.Cmp(y) == 0 {
		return true
	}
	f, err := strconv.ParseFloat(string(a), 64)
	g, err2 := strconv.ParseFloat(string(b), 64)
	if err == nil && err2 == nil && f == g {
		c.values[valueRounded]++
		return true
	}
	return false
}

// rounded tells whether a number of the document is none that float64 carries.
func rounded(doc string) bool {
	found := false
	rewrite(doc, func(n json.Number) string {
		f, err := strconv.ParseFloat(string(n), 64)
		if err != nil || hugeExponent(string(n)) {
			found = true
			return string(n)
		}
		x, ok := new(big.Rat).SetString(string(n))
		y, ok2 := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
		found = found || !ok || !ok2 || x.Cmp(y) != 0
		return string(n)
	}, nil)
	return found
}
