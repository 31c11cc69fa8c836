package facts

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/agent"
	ik "github.com/ikgen/ikgen/runtime"
)

// AnyInstance is the key of a requirement that any instance of its fact meets.
const AnyInstance ik.Path = "*"

// maxSteps bounds how many facts a key may be read through: a contract whose keys name each other names no instance.
const maxSteps = 8

// Step is what a capability is about to work on: its input and the confirmed facts. It says which instance of a keyed
// fact is meant.
type Step struct {
	Agent      *agent.Agent
	Capability *ik.CapabilityDefinition
	Input      json.RawMessage // as it is validated
	Facts      []ik.FactRecord
}

// Instance gives the instance of a keyed fact that the step is about: the one that its first requirement with a key path
// names. named is false where no requirement names one.
func (s Step) Instance(fact ik.FactKey) (key string, named bool) { return s.instance(fact, 0) }

func (s Step) instance(fact ik.FactKey, depth int) (string, bool) {
	for _, r := range s.Capability.Requires {
		if r.Key == "" || r.Key == AnyInstance || !slices.Contains(r.Facts, fact) {
			continue
		}
		if key, ok := s.keyAt(r.Key, depth); ok {
			return key, true
		}
	}
	return "", false
}

// keyAt gives the key that stands at a path.
func (s Step) keyAt(path ik.Path, depth int) (string, bool) {
	if depth >= maxSteps {
		return "", false
	}
	raw, ok := s.at(path, depth+1)
	if !ok {
		return "", false
	}
	return KeyText(raw)
}

// KeyText is how a value names an instance: text as it is, numbers and truth values as JSON writes them. Nothing else is a
// key, and no more than 256 bytes.
func KeyText(raw json.RawMessage) (string, bool) {
	switch {
	case len(raw) == 0, raw[0] == '{', raw[0] == '[', string(raw) == "null":
		return "", false
	}
	key := ik.ValueText(raw)
	return key, key != "" && len(key) <= maxKey
}

const maxKey = 256

// At gives the value at a path of the input or of a fact. Of a keyed fact it is the instance that the step is about.
func (s Step) At(path ik.Path) (json.RawMessage, bool) { return s.at(path, 0) }

func (s Step) at(path ik.Path, depth int) (json.RawMessage, bool) {
	root, fields := path.Split()
	doc := s.Input
	if root != "input" {
		rec := s.record(ik.FactKey(root), depth)
		if rec == nil {
			return nil, false
		}
		doc = rec.Value
	}
	raw, ok := jsonval.Lookup(doc, fields...)
	return raw, ok && string(raw) != "null"
}

// Record gives the confirmed fact that the step reads under a key: of a keyed fact the instance that it is about. Nil:
// there is none.
func (s Step) Record(fact ik.FactKey) *ik.FactRecord { return s.record(fact, 0) }

func (s Step) record(fact ik.FactKey, depth int) *ik.FactRecord {
	ref := fact.Ref()
	if s.Agent.Keyed(fact) {
		key, named := s.instance(fact, depth)
		if !named {
			return nil
		}
		ref.Key = key
	}
	return find(s.Facts, ref)
}

// find gives the fact, or nil.
func find(list []ik.FactRecord, ref ik.FactRef) *ik.FactRecord {
	for i := range list {
		if list[i].FactRef == ref {
			return &list[i]
		}
	}
	return nil
}

// newest gives the instance of a fact that was published last, or nil.
func newest(list []ik.FactRecord, fact ik.FactKey) *ik.FactRecord {
	ref := fact.Ref()
	for i := len(list) - 1; i >= 0; i-- {
		if covered(ref, list[i].FactRef) {
			return &list[i]
		}
	}
	return nil
}

// covered tells whether a reference, which without a key means every instance, names a fact.
func covered(ref, fact ik.FactRef) bool {
	return ref.Type == fact.Type && ref.Version == fact.Version && (ref.Key == "" || ref.Key == fact.Key)
}

// Reads gives the references of facts as the step reads them: of keyed ones the instance that it is about. One that names
// no instance reads nothing.
func (s Step) Reads(list []ik.FactKey) []ik.FactRef {
	out := make([]ik.FactRef, 0, len(list))
	for _, fact := range list {
		ref := fact.Ref()
		if s.Agent.Keyed(fact) {
			key, named := s.Instance(fact)
			if !named {
				continue
			}
			ref.Key = key
		}
		out = append(out, ref)
	}
	return out
}

// Brings gives the instance of a keyed fact that the step is going to publish, as far as its input tells. What a handler
// publishes in the end is its own business.
func (s Step) Brings(fact ik.FactKey) (key string, told bool) {
	field := s.Agent.KeyField(s.Capability.ID, fact)
	if field == "" {
		return "", false
	}
	raw, ok := jsonval.Lookup(s.Input, field)
	if !ok {
		return "", false
	}
	return KeyText(raw)
}

// Key gives the key of an instance from its value. ok is false where the value has none that can be a key.
func Key(def *ik.FactDefinition, value json.RawMessage) (string, bool) {
	raw, ok := jsonval.Lookup(value, def.KeyFields()...)
	if !ok {
		return "", false
	}
	return KeyText(raw)
}
