package execute

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/turn/facts"
	"github.com/ikgen/ikgen/internal/turn/fill"
	"github.com/ikgen/ikgen/internal/turn/plan"
	ik "github.com/ikgen/ikgen/runtime"
)

// takeInteraction takes the question of a result: the kernel gives it its id and its owner, and a confirmation is bound
// to the input that it proposes.
func (c *call) takeInteraction(out *ik.StepOutcome, current []ik.FactRecord) *ik.CapabilityIssue {
	asked, set := c.raw.Interaction.Get()
	status := c.raw.Status
	if asked == nil {
		if status == ik.StatusNeedsInput || status == ik.StatusNeedsConfirmation || (set && status != ik.StatusCompleted) {
			return breachOf(codeInteraction, "the result has no question, or takes one away that it may not")
		}
		out.Dismiss = set
		return nil
	}
	if status != ik.StatusNeedsInput && status != ik.StatusNeedsConfirmation && status != ik.StatusCompleted {
		return breachOf(codeInteraction, "a result of this status asks nothing")
	}
	q, fault := plan.NormaliseInteraction(*asked)
	if fault != nil {
		return breachFrom(fault)
	}
	if ik.IsBlank(q.Goal) && ik.IsBlank(q.ProtectedMessage) {
		return breachOf(codeInteraction, "the question has no words")
	}
	q.CapabilityID = c.step.CapabilityID
	if status == ik.StatusNeedsConfirmation {
		var breach *ik.CapabilityIssue
		if q, breach = c.proposal(out, q, current); breach != nil {
			return breach
		}
	} else if q.Kind == ik.InteractionConfirmation {
		return breachOf(codeInteraction, "a confirmation needs the input that it confirms")
	}
	q.ID = ik.InteractionID(c.r.in.IDs.Next(ik.IDInteraction))
	q.AgendaItemID = plan.ItemID(c.step.ID)
	out.Interaction = &q
	return nil
}

// proposal checks the input that a confirmation proposes, and binds the question to it.
func (c *call) proposal(out *ik.StepOutcome, q ik.Interaction, current []ik.FactRecord) (ik.Interaction, *ik.CapabilityIssue) {
	if q.Kind != ik.InteractionConfirmation || q.Optional() {
		return q, breachOf(codeInteraction, "what asks for a confirmation must be one")
	}
	raw, err := json.Marshal(c.raw.Proposed)
	if err != nil {
		return q, breachOf(codeResult, "the proposed input is not JSON")
	}
	value, own, issues := fill.Decode(c.r.in.Agent, c.capability, current, fill.Without(c.capability, raw))
	if len(own)+len(issues) > 0 {
		return q, breachOf("INVALID_CAPABILITY_INPUT", "the proposed input does not fit the input schema")
	}
	if raw, err = json.Marshal(value); err != nil {
		return q, breachOf(codeResult, "the proposed input is not JSON")
	}
	out.Proposed = fill.Without(c.capability, raw)
	out.Redactions = slices.Concat(out.Redactions, facts.Private(c.capability.Input, out.Proposed))
	q, err = plan.CapabilityQuestion(c.r.in.Agent, c.capability, q, c.step.Intention, raw, current)
	if err != nil {
		return q, breachOf(codeResult, "the question can not be written as JSON")
	}
	return q, nil
}
