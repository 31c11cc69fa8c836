package jsonval

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[1,2]}`, `{"b":[1,2.0],"a":1e0}`, true},
		{`[1,2]`, `[2,1]`, false},
		{`"1"`, `1`, false},
		{`null`, ``, false},
		{``, ``, true},
		{`{"a":null}`, `{}`, false},
		{`9007199254740993`, `9007199254740992`, false},
		{`1e400000000`, `1e400000001`, false},
		{`"\u0061"`, `"a"`, true},
		{`{bad`, `{bad`, true},
		{strings.Repeat("1", 5000), strings.Repeat("1", 5000), true},
		{"[1." + strings.Repeat("0", 5000) + "]", "[1]", false}, // too long to be read exactly
		{`{bad`, `{}`, false},
	} {
		assert.Equal(t, c.want, Equal(json.RawMessage(c.a), json.RawMessage(c.b)), "%s %s", c.a, c.b)
		a, okA := Decode(json.RawMessage(c.a))
		b, okB := Decode(json.RawMessage(c.b))
		if okA && okB {
			assert.Equal(t, c.want, Same(a, b), "%s %s", c.a, c.b)
		}
	}
}

func TestLookup(t *testing.T) {
	doc := json.RawMessage(`{"a":{"b":[10,{"c":"x"}]},"":1}`)
	got, ok := Lookup(doc, "a", "b", "1", "c")
	assert.True(t, ok)
	assert.Equal(t, `"x"`, string(got))
	got, ok = Lookup(doc, "")
	assert.True(t, ok)
	assert.Equal(t, `1`, string(got))
	for _, path := range [][]string{{"x"}, {"a", "b", "2"}, {"a", "b", "-1"}, {"a", "b", "0", "c"}, {"a", "b", "x"}} {
		_, ok := Lookup(doc, path...)
		assert.False(t, ok, path)
	}
	_, ok = Lookup(nil)
	assert.False(t, ok)
}

func TestString(t *testing.T) {
	s, ok := String(json.RawMessage(` "é"`))
	assert.True(t, ok)
	assert.Equal(t, "é", s)
	_, ok = String(json.RawMessage(`1`))
	assert.False(t, ok)
	assert.True(t, IsNull(json.RawMessage(" null ")))
}

func TestCompareNumbersIsAnOrder(t *testing.T) {
	num := rapid.Custom(func(t *rapid.T) json.Number {
		return json.Number(rapid.StringMatching(`-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,3})?(e[+-]?[0-9]{1,3})?`).Draw(t, "n"))
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := num.Draw(t, "a"), num.Draw(t, "b")
		assert.Equal(t, CompareNumbers(a, b), -CompareNumbers(b, a))
	})
}
