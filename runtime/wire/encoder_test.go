package wire_test

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/runtime/wire"
)

func TestEncoder(t *testing.T) {
	var e wire.Encoder
	raw, err := e.JSON()
	require.NoError(t, err)
	assert.Equal(t, `{}`, string(raw))

	e = wire.Encoder{}
	e.Field("with,comma \"`", []int{1})
	e.Field("", nil)
	e.Extra(map[string]json.RawMessage{"b": json.RawMessage(`2.50`), "a": json.RawMessage(`null`)})
	raw, err = e.JSON()
	require.NoError(t, err)
	assert.Equal(t, "{\"with,comma \\\"`\":[1],\"\":null,\"a\":null,\"b\":2.50}", string(raw))

	e = wire.Encoder{}
	e.Field("a", math.NaN())
	e.Field("b", 1)
	_, err = e.JSON()
	assert.Error(t, err)
}

func TestNilBecomesEmpty(t *testing.T) {
	grid := wire.Each([][]int{nil, {1}}, func(e []int) []int { return wire.NonNil(e) })
	byName := wire.EachValue(map[string]map[string]int{"a": nil}, func(e map[string]int) map[string]int { return wire.NonNilMap(e) })
	raw, err := json.Marshal([]any{grid, byName, wire.Each([][]int(nil), wire.NonNil), wire.NonNilMap(map[string]int(nil))})
	require.NoError(t, err)
	assert.Equal(t, `[[[],[1]],{"a":{}},[],{}]`, string(raw))
}

func TestErase(t *testing.T) {
	v, issues := wire.Erase[order]([]byte(head + `}`))
	assert.Equal(t, order{Number: "AB123456", Total: 1}, v)
	assert.Nil(t, issues)
	v, issues = wire.Erase[order]([]byte(`1`))
	assert.Nil(t, v)
	assert.Len(t, issues, 1)

	v, issues = wire.EraseNullable[order]([]byte(`null`))
	assert.Nil(t, v)
	assert.Nil(t, issues)
	_, issues = wire.EraseNullable[order]([]byte(`null 1`))
	assert.Equal(t, []string{"TRAILING_DATA"}, briefly(issues))
	v, _ = wire.EraseNullable[order]([]byte(head + `}`))
	assert.Equal(t, order{Number: "AB123456", Total: 1}, v)

	v, issues = wire.EraseAny([]byte(`[1.0]`))
	assert.Equal(t, []any{json.Number("1.0")}, v)
	assert.Nil(t, issues)
	_, issues = wire.EraseAny([]byte(`[`))
	assert.Len(t, issues, 1)
}
