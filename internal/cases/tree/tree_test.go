package tree_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/cases/tree"
)

func TestParseKeepsOrderAndPlaces(t *testing.T) {
	src := "{\"b\": [1, 2.0],\n \"a\": {\"x\": null, \"y\": \"é\\n\"}}"
	v, err := tree.Parse([]byte(src))
	require.NoError(t, err)
	assert.Equal(t, `{"b":[1,2.0],"a":{"x":null,"y":"é\n"}}`, string(v.JSON()))
	y, ok := v.At("/a/y")
	require.True(t, ok)
	assert.Equal(t, `"é\n"`, src[y.Start:y.End])
	line, col := tree.Place([]byte(src), y.Start)
	assert.Equal(t, []int{2, 24}, []int{line, col})
	_, ok = v.At("/b/02")
	assert.False(t, ok)
}

func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, message string }{
		"duplicate key": {`{"a":1,"a":2}`, `the key "a" stands twice`},
		"trailing data": {`{} x`, "after top-level value"},
		"cut off":       {`{"a"`, "unexpected end"},
		"too deep":      {strings.Repeat("[", 300) + strings.Repeat("]", 300), "nested deeper"},
		"empty":         {"", "unexpected end"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := tree.Parse([]byte(c.text))
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.message)
		})
	}
}

func TestFormatBreaksLongLinesOnly(t *testing.T) {
	v, err := tree.Parse([]byte(`{"short":[1,2],"long":{"a":"aaaaaaaaaaaaaaaa","b":"bbbbbbbbbbbbbbbbbbbb"}}`))
	require.NoError(t, err)
	assert.Equal(t, "{\n  \"short\": [1, 2],\n  \"long\": {\n    \"a\": \"aaaaaaaaaaaaaaaa\",\n    \"b\": \"bbbbbbbbbbbbbbbbbbbb\"\n  }\n}", v.Format("", 0, 40))
}

// jsonValue draws any JSON value of at most four levels.
func jsonValue() *rapid.Generator[any] {
	scalar := rapid.OneOf(
		rapid.Just[any](nil), rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.IntRange(-1000, 1000), func(i int) any { return i }),
		rapid.Map(rapid.String(), func(s string) any { return s }),
	)
	level := scalar
	for range 3 {
		below := level
		level = rapid.OneOf(scalar,
			rapid.Map(rapid.SliceOfN(below, 0, 4), func(l []any) any { return append([]any{}, l...) }),
			rapid.Map(rapid.MapOfN(rapid.StringN(0, 6, -1), below, 0, 4), func(m map[string]any) any { return m }))
	}
	return level
}

func TestParseAndFormatAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw, err := json.Marshal(jsonValue().Draw(t, "value"))
		require.NoError(t, err)
		v, err := tree.Parse(raw)
		require.NoError(t, err)
		for _, text := range []string{string(v.JSON()), v.String(), v.Format("", 0, 30), v.Format("\t", 9, 0)} {
			assert.JSONEq(t, string(raw), text)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{`{}`, `[1,{"a":"\ud800"}]`, `"\`, `-`, `{"a":{"a":[]}}`, " null "} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := tree.Parse(data)
		if err != nil {
			return
		}
		again, err := tree.Parse(v.JSON())
		require.NoError(t, err)
		require.Equal(t, string(v.JSON()), string(again.JSON()))
	})
}
