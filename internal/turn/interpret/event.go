package interpret

import (
	"github.com/ikgen/ikgen/internal/turn/control"
	"github.com/ikgen/ikgen/internal/turn/control/menu"
	"github.com/ikgen/ikgen/internal/turn/project"
	ik "github.com/ikgen/ikgen/runtime"
)

// sourceModel is where a reading comes from that no click made.
const sourceModel = "model"

// interpreted is what intention.interpreted tells.
type interpreted struct {
	Source        string             `json:"source"`
	Intentions    []eventIntention   `json:"intentions"`
	Answer        any                `json:"interactionAnswer"`
	AnswerSource  any                `json:"interactionAnswerSource"`
	Contradiction []ik.Contradiction `json:"contradictions"`
	Actions       any                `json:"lifecycleActions"`
}

// eventIntention has every member, null where there is nothing.
type eventIntention struct {
	ID           ik.IntentionID `json:"id"`
	Objective    string         `json:"objective"`
	CapabilityID any            `json:"capabilityId"`
	Resolution   ik.Resolution  `json:"resolution"`
	Evidence     any            `json:"evidence"`
	References   any            `json:"references"`
	Input        any            `json:"input"`
	Alternatives []string       `json:"alternatives"`
	Rationale    any            `json:"rationale"`
}

// eventData is what the event of a batch tells. Private places of inputs are not in it.
func (s *stage) eventData(b ik.IntentionBatch) interpreted {
	view := s.Snapshot.View
	if texts := s.privateTexts(b); len(texts) > 0 {
		view = view.With(texts...)
	}
	out := interpreted{
		Source: sourceModel, Intentions: make([]eventIntention, 0, len(b.Intentions)), Contradiction: contradictions(view, b),
		Actions: []any{},
	}
	for _, in := range b.Intentions {
		p := view.Intention(in)
		out.Intentions = append(out.Intentions, eventIntention{
			ID: p.ID, Objective: p.Objective, CapabilityID: orNil(p.ProposedCapability), Resolution: p.Resolution,
			Evidence: p.Evidence, References: p.References, Input: p.Input,
			Alternatives: append([]string{}, p.Alternatives...), Rationale: orNil(p.Rationale),
		})
	}
	if len(b.LifecycleActions) > 0 {
		out.Actions = view.Value(b.LifecycleActions)
	}
	if _, bound := control.GroupClick(s.Snapshot); bound {
		out.Source = menu.Source
	}
	if b.Answer == nil {
		return out
	}
	out.Answer, out.AnswerSource = view.Answer(b.Answer), sourceModel
	if s.Snapshot.Answer != nil {
		out.AnswerSource = menu.Source
	}
	return out
}

func contradictions(view *project.View, b ik.IntentionBatch) []ik.Contradiction {
	out := []ik.Contradiction{}
	for _, c := range b.Contradictions {
		own := ik.Contradiction{Description: view.Text(c.Description)}
		for _, e := range c.Evidence {
			own.Evidence = append(own.Evidence, view.Text(e))
		}
		out = append(out, own)
	}
	return out
}

func orNil[T ~string](s T) any {
	if s == "" {
		return nil
	}
	return s
}
