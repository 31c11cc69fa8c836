package model

import (
	"encoding/json"
	"sync"

	ik "github.com/ikgen/ikgen/runtime"
)

// maxKept bounds the schemas that an agent keeps. Beyond it they are made for every call.
const maxKept = 256

// Kept is a schema that the turns of an agent share, and what goes out with requests.
type Kept struct {
	Schema    ik.Schema
	Published json.RawMessage
}

// shelf has the schemas that an agent keeps.
type shelf struct {
	mu   sync.RWMutex
	kept map[string]Kept
}

// Keep gives the schema with the key, and makes it where the agent does not have it yet. The key must say everything that
// the schema depends on, and there must be few: what belongs to one conversation is nothing to keep.
func (c *Caller) Keep(key []byte, make func() ik.Schema) Kept {
	s := &c.catalog.shelf
	s.mu.RLock()
	k, ok := s.kept[string(key)]
	s.mu.RUnlock()
	if ok {
		return k
	}
	k.Schema = make()
	k.Published = json.RawMessage(k.Schema.ModelJSON())
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = map[string]Kept{}
	}
	if len(s.kept) < maxKept {
		s.kept[string(key)] = k
	}
	return k
}
