package agent_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// hosted is an agent with the host facts h@1 and g@1.
func hosted(caps ...ik.CapabilityDefinition) ik.AgentDefinition {
	d := definition(caps...)
	d.Facts = append(d.Facts,
		ik.FactDefinition{Fact: "h@1", Host: true, Value: anything(), Description: "Who it is"},
		ik.FactDefinition{Fact: "g@1", Host: true, Value: anything()})
	return d
}

func requiring(s string) ik.Schema {
	return ik.Schema{Name: "In", JSON: s, Decode: func(raw json.RawMessage) (any, []ik.Issue) { return raw, nil }}
}

func TestHostFactsThatAreRequired(t *testing.T) {
	filled := func(schema string) ik.CapabilityDefinition {
		return changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) {
			c.Input, c.Filled = requiring(schema), map[string]ik.Path{"n": "h@1.id"}
		})
	}
	for name, c := range map[string]struct {
		def  ik.CapabilityDefinition
		want bool
	}{
		"nobody needs it":           {capability("a", "|"), false},
		"a capability requires it":  {capability("a", "h@1|"), true},
		"only while it runs":        {capability("a", "h@1?|"), false},
		"it fills a required field": {filled(`{"required":["n"]}`), true},
		"in a definition":           {filled(`{"$ref":"#/$defs/In","$defs":{"In":{"required":["n"]}}}`), true},
		"it fills an optional one":  {filled(`{"required":["m"]}`), false},
		"offered with it alone": {changeCap(capability("a", "h@1|"), func(c *ik.CapabilityDefinition) {
			c.OfferedWhen.Present = []ik.FactKey{"h@1"}
		}), false},
		"one of several will do": {changeCap(capability("a", "h@1|"), func(c *ik.CapabilityDefinition) {
			c.Requires[0].Facts = append(c.Requires[0].Facts, "g@1")
		}), false},
	} {
		t.Run(name, func(t *testing.T) {
			a, err := agent.Compile(hosted(c.def))
			require.NoError(t, err)
			assert.Equal(t, []agent.HostFact{{Fact: "g@1"}, {Fact: "h@1", Required: c.want}}, a.HostFacts())
			assert.True(t, a.IsHostFact("h@1"))
			assert.False(t, a.IsHostFact("x@1"))
		})
	}
}

func TestFilledInputsAreRequirements(t *testing.T) {
	def := definition(capability("b", "|x@1"), changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) {
		c.Input = requiring(`{"required":["n"]}`)
		c.Filled = map[string]ik.Path{"n": "x@1.n", "m": "x@1.m"}
	}))
	def.Facts[0].Description = "What x is"
	a, err := agent.Compile(def)
	require.NoError(t, err)
	assert.Equal(t, []ik.Requirement{
		{Facts: []ik.FactKey{"x@1"}, Description: "What x is", Resolution: "optional"}, {Facts: []ik.FactKey{"x@1"}, Description: "What x is"},
	}, a.Capabilities["a"].Requires)
	assert.Less(t, a.Rank("b"), a.Rank("a"))
	assert.Empty(t, a.Readable("a"), "the handler gets the value, and not the fact")
	assert.Empty(t, def.Capabilities[1].Requires, "the host's definition stays as it is")
}

func TestCompileRefusesHostFactsThatOthersChange(t *testing.T) {
	fill := func(path ik.Path) ik.CapabilityDefinition {
		return changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) { c.Filled = map[string]ik.Path{"n": path} })
	}
	keyed := hosted(fill("k@1.n"), capability("b", "|k@1"))
	keyed.Facts[0].KeyPath = "id"
	write := hosted(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) {
		c.Effect, c.Confirmation = ik.EffectWrite, ik.ConfirmationRequired
	}))
	write.Policies = []ik.PolicyDefinition{{ID: "p", Result: allow}}
	hostKey := hosted(capability("a", "|"))
	hostKey.Facts[0].KeyPath = "id"
	for code, def := range map[string]ik.AgentDefinition{
		"HOST_FACT_PROVIDED": hosted(changeCap(capability("a", "|"), func(c *ik.CapabilityDefinition) {
			c.Invalidates = []ik.FactKey{"h@1"}
		})),
		"HOST_FACT_KEYED":           hostKey,
		"UNKNOWN_PATH":              hosted(fill("no@1.n")),
		"FILLED_INPUT_KEY_REQUIRED": keyed,
		"RESULT_RULE_ON_WRITE":      write,
	} {
		t.Run(code, func(t *testing.T) {
			_, err := agent.Compile(def)
			assert.Equal(t, code, ik.CodeOf(err), "%v", err)
		})
	}
	t.Run("of its own, too", func(t *testing.T) {
		_, err := agent.Compile(hosted(capability("a", "|h@1")))
		require.Error(t, err)
	})
}
