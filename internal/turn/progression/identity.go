package progression

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/canonical"
	ik "github.com/ikgen/ikgen/runtime"
)

// Publication is the identity of one publication of a fact: a digest over the fact, its value and who published it. A
// value that is published again, even an equal one, is another publication. A fact of the host is published anew with
// every turn: there the value alone counts.
func Publication(f ik.FactRecord) (string, error) {
	id := struct {
		ik.FactRef
		Value      json.RawMessage `json:"value"`
		ProducedBy *ik.Producer    `json:"producedBy"`
	}{FactRef: f.FactRef, Value: f.Value}
	if f.ProducedBy.CapabilityID != "" {
		id.ProducedBy = &f.ProducedBy
	}
	return digest(id)
}

// OccurrenceID is the identity of an occurrence: its rule, and the publications that activated it.
func OccurrenceID(rule string, facts []ik.ActivationFact) (string, error) {
	return digest(struct {
		RuleID string              `json:"ruleId"`
		Facts  []ik.ActivationFact `json:"facts"`
	}{rule, append([]ik.ActivationFact{}, facts...)})
}

func digest(v any) (string, error) {
	h, err := canonical.Hash(v)
	if err != nil {
		return "", ik.NewError(ik.KindDurability, "FACT_VALUE_UNREADABLE", "a stored value is no JSON").Because(err)
	}
	return h, nil
}

// publication is a current fact with its identity.
type publication struct {
	fact ik.FactRecord
	id   string
}

// publications are the current facts, in the order in which they were published.
type publications []publication

func identify(facts []ik.FactRecord) (publications, error) {
	out := make(publications, 0, len(facts))
	for _, f := range facts {
		id, err := Publication(f)
		if err != nil {
			return nil, err
		}
		out = append(out, publication{f, id})
	}
	return out, nil
}

// newest gives the latest publication of any of the facts.
func (p publications) newest(keys ...ik.FactKey) *publication {
	for i := len(p) - 1; i >= 0; i-- {
		for _, k := range keys {
			if p[i].fact.FactKey() == k {
				return &p[i]
			}
		}
	}
	return nil
}

// has tells whether exactly this publication is there.
func (p publications) has(ref ik.FactRef, id string) bool {
	for i := range p {
		if p[i].id == id && p[i].fact.FactRef == ref {
			return true
		}
	}
	return false
}

// present tells whether the fact, or this instance of it, is there.
func (p publications) present(ref ik.FactRef) bool {
	for i := range p {
		if p[i].fact.FactRef == ref {
			return true
		}
	}
	return false
}
