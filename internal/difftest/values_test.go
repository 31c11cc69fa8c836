package difftest

import (
	"encoding/json"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
)

// The differences of values, beside those of verdicts: what is read may differ from what CUE makes of a document in
// these ways only.
const (
	valueRounded = "rounded" // a number that float64 does not carry exactly is the nearest one that it does
	valueTime    = "moment"  // a text that Go holds as a time or a duration is written in Go's own form
)

func valueDifferences() []string { return []string{valueRounded, valueTime} }

// sameValue requires that a document, as we filled it in, is what CUE makes of it.
func (c *tally) sameValue(t require.TestingT, p *pair, got json.RawMessage, who string) {
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
	c.held = heldByGo(p.schema.at, p.schema.def.Type, map[string]bool{})
	require.True(t, c.equal(want, have), "%s reads another value: %s\nwant %s\n have %s", who, p, raw, got)
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
	return reflect.DeepEqual(a, b) || c.held && c.sameMoment(a, b)
}

// sameMoment tells whether two texts mean the same time, to the nanosecond, or the same duration.
func (c *tally) sameMoment(a, b any) bool {
	s, ok := a.(string)
	u, ok2 := b.(string)
	if !ok || !ok2 {
		return false
	}
	x, err := time.Parse(time.RFC3339Nano, s)
	y, err2 := time.Parse(time.RFC3339Nano, u)
	same := err == nil && err2 == nil && x.Equal(y)
	if err != nil {
		d, err := time.ParseDuration(s)
		e, err2 := time.ParseDuration(u)
		same = err == nil && err2 == nil && d == e
	}
	if same {
		c.values[valueTime]++
	}
	return same
}

// heldByGo tells whether Go holds a text of the schema in a type of its own.
func heldByGo(h home, t ir.Type, seen map[string]bool) bool {
	if t.Kind == ir.KindRef {
		if seen[t.Ref.Package+t.Ref.Name] {
			return false
		}
		seen[t.Ref.Package+t.Ref.Name] = true
		t, h = h.resolve(t)
	}
	return t.Go != "" || slices.ContainsFunc(parts(t), func(p ir.Type) bool { return heldByGo(h, p, seen) })
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
