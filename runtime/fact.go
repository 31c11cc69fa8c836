package ik

import (
	"encoding/json"
	"strconv"
	"strings"
)

// FactKey is "type@version". Which instance of a keyed fact is meant is a key of its own.
type FactKey string

// Path is "input.field", "output.field" or "type@v.field" (a scalar fact: "type@v").
type Path string

// Ref splits the key. A key without a readable version gives version 0.
func (k FactKey) Ref() FactRef {
	typ, ver, _ := strings.Cut(string(k), "@")
	v, err := strconv.Atoi(ver)
	if err != nil {
		v = 0
	}
	return FactRef{Type: FactType(typ), Version: v}
}

// FactRef names a fact, and with Key one instance of a keyed fact.
type FactRef struct {
	Type    FactType `json:"type"`
	Version int      `json:"version"`
	Key     string   `json:"key,omitempty"`
}

// FactKey gives "type@version".
func (r FactRef) FactKey() FactKey {
	return FactKey(string(r.Type) + "@" + strconv.Itoa(r.Version))
}

// EvidenceSource says where a proof comes from.
type EvidenceSource string

// The sources of evidence.
const (
	SourceUser       EvidenceSource = "user"
	SourceFact       EvidenceSource = "fact"
	SourceCapability EvidenceSource = "capability"
	SourceExternal   EvidenceSource = "external"
	SourceHost       EvidenceSource = "host"
)

// Evidence is a record that proves a fact or a claim. ID is unique within its result.
type Evidence struct {
	ID      EvidenceID     `json:"id"`
	Source  EvidenceSource `json:"source"`
	Content string         `json:"content"`
	Data    any            `json:"data,omitempty"` // JSON; json.RawMessage once the kernel took it
}

// UnmarshalJSON keeps Data as it was written.
func (e *Evidence) UnmarshalJSON(b []byte) error {
	type plain Evidence
	var v struct {
		plain
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(b, &v); err != nil {
		return err
	}
	*e = Evidence(v.plain)
	if v.Data != nil {
		e.Data = v.Data
	}
	return nil
}

// Visibility says what models see of a fact.
type Visibility string

// The visibilities. The zero value means VisibilityFull.
const (
	VisibilityFull     Visibility = "full"
	VisibilityPresence Visibility = "presence" // that it is there, not its value
	VisibilityHidden   Visibility = "hidden"   // nothing
)

// FactRecord is a confirmed fact as the checkpoint keeps it.
type FactRecord struct {
	FactRef
	Value           json.RawMessage `json:"value"`
	EvidenceIDs     []EvidenceID    `json:"evidenceIds"`
	DependsOn       []FactRef       `json:"dependsOn"`
	ModelVisibility Visibility      `json:"modelVisibility,omitempty"`
	ModelRedactions []string        `json:"modelRedactions,omitempty"`
	Evidence        []Evidence      `json:"evidence"`
	ProducedBy      Producer        `json:"producedBy"`
}

// Producer says which step of which turn published a fact. A host fact has neither capability nor step.
type Producer struct {
	CapabilityID      CapabilityID `json:"capabilityId,omitempty"`
	CapabilityVersion int          `json:"capabilityVersion,omitempty"`
	TurnID            TurnID       `json:"turnId"`
	StepID            StepID       `json:"stepId,omitempty"`
}

// Fact is a confirmed fact with its typed value, as handlers read it.
type Fact[T any] struct {
	Value      T
	Key        string // instance of a keyed fact, else ""
	Evidence   []Evidence
	ProducedBy CapabilityID // empty for a host fact
}

// FactReader gives decoded facts: the instance of the step's requirement, or all instances in code order of their keys.
type FactReader interface {
	Required(FactKey) (StoredFact, bool)
	All(FactKey) []StoredFact
}

// StoredFact is a fact whose value was decoded by the fact's schema.
type StoredFact struct {
	Key        string
	Value      any
	Evidence   []Evidence
	ProducedBy CapabilityID
}

// LookupFact is called by generated code.
func LookupFact[T any](r FactReader, k FactKey) (Fact[T], bool) {
	f, ok := r.Required(k)
	if !ok {
		return Fact[T]{}, false
	}
	return typedFact[T](f)
}

// LookupFacts is called by generated code.
func LookupFacts[T any](r FactReader, k FactKey) []Fact[T] {
	var out []Fact[T]
	for _, f := range r.All(k) {
		if t, ok := typedFact[T](f); ok {
			out = append(out, t)
		}
	}
	return out
}

func typedFact[T any](f StoredFact) (Fact[T], bool) {
	v, ok := f.Value.(T)
	return Fact[T]{Value: v, Key: f.Key, Evidence: f.Evidence, ProducedBy: f.ProducedBy}, ok
}

// Publication is a fact that a completed result publishes.
type Publication[T any] struct {
	value     T
	evidence  []Evidence
	dependsOn []FactKey
	instances []FactRef
}

// Publish confirms v with the records that prove it. The key of a keyed fact is read from v.
func Publish[T any](v T, evidence ...Evidence) *Publication[T] {
	return &Publication[T]{value: v, evidence: evidence}
}

// DependsOn names facts without which this one no longer holds: it goes when one of them is replaced or invalidated. Of a
// keyed fact it is the instance that the call requires; where it requires none in particular, any of them.
func (p *Publication[T]) DependsOn(k ...FactKey) *Publication[T] {
	p.dependsOn = k
	return p
}

// DependsOnInstance names one instance of a keyed fact without which this one no longer holds. It adds to DependsOn.
func (p *Publication[T]) DependsOnInstance(k FactKey, key string) *Publication[T] {
	ref := k.Ref()
	ref.Key = key
	p.instances = append(p.instances, ref)
	return p
}

// AppendTo is called by generated code. key is nil for a fact without a key.
func (p *Publication[T]) AppendTo(r *Result, k FactKey, key func(T) string) {
	if p == nil {
		return
	}
	c := FactCandidate{Fact: k, Value: p.value, DependsOn: p.dependsOn, DependsOnInstances: p.instances}
	if key != nil {
		c.Key = key(p.value)
	}
	for _, e := range p.evidence {
		c.EvidenceIDs = append(c.EvidenceIDs, e.ID)
	}
	r.addEvidence(p.evidence)
	r.Facts = append(r.Facts, c)
}
