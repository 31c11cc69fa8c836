package compose

import (
	"fmt"
	"slices"
	"strings"

	ik "github.com/ikgen/ikgen/runtime"
)

// The modes of a turn's final decision.
const (
	modeSelected            = "selected"
	modeSelectedWithControl = "selected_with_control"
	modeControl             = "control"
	modeNoMatch             = "no_match"
	modeConversational      = "conversational"
)

// decisionEvidence is the id under which a lifecycle decision may be cited.
const decisionEvidence ik.EvidenceID = "turn.decision"

// decision says what the turn was about, from what was understood and planned in the end: an earlier selection may have
// been overturned.
type decision struct {
	EvidenceID    ik.EvidenceID          `json:"evidenceId"`
	Mode          string                 `json:"mode"`
	CapabilityIDs []ik.CapabilityID      `json:"capabilityIds"`
	Rationale     string                 `json:"rationale"`
	Evidence      []ik.IntentionEvidence `json:"evidence"`
}

// separate tells whether the answer has to explain a decision in words of its own.
func (d decision) separate() bool {
	return d.Mode == modeControl || d.Mode == modeSelectedWithControl || d.Mode == modeNoMatch
}

// sorted are the parts of a batch by what became of them.
type sorted struct {
	accepted, unresolved, rejected []ik.Intention
	controls                       []ik.LifecycleAction
}

func sortBatch(batch ik.IntentionBatch, plan *ik.TurnPlan) sorted {
	refused := map[ik.IntentionID]bool{}
	for _, s := range plan.Steps {
		if s.Disposition == ik.DispositionReject {
			refused[s.IntentionID] = true
		}
	}
	var out sorted
	for _, in := range batch.Intentions {
		if refused[in.ID] {
			out.rejected = append(out.rejected, in)
		}
		switch {
		case in.Resolution != ik.Resolved:
			out.unresolved = append(out.unresolved, in)
		case !refused[in.ID]:
			out.accepted = append(out.accepted, in)
		}
	}
	for _, a := range batch.LifecycleActions {
		if slices.Contains(plan.CancelledAgendaItemIDs, ik.AgendaItemID(a.TargetID)) ||
			slices.Contains(plan.CancelledObjectiveIDs, a.TargetID) {
			out.controls = append(out.controls, a)
		}
	}
	return out
}

// decide makes the decision. current is the index of the user's message.
func decide(in Input, current int) decision {
	parts := sortBatch(in.Batch, in.Plan)
	d := decision{EvidenceID: decisionEvidence, CapabilityIDs: []ik.CapabilityID{}, Evidence: []ik.IntentionEvidence{}}
	for _, a := range parts.accepted {
		if id := a.ProposedCapability; id != "" && !slices.Contains(d.CapabilityIDs, id) {
			d.CapabilityIDs = append(d.CapabilityIDs, id)
		}
	}
	d.Mode = parts.mode(len(d.CapabilityIDs) > 0, in.Batch.Answer == nil && in.Selection.Mode == modeNoMatch)
	for _, i := range in.Batch.Intentions {
		d.Evidence = append(d.Evidence, i.Evidence...)
	}
	for _, c := range parts.controls {
		d.Evidence = append(d.Evidence, c.Evidence)
	}
	if a := in.Batch.Answer; a != nil {
		d.Evidence = append(d.Evidence, ik.IntentionEvidence{
			Text: a.Evidence, Meaning: "The user answers the open question.", MessageIndex: current,
		})
	}
	d.Rationale = parts.rationale(in.Batch.Answer != nil)
	return d
}

func (p sorted) mode(selected, unmatched bool) string {
	switch {
	case selected && len(p.controls) > 0:
		return modeSelectedWithControl
	case selected:
		return modeSelected
	case len(p.controls) > 0:
		return modeControl
	case len(p.unresolved)+len(p.rejected) > 0 || unmatched:
		return modeNoMatch
	}
	return modeConversational
}

// rationale says in short sentences what the decision rests on, and what it does not prove.
func (p sorted) rationale(answered bool) string {
	var out []string
	for _, i := range p.accepted {
		out = append(out, fmt.Sprintf("The request %q was understood; that proves neither permission nor completion.", i.Objective))
	}
	for _, i := range p.unresolved {
		out = append(out, fmt.Sprintf("The request %q is %s.", i.Objective, i.Resolution))
	}
	for _, i := range p.rejected {
		out = append(out, fmt.Sprintf("The request %q was rejected and did not run.", i.Objective))
	}
	if answered {
		out = append(out, "An answer to the open question was accepted; that does not prove that any operation completed.")
	}
	for _, c := range p.controls {
		out = append(out, fmt.Sprintf("The control %s was applied to %q.", c.Kind, c.TargetID))
	}
	if len(out) == 0 {
		return "Nothing was accepted: keep an unresolved question open and claim no completed work."
	}
	return strings.Join(out, " ")
}

// cancelledObjectives names the open work that this turn cancelled.
func (c *composition) cancelledObjectives() []string {
	var out []string
	for _, id := range c.Plan.CancelledAgendaItemIDs {
		name := string(id)
		for _, item := range c.Snapshot.Agenda {
			if item.ID == id {
				name = item.Intention.Objective
			}
		}
		out = append(out, name)
	}
	return append(out, c.Plan.CancelledObjectiveIDs...)
}
