package interpret

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/project"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// privateProposal reads an answer that nobody validated yet, for an event: it gives it without the places that the
// contracts call private, and the private strings. Where a selected contract has such places, what the answer holds
// beside the members that an answer may have is withheld: it could be a private input in the wrong place.
func privateProposal(a *agent.Agent, view *project.View, sel ik.CapabilitySelection, raw json.RawMessage) (any, []string) {
	if !anyMask(a, sel) {
		if !json.Valid(raw) {
			return view.Text(string(raw)), nil
		}
		return raw, nil
	}
	tree, err := redact.Decode(raw)
	if err != nil {
		return nil, nil
	}
	root, ok := tree.(map[string]any)
	if !ok {
		return nil, nil
	}
	keep(root, "intentions", "contradictions", "answerToInteraction", "lifecycleActions")
	list, ok := root["intentions"].([]any)
	if !ok {
		delete(root, "intentions")
	}
	var texts []string
	for i, e := range list {
		intention, ok := e.(map[string]any)
		if !ok {
			list[i] = nil
			continue
		}
		keep(intention, "id", "objective", "rationale", "evidence", "references", "resolution", "proposedCapability", "input", "alternatives")
		texts = append(texts, hideInput(intention, contractOf(a, sel, intention["proposedCapability"]))...)
	}
	return root, texts
}

// keep takes all other members away.
func keep(object map[string]any, names ...string) {
	maps.DeleteFunc(object, func(name string, _ any) bool { return !slices.Contains(names, name) })
}

// hideInput takes the private places out of the input of an intention and gives the private strings. c is nil where the
// contract is not certain: then all of the input goes.
func hideInput(intention map[string]any, c *ik.CapabilityDefinition) []string {
	input, there := intention["input"]
	if !there {
		return nil
	}
	schema := ik.Schema{Mask: func() *ik.Mask { return &ik.Mask{Self: ik.Private} }}
	if c != nil {
		schema = fill.Proposal(c)
	}
	raw, err := json.Marshal(input)
	if err != nil {
		delete(intention, "input")
		return nil
	}
	shown, texts, ok := project.Input(schema, raw)
	if !ok || c == nil {
		delete(intention, "input")
	} else {
		intention["input"] = shown
	}
	return texts
}

// contractOf finds the selected capability that a proposed input is for, nil when that is not certain.
func contractOf(a *agent.Agent, sel ik.CapabilitySelection, proposed any) *ik.CapabilityDefinition {
	name, _ := proposed.(string)
	if proposed == nil && len(sel.CapabilityIDs) == 1 {
		name = string(sel.CapabilityIDs[0])
	}
	if !slices.Contains(sel.CapabilityIDs, ik.CapabilityID(name)) {
		return nil
	}
	return a.Capabilities[ik.CapabilityID(name)]
}

// anyMask tells whether a selected contract has private places.
func anyMask(a *agent.Agent, sel ik.CapabilitySelection) bool {
	return slices.ContainsFunc(sel.CapabilityIDs, func(id ik.CapabilityID) bool {
		c := a.Capabilities[id]
		return c != nil && mask(c) != nil
	})
}

func mask(c *ik.CapabilityDefinition) *ik.Mask {
	if c.Input.Mask == nil {
		return nil
	}
	return c.Input.Mask()
}

// privateTexts are the private strings in the inputs of a batch.
func (s *stage) privateTexts(b ik.IntentionBatch) []string {
	var out []string
	for _, in := range b.Intentions {
		if c := s.Agent.Capabilities[in.ProposedCapability]; c != nil {
			out = append(out, privateInput(c.Input, in.Input)...)
		}
	}
	return out
}

// privateInput gives the private strings of an input. A schema without a mask has none, whatever the input is.
func privateInput(s ik.Schema, input json.RawMessage) []string {
	if s.Mask == nil {
		return nil
	}
	return project.Private(s, input)
}
