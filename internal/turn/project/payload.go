package project

import (
	"encoding/json"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// lastSegment is the part of a reference after its last slash.
func lastSegment(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// payload gives the payload of a question without the private places of the inputs that it proposes. The kernel's own
// questions carry the exact input that a yes will run with; the store keeps it, and nobody else sees what is private in
// it. secretOnly is for the host, which may see what is merely kept from models.
func payload(a *agent.Agent, i *ik.Interaction, secretOnly bool) any {
	tree, err := redact.Tree(i.Payload)
	if err != nil {
		return nil
	}
	object, ok := tree.(map[string]any)
	if !ok {
		return tree
	}
	guard(a, i.CapabilityID, object, "input", secretOnly)
	guard(a, i.CapabilityID, object, "proposedInput", secretOnly)
	if intention, ok := object["intention"].(map[string]any); ok {
		id := i.CapabilityID
		if name, ok := intention["proposedCapability"].(string); ok && name != "" {
			id = ik.CapabilityID(name)
		}
		guard(a, id, intention, "input", secretOnly)
	}
	return object
}

// guard takes the private places out of one member that is an input of a capability.
func guard(a *agent.Agent, id ik.CapabilityID, object map[string]any, name string, secretOnly bool) {
	input, there := object[name]
	c := a.Capabilities[id]
	if !there || input == nil || c == nil {
		return
	}
	raw, err := json.Marshal(input)
	if err != nil {
		delete(object, name)
		return
	}
	schema := fill.Proposal(c)
	if secretOnly && schema.Mask != nil {
		all := schema.Mask
		schema.Mask = func() *ik.Mask { return redact.Secret(all()) }
	}
	shown, _, ok := Input(schema, raw)
	switch {
	case !ok:
		delete(object, name)
	case secretOnly:
		object[name] = shown
	default:
		object[name] = withoutFilled(c, shown)
	}
}

// HostPayload is the payload of a question for the host: with what is kept from models, without what is secret. Nil stays
// nil.
func HostPayload(a *agent.Agent, i *ik.Interaction) any {
	if i.Payload == nil {
		return nil
	}
	return payload(a, i, true)
}
