package ik_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ik "github.com/ikgen/ikgen/runtime"
)

func TestNullableKeepsNullApartFromAbsent(t *testing.T) {
	type doc struct {
		Count ik.Nullable[int64]   `json:"count,omitzero"`
		List  ik.Nullable[[]int64] `json:"list,omitzero"`
	}
	for text, want := range map[string]doc{
		`{}`:                         {},
		`{"count":null}`:             {Count: ik.Null[int64]()},
		`{"count":0,"list":[]}`:      {Count: ik.Some(int64(0)), List: ik.Some([]int64{})},
		`{"count":null,"list":null}`: {Count: ik.Null[int64](), List: ik.Null[[]int64]()},
	} {
		var have doc
		require.NoError(t, json.Unmarshal([]byte(text), &have))
		assert.Equal(t, want, have)
		raw, err := json.Marshal(want)
		require.NoError(t, err)
		assert.Equal(t, text, string(raw))
	}
	raw, err := json.Marshal(doc{List: ik.Some([]int64(nil))})
	require.NoError(t, err)
	assert.Equal(t, `{"list":[]}`, string(raw))
	v, ok := ik.Some("x").Get()
	assert.True(t, ok)
	assert.Equal(t, "x", v)
	_, ok = ik.Null[string]().Get()
	assert.False(t, ok)
	assert.True(t, ik.Nullable[string]{}.IsZero())
	assert.False(t, ik.Null[string]().IsZero())
	assert.Error(t, json.Unmarshal([]byte(`{"count":"x"}`), &doc{}))
}
