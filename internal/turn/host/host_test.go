package host_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/host"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// ids is a schema of an object with an id; the secret beside it is private, and a tier is filled in.
func ids() ik.Schema {
	type who struct {
		ID     string `json:"id"`
		Secret string `json:"secret,omitempty"`
		Tier   string `json:"tier"`
	}
	return ik.Schema{
		Name: "Who", JSON: `{}`,
		Decode: func(raw json.RawMessage) (any, []ik.Issue) {
			w := who{Tier: "basic"}
			if json.Unmarshal(raw, &w) != nil || w.ID == "" {
				return nil, []ik.Issue{{Path: "/id", Code: "MISSING_FIELD", Message: "in " + string(raw)}}
			}
			return w, nil
		},
		Mask: func() *ik.Mask {
			return &ik.Mask{Fields: []ik.FieldMask{{Name: "secret", Mask: func() *ik.Mask { return &ik.Mask{Self: ik.Secret} }}}}
		},
	}
}

func hosted(t *testing.T, context *ik.Schema) *agent.Agent {
	t.Helper()
	a := turntest.NewAgent()
	a.Add("x.read", ik.EffectRead, "h@1|x@1")
	a.Def.Facts = append(a.Def.Facts,
		ik.FactDefinition{Fact: "h@1", Host: true, Value: ids(), Description: "Who it is"},
		ik.FactDefinition{Fact: "g@1", Host: true, Value: ids(), Visibility: ik.VisibilityHidden})
	a.Def.HostContext = context
	out, err := agent.Compile(a.Def)
	require.NoError(t, err)
	return out
}

func TestFacts(t *testing.T) {
	a := hosted(t, nil)
	got, err := host.Facts(a, ik.RawHostFacts{
		"h@1": json.RawMessage(`{"secret":"hush-hush","id":"1"}`), "g@1": json.RawMessage(`{"id":"2"}`),
	}, "turn-1")
	require.NoError(t, err)
	require.Len(t, got, 2)
	g, h := got[0], got[1]
	assert.Equal(t, ik.FactKey("g@1"), g.FactKey(), "in code order")
	assert.Equal(t, ik.VisibilityHidden, g.ModelVisibility)
	assert.JSONEq(t, `{"id":"1","secret":"hush-hush","tier":"basic"}`, string(h.Value))
	assert.Equal(t, ik.Producer{TurnID: "turn-1"}, h.ProducedBy)
	assert.Equal(t, []ik.EvidenceID{"host:h@1"}, h.EvidenceIDs)
	assert.Equal(t, []ik.Evidence{{ID: "host:h@1", Source: ik.SourceHost, Content: "The host says so with this turn: Who it is"}}, h.Evidence)
	assert.Equal(t, []string{"hush-hush"}, h.ModelRedactions)
}

// given is a host's own list.
type given func() []ik.HostFact

func (g given) HostFacts() []ik.HostFact { return g() }

