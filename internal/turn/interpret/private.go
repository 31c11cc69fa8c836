package interpret

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// privateProposal reads an answer that nobody validated yet: it gives it without the places that the contracts call
// private, and the private strings. Where an intention's capability is not certain, its input is withheld if any
// contract of the selection has a mask.
func privateProposal(a *agent.Agent, view *project.View, sel ik.CapabilitySelection, raw json.RawMessage) (any, []string) {
	tree, err := redact.Decode(raw)
	if err != nil {
		return view.Text(string(raw)), nil
	}
	root, _ := tree.(map[string]any)
	list, _ := root["intentions"].([]any)
	var texts []string
	for _, e := range list {
		intention, _ := e.(map[string]any)
		input, there := intention["input"]
		if !there {
			continue
		}
		masked := redact.Apply(input, inputMask(a, sel, intention["proposedCapability"]))
		texts = append(texts, masked.Texts...)
		if masked.Gone {
			delete(intention, "input")
		} else {
			intention["input"] = masked.Value
		}
	}
	return tree, texts
}

// inputMask finds the mask of a proposed input.
func inputMask(a *agent.Agent, sel ik.CapabilitySelection, proposed any) *ik.Mask {
	name, _ := proposed.(string)
	if c := a.Capabilities[ik.CapabilityID(name)]; c != nil {
		return mask(c)
	}
	for _, id := range sel.CapabilityIDs {
		if c := a.Capabilities[id]; c != nil && mask(c) != nil {
			if len(sel.CapabilityIDs) == 1 {
				return mask(c)
			}
			return &ik.Mask{Self: ik.Private}
		}
	}
	return nil
}

func mask(c *ik.CapabilityDefinition) *ik.Mask {
	if c.Input.Mask == nil {
		return nil
	}
	return c.Input.Mask()
}
