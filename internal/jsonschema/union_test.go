package jsonschema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

func TestUnions(t *testing.T) {
	p := &ir.Package{Path: "example.com/p", Types: []ir.TypeDef{
		{Name: "#Leaf", Doc: "A leaf.", Type: typeFrom(t, `{"kind":"string","minRunes":1}`)},
		{Name: "#Tree", Type: typeFrom(t, `{"kind":"union","union":{"variants":[{"name":"Leaf","type":{"kind":"ref","ref":{"name":"#Leaf"}}},`+
			`{"name":"list","type":{"kind":"list","items":{"kind":"ref","ref":{"name":"#Tree"}}}}]}}`)},
	}}
	tests := []struct{ name, typ, want string }{
		{"nullable", `{"kind":"union","nullable":true,"union":{"variants":[{"name":"int","type":{"kind":"int"}},{"name":"a","type":{"kind":"string","const":"a"}}]}}`,
			`"anyOf":[{"type":"integer"},{"type":"string","const":"a"},{"type":"null"}]}`},
		{"recursive", `{"kind":"ref","ref":{"name":"#Tree"}}`,
			`"$ref":"#/$defs/Tree","$defs":{"Tree":{"anyOf":[{"description":"A leaf.","type":"string","minLength":1},{"type":"array","items":{"$ref":"#/$defs/Tree"}}]}}}`},
		{"described where it is used", `{"kind":"struct","fields":[{"name":"t","doc":"The tree.","presence":"required","type":{"kind":"union","union":{"variants":` +
			`[{"name":"int","type":{"kind":"int"}},{"name":"bool","type":{"kind":"bool"}}]}}}]}`,
			`"type":"object","properties":{"t":{"description":"The tree.","anyOf":[{"type":"integer"},{"type":"boolean"}]}},"required":["t"],"additionalProperties":false}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := jsonschema.Full(p, nil, typeFrom(t, tt.typ), "")
			require.NoError(t, err)
			assert.Equal(t, prefix+tt.want, string(got))
		})
	}
}
