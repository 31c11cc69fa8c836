package wire_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/runtime/wire"
)

// judged reads a whole document, and judges it by what looks at its text.
func judged(text string, judge func(*wire.Decoder, int)) []string {
	d := wire.NewDecoder([]byte(text))
	start := d.Here()
	d.Any()
	judge(&d, start)
	var out []string
	for _, is := range d.Issues() {
		out = append(out, is.Path+" "+is.Code)
	}
	return out
}

func TestItems(t *testing.T) {
	unique := wire.Items{Unique: true}
	some := wire.Items{Contains: []wire.Contains{{Read: func(d *wire.Decoder) { d.Int() }, Min: new(1), Max: new(2)}}}
	for _, c := range []struct {
		rule wire.Items
		text string
		want []string
	}{
		{unique, `[1, 2, "1", null, true, [1], {"a": 1}]`, nil},
		{unique, ` [1, 1.0]`, []string{" NOT_UNIQUE"}},
		{unique, `[0, -0.0, 0e5]`, []string{" NOT_UNIQUE", " NOT_UNIQUE"}},
		{unique, `[1e400, 10e399]`, []string{" NOT_UNIQUE"}},
		{unique, `[{"a": 1, "b": [2]}, {"b": [2.0], "a": 1}]`, []string{" NOT_UNIQUE"}},
		{unique, `["\u0061", "a"]`, []string{" NOT_UNIQUE"}},
		{unique, `[[1, 2], [2, 1], ["1,2"], [12]]`, nil},
		{unique, `[1, 1`, []string{"/1 INVALID_JSON"}},
		{unique, `{}`, nil},
		{some, `["a", 1, 2]`, nil},
		{some, `["a"]`, []string{" NOT_CONTAINED"}},
		{some, `[1, 2, 3]`, []string{" NOT_CONTAINED"}},
	} {
		assert.Equal(t, c.want, judged(c.text, c.rule.Decode), c.text)
	}
	var c wire.Checker
	unique.Check(&c, []any{1, "a", 1.0})
	require.Len(t, c.Issues(), 1)
	assert.Contains(t, c.Issues()[0].Message, "those at 0 and 2")
}

// TestUniqueIsEqualityByValue compares with the equality of JSON values.
func TestUniqueIsEqualityByValue(t *testing.T) {
	texts := rapid.SampledFrom([]string{`1`, `1.0`, `10e-1`, `"1"`, `null`, `true`, `[]`, `{}`, `[1]`, `[1.0]`, `{"a":1}`, `{"a":1.00}`, `{"a":1,"b":2}`, `{"b":2,"a":1}`, `-0`, `0`, `"a\nb"`, `"a\u000ab"`})
	rapid.Check(t, func(t *rapid.T) {
		a, b := texts.Draw(t, "a"), texts.Draw(t, "b")
		rule := wire.Items{Unique: true}
		got := judged(fmt.Sprintf("[%s, %s]", a, b), rule.Decode)
		require.Equal(t, jsonval.Equal(json.RawMessage(a), json.RawMessage(b)), got != nil, "%s %s", a, b)
	})
}

func TestRelations(t *testing.T) {
	for op, holds := range map[string][3]bool{ // a less than, equal to, more than b
		"<": {true, false, false}, "<=": {true, true, false}, ">": {false, false, true}, ">=": {false, true, true},
		"==": {false, true, false}, "!=": {true, false, true},
	} {
		rule := wire.Relations{{Field: "a", Op: op, Other: "b"}}
		for i, text := range []string{
			`{"a": 1, "b": 1.00000000000000000001}`, `{"b": 100, "a": 1e2}`, `{"a": 9007199254740993, "b": 9007199254740992}`,
		} {
			want := []string{"/a BROKEN_RELATION"}
			if holds[i] {
				want = nil
			}
			assert.Equal(t, want, judged(text, rule.Decode), "%s %s", op, text)
		}
		assert.Empty(t, judged(`{"a": 1}`, rule.Decode), "a missing field has an issue of its own")
	}
	var c wire.Checker
	wire.Relations{{Field: "a", Op: "==", Other: "b"}}.Check(&c, map[string]string{"a": "x", "b": "y"})
	require.Len(t, c.Issues(), 1)
}

func TestUint(t *testing.T) {
	rule := wire.Uint{Min: new(uint64(2)), Max: new(uint64(18446744073709551614)), NotEqual: []uint64{6}, MultipleOf: []uint64{2}}
	for text, want := range map[string]string{
		"4": "", "18446744073709551614": "", "1e1": "", "6": "FORBIDDEN_VALUE", "3": "NOT_MULTIPLE", "0": "OUT_OF_RANGE",
		"18446744073709551615": "OUT_OF_RANGE", "18446744073709551616": "OUT_OF_RANGE", "1e99999999": "OUT_OF_RANGE", "-4": "OUT_OF_RANGE",
		"1.5": "NOT_INTEGER", `"4"`: "WRONG_TYPE", "null": "NULL_VALUE",
	} {
		d := wire.NewDecoder([]byte(text))
		v := rule.Decode(&d)
		issues := d.Issues()
		if want == "" {
			assert.Empty(t, issues, text)
			var c wire.Checker
			rule.Check(&c, v)
			assert.Empty(t, c.Issues(), text)
			continue
		}
		require.NotEmpty(t, issues, text)
		assert.Equal(t, want, issues[0].Code, text)
	}
}
