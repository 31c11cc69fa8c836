package wire_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/runtime/wire"
)

// Keys in the order of the schema are recognised without a second look: the result must be that of any other spelling.
func TestSpellingOfKeysDoesNotMatter(t *testing.T) {
	fields := map[string][]string{
		"number": {`"AB123456"`, `"ab"`, `null`}, "total": {`1`, `-1`, `"1"`}, "qty": {`2`, `0`, `1.5`}, "status": {`"paid"`, `"lost"`},
		"tags": {`["a"]`, `[]`}, "labels": {`{"a":1}`, `{"A":1}`}, "note": {`null`, `"n"`, `1`}, "other": {`1`},
	}
	names := []string{"number", "total", "qty", "status", "tags", "labels", "note", "other"}
	rapid.Check(t, func(t *rapid.T) {
		var plain, spelled []string
		for _, name := range names {
			if !rapid.Bool().Draw(t, name) {
				continue
			}
			value := rapid.SampledFrom(fields[name]).Draw(t, "value")
			for range rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "times") {
				plain = append(plain, `"`+name+`":`+value)
				spelled = append(spelled, spell(t, name)+rapid.SampledFrom([]string{":", " : ", ":\n"}).Draw(t, "colon")+value)
			}
		}
		a, first := decodeOrder("{"+strings.Join(plain, ",")+"}", wire.Options{})
		b, second := decodeOrder("{ "+strings.Join(spelled, "\n\t,\r ")+" }", wire.Options{})
		require.Equal(t, a, b)
		require.Equal(t, first, second)
		var indented bytes.Buffer
		require.NoError(t, json.Indent(&indented, []byte("{"+strings.Join(plain, ",")+"}"), "", "  "))
		c, third := decodeOrder(indented.String(), wire.Options{})
		require.Equal(t, a, c)
		require.Equal(t, first, third)
	})
}

// spell writes a key with one of its letters escaped.
func spell(t *rapid.T, key string) string {
	at := rapid.IntRange(0, len(key)-1).Draw(t, "at")
	return `"` + key[:at] + `\u00` + string("0123456789abcdef"[key[at]>>4]) + string("0123456789abcdef"[key[at]&15]) + key[at+1:] + `"`
}

func TestKeysThatJSONMustEscape(t *testing.T) {
	for _, name := range []string{`a"b`, `a\b`, "a\tb", `a\u0062`, "é", ""} {
		fields := wire.FieldsOf([]wire.Field{{Name: name, Required: true}})
		key, err := json.Marshal(name)
		require.NoError(t, err)
		d := wire.NewDecoder([]byte(`{` + string(key) + `:1}`))
		for o := d.Object(fields); o.Next(); {
			require.Equal(t, name, o.Key())
			d.Int()
		}
		require.Empty(t, d.Issues(), name)
		if string(key) == `"`+name+`"` {
			continue
		}
		bare := wire.NewDecoder([]byte(`{"` + name + `":1}`))
		for o := bare.Object(fields); o.Next(); {
			bare.Int()
		}
		require.NotEmpty(t, bare.Issues(), "%s is no spelling of %q", name, name)
	}
}
