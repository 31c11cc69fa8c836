// Package facts owns confirmed facts during a turn: how they are read with their types, how a completed result publishes
// them, and which others a publication takes away.
//
// It does not know plans, agendas or interactions, and it never decides whether a result is valid.
package facts

import (
	"slices"
	"sync"

	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// Reader gives confirmed facts with their types. Every read decodes again, so no reader can change what another one
// sees. It is safe for concurrent use.
type Reader struct {
	agent   *agent.Agent
	records []ik.FactRecord
	allowed func(ik.FactKey) bool

	mu   sync.Mutex
	read map[ik.FactKey]bool
	err  error
}

var _ ik.FactReader = (*Reader)(nil)

// NewReader makes a reader of the facts that keys name.
func NewReader(a *agent.Agent, records []ik.FactRecord, keys []ik.FactKey) *Reader {
	return &Reader{
		agent: a, records: records, read: map[ik.FactKey]bool{},
		allowed: func(k ik.FactKey) bool { return slices.Contains(keys, k) },
	}
}

// NewFullReader makes a reader of all facts that the agent declares, for policies and advice.
func NewFullReader(a *agent.Agent, records []ik.FactRecord) *Reader {
	return &Reader{
		agent: a, records: records, read: map[ik.FactKey]bool{},
		allowed: func(k ik.FactKey) bool { return a.Facts[k] != nil },
	}
}

// Required gives the fact, if it is there.
func (r *Reader) Required(key ik.FactKey) (ik.StoredFact, bool) {
	all := r.All(key)
	if len(all) == 0 {
		return ik.StoredFact{}, false
	}
	return all[0], true
}

// All gives all instances of a fact in code order of their keys.
func (r *Reader) All(key ik.FactKey) []ik.StoredFact {
	if !r.allowed(key) || r.agent.Facts[key] == nil {
		return nil
	}
	r.note(key)
	var out []ik.StoredFact
	for _, rec := range r.records {
		if rec.FactKey() != key {
			continue
		}
		if f, ok := r.decode(key, rec); ok {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b ik.StoredFact) int {
		switch {
		case a.Key < b.Key:
			return -1
		case a.Key > b.Key:
			return 1
		}
		return 0
	})
	return out
}

func (r *Reader) note(key ik.FactKey) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read[key] = true
}

func (r *Reader) decode(key ik.FactKey, rec ik.FactRecord) (ik.StoredFact, bool) {
	value, issues := r.agent.Facts[key].Value.Decode(slices.Clone(rec.Value))
	if len(issues) > 0 {
		r.fail(key, issues)
		return ik.StoredFact{}, false
	}
	return ik.StoredFact{
		Key: rec.Key, Value: value, Evidence: cloneEvidence(rec.Evidence), ProducedBy: rec.ProducedBy.CapabilityID,
	}, true
}

// fail remembers the first fact that can not be read. A stored value that its schema refuses is never read as absent.
func (r *Reader) fail(key ik.FactKey, issues []ik.Issue) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = ik.NewError(ik.KindDurability, "FACT_VALUE_UNREADABLE", "the stored value of fact %q does not fit its schema", key).
			With("fact", string(key)).With("issues", len(issues))
	}
}

// Err is the first fault of a stored value that was met, or nil. It has code FACT_VALUE_UNREADABLE.
func (r *Reader) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Check reads the facts that keys name, so that a stored value that can not be read is found before it is needed.
func (r *Reader) Check(keys []ik.FactKey) error {
	for _, k := range keys {
		r.All(k)
	}
	return r.Err()
}

// Reads are the facts that were asked for, present or not, in code order.
func (r *Reader) Reads() []ik.FactKey {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]ik.FactKey, 0, len(r.read))
	for k := range r.read {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func cloneEvidence(list []ik.Evidence) []ik.Evidence {
	out := slices.Clone(list)
	for i := range out {
		if raw, ok := rawJSON(out[i].Data); ok {
			out[i].Data = raw
		}
	}
	return out
}
