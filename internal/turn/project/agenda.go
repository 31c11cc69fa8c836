package project

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/fill"
	ik "github.com/ikgen/ikgen/runtime"
)

// AgendaItem is what a model sees of open work. The rest of an item is private.
type AgendaItem struct {
	ID           ik.AgendaItemID      `json:"id"`
	Intention    Intention            `json:"intention"`
	Status       ik.AgendaStatus      `json:"status"`
	MissingFacts []ik.FactRequirement `json:"missingFacts"`
	Dependencies []ik.AgendaItemID    `json:"dependencies"`
}

// Intention is what a model or an event sees of an intention. The kernel's own words stay as they are; what a user or a
// model wrote is redacted, and the input has no private places.
type Intention struct {
	ID                 ik.IntentionID  `json:"id"`
	Objective          string          `json:"objective"`
	Rationale          string          `json:"rationale,omitempty"`
	Evidence           []Quote         `json:"evidence"`
	References         []Reference     `json:"references"`
	ProposedCapability ik.CapabilityID `json:"proposedCapability,omitempty"`
	Input              any             `json:"input,omitempty"`
	Resolution         ik.Resolution   `json:"resolution"`
	Alternatives       []string        `json:"alternatives,omitempty"`
}

// null is an explicit null of a JSON document: an input that is null is not an absent one.
type null struct{}

// MarshalJSON writes null.
func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// Agenda projects open work for a model.
func (v *View) Agenda(items []ik.AgendaItem) []AgendaItem {
	out := []AgendaItem{}
	for _, it := range items {
		p := AgendaItem{
			ID: it.ID, Intention: v.Intention(it.Intention), Status: it.Status,
			MissingFacts: []ik.FactRequirement{}, Dependencies: append([]ik.AgendaItemID{}, it.Dependencies...),
		}
		for _, m := range it.MissingFacts {
			m.Description = v.Text(m.Description)
			m.Key = v.Text(m.Key)
			p.MissingFacts = append(p.MissingFacts, m)
		}
		out = append(out, p)
	}
	return out
}

// Intention projects one intention.
func (v *View) Intention(in ik.Intention) Intention {
	out := Intention{
		ID: in.ID, Objective: v.Text(in.Objective), Rationale: v.Text(in.Rationale),
		Evidence: v.Quotes(in.Evidence), References: v.references(in.References),
		ProposedCapability: in.ProposedCapability, Input: v.Input(in.ProposedCapability, in.Input), Resolution: in.Resolution,
	}
	for _, a := range in.Alternatives {
		out.Alternatives = append(out.Alternatives, v.Text(a))
	}
	return out
}

// Intentions projects intentions, in their order.
func (v *View) Intentions(list []ik.Intention) []Intention {
	out := make([]Intention, 0, len(list))
	for _, in := range list {
		out = append(out, v.Intention(in))
	}
	return out
}

// Input projects the input of a capability: nil when it is absent or may not be shown, an explicit null stays one. What
// the kernel fills is not in it.
func (v *View) Input(id ik.CapabilityID, raw []byte) any {
	var schema ik.Schema
	c := v.agent.Capabilities[id]
	if c != nil {
		schema, raw = fill.Proposal(c), fill.Without(c, raw)
	}
	if schema.Mask == nil && v.texts.Empty() && (c == nil || len(c.Filled) == 0) {
		return whole(raw)
	}
	value, _, ok := Input(schema, raw)
	if !ok {
		return nil
	}
	return v.shown(withoutFilled(c, value))
}

// whole gives a document of which nothing is private, nil where it is absent or unreadable.
func whole(raw json.RawMessage) any {
	if !json.Valid(raw) {
		return nil
	}
	return raw
}

// Output projects the output of a capability.
func (v *View) Output(id ik.CapabilityID, raw []byte) any {
	var schema ik.Schema
	if c := v.agent.Capabilities[id]; c != nil {
		schema = c.Output
	}
	value, ok := Masked(schema, raw)
	if !ok {
		return nil
	}
	return v.shown(value)
}

// shown masks the texts of a value that may be seen, and keeps an explicit null apart from an absent value.
func (v *View) shown(value any) any {
	if value == nil {
		return null{}
	}
	return v.texts.Value(value)
}
