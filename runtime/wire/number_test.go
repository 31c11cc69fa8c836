package wire_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/runtime/wire"
)

// numberText draws a number as JSON writes it.
func numberText(t *rapid.T, label string) string {
	return rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,22})(\.[0-9]{1,22})?([eE][+-]?[0-9]{1,2})?`),
		rapid.StringMatching(`-?(0|[1-9])(\.[05])?`),
		rapid.SampledFrom([]string{"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
			"922337203685477580.7e1", "0.1", "0.10", "1e0", "-0", "0e5", "1000000000000000000000", "1e21", "0.30000000000000004"}),
	).Draw(t, label)
}

func rat(t require.TestingT, text string) *big.Rat {
	r, ok := new(big.Rat).SetString(text)
	require.True(t, ok, text)
	return r
}

func TestDecimalsCompareLikeRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := numberText(t, "a"), numberText(t, "b")
		x, okX := wire.ParseDecimal(a)
		y, okY := wire.ParseDecimal(b)
		require.True(t, okX && okY)
		require.Equal(t, rat(t, a).Cmp(rat(t, b)), x.Compare(y), "%s and %s", a, b)
		require.Equal(t, rat(t, a).IsInt(), x.Integral(), a)
		require.Equal(t, rat(t, a).Sign() < 0, x.Negative(), a)
		whole := new(big.Int).Quo(rat(t, a).Num(), rat(t, a).Denom())
		n, ok := x.Truncate()
		require.Equal(t, whole.IsInt64(), ok, a)
		if ok {
			require.Equal(t, whole.Int64(), n, a)
		}
	})
}

func TestBoundsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low, high, n := numberText(t, "low"), numberText(t, "high"), numberText(t, "n")
		exclusive := rapid.Bool().Draw(t, "exclusive")
		rule := wire.Number{Min: wire.AtLeast(low), Max: wire.AtMost(high)}
		want := rat(t, n).Cmp(rat(t, low)) >= 0 && rat(t, n).Cmp(rat(t, high)) <= 0
		if exclusive {
			rule = wire.Number{Min: wire.MoreThan(low), Max: wire.LessThan(high)}
			want = rat(t, n).Cmp(rat(t, low)) > 0 && rat(t, n).Cmp(rat(t, high)) < 0
		}
		d := wire.NewDecoder([]byte(n))
		f := rule.Decode(&d)
		require.Equal(t, want, d.OK(), "%s in %s to %s", n, low, high)
		exact, _ := strconv.ParseFloat(n, 64)
		require.Equal(t, exact, f)
	})
}

func TestMultiplesAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.OneOf(rapid.StringMatching(`[1-9][0-9]{0,3}(\.[0-9]{1,3})?(e-?[0-9])?`), rapid.StringMatching(`[1-9][0-9]{20,30}`)).Draw(t, "m")
		n := numberText(t, "n")
		if rapid.Bool().Draw(t, "multiple") {
			k := rapid.Int64().Draw(t, "k")
			n = new(big.Rat).Mul(rat(t, m), new(big.Rat).SetInt64(k)).FloatString(20)
		}
		rule := wire.Number{MultipleOf: wire.Decimals(m)}
		d := wire.NewDecoder([]byte(n))
		rule.Decode(&d)
		want := new(big.Rat).Quo(rat(t, n), rat(t, m)).IsInt()
		require.Equal(t, want, d.OK(), "%s of %s", n, m)
	})
}

func TestIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := numberText(t, "n")
		d := wire.NewDecoder([]byte(n))
		got := d.Int()
		r := rat(t, n)
		require.Equal(t, r.IsInt() && r.Num().IsInt64(), d.OK(), n)
		if d.OK() {
			require.Equal(t, r.Num().Int64(), got, n)
		}
	})
}

func TestParseDecimalRefuses(t *testing.T) {
	for _, s := range []string{"", " 1", "1 ", "01", "+1", "1.", ".5", "1e", "0x1", "NaN", "1_0", "--1"} {
		_, ok := wire.ParseDecimal(s)
		assert.False(t, ok, s)
	}
}

func TestScaled(t *testing.T) {
	for text, want := range map[string]string{"2.5": "25 1 true", "0.01": "1 2 true", "100": "100 0 true", "1e3": "1000 0 true",
		"1e-3": "1 3 true", "1e30": "0 0 false"} {
		x, _ := wire.ParseDecimal(text)
		m, places, ok := x.Scaled()
		assert.Equal(t, want, fmt.Sprint(m, places, ok), text)
	}
}

// What a Go value is judged as is what it is written as.
func TestCheckAgreesWithDecode(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := wire.Number{Min: wire.AtLeast(numberText(t, "low")), Max: wire.LessThan(numberText(t, "high")),
			NotEqual: wire.Decimals(numberText(t, "not")), MultipleOf: wire.Decimals("0.1")}
		f := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 0.1, 0.3, 1, 2.5, 1e21})).Draw(t, "f")
		raw, err := json.Marshal(f)
		require.NoError(t, err)
		d := wire.NewDecoder(raw)
		rule.Decode(&d)
		var c wire.Checker
		rule.Check(&c, f)
		require.Equal(t, briefly(d.Issues()), briefly(c.Issues()), "%s", raw)
	})
}
