package jsonschema_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

func TestRulesOfWholeValues(t *testing.T) {
	p := &ir.Package{Path: "example.com/p", Types: []ir.TypeDef{{Name: "#Amount", Type: typeFrom(t, `{"kind":"number","min":{"value":0}}`)}}}
	for _, c := range []struct{ name, typ, want string }{
		{"tuple", `{"kind":"tuple","elems":[{"kind":"int"},{"kind":"string"}]}`,
			`"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":2}`},
		{"tuple with tail", `{"kind":"tuple","elems":[{"kind":"int"}],"items":{"kind":"bool"},"maxItems":3}`,
			`"type":"array","prefixItems":[{"type":"integer"}],"items":{"type":"boolean"},"minItems":1,"maxItems":3}`},
		{"unique, and two kinds of elements", `{"kind":"list","items":{"kind":"any"},"unique":true,"contains":[{"items":{"kind":"int"},"min":1},{"items":{"kind":"string"},"max":2}]}`,
			`"type":"array","items":{},"uniqueItems":true,"contains":{"type":"integer"},"allOf":[{"contains":{"type":"string"},"minContains":0,"maxContains":2}]}`},
		{"patterns beside fields", `{"kind":"struct","fields":[{"name":"id","presence":"required","type":{"kind":"int"}}],"rest":[{"keys":[{"regexp":"^x-"}],"items":{"kind":"string"}}]}`,
			`"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"patternProperties":{"^x-":{"type":"string"}},"additionalProperties":false}`},
		{"every key", `{"kind":"struct","fields":[{"name":"id","presence":"optional","type":{"kind":"int"}}],"rest":[{"items":{"kind":"int"}}],"minItems":1}`,
			`"type":"object","properties":{"id":{"type":"integer"}},"additionalProperties":{"type":"integer"},"minProperties":1}`},
		{"every key beside a pattern", `{"kind":"struct","rest":[{"items":{"kind":"int"}},{"keys":[{"regexp":"^x"}],"items":{"kind":"int","min":{"value":5}}}]}`,
			`"type":"object","properties":{},"patternProperties":{"^x":{"type":"integer","minimum":5},"":{"type":"integer"}},"additionalProperties":false}`},
		{"keys that do not match, beside fields", `{"kind":"struct","fields":[{"name":"id","presence":"required","type":{"kind":"int"}}],"rest":[{"keys":[{"regexp":"^x","not":true}],"items":{"kind":"string"}}]}`,
			`"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"propertyNames":{"anyOf":[{"enum":["id"]},{"allOf":[{"not":{"pattern":"^x"}}]}]},"additionalProperties":{"type":"string"}}`},
		{"keys of two patterns", `{"kind":"struct","rest":[{"keys":[{"regexp":"a"},{"regexp":"b"}],"items":{"kind":"int"}}]}`,
			`"type":"object","properties":{},"propertyNames":{"pattern":"a","allOf":[{"pattern":"b"}]},"additionalProperties":{"type":"integer"}}`},
		{"narrowed", `{"kind":"ref","ref":{"name":"#Amount"},"narrow":{"kind":"number","min":{"value":5}}}`, `"type":"number","minimum":5}`},
		{"layout", `{"kind":"string","formats":[{"name":"time.Format","layout":"2006"}]}`, `"type":"string"}`},
		{"format", `{"kind":"string","formats":[{"name":"net.IPv4"}]}`, `"type":"string","format":"ipv4","pattern":"^[0-9.]+$"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw, err := jsonschema.Full(p, nil, typeFrom(t, c.typ), "")
			require.NoError(t, err)
			assert.Equal(t, prefix+c.want, string(raw))
		})
	}
	for _, typ := range []string{
		`{"kind":"struct","open":true,"rest":[{"keys":[{"regexp":"a"},{"regexp":"b"}],"items":{"kind":"int"}}]}`,
		`{"kind":"struct","rest":[{"keys":[{"regexp":"a","not":true}],"items":{"kind":"int"}},{"keys":[{"regexp":"b"}],"items":{"kind":"int"}}]}`,
	} {
		_, err := jsonschema.Full(p, nil, typeFrom(t, typ), "")
		assert.Error(t, err)
	}
}
