package plan

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/canonical"
	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/fill"
	ik "github.com/ikgen/ikgen/runtime"
)

// Consent is the digest of exactly what is confirmed: the capability and its version, the input that will run, the
// question, and the current publications of the facts that the question, the policies and the capability use. It
// changes whenever one of them does.
func Consent(c *ik.CapabilityDefinition, input json.RawMessage, question string, current []ik.FactRecord, used []ik.FactRef) (string, error) {
	publications, err := facts.Publications(current, used)
	if err != nil {
		return "", err
	}
	return canonical.Hash(struct {
		Capability   ik.CapabilityID `json:"capability"`
		Version      int             `json:"version"`
		Input        json.RawMessage `json:"input"`
		Question     string          `json:"question"`
		Publications string          `json:"publications"`
	}{c.ID, c.Version, input, question, publications})
}

// CapabilityQuestion completes a confirmation that a handler worded: its payload names the input that runs once it is
// accepted, and the user's consent is bound to it. What is filled in is part of the consent and not of the payload: it is
// filled in again from the facts of the time.
func CapabilityQuestion(a *agent.Agent, c *ik.CapabilityDefinition, asked ik.Interaction, intention ik.Intention, proposed json.RawMessage, current []ik.FactRecord) (ik.Interaction, error) {
	payload := map[string]any{"intention": intention, "input": fill.Without(c, proposed), "askedBy": kindCapabilityAsked}
	if asked.Payload != nil {
		payload["capabilityPayload"] = asked.Payload
	}
	raw, err := json.Marshal(payload)
	if err != nil {
		return asked, err
	}
	asked.CapabilityID, asked.Payload = c.ID, json.RawMessage(raw)
	asked.Consent, err = Consent(c, proposed, asked.Goal, current, required(facts.Step{Agent: a, Capability: c, Input: proposed, Facts: current}, true))
	return asked, err
}

// kernelQuestion words and binds a confirmation of the kernel's own.
func kernelQuestion(s subject, reads []ik.FactRef) (ik.Interaction, error) {
	goal := confirmation(s.capability, s)
	raw, err := json.Marshal(map[string]any{"intention": s.intention, "input": fill.Without(s.capability, s.input)})
	if err != nil {
		return ik.Interaction{}, err
	}
	consent, err := Consent(s.capability, s.input, goal, s.facts, usedFacts(s, reads))
	return ik.Interaction{
		Kind: ik.InteractionConfirmation, CapabilityID: s.capability.ID, Goal: goal,
		Payload: json.RawMessage(raw), Consent: consent,
	}, err
}

// stillValid tells whether what is about to run is what was confirmed.
func stillValid(s subject, reads []ik.FactRef, asked *ik.Interaction) (bool, error) {
	goal, used := confirmation(s.capability, s), usedFacts(s, reads)
	switch {
	case byCapability(asked):
		goal, used = asked.Goal, required(s.bound(), true)
	case slices.ContainsFunc(s.capability.Confirm, func(part ik.TemplatePart) bool { return part.Path == "now" }):
		goal = asked.Goal // the time moved on, which is no change of what was confirmed
	}
	now, err := Consent(s.capability, s.input, goal, s.facts, used)
	return err == nil && asked.Consent == now, err
}

func usedFacts(s subject, reads []ik.FactRef) []ik.FactRef {
	used := slices.Concat(reads, required(s.bound(), false))
	for _, part := range s.capability.Confirm {
		if root, _ := part.Path.Split(); s.agent.Facts[ik.FactKey(root)] != nil {
			used = append(used, s.bound().Reads([]ik.FactKey{ik.FactKey(root)})...)
		}
	}
	return used
}

// required lists the facts that a step requires, of keyed ones the instance; unless atRuntime, without those that it can
// run without.
func required(s facts.Step, atRuntime bool) []ik.FactRef {
	var out []ik.FactRef
	for _, n := range s.Needs() {
		if n.Resolution == "" || atRuntime {
			out = append(out, n.Refs()...)
		}
	}
	return out
}

// Missing gives the requirements of a capability that no confirmed fact meets, but for what it can run without. Which
// instance of a keyed fact is required is in the input.
func Missing(a *agent.Agent, id ik.CapabilityID, input json.RawMessage, current []ik.FactRecord) []ik.FactRequirement {
	var out []ik.FactRequirement
	c := a.Capabilities[id]
	if c == nil {
		return nil
	}
	for _, n := range (facts.Step{Agent: a, Capability: c, Input: input, Facts: current}).Needs() {
		if n.Resolution == "" && !n.Met(current) {
			out = append(out, n.Open())
		}
	}
	return out
}
