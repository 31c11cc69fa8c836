package wire_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/runtime/wire"
)

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, layout string
		good, bad    []string
	}{
		{"time.Time", "", []string{"2024-02-29T00:00:00Z", "2024-02-29T1:00:00,5+24:00"}, []string{"", "2023-02-29T00:00:00Z", "2024-02-29T23:59:60Z", "2024-02-29"}},
		{"time.Format", "15:04", []string{"23:59", "1:00"}, []string{"24:00", "1h"}},
		{"time.Duration", "", []string{"0", "-1.5h", "1h2m"}, []string{"", "1", "1d", "9999999h"}},
		{"net.IP", "", []string{"192.0.2.1", "::1", "fe80::1%a"}, []string{"192.0.2.01", "1.2.3"}},
		{"net.IPv4", "", []string{"192.0.2.1"}, []string{"::1", "::ffff:192.0.2.1"}},
		{"net.IPv6", "", []string{"::1"}, []string{"192.0.2.1"}},
		{"net.IPCIDR", "", []string{"192.0.2.0/24"}, []string{"192.0.2.0", "192.0.2.0/33"}},
		{"net.URL", "", []string{"", "/a", "http://a"}, []string{"%zz", "http://[::1"}},
		{"net.AbsURL", "", []string{"http://a", "mailto:x"}, []string{"", "/a"}},
	} {
		f, ok := wire.NewFormat(c.name, c.layout)
		require.True(t, ok, c.name)
		rule := wire.String{Formats: []wire.Format{f}}
		for _, s := range c.good {
			assert.True(t, f.Match(s), "%s %q", c.name, s)
		}
		for _, s := range c.bad {
			assert.False(t, f.Match(s), "%s %q", c.name, s)
			var ch wire.Checker
			rule.Check(&ch, s)
			require.Len(t, ch.Issues(), 1)
			assert.Equal(t, wire.WrongFormat, ch.Issues()[0].Code)
		}
	}
	_, ok := wire.NewFormat("other", "")
	assert.False(t, ok)
	none := wire.Formatted("other", "")
	assert.False(t, none.Match("x"))
}

// TestTimesGoRound writes a time as documents have it, and reads it again.
func TestTimesGoRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("z", rapid.IntRange(-100_000, 100_000).Draw(t, "offset"))
		at := time.Date(rapid.IntRange(1, 9998).Draw(t, "year"), time.Month(rapid.IntRange(1, 12).Draw(t, "month")), rapid.IntRange(1, 28).Draw(t, "day"),
			3, 4, 5, rapid.IntRange(0, 999_999_999).Draw(t, "ns"), zone)
		raw, err := json.Marshal(wire.Stamp(at))
		require.NoError(t, err)
		d := wire.NewDecoder(raw)
		require.True(t, d.Time().Equal(at), "%s", raw)
		require.Empty(t, d.Issues())
		var c wire.Checker
		c.Time(at)
		require.Empty(t, c.Issues())
		length := time.Duration(rapid.Int64().Draw(t, "duration"))
		raw, err = json.Marshal(wire.Span(length))
		require.NoError(t, err)
		d = wire.NewDecoder(raw)
		require.Equal(t, length, d.Duration())
		require.Empty(t, d.Issues())
	})
	var c wire.Checker
	c.Time(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))
	require.Len(t, c.Issues(), 1)
	_, err := json.Marshal(wire.Stamp(time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC)))
	assert.Error(t, err)
}

func FuzzTime(f *testing.F) {
	f.Add(`"2024-02-29T01:02:03+24:00"`)
	f.Add(`"1h30m"`)
	f.Fuzz(func(t *testing.T, text string) {
		d := wire.NewDecoder([]byte(text))
		at := d.Time()
		if d.Issues() == nil {
			again := wire.NewDecoder([]byte(`"` + wire.TimeText(at) + `"`))
			assert.True(t, again.Time().Equal(at), text)
		}
		d = wire.NewDecoder([]byte(text))
		d.Duration()
	})
}

// FuzzWhole judges texts that may be no JSON at all.
func FuzzWhole(f *testing.F) {
	f.Add(`[1, 1.0, {"a": [1]}]`)
	f.Add(`{"a": 1, "b": 2}`)
	f.Add("[1,\xff]")
	f.Fuzz(func(t *testing.T, text string) {
		items := wire.Items{Unique: true, Contains: []wire.Contains{{Read: func(d *wire.Decoder) { d.Int() }, Min: new(1)}}}
		judged(text, items.Decode)
		judged(text, wire.Relations{{Field: "a", Op: "<", Other: "b"}, {Field: "a", Op: "==", Other: "b"}}.Decode)
	})
}
