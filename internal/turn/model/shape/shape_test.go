package shape_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
)

func places(issues []ik.Issue) []string {
	var out []string
	for _, i := range issues {
		out = append(out, i.Code+" "+i.Path)
	}
	return out
}

func TestEveryFaultComesAtOnce(t *testing.T) {
	doc, root := shape.Read(json.RawMessage(`{"a/b":1,"list":[1,"",{}],"n":1.5,"mode":"x","long":"abcd"}`))
	f, ok := root.Object([]string{"missing", "list", "n", "mode", "long"}, nil)
	require.True(t, ok)
	assert.Empty(t, f.At("missing").Text(-1))
	assert.Empty(t, f.At("missing").OneOf("a"))
	assert.Empty(t, f.At("missing").List(1, 2))
	assert.Zero(t, f.At("missing").Index())
	for _, n := range f.At("list").List(0, 2) {
		n.Text(-1)
	}
	f.At("n").Index()
	f.At("mode").OneOf("a", "b")
	f.At("long").Text(3)
	assert.Equal(t, []string{
		"unknown_key /a~1b", "required /missing", "too_big /list", "invalid_type /list/0", "too_small /list/1",
		"invalid_value /n", "invalid_value /mode", "too_big /long",
	}, places(doc.Issues()))
}

func TestWhatIsNotOneJSONValue(t *testing.T) {
	for _, raw := range []string{"", "{", "{} {}", "\xff", strings.Repeat("[", 20_000)} {
		doc, root := shape.Read(json.RawMessage(raw))
		_, ok := root.Object([]string{"a"}, nil)
		assert.False(t, ok)
		assert.Equal(t, []string{"invalid_json "}, places(doc.Issues()))
	}
}

func TestIssuesAreBounded(t *testing.T) {
	doc, root := shape.Read(json.RawMessage(`[` + strings.Repeat(`1,`, 5000) + `1]`))
	for _, n := range root.List(0, -1) {
		n.Text(-1)
	}
	assert.Len(t, doc.Issues(), 100)
}

func TestIndex(t *testing.T) {
	for raw, valid := range map[string]bool{
		"0": true, "3": true, "3.0": true, "9007199254740991": true, "9007199254740992": false, "-1": false, "0.5": false, "1e400": false, `"1"`: false, "null": false,
	} {
		doc, root := shape.Read(json.RawMessage(raw))
		root.Index()
		assert.Equal(t, valid, len(doc.Issues()) == 0, raw)
	}
}

func TestVerdict(t *testing.T) {
	s := shape.VerdictSchema("Review")
	loaded, err := jsonschema.UnmarshalJSON(strings.NewReader(s.JSON))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("s.json", loaded))
	published, err := c.Compile("s.json")
	require.NoError(t, err)
	for raw, valid := range map[string]bool{
		`{"verdict":"supported","rationale":"r"}`: true, `{"verdict":"unsupported","rationale":"r"}`: true,
		`{"verdict":"maybe","rationale":"r"}`: false, `{"verdict":"supported","rationale":""}`: false, `{"verdict":"supported"}`: false,
		`{"verdict":"supported","rationale":"r","more":1}`: false, `[]`: false, `null`: false,
	} {
		v, issues := s.Decode(json.RawMessage(raw))
		assert.Equal(t, valid, len(issues) == 0, raw)
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(raw))
		require.NoError(t, err)
		assert.Equal(t, valid, published.Validate(doc) == nil, raw)
		if valid {
			assert.Equal(t, strings.Contains(raw, `"supported"`), v.(shape.Verdict).Supported)
		}
	}
}

func FuzzVerdict(f *testing.F) {
	f.Add([]byte(`{"verdict":"supported","rationale":"r"}`))
	f.Add([]byte(`{"verdict":null,"rationale":[]}`))
	s := shape.VerdictSchema("Review")
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, issues := s.Decode(raw)
		if len(issues) == 0 {
			assert.NotEmpty(t, v.(shape.Verdict).Rationale)
		}
	})
}

func TestRootIsWhatTheStandardLibraryWrites(t *testing.T) {
	schema := shape.Strict(map[string]any{
		"a\"\\<&>é\n": shape.NonEmpty(), "list": shape.ListOf(shape.QuoteSchema(), 1, 3), "b": shape.Enum("x", "\u2028"),
		"none": nil, "yes": true, "n": 1.5, "type": map[string]any{"type": []any{"string", "null"}}, "const": shape.Const("ü"),
	}, "list")
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	want, err := json.Marshal(schema)
	require.NoError(t, err)
	assert.Equal(t, string(want), shape.Root(schema))
}
