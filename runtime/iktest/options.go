package iktest

import (
	"encoding/json"
	"sync"
	"time"

	ik "github.com/ikgen/ikgen/runtime"
)

// Option sets up a call. An option that cannot be applied gives the error of the call.
type Option func(*setup) error

// setup is everything that a call starts from.
type setup struct {
	facts        []ik.FactRecord
	now          time.Time
	ids          ik.IDGenerator
	message      ik.Message
	previous     []ik.Message
	host         any
	continuation json.RawMessage
	interaction  *ik.Interaction
	answer       *ik.InteractionAnswer
	accepted     ik.InteractionID
}

func newSetup() *setup {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return &setup{
		now: now, ids: &locked{from: &counter{last: map[ik.IDKind]int{}}}, previous: []ik.Message{},
		message: ik.Message{Role: ik.RoleUser, Content: "test", At: now},
	}
}

// locked lets the handler's goroutine and the kernel share a generator.
type locked struct {
	mu   sync.Mutex
	from ik.IDGenerator
}

// Next gives the next id of a kind.
func (l *locked) Next(kind ik.IDKind) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.from.Next(kind)
}

// Fact confirms a fact before the call: the generated value type, or anything that encoding/json writes as one. Of a keyed fact
// it is one instance, whose key stands in the value.
func Fact(key ik.FactKey, value any, evidence ...ik.Evidence) Option {
	return KeyedFact(key, "", value, evidence...)
}

// KeyedFact is Fact for one instance of a keyed fact. The key must be the one in the value.
func KeyedFact(key ik.FactKey, instance string, value any, evidence ...ik.Evidence) Option {
	return func(s *setup) error {
		raw, err := json.Marshal(value)
		if err != nil {
			return ik.NewError(ik.KindBase, "FACT_VALUE_UNREADABLE", "the value of fact %q is not JSON", key).Because(err)
		}
		ref := key.Ref()
		ref.Key = instance
		rec := ik.FactRecord{
			FactRef: ref, Value: raw, EvidenceIDs: []ik.EvidenceID{}, DependsOn: []ik.FactRef{}, Evidence: append([]ik.Evidence{}, evidence...),
			ProducedBy: ik.Producer{TurnID: "turn-0", StepID: "step-0"},
		}
		for _, e := range evidence {
			rec.EvidenceIDs = append(rec.EvidenceIDs, e.ID)
		}
		s.facts = append(s.facts, rec)
		return nil
	}
}

// Facts confirms the facts that a host gives with each turn.
func Facts(h ik.HostFacts) Option {
	return func(s *setup) error {
		for _, f := range h.HostFacts() {
			if err := Fact(f.Fact, f.Value)(s); err != nil {
				return err
			}
		}
		return nil
	}
}

// At sets the time of the call.
func At(now time.Time) Option {
	return func(s *setup) error {
		s.now, s.message.At = now, now
		return nil
	}
}

// Said sets what the user wrote, after earlier messages.
func Said(text string, previous ...ik.Message) Option {
	return func(s *setup) error {
		s.message.Content, s.previous = text, append([]ik.Message{}, previous...)
		return nil
	}
}

// HostContext sets what the host gives to handlers as it is.
func HostContext(v any) Option {
	return func(s *setup) error {
		s.host = v
		return nil
	}
}

// Resumed calls the handler as the continuation of earlier work.
func Resumed(continuation any) Option {
	return func(s *setup) error {
		raw, err := json.Marshal(continuation)
		if err != nil {
			return ik.NewError(ik.KindBase, "INVALID_CONTINUATION", "the continuation is not JSON").Because(err)
		}
		s.continuation = raw
		return nil
	}
}

// Answered calls the handler with the user's answer to its question.
func Answered(question ik.Interaction, value any, evidence string) Option {
	return func(s *setup) error {
		raw, err := json.Marshal(value)
		if err != nil {
			return ik.NewError(ik.KindBase, "INVALID_ANSWER", "the value of the answer is not JSON").Because(err)
		}
		s.interaction = &question
		s.answer = &ik.InteractionAnswer{InteractionID: question.ID, Value: raw, Evidence: evidence}
		return nil
	}
}

// Confirmed calls a write as accepted through a confirmation: its id is the default effect key.
func Confirmed(question ik.InteractionID) Option {
	return func(s *setup) error {
		s.accepted = question
		return nil
	}
}
