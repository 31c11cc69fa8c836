package wirerules_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

func number(t *rapid.T, label string) json.Number {
	return json.Number(rapid.OneOf(
		rapid.StringMatching(`-?(0|[1-9][0-9]{0,2})(\.[0-9]{1,3})?`),
		rapid.StringMatching(`-?[1-9](\.[0-9]{1,3})?e-?[0-9]{1,2}`),
		rapid.SampledFrom([]string{"9223372036854775807", "9223372036854775807.5", "-9223372036854775808", "-9223372036854775808.5", "1e-400"}),
	).Draw(t, label))
}

func rat(t require.TestingT, n json.Number) *big.Rat {
	r, ok := new(big.Rat).SetString(string(n))
	require.True(t, ok, n)
	return r
}

// The rule of an integer says of every integer what exact arithmetic says of the constraints.
func TestIntKeepsTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := ir.Type{Kind: ir.KindInt}
		if rapid.Bool().Draw(t, "low") {
			typ.Min = &ir.Bound{Value: number(t, "min"), Exclusive: rapid.Bool().Draw(t, "above")}
		}
		if rapid.Bool().Draw(t, "high") {
			typ.Max = &ir.Bound{Value: number(t, "max"), Exclusive: rapid.Bool().Draw(t, "below")}
		}
		if rapid.Bool().Draw(t, "not") {
			typ.NotEqual = []json.Number{number(t, "not equal")}
		}
		if rapid.Bool().Draw(t, "multiple") {
			typ.MultipleOf = []json.Number{json.Number(rapid.StringMatching(`[1-9][0-9]?(\.[0-9]{1,3})?`).Draw(t, "of"))}
		}
		n := rapid.OneOf(rapid.Int64Range(-1100, 1100), rapid.Int64(), rapid.SampledFrom([]int64{1<<63 - 1, -1 << 63})).Draw(t, "n")
		rule, err := wirerules.Int(typ)
		if err != nil {
			require.False(t, admits(t, typ, n), "%v: %d is admitted", err, n)
			return
		}
		var c wire.Checker
		rule.Check(&c, n)
		require.Equal(t, admits(t, typ, n), c.Issues() == nil, "%+v: %d gives %v", typ, n, c.Issues())
	})
}

func admits(t *rapid.T, typ ir.Type, n int64) bool {
	v := new(big.Rat).SetInt64(n)
	if b := typ.Min; b != nil {
		if c := v.Cmp(rat(t, b.Value)); c < 0 || c == 0 && b.Exclusive {
			return false
		}
	}
	if b := typ.Max; b != nil {
		if c := v.Cmp(rat(t, b.Value)); c > 0 || c == 0 && b.Exclusive {
			return false
		}
	}
	for _, x := range typ.NotEqual {
		if v.Cmp(rat(t, x)) == 0 {
			return false
		}
	}
	for _, x := range typ.MultipleOf {
		if !new(big.Rat).Quo(v, rat(t, x)).IsInt() {
			return false
		}
	}
	return true
}

func TestHostileNumbersCostNothing(t *testing.T) {
	for _, n := range []json.Number{"1e999999999999", "-1e999999999999", "1e-999999999999"} {
		_, _ = wirerules.Int(ir.Type{Kind: ir.KindInt, Min: &ir.Bound{Value: n}, Max: &ir.Bound{Value: n}, NotEqual: []json.Number{n}, MultipleOf: []json.Number{n}})
		_, err := wirerules.Number(ir.Type{Kind: ir.KindNumber, Min: &ir.Bound{Value: n}, MultipleOf: []json.Number{n}})
		assert.NoError(t, err)
	}
}

func TestRefuses(t *testing.T) {
	for i, f := range []func() error{
		func() error {
			_, err := wirerules.Int(ir.Type{Min: &ir.Bound{Value: "9223372036854775808"}})
			return err
		},
		func() error {
			_, err := wirerules.Int(ir.Type{Min: &ir.Bound{Value: "9223372036854775807", Exclusive: true}})
			return err
		},
		func() error {
			_, err := wirerules.Int(ir.Type{Max: &ir.Bound{Value: "-9223372036854775809"}})
			return err
		},
		func() error { _, err := wirerules.Int(ir.Type{MultipleOf: []json.Number{"0"}}); return err },
		func() error { _, err := wirerules.Int(ir.Type{Const: json.RawMessage("1.5")}); return err },
		func() error { _, err := wirerules.Number(ir.Type{Max: &ir.Bound{Value: "x"}}); return err },
		func() error { _, err := wirerules.String(ir.Type{Patterns: []ir.Pattern{{Regexp: "("}}}); return err },
		func() error { _, err := wirerules.String(ir.Type{Const: json.RawMessage("1")}); return err },
		func() error { _, err := wirerules.Keys(ir.Type{Keys: []ir.Pattern{{Regexp: "["}}}); return err },
		func() error {
			_, err := wirerules.Floats(ir.Type{Enum: []ir.Member{{Value: json.RawMessage("0.10000000000000000001")}}})
			return err
		},
		func() error {
			_, err := wirerules.Strings(ir.Type{Enum: []ir.Member{{Value: json.RawMessage("1")}}})
			return err
		},
		func() error { _, _, err := wirerules.Bool(ir.Type{Const: json.RawMessage("1.0")}); return err },
	} {
		assert.Error(t, f(), i)
	}
}

func TestTables(t *testing.T) {
	typ := ir.Type{MinItems: new(1), MaxItems: new(2), Fields: []ir.Field{{Name: "a", Presence: ir.Required}, {Name: "b", Presence: ir.Defaulted}}}
	assert.Equal(t, []wire.Field{{Name: "a", Required: true}, {Name: "b"}}, wirerules.Fields(typ))
	assert.Equal(t, wire.Size{Min: typ.MinItems, Max: typ.MaxItems}, wirerules.Size(typ))
	v, ok, err := wirerules.Bool(ir.Type{Const: json.RawMessage("true")})
	assert.Equal(t, "true true <nil>", fmt.Sprint(v, ok, err))
	ints, err := wirerules.Integers(ir.Type{Enum: []ir.Member{{Value: json.RawMessage("1.0")}, {Value: json.RawMessage("2e1")}}})
	assert.Equal(t, "[1 20] <nil>", fmt.Sprint(ints, err))
}
