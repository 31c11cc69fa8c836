// Package facts owns confirmed facts during a turn: how they are read with their types, how a completed result publishes
// them, and which others a publication takes away.
//
// It does not know plans, agendas or interactions, and it never decides whether a result is valid.
package facts

import (
	"cmp"
	"slices"
	"strings"
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
	step    *Step // whose instances are meant; nil: the newest

	mu   sync.Mutex
	read map[ik.FactRef]bool
	err  error
}

var _ ik.FactReader = (*Reader)(nil)

// NewReader makes a reader of the facts that keys name.
func NewReader(a *agent.Agent, records []ik.FactRecord, keys []ik.FactKey) *Reader {
	return &Reader{
		agent: a, records: records, read: map[ik.FactRef]bool{},
		allowed: func(k ik.FactKey) bool { return slices.Contains(keys, k) },
	}
}

// NewFullReader makes a reader of all facts that the agent declares, for policies and advice.
func NewFullReader(a *agent.Agent, records []ik.FactRecord) *Reader {
	return &Reader{
		agent: a, records: records, read: map[ik.FactRef]bool{},
		allowed: func(k ik.FactKey) bool { return a.Facts[k] != nil },
	}
}

// For is the reader of one step: of a keyed fact, Required gives the instance that the step is about, and none where it is
// about no particular one. Without a step, as for advice, it gives the instance that was published last.
func (r *Reader) For(s Step) *Reader {
	r.step = &s
	return r
}

// Required gives the fact, if it is there.
func (r *Reader) Required(key ik.FactKey) (ik.StoredFact, bool) {
	if !r.allowed(key) || r.agent.Facts[key] == nil {
		return ik.StoredFact{}, false
	}
	rec := r.one(key)
	if rec == nil {
		return ik.StoredFact{}, false
	}
	return r.decode(key, rec)
}

// one finds the fact that is meant by a key alone, and notes that it was asked for.
func (r *Reader) one(key ik.FactKey) *ik.FactRecord {
	ref := key.Ref()
	switch {
	case !r.agent.Keyed(key):
	case r.step == nil:
		r.note(ref)
		return newest(r.records, key)
	default:
		instance, named := r.step.Instance(key)
		if !named {
			return nil
		}
		ref.Key = instance
	}
	r.note(ref)
	return find(r.records, ref)
}

// All gives all instances of a fact in code order of their keys.
func (r *Reader) All(key ik.FactKey) []ik.StoredFact {
	if !r.allowed(key) || r.agent.Facts[key] == nil {
		return nil
	}
	ref := key.Ref()
	r.note(ref)
	var out []ik.StoredFact
	for i := range r.records {
		if !covered(ref, r.records[i].FactRef) {
			continue
		}
		if f, ok := r.decode(key, &r.records[i]); ok {
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b ik.StoredFact) int { return strings.Compare(a.Key, b.Key) })
	return out
}

func (r *Reader) note(ref ik.FactRef) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.read[ref] = true
}

func (r *Reader) decode(key ik.FactKey, rec *ik.FactRecord) (ik.StoredFact, bool) {
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

// Check reads what the step requires, so that a stored value that can not be read is found before it is needed. Only what
// is meant is read: one instance costs the same however many there are.
func (r *Reader) Check(needs []Need) error {
	for _, n := range needs {
		for _, k := range n.Facts {
			if n.Any() || r.step == nil {
				r.All(k)
				continue
			}
			r.Required(k)
		}
	}
	return r.Err()
}

// Reads are the facts that were asked for, present or not, in code order: of a keyed one the instance, or without a key
// all of them.
func (r *Reader) Reads() []ik.FactRef {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := make([]ik.FactRef, 0, len(r.read))
	for ref := range r.read {
		out = append(out, ref)
	}
	slices.SortFunc(out, CompareRefs)
	return out
}

// CompareRefs orders references: by their fact in code order, then by key.
func CompareRefs(a, b ik.FactRef) int {
	return cmp.Or(strings.Compare(string(a.FactKey()), string(b.FactKey())), strings.Compare(a.Key, b.Key))
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
