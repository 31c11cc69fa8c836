package bench

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/bench/payload"
)

func document(b *testing.B) []byte {
	b.Helper()
	data, err := os.ReadFile("testdata/payload.json")
	require.NoError(b, err)
	var compact bytes.Buffer
	require.NoError(b, json.Compact(&compact, data))
	return compact.Bytes()
}

// BenchmarkDecode decodes the payload strictly and validates it.
func BenchmarkDecode(b *testing.B) {
	data := document(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := payload.DecodeIntention(data); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkValidate validates the payload as a Go value.
func BenchmarkValidate(b *testing.B) {
	v, err := payload.DecodeIntention(document(b))
	require.NoError(b, err)
	b.ReportAllocs()
	for b.Loop() {
		if err := v.Validate(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDecodeInvalid decodes a payload with faults of several kinds and collects every issue.
func BenchmarkDecodeInvalid(b *testing.B) {
	data := document(b)
	for _, fault := range [][2]string{
		{`"version":2`, `"version":0`}, {`"status":"resolved"`, `"status":"solved"`}, {`"locale":"es-AR"`, `"locale":"es"`},
		{`"qty":1`, `"qty":1.5`}, {`"notify":true`, `"notify":null`}, {`"note":null`, `"nota":null`},
	} {
		require.Contains(b, string(data), fault[0])
		data = bytes.Replace(data, []byte(fault[0]), []byte(fault[1]), 1)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := payload.DecodeIntention(data); err == nil {
			b.Fatal("accepted")
		}
	}
}

// BenchmarkEncodingJSON is the yardstick: encoding/json into the same struct, unknown fields refused, nothing validated.
func BenchmarkEncodingJSON(b *testing.B) {
	data := document(b)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var v payload.Intention
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&v); err != nil {
			b.Fatal(err)
		}
	}
}
