package model

import (
	"encoding/json"
	"errors"
	"sync"

	"github.com/ikgen/ikgen/internal/jsonval"
	"github.com/ikgen/ikgen/internal/turn/project/write"
)

// errSchema says that the schema of an input is no JSON, so that no event can hold it.
var errSchema = errors.New("the schema of an input is not JSON")

// seenContext is a context of a turn's calls. Calls share it, so what events tell of it is written once, when the first
// event does.
type seenContext struct {
	of   json.RawMessage
	once sync.Once
	told toldContext
}

// toldContext is what events tell of a context.
type toldContext struct {
	text      []byte
	completed json.RawMessage
	goal      json.RawMessage
}

func (s *seenContext) read() *toldContext {
	s.once.Do(func() { s.told = readContext(s.of) })
	return &s.told
}

// context gives the context of a call, the one that was seen last where it is the same.
func (c *Caller) context(raw json.RawMessage) *seenContext {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil || !same(c.seen.of, raw) {
		c.seen = &seenContext{of: raw}
	}
	return c.seen
}

// same tells whether two documents are one, by its place in memory: contexts are never changed.
func same(a, b json.RawMessage) bool { return len(a) > 0 && len(a) == len(b) && &a[0] == &b[0] }

// The members that events tell of a context, of the conversation in it, of its question, and of each fact.
var (
	contextNames = []string{
		"conversation", "currentMessage", "interactionSelection", "facts", "interaction", "agenda", "pending",
		"selectedModelGuidancePolicies", "modelGuidance", "omissions", "completed", "responseGoal",
	}
	conversationNames = []string{"currentMessage", "recentMessages", "totalMessages"}
	questionNames     = []string{"id", "kind", "capabilityId", "goal", "options"}
	factNames         = []string{"type", "version", "key", "value", "producedBy"}
)

func readContext(raw json.RawMessage) toldContext {
	var m [12]json.RawMessage
	var talk [3]json.RawMessage
	jsonval.Fields(raw, contextNames, m[:])
	jsonval.Fields(m[0], conversationNames, talk[:])
	b := write.Buffer(len(raw))
	b = write.Written(append(b, `{"currentMessage":`...), first(m[1], talk[0]))
	b = write.Written(append(b, `,"interactionSelection":`...), m[2])
	b = write.Written(append(b, `,"recentMessages":`...), orList(talk[1]))
	b = write.Written(append(b, `,"totalMessages":`...), talk[2])
	b = appendFacts(append(b, `,"facts":`...), m[3])
	b = appendQuestion(append(b, `,"interaction":`...), m[4])
	b = write.Written(append(b, `,"agenda":`...), orList(first(m[5], m[6])))
	b = write.Written(append(b, `,"selectedModelGuidancePolicies":`...), orList(first(m[7], m[8])))
	b = write.Written(append(b, `,"omissions":`...), orList(m[9]))
	return toldContext{text: append(b, '}'), completed: orList(m[10]), goal: m[11]}
}

// appendFacts writes of each fact what it is, its value and who made it.
func appendFacts(b []byte, list json.RawMessage) []byte {
	b = append(b, '[')
	one := false
	for e := range jsonval.Elements(list) {
		var f [5]json.RawMessage
		jsonval.Fields(e, factNames, f[:])
		if one {
			b = append(b, ',')
		}
		one = true
		b = write.Written(append(b, `{"type":`...), f[0])
		b = write.Written(append(b, `,"version":`...), f[1])
		if len(f[2]) > 0 {
			b = write.Written(append(b, `,"key":`...), f[2])
		}
		b = write.Written(append(b, `,"value":`...), f[3])
		b = append(write.Written(append(b, `,"producedBy":`...), f[4]), '}')
	}
	return append(b, ']')
}

// appendQuestion writes of a question what is asked, without its payload.
func appendQuestion(b []byte, question json.RawMessage) []byte {
	var q [5]json.RawMessage
	if !jsonval.Fields(question, questionNames, q[:]) || string(question) == "{}" {
		return append(b, "null"...)
	}
	b = write.Written(append(b, `{"id":`...), q[0])
	b = write.Written(append(b, `,"kind":`...), q[1])
	b = write.Written(append(b, `,"capabilityId":`...), q[2])
	b = write.Written(append(b, `,"goal":`...), q[3])
	return append(write.Written(append(b, `,"options":`...), orList(q[4])), '}')
}

// first gives the first document that is there.
func first(a, b json.RawMessage) json.RawMessage {
	if a != nil {
		return a
	}
	return b
}

func orList(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return json.RawMessage("[]")
	}
	return raw
}
