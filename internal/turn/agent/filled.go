package agent

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// checkFilled checks the input fields that the kernel fills, and makes their facts requirements: where one is missing the
// step waits for it as it waits for any other. What a handler may read stays what its contract says.
func checkFilled(a *Agent) error {
	a.readable = make(map[ik.CapabilityID][]ik.FactKey, len(a.Def.Capabilities))
	for i := range a.Def.Capabilities {
		c := &a.Def.Capabilities[i]
		for _, r := range c.Requires {
			a.readable[c.ID] = append(a.readable[c.ID], r.Facts...)
		}
		for _, name := range slices.Sorted(maps.Keys(c.Filled)) {
			path := c.Filled[name]
			root, fields := path.Split()
			fact := a.Facts[ik.FactKey(root)]
			if fact == nil || slices.Contains(fields, "") {
				return astray(c, "filled input", path)
			}
			if fact.KeyPath != "" && !chooses(c, fact.Fact) {
				return broken("FILLED_INPUT_KEY_REQUIRED", "the capability %q fills an input from the keyed fact %q and does not say from which instance", c.ID, fact.Fact).
					With("capabilityId", string(c.ID)).With("fact", string(fact.Fact))
			}
			require(c, fact, mustHave(c.Input, name))
		}
	}
	return nil
}

// Readable gives the facts that the handler of a capability may read: those that its contract requires. The slice must not
// be changed.
func (a *Agent) Readable(id ik.CapabilityID) []ik.FactKey { return a.readable[id] }

// chooses tells whether a capability requires one certain instance of a keyed fact.
func chooses(c *ik.CapabilityDefinition, fact ik.FactKey) bool {
	return slices.ContainsFunc(c.Requires, func(r ik.Requirement) bool {
		return strings.HasPrefix(string(r.Key), "input.") && slices.Contains(r.Facts, fact)
	})
}

// require adds what a filled field needs to the requirements of a capability, unless they say it already. A field that may
// be absent is filled where the fact is there.
func require(c *ik.CapabilityDefinition, def *ik.FactDefinition, must bool) {
	fact := def.Fact
	for _, r := range c.Requires {
		alone := len(r.Facts) == 1 && r.Facts[0] == fact
		if alone && (r.Resolution == "" || !must && r.Resolution == "optional") {
			return
		}
	}
	r := ik.Requirement{Facts: []ik.FactKey{fact}, Description: def.Description}
	if !must {
		r.Resolution = "optional"
	}
	for _, other := range c.Requires {
		if slices.Contains(other.Facts, fact) && other.Key != "" {
			r.Key = other.Key
		}
	}
	c.Requires = append(c.Requires, r)
}

// mustHave tells whether an input cannot be without a field: its schema says so.
func mustHave(s ik.Schema, name string) bool {
	root := json.RawMessage(s.JSON)
	if ref, ok := jsonval.Lookup(root, "$ref"); ok {
		target, _ := jsonval.String(ref)
		if def, ok := jsonval.Lookup(root, "$defs", target[strings.LastIndexByte(target, '/')+1:]); ok {
			root = def
		}
	}
	var object struct {
		Required []string `json:"required"`
	}
	return json.Unmarshal(root, &object) == nil && slices.Contains(object.Required, name)
}
