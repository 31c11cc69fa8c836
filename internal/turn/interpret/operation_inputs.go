package interpret

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/project/redact"
	ik "github.com/ikgen/ikgen/runtime"
)

// noWords stands for the fault of a decoder that does not say what is wrong.
const noWords = "the input is not valid"

// operationInputs holds the input of every resolved intention against its contract. The decoded value is not kept: the
// planner decodes again.
func operationInputs(_ context.Context, p *pass) ([]ik.Issue, error) {
	var out []ik.Issue
	for i, in := range p.batch.Intentions {
		c := p.Agent.Capabilities[in.ProposedCapability]
		if in.Resolution != ik.Resolved || c == nil || c.Input.Decode == nil {
			continue
		}
		for _, fault := range p.inputFaults(c, in.Input) {
			fault.Path = fmt.Sprintf("/intentions/%d/input%s", i, fault.Path)
			fault.Message = p.inputMessage(in, fault.Message)
			out = append(out, fault)
		}
	}
	return out, nil
}

// inputFaults are the faults of an input, their places inside of it.
func (p *pass) inputFaults(c *ik.CapabilityDefinition, input json.RawMessage) []ik.Issue {
	faults := p.refusals(c, input)
	if copiesPlaceholder(c.Input, input) {
		faults = append(faults, ik.Issue{Code: "placeholder", Message: placeholderWords})
	}
	return faults
}

// placeholderWords say that a value was copied from where it is withheld.
const placeholderWords = "a private value was withheld from the context, and " + redact.Placeholder + " is not that value"

// copiesPlaceholder tells whether a private place of an input holds the placeholder that a model was shown in its stead.
func copiesPlaceholder(s ik.Schema, input json.RawMessage) bool {
	return slices.ContainsFunc(privateInput(s, input), func(text string) bool {
		return strings.Contains(text, redact.Placeholder)
	})
}

// refusals decodes an input exactly as it was given: an absent one is no text at all. What the kernel fills in is no
// business of the model's: it may not be given, and is not missed. A decoder that panics has not accepted the input.
func (p *pass) refusals(c *ik.CapabilityDefinition, input json.RawMessage) (faults []ik.Issue) {
	defer func() {
		if recover() != nil {
			faults = []ik.Issue{{Message: noWords}}
		}
	}()
	_, _, faults = fill.Decode(p.Agent, c, p.Snapshot.Facts, input)
	return faults
}

// inputMessage says what to do about a faulty input.
func (p *pass) inputMessage(in ik.Intention, fault string) string {
	if ik.IsBlank(fault) {
		fault = noWords
	}
	item := pendingCollector(p.Snapshot, p.batch.Answer)
	if item != nil && item.Intention.ProposedCapability == in.ProposedCapability {
		return fault + ". If this only restates the work that waits for the answer, leave the intention out: the kernel " +
			"reuses the input that it has. Only an independent request needs a repaired input."
	}
	return fault + ". Repair the input from the contract and from what the user said. Keep answers and independent " +
		"requests; do not make up values, infer consent, or ask again for what was given."
}
