package project

import ik "github.com/ikgen/ikgen/runtime"

// Interaction is what a model or an event sees of a question: neither its protected copy nor the kernel's own fields.
type Interaction struct {
	ID             ik.InteractionID   `json:"id"`
	Kind           ik.InteractionKind `json:"kind"`
	RequestedFacts []ik.FactType      `json:"requestedFacts"`
	Goal           string             `json:"goal"`
	CapabilityID   ik.CapabilityID    `json:"capabilityId,omitempty"`
	Options        []Option           `json:"options,omitempty"`
	Payload        any                `json:"payload,omitempty"`
}

// Option is what a model sees of an option. Position counts from 1; it is 0 outside of Choice.
type Option struct {
	Position           int             `json:"position,omitempty"`
	ID                 string          `json:"id"`
	Label              string          `json:"label"`
	ReferenceExamples  []string        `json:"referenceExamples,omitempty"`
	TargetCapabilityID ik.CapabilityID `json:"targetCapabilityId,omitempty"`
	Value              any             `json:"value"`
}

// Choice is the question of a choice with the positions of its options: what a review binds an answer to.
type Choice struct {
	ID      ik.InteractionID `json:"id"`
	Goal    string           `json:"goal"`
	Options []Option         `json:"options"`
}

// Interaction projects a question, nil for none.
func (v *View) Interaction(i *ik.Interaction) *Interaction {
	if i == nil {
		return nil
	}
	out := &Interaction{
		ID: i.ID, Kind: i.Kind, RequestedFacts: append([]ik.FactType{}, i.RequestedFacts...), Goal: v.Text(i.Goal),
		CapabilityID: i.CapabilityID,
	}
	for _, o := range i.Options {
		out.Options = append(out.Options, v.option(o))
	}
	if i.Payload != nil {
		out.Payload = v.texts.Value(payload(v.agent, i, false))
	}
	return out
}

func (v *View) option(o ik.Option) Option {
	out := Option{
		ID: v.Text(o.ID), Label: v.Text(o.Label), TargetCapabilityID: o.TargetCapabilityID, Value: v.Value(o.Value),
	}
	for _, e := range o.ReferenceExamples {
		out.ReferenceExamples = append(out.ReferenceExamples, v.Text(e))
	}
	return out
}

// Choice projects a choice with positions, nil for any other question. No option is ever left out.
func (v *View) Choice(i *ik.Interaction) *Choice {
	if i == nil || i.Kind != ik.InteractionChoice {
		return nil
	}
	out := &Choice{ID: i.ID, Goal: v.Text(i.Goal), Options: []Option{}}
	for n, o := range i.Options {
		p := v.option(o)
		p.Position = n + 1
		out.Options = append(out.Options, p)
	}
	return out
}

// Answer projects an answer.
func (v *View) Answer(a *ik.InteractionAnswer) any {
	if a == nil {
		return nil
	}
	out := map[string]any{
		"interactionId": a.InteractionID, "value": v.texts.Value(decoded(a.Value)), "evidence": v.Text(a.Evidence),
	}
	if a.Rationale != "" {
		out["rationale"] = v.Text(a.Rationale)
	}
	return out
}
