package ik_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	ik "github.com/ikgen/ikgen/runtime"
)

func num(text string) ik.Operand { return ik.NumberOperand(text) }

func TestOperandsAreExact(t *testing.T) {
	assert.True(t, ik.FloatOperand(0.1).Plus(ik.FloatOperand(0.2)).Equals(num("0.3")), "decimals, not doubles")
	assert.True(t, num("1").Over(num("3")).Times(num("3")).Equals(num("1")), "fractions are kept")
	assert.True(t, ik.IntOperand(math.MaxInt64).Plus(num("1")).Equals(ik.UintOperand(1<<63)))
	assert.True(t, ik.IntOperand(9007199254740993).Above(ik.FloatOperand(9007199254740992)))
	assert.True(t, ik.IntOperand(5).Negative().Equals(num("-5.0")))
	assert.True(t, ik.FloatOperand(math.Copysign(0, -1)).Equals(num("0")))
	assert.True(t, num("1e300").Times(num("1e300")).Above(num("1e308")), "results may leave the range of float64")
	assert.True(t, ik.UintOperand(math.MaxUint64).Above(ik.IntOperand(math.MaxInt64)))
}

func TestOperandsOfDifferentKindsDoNotCompare(t *testing.T) {
	none := ik.Operand{}
	values := map[string]ik.Operand{"number": num("1"), "text": ik.TextOperand("1"), "bool": ik.BoolOperand(true), "none": none}
	for a, x := range values {
		for b, y := range values {
			if a == b && a != "none" {
				continue
			}
			for op, held := range map[string]bool{
				"==": x.Equals(y), "!=": x.Differs(y), "<": x.Below(y), "<=": x.AtMost(y), ">": x.Above(y), ">=": x.AtLeast(y),
			} {
				assert.False(t, held, "%s %s %s", a, op, b)
			}
		}
	}
	assert.True(t, ik.BoolOperand(true).Differs(ik.BoolOperand(false)))
	assert.False(t, ik.BoolOperand(true).AtLeast(ik.BoolOperand(true)), "truth values have no order")
	assert.True(t, ik.TextOperand("B").Below(ik.TextOperand("a")), "texts compare by their bytes")
}

func TestOperandsWithoutAValue(t *testing.T) {
	for name, v := range map[string]ik.Operand{
		"division by zero": num("1").Over(num("0.0")), "sum with a text": num("1").Plus(ik.TextOperand("1")),
		"product with none": num("1").Times(ik.Operand{}), "NaN": ik.FloatOperand(math.NaN()), "infinity": ik.FloatOperand(math.Inf(1)),
		"no number": num("one"), "huge exponent": num("1e999999999"), "tiny exponent": num("1e-999999999"),
		"null": ik.JSONOperand(json.RawMessage("null")), "list": ik.JSONOperand(json.RawMessage("[1]")), "object": ik.JSONOperand(json.RawMessage("{}")),
		"nothing": ik.JSONOperand(nil), "broken text": ik.JSONOperand(json.RawMessage(`"a`)),
	} {
		assert.False(t, v.Equals(v), name)
		assert.False(t, v.Differs(num("1")), name)
	}
}

// TestOperandsFromGoAndFromJSON compares what generated code and the interpreter compute with.
func TestOperandsFromGoAndFromJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, n := rapid.Float64().Draw(t, "float"), rapid.Int64().Draw(t, "int")
		s, u := rapid.String().Draw(t, "string"), rapid.Uint64().Draw(t, "uint")
		for _, v := range []struct {
			value any
			typed ik.Operand
		}{{f, ik.FloatOperand(f)}, {n, ik.IntOperand(n)}, {s, ik.TextOperand(s)}, {u, ik.UintOperand(u)}} {
			raw, err := json.Marshal(v.value)
			if err != nil {
				continue // JSON has no infinity
			}
			read := ik.JSONOperand(raw)
			if !read.Equals(v.typed) {
				t.Fatalf("%s: JSON and Go differ", raw)
			}
			if g := ik.FloatOperand(1).Plus(read); v.value != s && !g.Equals(v.typed.Plus(num("1"))) {
				t.Fatalf("%s: sums differ", raw)
			}
		}
	})
}

// TestFloatsCompareAsTheirDecimals shows that two floats compare as their shortest decimals do.
func TestFloatsCompareAsTheirDecimals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64().Draw(t, "a"), rapid.Float64().Draw(t, "b")
		if rapid.Bool().Draw(t, "near") {
			b = math.Nextafter(a, b)
		}
		x, y := ik.FloatOperand(a), ik.FloatOperand(b)
		if math.IsInf(b, 0) {
			return
		}
		assert.Equal(t, a < b, x.Below(y))
		assert.Equal(t, a == b, x.Equals(y))
		assert.Equal(t, a >= b, x.AtLeast(y))
	})
}
