package agent_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// keyed is an agent whose capability "c" needs x@1, which has instances and is published by "b".
func keyed(f func(d *ik.AgentDefinition, c *ik.CapabilityDefinition)) ik.AgentDefinition {
	d := definition(capability("b", "|x@1"), capability("p", "|y@1"), capability("c", "x@1|"))
	d.Facts[0].KeyPath = "id"
	d.Capabilities[2].Requires[0].Key = "input.id"
	d.Capabilities[2].Requires[0].From = &ik.PlannedRead{Capability: "b", Input: map[string]ik.Path{"id": "input.id"}}
	if f != nil {
		f(&d, &d.Capabilities[2])
	}
	return d
}

func TestCompileInstances(t *testing.T) {
	_, err := agent.Compile(keyed(nil))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		code   string
		change func(d *ik.AgentDefinition, c *ik.CapabilityDefinition)
	}{
		"a keyed fact without a key": {"INVALID_FACT_KEY", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) { c.Requires[0].Key = "" }},
		"a key of a fact that has none": {"INVALID_FACT_KEY", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.Requires[0].Facts = []ik.FactKey{"y@1"}
		}},
		"any of several with instances": {"INVALID_FACT_KEY", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.Requires[0].Facts = []ik.FactKey{"y@1", "x@1"}
		}},
		"a fact that names itself": {"INVALID_FACT_KEY", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) { c.Requires[0].Key = "x@1.id" }},
		"a path that leads nowhere": {"UNKNOWN_PATH", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.Requires[0].Key = "output.id"
		}},
		"a path through a fact of which no instance is required": {"INVALID_FACT_KEY", func(d *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			d.Facts[1].KeyPath = "id"
			c.Requires[0].Key = "y@1.other"
		}},
		"an instance of a fact that has none is invalidated": {"INVALID_FACT_KEY", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.InvalidatesInstances = []ik.InstancePath{{Fact: "y@1", Key: "input.id"}}
		}},
		"a read that does not exist": {"INVALID_PLANNED_READ", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) { c.Requires[0].From.Capability = "q" }},
		"a read that brings something else": {"INVALID_PLANNED_READ", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.Requires[0].From.Capability = "p"
		}},
		"a read that writes": {"INVALID_PLANNED_READ", func(d *ik.AgentDefinition, _ *ik.CapabilityDefinition) {
			d.Capabilities[0].Effect, d.Capabilities[0].Confirmation = ik.EffectWrite, ik.ConfirmationRequired
		}},
		"a read of its own": {"INVALID_PLANNED_READ", func(d *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			d.Facts[0].Alternatives = true
			c.Provides = []ik.FactKey{"x@1"}
			c.Requires[0].From.Capability = "c"
		}},
		"reads that need each other": {"CAPABILITY_DEPENDENCY_CYCLE", func(d *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.Provides = []ik.FactKey{"z@1"}
			d.Facts = append(d.Facts, ik.FactDefinition{Fact: "z@1", Value: anything()})
			d.Capabilities[0].Requires = []ik.Requirement{{Facts: []ik.FactKey{"z@1"}, From: &ik.PlannedRead{Capability: "c"}}}
		}},
		"an input from nowhere": {"UNKNOWN_PATH", func(_ *ik.AgentDefinition, c *ik.CapabilityDefinition) {
			c.Requires[0].From.Input["id"] = "nothing@1.id"
		}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := agent.Compile(keyed(c.change))
			assert.Equal(t, c.code, ik.CodeOf(err), "%v", err)
		})
	}
}

func TestKeyField(t *testing.T) {
	a, err := agent.Compile(keyed(nil))
	require.NoError(t, err)
	assert.Equal(t, "id", a.KeyField("b", "x@1"))
	a, err = agent.Compile(keyed(func(d *ik.AgentDefinition, c *ik.CapabilityDefinition) {
		c.Requires[0].From.Input = map[string]ik.Path{"number": "input.id", "again": "input.id"}
	}))
	require.NoError(t, err)
	assert.Equal(t, "again", a.KeyField("b", "x@1"), "what a planned read fills with the key")
	assert.Empty(t, a.KeyField("p", "y@1"), "a fact without instances")
}
