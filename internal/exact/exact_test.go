package exact_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/exact"
)

func pack(t require.TestingT, raw string) string {
	tree, err := exact.Pack([]byte(raw))
	require.NoError(t, err)
	out, err := canonical.Marshal(tree)
	require.NoError(t, err)
	return string(out)
}

func TestPack(t *testing.T) {
	tests := map[string]string{
		`1`: `1`, `1.0`: `1`, `10e-1`: `1`, `-0`: `0`, `0.1`: `0.1`, `1e21`: `1e+21`,
		`9007199254740993`:        `{"$number":"9007199254740993"}`,
		`9007199254740993.0`:      `{"$number":"9007199254740993"}`,
		`9007199254740992`:        `9007199254740992`,
		`0.1000000000000000055`:   `{"$number":"1000000000000000055e-19"}`,
		`1e400`:                   `{"$number":"1e400"}`,
		`-1e99999999999999999999`: `{"$number":"-1e99999999999999999999"}`,
		`{"$number":"1"}`:         `{"$$number":"1"}`,
		`[{"b":1e400,"a":"x"}]`:   `[{"a":"x","b":{"$number":"1e400"}}]`,
	}
	for raw, want := range tests {
		assert.Equal(t, want, pack(t, raw), raw)
	}
}

func TestPackAndUnpackAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,25})(\.[0-9]{1,5})?(e[+-]?[0-9]{1,4})?`).Draw(t, "number")
		key := rapid.SampledFrom([]string{"a", "$number", "$$number", "$"}).Draw(t, "key")
		raw := `{"` + key + `":[` + number + `,"` + number + `",{"` + key + `":"1"}]}`
		once := pack(t, raw)
		back, err := exact.Unpack([]byte(once))
		require.NoError(t, err)
		require.Equal(t, once, pack(t, string(back)))
		var doc map[string][]json.RawMessage
		require.NoError(t, json.Unmarshal(back, &doc))
		require.Equal(t, `"`+number+`"`, string(doc[key][1]))
	})
}

func TestUnpackRefuses(t *testing.T) {
	for _, raw := range []string{`{"$number":"x"}`, `{"$number":""}`, `{"$number":"{}"}`, `{`, `1 2`, strings.Repeat("[", 300) + strings.Repeat("]", 300)} {
		_, err := exact.Unpack([]byte(raw))
		assert.Error(t, err, "%.30s", raw)
	}
}

func TestCanonicalTakesBothWaysAlike(t *testing.T) {
	for _, raw := range []string{
		`{"b":[1,2.50,-3],"a":"x\"1e400"}`, `1e5`, `123456789012345`, `1234567890123456`, `9007199254740993`, `0.1234567890123456789`,
		`{"\u0024number":"1"}`, `{"$number":"1"}`, `"12345678901234567890"`, `[12345678,12345678]`, `{"a1234567890123456":1}`,
	} {
		got, err := exact.Canonical([]byte(raw))
		require.NoError(t, err, raw)
		assert.Equal(t, pack(t, raw), string(got), raw)
	}
	_, err := exact.Canonical([]byte(`{"a":1`))
	assert.Error(t, err)
}
