package wirerules_test

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

// The rule of an unsigned integer says of every one what exact arithmetic says of the constraints.
func TestUintKeepsTheMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typ := ir.Type{Kind: ir.KindInt, Unsigned: true}
		if rapid.Bool().Draw(t, "low") {
			typ.Min = &ir.Bound{Value: number(t, "min"), Exclusive: rapid.Bool().Draw(t, "above")}
		}
		if rapid.Bool().Draw(t, "high") {
			typ.Max = &ir.Bound{Value: number(t, "max"), Exclusive: rapid.Bool().Draw(t, "below")}
		}
		if rapid.Bool().Draw(t, "not") {
			typ.NotEqual = []json.Number{number(t, "not equal")}
		}
		n := rapid.OneOf(rapid.Uint64Range(0, 1100), rapid.Uint64(), rapid.SampledFrom([]uint64{1<<64 - 1, 1 << 63})).Draw(t, "n")
		rule, err := wirerules.Uint(typ)
		want := admitsBig(t, typ, new(big.Int).SetUint64(n))
		if err != nil {
			require.False(t, want, "%v: %d is admitted", err, n)
			return
		}
		var c wire.Checker
		rule.Check(&c, n)
		require.Equal(t, want, c.Issues() == nil, "%+v: %d gives %v", typ, n, c.Issues())
	})
	_, err := wirerules.Uint(ir.Type{Const: json.RawMessage("1")})
	assert.Error(t, err)
}

func admitsBig(t *rapid.T, typ ir.Type, n *big.Int) bool {
	v := new(big.Rat).SetInt(n)
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
	return true
}

func TestWholeRules(t *testing.T) {
	list := ir.Type{Unique: true, Contains: []ir.Contains{{Items: ir.Type{Kind: ir.KindInt}, Min: new(1)}}}
	rule, err := wirerules.Items(list, func(ir.Type) (func(*wire.Decoder), error) { return func(d *wire.Decoder) { d.Int() }, nil })
	require.NoError(t, err)
	assert.True(t, rule.Unique)
	require.Len(t, rule.Contains, 1)
	none, err := wirerules.Items(ir.Type{}, nil)
	require.NoError(t, err)
	assert.Nil(t, none)
	rest, err := wirerules.Rest(ir.Type{Rest: []ir.Rest{{Keys: []ir.Pattern{{Regexp: "^x"}}}, {}}})
	require.NoError(t, err)
	assert.True(t, rest[0].Binds("x") && !rest[0].Binds("y") && rest[1].Binds("y"))
	_, err = wirerules.Rest(ir.Type{Rest: []ir.Rest{{Keys: []ir.Pattern{{Regexp: "("}}}}})
	assert.Error(t, err)
	assert.Equal(t, wire.Relations{{Field: "a", Op: "<", Other: "b"}}, wirerules.Relations(ir.Type{Relations: []ir.Relation{{Field: "a", Op: "<", Other: "b"}}}))
	assert.Equal(t, wire.Size{Min: new(1), Max: new(1)}, wirerules.Length(ir.Type{Elems: []ir.Type{{}}}))
	assert.Equal(t, wire.Size{Min: new(1)}, wirerules.Length(ir.Type{Elems: []ir.Type{{}}, Items: &ir.Type{}}))
	_, err = wirerules.String(ir.Type{Formats: []ir.Format{{Name: "other"}}})
	assert.Error(t, err)
}
