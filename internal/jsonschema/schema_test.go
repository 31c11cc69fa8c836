package jsonschema_test

import (
	"encoding/json"
	"strings"
	"testing"

	validator "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

const prefix = `{"$schema":"https://json-schema.org/draft/2020-12/schema",`

func typeFrom(t *testing.T, raw string) ir.Type {
	t.Helper()
	var typ ir.Type
	require.NoError(t, json.Unmarshal([]byte(raw), &typ))
	return typ
}

func TestFull(t *testing.T) {
	other := &ir.Package{Path: "example.com/other", Types: []ir.TypeDef{
		{Name: "#Money", Doc: "An amount.", Type: typeFrom(t, `{"kind":"number","min":{"value":0}}`)},
		{Name: "#Item", Type: typeFrom(t, `{"kind":"string"}`)},
	}}
	p := &ir.Package{Path: "example.com/p", Types: []ir.TypeDef{
		{Name: "#Item", Type: typeFrom(t, `{"kind":"int"}`)},
		{Name: "#Tree", Doc: "A tree.", Type: typeFrom(t, `{"kind":"struct","fields":[{"name":"kids","presence":"optional","type":{"kind":"list","items":{"kind":"ref","ref":{"name":"#Tree"}}}}]}`)},
	}}
	tests := []struct{ name, typ, want string }{
		{"any", `{"kind":"any"}`, `"title":"T"}`},
		{"nullable scalar", `{"kind":"int","nullable":true,"min":{"value":1}}`, `"title":"T","type":["integer","null"],"minimum":1}`},
		{"nullable enum", `{"kind":"enum","base":"string","nullable":true,"enum":[{"value":"a"}]}`,
			`"title":"T","anyOf":[{"type":"string","enum":["a"]},{"type":"null"}]}`},
		{"exact numbers", `{"kind":"number","min":{"value":0.10000000000000000001,"exclusive":true},"multipleOf":[0.01,0.05],"notEqual":[3]}`,
			`"title":"T","type":"number","exclusiveMinimum":0.10000000000000000001,"multipleOf":0.01,"allOf":[{"multipleOf":0.05}],"not":{"enum":[3]}}`},
		{"text", `{"kind":"string","minRunes":1,"maxRunes":5,"patterns":[{"regexp":"^a"},{"regexp":"b$"},{"regexp":"x","not":true}],"notOneOf":["ab"]}`,
			`"title":"T","type":"string","minLength":1,"maxLength":5,"pattern":"^a","allOf":[{"pattern":"b$"},{"not":{"pattern":"x"}}],"not":{"enum":["ab"]}}`},
		{"map", `{"kind":"map","minItems":1,"keys":[{"regexp":"^x-"}],"items":{"kind":"bool"}}`,
			`"title":"T","type":"object","propertyNames":{"pattern":"^x-"},"additionalProperties":{"type":"boolean"},"minProperties":1}`},
		{"fields keep their order, open stays open", `{"kind":"struct","open":true,"fields":[{"name":"z","doc":"Last letter.","presence":"required","type":{"kind":"bool"}},` +
			`{"name":"a","presence":"defaulted","default":{"y":1,"x":2.50},"examples":["e"],"type":{"kind":"any"}}]}`,
			`"title":"T","type":"object","properties":{"z":{"description":"Last letter.","type":"boolean"},"a":{"default":{"y":1,"x":2.50},"examples":["e"]}},"required":["z"]}`},
		{"recursive", `{"kind":"ref","ref":{"name":"#Tree"}}`,
			`"title":"T","$ref":"#/$defs/Tree","$defs":{"Tree":{"description":"A tree.","type":"object","properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/Tree"}}},"additionalProperties":false}}}`},
		{"two packages, one name", `{"kind":"struct","fields":[` +
			`{"name":"a","presence":"required","type":{"kind":"ref","ref":{"name":"#Item"}}},{"name":"b","presence":"required","type":{"kind":"ref","ref":{"name":"#Item"}}},` +
			`{"name":"c","presence":"required","type":{"kind":"ref","ref":{"package":"example.com/other","name":"#Item"}}},{"name":"d","presence":"required","type":{"kind":"ref","ref":{"package":"example.com/other","name":"#Item"}}},` +
			`{"name":"m","doc":"What it costs.","presence":"optional","type":{"kind":"ref","ref":{"package":"example.com/other","name":"#Money"}}}]}`,
			`"title":"T","type":"object","properties":{"a":{"$ref":"#/$defs/Item"},"b":{"$ref":"#/$defs/Item"},"c":{"$ref":"#/$defs/Item2"},"d":{"$ref":"#/$defs/Item2"},` +
				`"m":{"description":"What it costs.","type":"number","minimum":0}},"required":["a","b","c","d"],"additionalProperties":false,` +
				`"$defs":{"Item":{"type":"integer"},"Item2":{"type":"string"}}}`},
		{"what cannot be seen is escaped", "{\"kind\":\"struct\",\"fields\":[{\"name\":\"`\\u202e\\ud83d\\ude00\\ue000\",\"presence\":\"required\",\"type\":{\"kind\":\"null\"}}]}",
			`"title":"T","type":"object","properties":{"\u0060\u202e😀\ue000":{"type":"null"}},"required":["\u0060\u202e😀\ue000"],"additionalProperties":false}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := jsonschema.Full(p, map[string]*ir.Package{other.Path: other}, typeFrom(t, tt.typ), "T")
			require.NoError(t, err)
			assert.Equal(t, prefix+tt.want, string(got))
			compile(t, got)
		})
	}
}

func compile(t *testing.T, raw []byte) {
	t.Helper()
	doc, err := validator.UnmarshalJSON(strings.NewReader(string(raw)))
	require.NoError(t, err)
	c := validator.NewCompiler()
	require.NoError(t, c.AddResource("s.json", doc))
	_, err = c.Compile("s.json")
	require.NoError(t, err, "%s", raw)
}

func TestModelLeavesOutWhatTheKernelFills(t *testing.T) {
	typ := typeFrom(t, `{"kind":"struct","fields":[{"name":"customer","from":"session.customer@1.id","presence":"required","type":{"kind":"string"}},{"name":"n","presence":"required","type":{"kind":"int"}}]}`)
	p := &ir.Package{Path: "p"}
	full, err := jsonschema.Full(p, nil, typ, "")
	require.NoError(t, err)
	assert.Contains(t, string(full), `"required":["customer","n"]`)
	model, err := jsonschema.Model(p, nil, typ, "")
	require.NoError(t, err)
	assert.Equal(t, prefix+`"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`, string(model))
}

func TestWhatCannotBeExpressed(t *testing.T) {
	for _, raw := range []string{
		`{"kind":"string","patterns":[{"regexp":"(?m)^a$"}]}`,
		`{"kind":"ref","ref":{"name":"#Missing"}}`,
		`{"kind":"ref"}`,
		`{"kind":"what"}`,
		`{"kind":"enum","base":"list"}`,
	} {
		_, err := jsonschema.Full(&ir.Package{Path: "p"}, nil, typeFrom(t, raw), "T")
		assert.Error(t, err, raw)
	}
}
