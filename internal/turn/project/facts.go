package project

import (
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
)

// Fact is what a model or an event sees of a fact. Value and Evidence are redacted; Value is absent where not even the
// presence may be told apart from the value.
type Fact struct {
	Type            ik.FactType     `json:"type"`
	Version         int             `json:"version"`
	Key             string          `json:"key,omitempty"`
	Value           any             `json:"value,omitempty"`
	EvidenceIDs     []ik.EvidenceID `json:"evidenceIds"`
	DependsOn       []ik.FactRef    `json:"dependsOn"`
	Evidence        any             `json:"evidence"`
	ProducedBy      ik.Producer     `json:"producedBy"`
	ModelVisibility ik.Visibility   `json:"modelVisibility,omitempty"`
}

// Facts is what a model sees of facts, in their order, and how much of them it does not see.
type Facts struct {
	List     []Fact
	Hidden   int // facts that are not in the list
	Presence int // facts whose value is withheld
	Older    []Older
}

// available stands for a value that is withheld.
func available() any { return map[string]any{"available": true} }

// Facts projects facts for a model.
func (v *View) Facts(records []ik.FactRecord) Facts {
	out := Facts{List: []Fact{}}
	shown, older := v.newest(records)
	out.Older = older
	for i := range shown {
		r := &shown[i]
		switch v.visibility(r) {
		case ik.VisibilityHidden:
			out.Hidden++
			continue
		case ik.VisibilityPresence:
			out.Presence++
		}
		out.List = append(out.List, v.fact(r))
	}
	return out
}

// EventFacts projects facts for an event: all of them, since that a fact was published or removed is no secret, but with
// no value, evidence or key where models see none.
func (v *View) EventFacts(records []ik.FactRecord) []Fact {
	out := []Fact{}
	for i := range records {
		r := &records[i]
		f := v.fact(r)
		if v.visibility(r) == ik.VisibilityHidden {
			f.Key, f.Value = "", nil
			f.DependsOn = withoutKeys(f.DependsOn)
		}
		out = append(out, f)
	}
	return out
}

func withoutKeys(refs []ik.FactRef) []ik.FactRef {
	out := make([]ik.FactRef, len(refs))
	for i, r := range refs {
		r.Key = ""
		out[i] = r
	}
	return out
}

// visibility is the stricter of what the record was stored with and what the agent declares now: an agent that hides a
// fact hides the ones that are stored too.
func (v *View) visibility(r *ik.FactRecord) ik.Visibility {
	declared := ik.VisibilityFull
	if d := v.agent.FactOf(r.FactRef); d != nil {
		declared = d.Visibility
	}
	switch {
	case r.ModelVisibility == ik.VisibilityHidden || declared == ik.VisibilityHidden:
		return ik.VisibilityHidden
	case r.ModelVisibility == ik.VisibilityPresence || declared == ik.VisibilityPresence:
		return ik.VisibilityPresence
	default:
		return ik.VisibilityFull
	}
}

func (v *View) fact(r *ik.FactRecord) Fact {
	f := Fact{
		Type: r.Type, Version: r.Version, Key: v.Text(r.Key), Value: available(), EvidenceIDs: []ik.EvidenceID{},
		DependsOn: []ik.FactRef{}, Evidence: []any{}, ProducedBy: r.ProducedBy, ModelVisibility: r.ModelVisibility,
	}
	for _, d := range r.DependsOn {
		d.Key = v.Text(d.Key)
		f.DependsOn = append(f.DependsOn, d)
	}
	if v.visibility(r) != ik.VisibilityFull {
		return f
	}
	if value, ok := v.factValue(r); ok {
		f.Value = v.shown(value)
	}
	for _, id := range r.EvidenceIDs {
		f.EvidenceIDs = append(f.EvidenceIDs, ik.EvidenceID(v.Text(string(id))))
	}
	if r.Evidence != nil {
		f.Evidence = v.Value(r.Evidence)
	}
	return f
}

// factValue is the value of a fact without its private places. A fact that the agent no longer declares has no mask.
func (v *View) factValue(r *ik.FactRecord) (any, bool) {
	var schema ik.Schema
	if d := v.agent.FactOf(r.FactRef); d != nil {
		schema = d.Value
	}
	return Masked(schema, r.Value)
}

// FactValue projects the value of one fact for a text or a brief: with masks and masked texts. ok is false when models
// may not see the value.
func (v *View) FactValue(r ik.FactRecord) (value json.RawMessage, ok bool) {
	if v.visibility(&r) != ik.VisibilityFull {
		return nil, false
	}
	tree, ok := v.factValue(&r)
	if !ok {
		return nil, false
	}
	raw, err := json.Marshal(v.texts.Value(tree))
	return raw, err == nil
}
