package wire_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/runtime/wire"
)

// Whatever is accepted is JSON that encoding/json reads alike.
func FuzzAny(f *testing.F) {
	for _, s := range []string{`{"a":[1,2.5e3,"x\u00e9",null,true]}`, `"\ud83d\ude00"`, `"\ud800"`, `[[[]]]`, `{"a":1,"a":1}`, `-0.0e-0`, ` 1 `, "\"\xff\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := wire.NewDecoder(data)
		v := d.Any()
		raw := wire.NewDecoder(data)
		text := raw.Raw()
		require.Equal(t, d.Issues(), raw.Issues())
		if !d.OK() {
			return
		}
		require.True(t, utf8.Valid(data))
		require.Equal(t, bytes.TrimSpace(data), bytes.TrimSpace(text))
		std := json.NewDecoder(bytes.NewReader(data))
		std.UseNumber()
		var want any
		require.NoError(t, std.Decode(&want))
		require.Equal(t, want, v)
	})
}

// No document makes the decoder panic, hang or report more issues than it may.
func FuzzOrder(f *testing.F) {
	for _, s := range []string{head + `}`, head + `,"tags":["a"],"labels":{"a":1},"next":{}}`, head + `,"note":"\u`, `{`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := wire.NewDecoder(data)
		var v order
		v.DecodeWire(&d)
		require.LessOrEqual(t, len(d.Issues()), wire.DefaultMaxIssues)
		if d.OK() {
			require.True(t, json.Valid(data))
		}
	})
}
