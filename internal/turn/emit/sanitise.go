package emit

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/ikgen/ikgen/internal/turn/project/redact"
)

// errNotAnObject says that the data of an event is not an object, which the envelope demands.
var errNotAnObject = errors.New("event data is not an object")

// sanitise makes the data of an event safe: protected texts are masked, then the host's redactor speaks, then fields of
// private reasoning go. Every failure on the way gives the empty object, never the original.
func (e *Emitter) sanitise(data any, texts redact.Texts) json.RawMessage {
	out, err := e.safe(data, texts)
	if err != nil {
		return json.RawMessage("{}")
	}
	return out
}

func (e *Emitter) safe(data any, texts redact.Texts) (out json.RawMessage, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, errors.New("making event data panicked")
		}
	}()
	raw, err := marshal(data)
	if err != nil {
		return nil, err
	}
	if texts.Empty() && e.cfg.Redact == nil && !mayReason(raw) {
		return object(raw)
	}
	tree, err := redact.Decode(raw)
	if err != nil {
		return nil, err
	}
	tree = texts.Value(tree)
	if e.cfg.Redact != nil {
		if tree, err = e.cfg.Redact(tree); err != nil {
			return nil, err
		}
		if tree, err = redact.Tree(tree); err != nil {
			return nil, err
		}
	}
	if raw, err = json.Marshal(withoutReasoning(tree)); err != nil {
		return nil, err
	}
	return object(raw)
}

// Written is the data of an event that is written already, as encoding/json writes it. It must not be changed afterwards.
type Written json.RawMessage

// Later is data that is written when it is needed: at once for a sink or a redactor of the host, else when the turn's
// events are read. What it writes must not depend on when that is.
type Later func() Written

// unwritten is the data of the event at a place of the list, with the texts that were private when it was emitted.
type unwritten struct {
	at    int
	data  Later
	texts redact.Texts
}

func marshal(data any) (json.RawMessage, error) {
	switch d := data.(type) {
	case Later:
		return json.RawMessage(d()), nil
	case Written:
		return json.RawMessage(d), nil
	}
	return json.Marshal(data)
}

func object(raw json.RawMessage) (json.RawMessage, error) {
	if len(raw) == 0 || raw[0] != '{' {
		return nil, errNotAnObject
	}
	return raw, nil
}

// mayReason tells whether a field of private reasoning could be in a document: the end of its name, or letters that are
// written as escapes.
func mayReason(raw []byte) bool {
	if bytes.Contains(raw, []byte("OfThought")) || bytes.Contains(raw, []byte("Reasoning")) {
		return true
	}
	for rest := raw; ; {
		i := bytes.Index(rest, []byte(`\u00`))
		if i < 0 {
			return false
		}
		rest = rest[i+len(`\u00`):]
		if len(rest) > 0 && rest[0] >= '4' && rest[0] <= '7' {
			return true
		}
	}
}

func (e *Emitter) protected() redact.Texts {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.texts
}

// withoutReasoning removes fields in which models leave private reasoning, at every depth.
func withoutReasoning(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = withoutReasoning(v[i])
		}
	case map[string]any:
		for k, e := range v {
			switch k {
			case "chainOfThought", "privateReasoning", "rawReasoning":
				delete(v, k)
			default:
				v[k] = withoutReasoning(e)
			}
		}
	}
	return v
}
