package fingerprint

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/ir"
)

func of(t require.TestingT, p *ir.Package, deps map[string]*ir.Package) Pair {
	pair, err := Of(p, deps)
	require.NoError(t, err)
	return pair
}

func ref(pkg, name string) ir.Type {
	return ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Package: pkg, Name: name}}
}

func object(fields ...ir.Field) ir.Type { return ir.Type{Kind: ir.KindStruct, Fields: fields} }

func field(name string, t ir.Type) ir.Field {
	return ir.Field{Name: name, Presence: ir.Required, Type: t}
}

func agentWith(input ir.Type, types ...ir.TypeDef) *ir.Package {
	return &ir.Package{Path: "example.com/a", Types: types, Agent: &ir.Agent{ID: "a",
		Capabilities: []ir.Capability{{ID: "c", Input: input, Output: object()}}}}
}

func TestRenamedAndMovedDefinitionsKeepTheContract(t *testing.T) {
	tree := func(pkg, name string) ir.Type { return object(field("next", ref(pkg, name))) }
	here := agentWith(ref("", "#Tree"), ir.TypeDef{Name: "#Tree", Type: tree("", "#Tree")})
	renamed := agentWith(ref("", "#Node"), ir.TypeDef{Name: "#Node", Type: tree("", "#Node")})
	moved := agentWith(ref("example.com/b", "#Tree"))
	deps := map[string]*ir.Package{"example.com/b": {Path: "example.com/b",
		Types: []ir.TypeDef{{Name: "#Tree", Type: tree("", "#Tree")}}}}

	want := of(t, here, nil)
	assert.Equal(t, want.Contract, of(t, renamed, nil).Contract)
	assert.NotEqual(t, want.Audit, of(t, renamed, nil).Audit, "the name stands in the schema that models read")
	assert.Equal(t, want.Contract, of(t, moved, deps).Contract)

	deps["example.com/b"].Types[0].Type.Fields[0].Presence = ir.Optional
	assert.NotEqual(t, want.Contract, of(t, moved, deps).Contract, "a change in a shared package shows")
}

func TestOrderOfPropertiesIsAuditAlone(t *testing.T) {
	str, num := ir.Type{Kind: ir.KindString}, ir.Type{Kind: ir.KindNumber}
	rapid.Check(t, func(t *rapid.T) {
		fields := []ir.Field{field("a", str), field("b", num), field("c", ref("", "#A")), field("d", ref("", "#B"))}
		defs := []ir.TypeDef{{Name: "#A", Type: str}, {Name: "#B", Type: num}}
		want := of(t, agentWith(object(fields...), defs...), nil)
		mixed := rapid.Permutation(fields).Draw(t, "fields")
		got := of(t, agentWith(object(mixed...), defs...), nil)
		require.Equal(t, want.Contract, got.Contract)
		same := slices.EqualFunc(fields, mixed, func(a, b ir.Field) bool { return a.Name == b.Name })
		require.Equal(t, same, want.Audit == got.Audit)
	})
}

func TestLargeBoundsAreExact(t *testing.T) {
	bound := func(n json.Number) *ir.Package {
		return agentWith(object(field("n", ir.Type{Kind: ir.KindInt, Max: &ir.Bound{Value: n}})))
	}
	assert.NotEqual(t, of(t, bound("9007199254740992"), nil), of(t, bound("9007199254740993"), nil))
	assert.Equal(t, of(t, bound("100"), nil), of(t, bound("1e2"), nil))
}

func TestPackagesWithoutAgent(t *testing.T) {
	assert.Equal(t, Pair{}, of(t, &ir.Package{Types: []ir.TypeDef{{Name: "#A"}}}, nil))
	assert.Equal(t, Pair{}, of(t, nil, nil))
	catalog := of(t, &ir.Package{HasCatalog: true}, nil)
	assert.Empty(t, catalog.Contract)
	assert.Len(t, catalog.Audit, 64)
}

func TestElementsShowSharedDefinitions(t *testing.T) {
	elements := func(kind ir.Kind) map[string]Pair {
		p := agentWith(object(field("x", ref("", "#A"))), ir.TypeDef{Name: "#A", Type: ir.Type{Kind: kind}})
		p.Agent.Capabilities = append(p.Agent.Capabilities, ir.Capability{ID: "other", Input: object(), Output: object()})
		list, err := Elements(p, nil)
		require.NoError(t, err)
		out := map[string]Pair{}
		for _, e := range list {
			out[e.Kind+" "+e.ID] = e.Pair
		}
		return out
	}
	a, b := elements(ir.KindString), elements(ir.KindInt)
	assert.NotEqual(t, a["capability c"], b["capability c"])
	assert.Equal(t, a["capability other"], b["capability other"])
	assert.Equal(t, a["agent a"], b["agent a"])
}

func TestInvalidRawJSONIsAnError(t *testing.T) {
	_, err := Of(agentWith(ir.Type{Kind: ir.KindString, Const: json.RawMessage(`{`)}), nil)
	assert.ErrorContains(t, err, "fingerprint")
}

func TestShort(t *testing.T) {
	assert.Equal(t, "0123456789ab", Short("0123456789abcdef"))
	assert.Equal(t, "01", Short("01"))
}

func BenchmarkOf(b *testing.B) {
	p := sample()
	for range 1000 {
		p.Agent.Capabilities = append(p.Agent.Capabilities, sampleCapability())
	}
	for b.Loop() {
		if _, err := Of(p, nil); err != nil {
			b.Fatal(err)
		}
	}
}
