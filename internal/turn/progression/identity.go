package progression

import (
	"encoding/json"
	"slices"

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

// publications are facts, in the order in which they were published, with their identities. An identity is worked out when
// it is asked for: a thread may have many facts that no rule is about.
type publications struct {
	facts []ik.FactRecord
	ids   []string
	err   error // the first fact whose value cannot be read
}

func identify(facts []ik.FactRecord) *publications {
	return &publications{facts: facts, ids: make([]string, len(facts))}
}

// id is the identity of the i-th fact. A fact that cannot be read has none.
func (p *publications) id(i int) string {
	if p.ids[i] == "" {
		id, err := Publication(p.facts[i])
		if err != nil && p.err == nil {
			p.err = err
		}
		p.ids[i] = id
	}
	return p.ids[i]
}

func (p *publications) reference(i int) reference { return reference{p.facts[i].FactRef, p.id(i)} }

// newest gives the place of the latest publication of any of the facts, or -1.
func (p *publications) newest(keys ...ik.FactKey) int {
	for i := len(p.facts) - 1; i >= 0; i-- {
		for _, k := range keys {
			if covers(k.Ref(), p.facts[i].FactRef) {
				return i
			}
		}
	}
	return -1
}

// has tells whether exactly this publication is there.
func (p *publications) has(ref reference) bool {
	for i := range p.facts {
		if p.facts[i].FactRef == ref.FactRef && p.id(i) == ref.Publication {
			return true
		}
	}
	return false
}

// present tells whether the fact, or this instance of it, is there.
func (p *publications) present(ref ik.FactRef) bool {
	return slices.ContainsFunc(p.facts, func(f ik.FactRecord) bool { return f.FactRef == ref })
}

// of gives the publications that a reference means.
func (p *publications) of(ref ik.FactRef) []reference {
	var out []reference
	for i := range p.facts {
		if covers(ref, p.facts[i].FactRef) {
			out = append(out, p.reference(i))
		}
	}
	return out
}

// covers tells whether a reference means the fact: one without a key means every instance.
func covers(ref, fact ik.FactRef) bool {
	return ref.Type == fact.Type && ref.Version == fact.Version && (ref.Key == "" || ref.Key == fact.Key)
}
