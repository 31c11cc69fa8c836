// Package menu makes of a click on a menu what the stages make of words: a selection and a batch, without any model.
//
// It owns the two documents of such a turn and the call of the member's input builder. It does not know models, reviews
// or plans: whether the member may run is decided where every other request is.
package menu

import (
	"context"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/agent"
	"github.com/ikgen/ikgen/internal/turn/automation"
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/reserved"
	"github.com/ikgen/ikgen/internal/turn/snapshot"
	ik "github.com/ikgen/ikgen/runtime"
)

// Source is the source of a selection and of an interpretation that a click makes.
const Source = "structured_selection"

// maxIdentity is how much of an occurrence's id the id of the intention keeps.
const maxIdentity = 32

// Selection is what a click on a menu selects: the member, or nothing where it leaves the menu. A menu that was stored by
// an older version of the agent may offer what is no longer there: that matches nothing.
func Selection(c control.Click, a *agent.Agent) ik.CapabilitySelection {
	sel := ik.CapabilitySelection{CapabilityIDs: []ik.CapabilityID{}, Source: Source, Evidence: []ik.IntentionEvidence{}}
	switch {
	case c.Kind == reserved.Accept:
		sel.Mode, sel.Rationale = "conversational", "The user accepted an offer by a click."
	case c.Kind != reserved.Member:
		sel.Mode, sel.Rationale = "conversational", "The user left the menu by a click."
	case a.Capabilities[c.Capability] == nil:
		sel.Mode, sel.Rationale = "no_match", "The user clicked an operation that the agent no longer has."
	default:
		sel.Mode, sel.CapabilityIDs = "selected", append(sel.CapabilityIDs, c.Capability)
		sel.Rationale = "The user picked this operation of the menu by a click."
	}
	return sel
}

// Batch is what a click on a menu means: the answer, and of a member the operation with the input that its builder makes
// of the conversation, as for work that the agent starts by itself. A builder that has no input to give leaves it absent:
// then the operation asks for it. Errors: HANDLER_FAILED for a builder that fails; the batch comes with it, without the
// input, so that the operation can fail and not the turn.
func Batch(ctx context.Context, c control.Click, s *snapshot.Snapshot, a *agent.Agent) (ik.IntentionBatch, error) {
	answer := *c.Answer
	b := ik.IntentionBatch{Answer: &answer, Intentions: []ik.Intention{}, Contradictions: []ik.Contradiction{}}
	if c.Kind != reserved.Member {
		return b, nil
	}
	label := answer.Evidence
	in := ik.Intention{
		ID: ik.IntentionID("progression." + identity(c.OccurrenceID)), Objective: label, References: []ik.Reference{},
		Evidence:   []ik.IntentionEvidence{{Text: label, Meaning: "The user clicked this entry of the menu."}},
		Resolution: ik.Unsupported,
	}
	var err error
	if d := a.Capabilities[c.Capability]; d != nil {
		in.Resolution, in.ProposedCapability = ik.Resolved, d.ID
		in.Input, err = memberInput(ctx, d, label, s, a)
	}
	b.Intentions = append(b.Intentions, in)
	return b, err
}

// identity is the part of an occurrence's id that names the intention.
func identity(occurrence string) string {
	if occurrence == "" {
		return "member"
	}
	runes := []rune(occurrence)
	return string(runes[:min(len(runes), maxIdentity)])
}

// memberInput has the member's builder make the input. A member without one is told what was clicked.
func memberInput(ctx context.Context, d *ik.CapabilityDefinition, label string, s *snapshot.Snapshot, a *agent.Agent) (json.RawMessage, error) {
	if d.CreateInput == nil {
		return json.Marshal(map[string]string{"request": label})
	}
	raw, _, err := automation.Input(ctx, a, d, automation.Source{Message: s.Current.Message, Facts: s.Facts, Now: s.Now})
	return raw, err
}
