package interpret

import (
	"encoding/json"
	"fmt"

	ik "github.com/ikgen/ikgen/runtime"
)

// operationInputs holds the input of every resolved intention against its contract. The decoded value is not kept: the
// planner decodes again.
func operationInputs(p *pass) []ik.Issue {
	var out []ik.Issue
	for i, in := range p.batch.Intentions {
		c := p.Agent.Capabilities[in.ProposedCapability]
		if in.Resolution != ik.Resolved || c == nil || c.Input.Decode == nil {
			continue
		}
		at := fmt.Sprintf("/intentions/%d/input", i)
		for _, fault := range inputFaults(c.Input, in.Input) {
			out = append(out, ik.Issue{Path: at + fault.Path, Code: fault.Code, Message: p.inputMessage(in, fault.Message)})
		}
	}
	return out
}

// inputFaults decodes an input exactly as it was given: an absent one is no text at all. A decoder that panics has not
// accepted it.
func inputFaults(s ik.Schema, input json.RawMessage) (faults []ik.Issue) {
	defer func() {
		if recover() != nil {
			faults = []ik.Issue{{Message: "the input is not valid"}}
		}
	}()
	_, faults = s.Decode(input)
	return faults
}

// inputMessage says what to do about a faulty input.
func (p *pass) inputMessage(in ik.Intention, fault string) string {
	item := pendingCollector(p.Snapshot, p.batch.Answer)
	if item != nil && item.Intention.ProposedCapability == in.ProposedCapability {
		return fault + ". If this only restates the work that waits for the answer, leave the intention out: the kernel " +
			"reuses the input that it has. Only an independent request needs a repaired input."
	}
	return fault + ". Repair the input from the contract and from what the user said. Keep answers and independent " +
		"requests; do not make up values, infer consent, or ask again for what was given."
}
