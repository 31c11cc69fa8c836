package cases

import (
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// invoked is one call of a capability, as `expect` sees it.
type invoked struct {
	Capability   ik.CapabilityID       `json:"capability"`
	Input        json.RawMessage       `json:"input"`
	Step         ik.StepID             `json:"step"`
	Trigger      ik.Trigger            `json:"trigger"`
	Now          string                `json:"now"`
	Facts        []seenFact            `json:"facts"`
	Message      string                `json:"message"`
	Summary      string                `json:"summary,omitempty"`
	Previous     int                   `json:"previousMessages"`
	HostContext  any                   `json:"hostContext,omitempty"`
	Continuation json.RawMessage       `json:"continuation,omitempty"`
	Redactions   []string              `json:"modelRedactions,omitempty"`
	Interaction  *ik.Interaction       `json:"interaction,omitempty"`
	Answer       *ik.InteractionAnswer `json:"interactionAnswer,omitempty"`
	Confirmed    ik.InteractionID      `json:"confirmed,omitempty"`
	Intention    ik.Intention          `json:"intention"`
}

// seenFact is a fact that the handler could read.
type seenFact struct {
	ik.FactRef
	Value any `json:"value"`
}

func newInvoked(id ik.CapabilityID, inv *ik.Invocation, in json.RawMessage, facts []ik.FactKey) invoked {
	out := invoked{
		Capability: id, Input: in, Step: inv.Step, Trigger: inv.Trigger, Now: inv.Now.Format(timeLayout), Facts: []seenFact{},
		Message: inv.Message.Content, Summary: inv.Summary, Previous: len(inv.Previous), HostContext: inv.HostContext,
		Continuation: inv.Continuation, Redactions: inv.Redactions, Interaction: inv.Interaction, Answer: inv.Answer,
		Confirmed: inv.Confirmed, Intention: inv.Intention,
	}
	if len(out.Input) == 0 {
		out.Input = json.RawMessage("null")
	}
	if inv.Facts == nil {
		return out
	}
	for _, key := range facts {
		for _, f := range readable(inv.Facts, key) {
			ref := key.Ref()
			ref.Key = f.Key
			out.Facts = append(out.Facts, seenFact{ref, f.Value})
		}
	}
	return out
}

// readable gives what the step is about: of a keyed fact the instance that it requires by its key, else all instances.
func readable(facts ik.FactReader, key ik.FactKey) []ik.StoredFact {
	if f, ok := facts.Required(key); ok {
		return []ik.StoredFact{f}
	}
	return facts.All(key)
}

// timeLayout is RFC 3339 with milliseconds, as events and messages are stamped.
const timeLayout = "2006-01-02T15:04:05.000Z07:00"
