package render_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render"
)

// What Go cannot hold, or what would not compile, is an error that names the place.
func TestRefusedTypes(t *testing.T) {
	for want, types := range map[string]string{
		"DecodeOrder": `[{"name":"#Order","type":{"kind":"int"}},{"name":"#DecodeOrder","type":{"kind":"int"}}]`,
		`two elements get the go name "OrderSchema"`:           `[{"name":"#Order","type":{"kind":"int"}},{"name":"#OrderSchema","type":{"kind":"int"}}]`,
		`#A: the type holds itself through required fields`:    `[{"name":"#A","type":{"kind":"struct","fields":[{"name":"b","presence":"required","type":{"kind":"ref","ref":{"name":"#B"}}}]}},{"name":"#B","type":{"kind":"struct","fields":[{"name":"in","presence":"required","type":{"kind":"struct","fields":[{"name":"a","presence":"required","type":{"kind":"ref","ref":{"name":"#A"}}}]}}]}}]`,
		`no 64-bit integer reaches 1e30`:                       `[{"name":"#A","type":{"kind":"int","min":{"value":1e30}}}]`,
		`more digits than a 64-bit number carries`:             `[{"name":"#A","type":{"kind":"enum","base":"number","enum":[{"value":0.10000000000000000001}]}}]`,
		`regular expression "("`:                               `[{"name":"#A","type":{"kind":"string","patterns":[{"regexp":"("}]}}]`,
		`JSON Schema has no anchors of lines`:                  `[{"name":"#A","type":{"kind":"string","patterns":[{"regexp":"(?m)^a"}]}}]`,
		`the definition "#Missing" of package "" is not known`: `[{"name":"#A","type":{"kind":"struct","fields":[{"name":"a","presence":"optional","type":{"kind":"ref","ref":{"name":"#Missing"}}}]}}]`,
		`the default of "a":`:                                  `[{"name":"#A","type":{"kind":"struct","fields":[{"name":"a","presence":"defaulted","default":"x","type":{"kind":"int"}}]}}]`,
	} {
		p := &ir.Package{Path: "example.com/p", Name: "p"}
		require.NoError(t, json.Unmarshal([]byte(types), &p.Types))
		_, err := render.Render(render.Input{Package: p})
		require.Error(t, err, want)
		assert.Contains(t, err.Error(), want)
	}
}

func TestAFactIsNeverNull(t *testing.T) {
	p := &ir.Package{Path: "example.com/p", Name: "p", Agent: &ir.Agent{ID: "a", Version: 1, Facts: []ir.Fact{
		{Key: "note@1", Value: ir.Type{Kind: ir.KindString, Nullable: true}, Visibility: "full", Provider: "host"},
	}}}
	_, err := render.Render(render.Input{Package: p})
	assert.ErrorContains(t, err, `fact "note@1"`)
}
