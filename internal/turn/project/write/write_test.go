package write_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/project/write"
)

// Strings and raw JSON are written as encoding/json writes them.
func FuzzWrite(f *testing.F) {
	for _, s := range []string{
		"", "plain", "a\"\\<&>é\n\t\r\b\f\x00\x7f", "\u2028\u2029\u202a", "\xff\xe2\x80", "😀", `{"a" : [1, "x\"< \\", null] }`, "[\"\u2028\"]", `"\\"`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := json.Marshal(s)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(write.String(nil, s)))
		if raw := json.RawMessage(s); json.Valid(raw) {
			want, err := json.Marshal(raw)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(write.Raw(nil, raw)))
			assert.Equal(t, string(want), string(write.Written(nil, want)))
		}
	})
}

func TestSmallThings(t *testing.T) {
	assert.Equal(t, "null", string(write.Raw(nil, nil)))
	assert.Equal(t, "null", string(write.Written(nil, nil)))
	assert.Equal(t, "null", string(write.Strings[string](nil, nil)))
	assert.Equal(t, `["a","\u003c"]`, string(write.Strings(nil, []string{"a", "<"})))
	assert.Equal(t, "-7", string(write.Int(nil, -7)))
	b, err := write.Any([]byte("x"), map[string]int{"a": 1})
	require.NoError(t, err)
	assert.Equal(t, `x{"a":1}`, string(b))
	assert.Empty(t, write.Buffer(10))
}

func TestFloat(t *testing.T) {
	for _, f := range []float64{0, 1, -1.5, 1e-6, 1e-7, 1.25e-9, 1e20, 1e21, 1e300, 123456.789, -3e-100} {
		want, err := json.Marshal(f)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(write.Float(nil, f)))
	}
}
