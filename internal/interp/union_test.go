package interp_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/interp"
	"github.com/ikgen/ikgen/internal/ir"
	ik "github.com/ikgen/ikgen/runtime"
)

// ways is a package with a union of two structs, one of which is private in part, and of text.
func ways() *ir.Package {
	constant := func(text string) ir.Type { return ir.Type{Kind: ir.KindString, Const: json.RawMessage(text)} }
	structOf := func(fields ...ir.Field) ir.Type { return ir.Type{Kind: ir.KindStruct, Fields: fields} }
	way := ir.Type{Kind: ir.KindUnion, Union: &ir.Union{Discriminator: "kind", Variants: []ir.Variant{
		{Name: "Card", Type: ref("#Card"), Tags: []json.RawMessage{json.RawMessage(`"card"`)}},
		{Name: "cash", Tags: []json.RawMessage{json.RawMessage(`"cash"`)}, Type: structOf(
			ir.Field{Name: "kind", Presence: ir.Required, Type: constant(`"cash"`)},
			ir.Field{Name: "till", Presence: ir.Defaulted, Default: json.RawMessage("1"), Type: ir.Type{Kind: ir.KindInt}})},
		{Name: "string", Type: ir.Type{Kind: ir.KindString, MaxRunes: ptr(3)}},
		{Name: "later", Type: constant(`"later"`)},
	}}}
	return &ir.Package{Path: "example.com/ways", Name: "ways", Types: []ir.TypeDef{
		{Name: "#Card", Type: structOf(
			ir.Field{Name: "kind", Presence: ir.Required, Type: constant(`"card"`)},
			ir.Field{Name: "number", Presence: ir.Required, Type: ir.Type{Kind: ir.KindString, Privacy: ir.PrivacySecret}},
			ir.Field{Name: "before", Presence: ir.Optional, Type: ref("#Way")})},
		{Name: "#Way", Type: way},
	}}
}

func TestUnionsAreDecodedByTheVariantThatIsMeant(t *testing.T) {
	s, err := interp.Schema(ways(), nil, ref("#Way"), "Way")
	require.NoError(t, err)
	for doc, want := range map[string]string{
		`{"number":"1","kind":"card","before":{"kind":"cash"}}`: `{"kind":"card","number":"1","before":{"kind":"cash","till":1}}`,
		`{"kind":"cash","till":2.0}`:                            `{"kind":"cash","till":2}`,
		`"abc"`:                                                 `"abc"`,
		`"later"`:                                               `"later"`,
	} {
		v, issues := s.Decode(json.RawMessage(doc))
		require.Empty(t, issues, doc)
		assert.Equal(t, want, string(v.(json.RawMessage)))
	}
	for doc, want := range map[string]string{
		`{"kind":"card"}`: "/number MISSING_FIELD", `{"kind":"cahs"}`: "/kind NOT_IN_ENUM", `{"till":1}`: "/kind MISSING_FIELD",
		`"abcd"`: " NO_VARIANT", `null`: " NULL_VALUE", `1`: " WRONG_TYPE", `{"kind":"cash","number":"1"}`: "/number UNKNOWN_FIELD",
	} {
		_, issues := s.Decode(json.RawMessage(doc))
		require.Len(t, issues, 1, doc)
		assert.Equal(t, want, issues[0].Path+" "+issues[0].Code, doc)
	}
}

func TestMasksOfUnionsFailClosed(t *testing.T) {
	s, err := interp.Schema(ways(), nil, ref("#Way"), "Way")
	require.NoError(t, err)
	m := s.Mask()
	found := map[string]*ik.Mask{}
	for _, f := range m.Fields {
		found[f.Name] = f.Mask()
	}
	assert.Equal(t, ik.Public, m.Self)
	assert.Equal(t, ik.Secret, found["number"].Self, "in whatever variant the field stands")
	assert.Equal(t, ik.Public, found["kind"].Self)
	inner := map[string]ik.Privacy{}
	for _, f := range found["before"].Fields {
		inner[f.Name] = f.Mask().Self
	}
	assert.Equal(t, ik.Secret, inner["number"], "a recursive mask has no end")
}
