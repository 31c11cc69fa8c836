package jsonval

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMembers(t *testing.T) {
	got, ok := Members(json.RawMessage(" {\n\"a\" : [1, {\"b\":\"]}\"}] , \"\\u0062\":\"x\\\"y\\\\\",\"c\":-1.5e3,\"d\":{},\"a\":null } "))
	require.True(t, ok)
	assert.Equal(t, map[string]json.RawMessage{
		"a": json.RawMessage(`null`), "b": json.RawMessage(`"x\"y\\"`), "c": json.RawMessage(`-1.5e3`), "d": json.RawMessage(`{}`),
	}, got)
	for _, other := range []string{"", " ", "null", "[]", `"x"`, "{", `{"a"`, `{"a":`, `{"a":1`, `{a:1}`, `{"a" 1}`, `{"\`, `{"a":1,`} {
		_, ok := Members(json.RawMessage(other))
		assert.False(t, ok, other)
	}
}

// What encoding/json writes is read as encoding/json reads it.
func TestMembersAgreeWithTheStandardLibrary(t *testing.T) {
	value := rapid.OneOf(
		rapid.Map(rapid.String(), func(s string) any { return s }), rapid.Map(rapid.Int(), func(n int) any { return n }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }), rapid.Just[any](nil),
		rapid.Map(rapid.SliceOfN(rapid.String(), 0, 3), func(l []string) any { return l }),
		rapid.Map(rapid.MapOfN(rapid.String(), rapid.String(), 0, 3), func(m map[string]string) any { return m }),
	)
	rapid.Check(t, func(t *rapid.T) {
		doc := rapid.MapOfN(rapid.String(), value, 0, 5).Draw(t, "doc")
		raw, err := json.MarshalIndent(doc, "", rapid.SampledFrom([]string{"", " "}).Draw(t, "indent"))
		require.NoError(t, err)
		want := map[string]json.RawMessage{}
		require.NoError(t, json.Unmarshal(raw, &want))
		got, ok := Members(raw)
		require.True(t, ok)
		assert.Equal(t, want, got)
	})
}

func FuzzMembers(f *testing.F) {
	f.Add([]byte(`{"a":[1,"\\"]}`))
	f.Fuzz(func(_ *testing.T, doc []byte) { Members(doc) }) // it never panics
}

func reference(raw []byte) (any, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return nil, false
	}
	_, err := dec.Token()
	return v, err == io.EOF
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{"a":[1,-2.5e+3,true,false,null,"x\n\u00e9\ud800"],"a":{},"":[]}`, ` [ ] `, `{ "k" : "v" , "l" : [ 1 , 2 ] }`, `1 2`, `"`, ``,
		"\"\xff\"", `01`, `[1,]`, `{"a":1}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		want, ok := reference(doc)
		got, read := Decode(doc)
		assert.Equal(t, ok, read)
		if ok {
			assert.Equal(t, want, got)
		}
	})
}

// Fields and Elements find what encoding/json finds.
func TestFieldsAndElements(t *testing.T) {
	doc := json.RawMessage(" {\"a\" : [1, {\"b\":\"]}\"}, \"x\"] , \"\\u0062\":\"x\\\"y\\\\\",\"c\":null,\"d\":{}, \"e\\\\\":1 } ")
	names, out := []string{"b", "a", "c", "d", "none", `e\`}, make([]json.RawMessage, 6)
	require.True(t, Fields(doc, names, out))
	assert.Equal(t, []json.RawMessage{
		json.RawMessage(`"x\"y\\"`), json.RawMessage(`[1, {"b":"]}"}, "x"]`), nil, json.RawMessage(`{}`), nil, json.RawMessage(`1`),
	}, out)
	var list []string
	for e := range Elements(out[1]) {
		list = append(list, string(e))
	}
	assert.Equal(t, []string{`1`, `{"b":"]}"}`, `"x"`}, list)
	for e := range Elements(out[1]) {
		assert.Equal(t, "1", string(e))
		break
	}
	for _, other := range []string{"", "null", "{}", "[]", "7", `"x"`, "["} {
		for range Elements(json.RawMessage(other)) {
			t.Error(other)
		}
	}
	for _, other := range []string{"", "null", "[]", `{"a"`, `{"a" 1}`, `{"a":1`} {
		assert.False(t, Fields(json.RawMessage(other), names, out), other)
	}
}

func FuzzFields(f *testing.F) {
	f.Add([]byte(`{"a":[1,"\\"],"\u0061":2}`))
	names := []string{"a", "b"}
	f.Fuzz(func(_ *testing.T, doc []byte) { // neither panics nor goes on for ever
		out := make([]json.RawMessage, 2)
		Fields(doc, names, out)
		for range Elements(doc) {
			continue
		}
	})
}
