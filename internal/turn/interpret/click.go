package interpret

import (
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/control"
	ik "github.com/ikgen/ikgen/runtime"
)

// maxOccurrence is how much of an occurrence's id the id of a clicked intention keeps, in code points.
const maxOccurrence = 32

// clicked is the batch of a click on a menu: the kernel's own words, so no model is asked. The continue option is an
// answer alone; a member is asked for by its label.
func (s *stage) clicked(c control.Click) ik.IntentionBatch {
	b := answerAlone(c.Answer)
	if c.Kind != control.KindMember {
		return b
	}
	label := c.Answer.Evidence
	in := ik.Intention{
		ID: ik.IntentionID("progression." + occurrence(c.OccurrenceID)), Objective: label,
		Evidence:   []ik.IntentionEvidence{{Text: label, Meaning: "the clicked option"}},
		References: []ik.Reference{}, Resolution: ik.Resolved, ProposedCapability: c.Capability,
		Input: jsonval.Raw(map[string]string{"request": label}),
	}
	if s.Agent.Capabilities[c.Capability] == nil || !slices.Contains(s.Selection.CapabilityIDs, c.Capability) {
		// A menu that was stored by an older version of the agent may offer what is no longer there.
		in.Resolution, in.ProposedCapability, in.Input = ik.Unsupported, "", nil
	}
	b.Intentions = append(b.Intentions, in)
	return b
}

// occurrence is the part of an occurrence's id that names the intention.
func occurrence(id string) string {
	if id == "" {
		return "member"
	}
	r := []rune(id)
	return string(r[:min(len(r), maxOccurrence)])
}