func TestFactsThatAreRefused(t *testing.T) {
	a := hosted(t, nil)
	list := func(f ...ik.HostFact) ik.HostFacts { return given(func() []ik.HostFact { return f }) }
	ok := ik.HostFact{Fact: "h@1", Value: map[string]string{"id": "1"}}
	for name, c := range map[string]struct {
		facts ik.HostFacts
		code  string
	}{
		"none at all":             {nil, "HOST_FACT_MISSING"},
		"only the optional one":   {list(ik.HostFact{Fact: "g@1", Value: map[string]string{"id": "1"}}), "HOST_FACT_MISSING"},
		"no value":                {list(ik.HostFact{Fact: "h@1"}), "HOST_FACT_INVALID"},
		"a value that is wrong":   {list(ik.HostFact{Fact: "h@1", Value: map[string]string{"secret": "canary"}}), "HOST_FACT_INVALID"},
		"a value that is no JSON": {list(ik.HostFact{Fact: "h@1", Value: json.RawMessage(`{"canary`)}), "HOST_FACT_INVALID"},
		"a function":              {list(ik.HostFact{Fact: "h@1", Value: func() {}}), "HOST_FACT_INVALID"},
		"twice":                   {list(ok, ok), "HOST_FACT_INVALID"},
		"of a capability":         {list(ok, ik.HostFact{Fact: "x@1", Value: "canary"}), "HOST_FACT_INVALID"},
		"that nobody knows":       {list(ok, ik.HostFact{Fact: "no@1", Value: "canary"}), "HOST_FACT_INVALID"},
		"a panic":                 {given(func() []ik.HostFact { panic("canary") }), "HOST_FACT_INVALID"},
		"a nil pointer":           {(*pointed)(nil), "HOST_FACT_INVALID"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := host.Facts(a, c.facts, "turn-1")
			assert.Equal(t, c.code, ik.CodeOf(err), "%v", err)
			assert.NotContains(t, err.Error(), "canary")
			var e *ik.Error
			require.ErrorAs(t, err, &e)
			assert.NotContains(t, string(turntest.JSON(e)), "canary")
		})
	}
	_, err := host.Facts(a, list(ik.HostFact{Fact: "h@1", Value: map[string]string{"secret": "canary"}}), "turn-1")
	var schema *ik.SchemaError
	require.True(t, errors.As(err, &schema), "the host's log finds the places in the cause")
	assert.Equal(t, "/id", schema.Issues[0].Path)
}

type pointed struct{ list []ik.HostFact }

func (p *pointed) HostFacts() []ik.HostFact { return p.list }

func TestContext(t *testing.T) {
	type own struct{ ID string }
	plain := hosted(t, nil)
	v, err := host.Context(plain, own{"1"})
	require.NoError(t, err)
	assert.Equal(t, own{"1"}, host.ContextFor(plain, v), "without a schema it is handed on as it is")
	raw := json.RawMessage(`7`)
	assert.Equal(t, raw, host.ContextFor(plain, raw))

	schema := ids()
	typed := hosted(t, &schema)
	v, err = host.Context(typed, map[string]string{"id": "1"})
	require.NoError(t, err)
	assert.JSONEq(t, `{"id":"1","tier":"basic"}`, string(turntest.JSON(host.ContextFor(typed, v))))
	v, err = host.Context(typed, nil)
	require.NoError(t, err)
	assert.Nil(t, host.ContextFor(typed, v))
	for name, wrong := range map[string]any{"of another form": map[string]string{"no": "canary"}, "no JSON": func() {}} {
		t.Run(name, func(t *testing.T) {
			_, err := host.Context(typed, wrong)
			assert.Equal(t, "HOST_CONTEXT_INVALID", ik.CodeOf(err))
			assert.NotContains(t, err.Error(), "canary")
		})
	}
}

func TestJoinAndLeave(t *testing.T) {
	a := hosted(t, nil)
	given, err := host.Facts(a, ik.RawHostFacts{"h@1": json.RawMessage(`{"id":"1"}`)}, "turn-2")
	require.NoError(t, err)
	stored := &ik.Checkpoint{Facts: []ik.FactRecord{
		turntest.Record("x@1", "h@1"), turntest.Record("y@1"), turntest.Record("z@1", "x@1"), turntest.Record("g@1"),
	}}
	before := string(turntest.JSON(stored))
	joined, ended := host.Join(a, stored, given)
	assert.Equal(t, []ik.FactKey{"h@1", "y@1"}, keys(joined.Facts))
	assert.Equal(t, []ik.FactKey{"x@1", "z@1", "g@1"}, keys(ended), "what stood on a host fact goes, and one that is stored")
	assert.Equal(t, []ik.FactKey{"y@1"}, keys(host.Leave(a, joined.Facts)))
	assert.Equal(t, before, string(turntest.JSON(stored)))

	none := turntest.NewAgent()
	none.Add("x.read", ik.EffectRead, "|x@1")
	compiled, err := agent.Compile(none.Def)
	require.NoError(t, err)
	same, ended := host.Join(compiled, stored, nil)
	assert.Same(t, stored, same)
	assert.Empty(t, ended)
}

func keys(list []ik.FactRecord) []ik.FactKey {
	out := []ik.FactKey{}
	for _, f := range list {
		out = append(out, f.FactKey())
	}
	return out
}
