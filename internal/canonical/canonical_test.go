package canonical

import (
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestJSON(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"keys sort by UTF-16 units":   {`{"b":1,"a":2,"\ufb33":3,"\ud83d\ude00":4}`, "{\"a\":2,\"b\":1,\"\U0001F600\":4,\"\uFB33\":3}"},
		"numeric keys sort as text":   {`{"10":1,"9":2}`, `{"10":1,"9":2}`},
		"white space goes":            {" [ 1 , { } , [ ] ] ", `[1,{},[]]`},
		"numbers are shortest":        {`[1.0,1e2,333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]`, `[1,100,333333333.3333333,1e+30,4.5,0.002,1e-27]`},
		"the edges of exponent form":  {`[1e21,999999999999999900000,0.000001,0.0000001,-0]`, `[1e+21,999999999999999900000,0.000001,1e-7,0]`},
		"only what must be is escape": {`"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/\u2028<&>"`, "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\u2028<&>\""},
		"literals stay":               {`[true,false,null]`, `[true,false,null]`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := JSON([]byte(c.in))
			require.NoError(t, err)
			assert.Equal(t, c.want, string(got))
		})
	}
}

func TestJSONRefuses(t *testing.T) {
	deep := make([]byte, 0, 2*MaxDepth+4)
	for range MaxDepth + 2 {
		deep = append(deep, '[')
	}
	for name, in := range map[string]string{
		"duplicate keys":    `{"a":1,"a":1}`,
		"escaped duplicate": `{"a":1,"\u0061":1}`,
		"trailing data":     `{} {}`,
		"an open document":  `{"a":`,
		"a huge number":     `1e999`,
		"invalid UTF-8":     "\"\xff\"",
		"too deep":          string(deep),
		"nothing":           ``,
	} {
		t.Run(name, func(t *testing.T) {
			_, err := JSON([]byte(in))
			assert.Error(t, err)
		})
	}
}

func TestNumbersRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Filter(func(f float64) bool { return !math.IsInf(f, 0) && !math.IsNaN(f) }).Draw(t, "f")
		text := appendNumber(nil, f)
		back, err := strconv.ParseFloat(string(text), 64)
		require.NoError(t, err)
		assert.Equal(t, f+0, back+0, string(text))
	})
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"a":[1,2.5,"x",null,true,{"b":"\u0000"}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := JSON(raw)
		if err != nil {
			return
		}
		require.True(t, json.Valid(once))
		twice, err := JSON(once)
		require.NoError(t, err)
		require.Equal(t, string(once), string(twice), "canonical form is a fixed point")
	})
}
