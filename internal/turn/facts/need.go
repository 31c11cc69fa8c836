package facts

import (
	"encoding/json"
	"slices"

	ik "github.com/ikgen/ikgen/runtime"
)

// Need is a requirement of a capability as one step has it: with the instance of a keyed fact that the step's input names.
type Need struct {
	ik.Requirement
	// Instance is the key of the instance that is needed, or "": the fact has none, or any does.
	Instance string
	// Unnamed is the path that should name the instance and has no value. Nothing meets the need then. Awaited is the fact that
	// may give it one, where that is still to come.
	Unnamed ik.Path
	Awaited *ik.FactRef
	// Index is the place of the requirement in the contract.
	Index int
}

// Needs binds every requirement of the step's capability, in the order of the contract.
func (s Step) Needs() []Need {
	out := make([]Need, 0, len(s.Capability.Requires))
	for i := range s.Capability.Requires {
		out = append(out, s.Need(i))
	}
	return out
}

// Need binds one requirement, by its place in the contract.
func (s Step) Need(index int) Need {
	r := s.Capability.Requires[index]
	n := Need{Requirement: r, Index: index}
	if r.Key == "" || r.Key == AnyInstance {
		return n
	}
	key, ok := s.keyAt(r.Key, 0)
	if !ok {
		n.Unnamed = r.Key
		if ref, comes := s.awaited(r.Key, 0); comes {
			n.Awaited = &ref
		}
	}
	n.Instance = key
	return n
}

// awaited gives the fact that is missing for a path to have a value: of a keyed one its instance, or the fact that would
// name it. comes is false where nothing is missing, and the path has no value all the same.
func (s Step) awaited(path ik.Path, depth int) (ref ik.FactRef, comes bool) {
	root, _ := path.Split()
	if root == "input" || depth >= maxSteps {
		return ref, false
	}
	fact := ik.FactKey(root)
	ref = fact.Ref()
	if s.Agent.Keyed(fact) {
		key, named := s.Instance(fact)
		if !named {
			return s.awaitedBy(fact, depth)
		}
		ref.Key = key
	}
	return ref, find(s.Facts, ref) == nil
}

// awaitedBy gives what is missing for the instance of a fact to be named.
func (s Step) awaitedBy(fact ik.FactKey, depth int) (ik.FactRef, bool) {
	for _, r := range s.Capability.Requires {
		if r.Key != "" && r.Key != AnyInstance && slices.Contains(r.Facts, fact) {
			return s.awaited(r.Key, depth+1)
		}
	}
	return ik.FactRef{}, false
}

// Any tells whether every instance of a keyed fact is meant.
func (n Need) Any() bool { return n.Key == AnyInstance }

// Met tells whether a confirmed fact meets the need.
func (n Need) Met(current []ik.FactRecord) bool {
	if n.Unnamed != "" {
		return false
	}
	for _, k := range n.Facts {
		ref := k.Ref()
		ref.Key = n.Instance
		if slices.ContainsFunc(current, func(f ik.FactRecord) bool { return covered(ref, f.FactRef) }) {
			return true
		}
	}
	return false
}

// Wants tells whether the need could be met by an instance of a fact: named is false where it is not known which instance
// it will be.
func (n Need) Wants(fact ik.FactKey, key string, named bool) bool {
	return slices.Contains(n.Facts, fact) && n.Unnamed == "" && (n.Instance == "" || !named || n.Instance == key)
}

// Open is how plans and open work name the need: the first of its facts, the others as what does as well. A need
// whose instance is named by a fact that is not there waits for that fact.
func (n Need) Open() ik.FactRequirement {
	out := ik.FactRequirement{Description: n.Description, Resolution: n.Resolution}
	if n.Awaited != nil {
		out.FactRef = *n.Awaited
		return out
	}
	for i, key := range n.Facts {
		ref := key.Ref()
		ref.Key = n.Instance
		if i == 0 {
			out.FactRef = ref
		} else {
			out.AnyOf = append(out.AnyOf, ref)
		}
	}
	return out
}

// Refs are the facts that could meet the need: of a keyed one the instance, or without a key all of them.
func (n Need) Refs() []ik.FactRef {
	out := make([]ik.FactRef, 0, len(n.Facts))
	for _, k := range n.Facts {
		ref := k.Ref()
		ref.Key = n.Instance
		out = append(out, ref)
	}
	return out
}

// ReadInput makes the input of the read that brings what is missing, from the paths of the contract. ok is false where
// there is no such read, or a path that it needs has no value yet.
func (s Step) ReadInput(n Need) (input json.RawMessage, ok bool) {
	if n.From == nil {
		return nil, false
	}
	members := make(map[string]json.RawMessage, len(n.From.Input))
	for field, path := range n.From.Input {
		raw, ok := s.At(path)
		if !ok {
			if root, _ := path.Split(); root != "input" {
				return nil, false // the fact may come yet
			}
			continue // an optional field that the step does not have either
		}
		members[field] = raw
	}
	raw, err := json.Marshal(members)
	return raw, err == nil
}
