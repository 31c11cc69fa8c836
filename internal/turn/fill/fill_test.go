package fill_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/turntest"
	ik "github.com/ikgen/ikgen/runtime"
)

// strict takes an object with exactly these members.
func strict(names ...string) ik.Schema {
	return ik.Schema{Name: "In", JSON: string(turntest.JSON(map[string]any{"required": names})), Decode: func(raw json.RawMessage) (any, []ik.Issue) {
		members, ok := jsonval.Members(raw)
		if !json.Valid(raw) || !ok {
			return nil, []ik.Issue{{Code: "WRONG_TYPE"}}
		}
		var issues []ik.Issue
		for _, n := range names {
			if _, there := members[n]; !there {
				issues = append(issues, ik.Issue{Path: "/" + n, Code: "MISSING_FIELD"})
			}
		}
		for n := range members {
			if !slices.Contains(names, n) {
				issues = append(issues, ik.Issue{Path: "/" + n, Code: "UNKNOWN_FIELD"})
			}
		}
		return slices.Clone(raw), issues
	}}
}

// filler is an agent whose capability has its number and its sum filled.
func filler(t require.TestingT) (*agent.Agent, *ik.CapabilityDefinition) {
	a := turntest.NewAgent()
	a.Add("x.read", ik.EffectRead, "|x@1")
	c := a.Add("x.use", ik.EffectRead, "")
	c.Input, c.Filled = strict("a", "number", "sum"), map[string]ik.Path{"number": "x@1.id", "sum": "x@1.deep.sum"}
	compiled, err := agent.Compile(a.Def)
	require.NoError(t, err)
	return compiled, compiled.Capabilities["x.use"]
}

func known(value string) []ik.FactRecord {
	f := turntest.Record("x@1")
	f.Value = json.RawMessage(value)
	return []ik.FactRecord{turntest.Record("y@1"), f}
}

func TestInput(t *testing.T) {
	a, c := filler(t)
	facts := known(`{"id":"N1","deep":{"sum":1.50}}`)
	for in, want := range map[string]string{
		`{"a":1}`:      `{"number":"N1","sum":1.50,"a":1}`,
		` { "a":1 } `:  `{"number":"N1","sum":1.50,"a":1 }`,
		`{}`:           `{"number":"N1","sum":1.50}`,
		`null`:         `null`,
		`[]`:           `[]`,
		``:             ``,
		`{"number":2}`: `{"number":"N1","sum":1.50,"number":2}`,
	} {
		assert.Equal(t, want, string(fill.Input(a, c, facts, json.RawMessage(in))), in)
	}
	assert.Equal(t, `{"number":"N1","a":1}`, string(fill.Input(a, c, known(`{"id":"N1"}`), json.RawMessage(`{"a":1}`))))
	assert.Equal(t, `{"a":1}`, string(fill.Input(a, c, nil, json.RawMessage(`{"a":1}`))))
}

func TestDecode(t *testing.T) {
	a, c := filler(t)
	facts := known(`{"id":"N1","deep":{"sum":2}}`)
	codes := func(list []ik.Issue) (out []string) {
		for _, is := range list {
			out = append(out, is.Path+" "+is.Code)
		}
		return out
	}
	value, own, others := fill.Decode(a, c, facts, json.RawMessage(`{"a":1}`))
	assert.Empty(t, own)
	assert.Empty(t, others)
	assert.JSONEq(t, `{"a":1,"number":"N1","sum":2}`, string(value.(json.RawMessage)))
	for name, c2 := range map[string]struct {
		facts       []ik.FactRecord
		in          string
		own, others []string
	}{
		"the fact is missing":         {nil, `{"a":1}`, []string{"/number MISSING_FIELD", "/sum MISSING_FIELD"}, nil},
		"a value is missing":          {known(`{"id":"N1"}`), `{"a":1}`, []string{"/sum MISSING_FIELD"}, nil},
		"a field of the model's":      {facts, `{}`, nil, []string{"/a MISSING_FIELD"}},
		"it gives what is filled":     {facts, `{"a":1,"number":"N1"}`, nil, []string{"/number UNKNOWN_FIELD"}},
		"in other letters":            {facts, `{"a":1,"Number":"N1"}`, nil, []string{"/Number UNKNOWN_FIELD"}},
		"hidden behind an escape":     {facts, `{"a":1,"\u006eumber":"N1"}`, nil, []string{"/number UNKNOWN_FIELD"}},
		"no object":                   {facts, `[]`, nil, []string{" WRONG_TYPE"}},
		"no JSON":                     {facts, `{"a"`, nil, []string{" WRONG_TYPE"}},
		"given, and nothing is known": {nil, `{"a":1,"sum":3}`, []string{"/number MISSING_FIELD", "/sum MISSING_FIELD"}, []string{"/sum UNKNOWN_FIELD"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, own, others := fill.Decode(a, c, c2.facts, json.RawMessage(c2.in))
			assert.Equal(t, c2.own, codes(own))
			assert.Equal(t, c2.others, codes(others))
		})
	}
}

// What is filled in comes out again, and what the user said stays, whatever it is.
func TestFillingIsUndone(t *testing.T) {
	a, c := filler(t)
	rapid.Check(t, func(t *rapid.T) {
		in := turntest.JSON(rapid.MapOf(rapid.SampledFrom([]string{"a", "b", "", "é\"", "Number"}), rapid.Int()).Draw(t, "in"))
		id := turntest.JSON(rapid.String().Draw(t, "id"))
		filled := fill.Input(a, c, known(`{"id":`+string(id)+`,"deep":{"sum":7}}`), in)
		got, ok := jsonval.Lookup(filled, "number")
		require.True(t, ok)
		assert.JSONEq(t, string(id), string(got))
		assert.Equal(t, []string{"number", "sum"}, fill.Given(c, filled))
		assert.True(t, jsonval.Equal(in, fill.Without(c, filled)), "%s", filled)
	})
}

func TestProposal(t *testing.T) {
	_, c := filler(t)
	for in, want := range map[string]int{`{"a":1}`: 0, `{}`: 1, `{"a":1,"number":"N1"}`: 1, `{"a":1,"b":2}`: 1} {
		_, issues := fill.Proposal(c).Decode(json.RawMessage(in))
		assert.Len(t, issues, want, in)
	}
}
