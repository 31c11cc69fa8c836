package interpret

import (
	"encoding/json"
	"slices"

	"github.com/ikgen/ikgen/internal/jsonval"
	ik "github.com/ikgen/ikgen/runtime"
)

// shownQuestion is the open question as the schema of an answer may name it: the ids of its options masked as the
// context shows them, each once. Without private texts in them it is the question itself.
func (s *stage) shownQuestion() *ik.Interaction {
	i := s.Snapshot.Interaction
	if !s.masksOptions() {
		return i
	}
	own := *i
	own.Options = nil
	for _, o := range i.Options {
		o.ID = s.Snapshot.View.Text(o.ID)
		if !slices.ContainsFunc(own.Options, func(seen ik.Option) bool { return seen.ID == o.ID }) {
			own.Options = append(own.Options, o)
		}
	}
	return &own
}

// masksOptions tells whether a model sees another id of some option than the stored one.
func (s *stage) masksOptions() bool {
	return s.Snapshot.Interaction != nil && slices.ContainsFunc(s.Snapshot.Interaction.Options, func(o ik.Option) bool {
		return s.Snapshot.View.Text(o.ID) != o.ID
	})
}

// named puts the stored ids of options in the place of the masked ones that a model was shown, in an answer and in
// references. A masked id that fits several options names none of them.
func (s *stage) named(b ik.IntentionBatch) ik.IntentionBatch {
	if !s.masksOptions() {
		return b
	}
	for i := range b.Intentions {
		for j, r := range b.Intentions[i].References {
			b.Intentions[i].References[j].Target = s.storedID(r.Target)
		}
	}
	if id := requestedID(b.Answer); id != "" && s.storedID(id) != id {
		own := *b.Answer
		own.Value = jsonval.Raw(s.storedID(id))
		b.Answer = &own
	}
	return b
}

// storedID is the id of the only option that is shown under a masked id, else the id as it is.
func (s *stage) storedID(shown string) string {
	found := shown
	for _, o := range s.Snapshot.Interaction.Options {
		switch {
		case o.ID == shown:
			return shown
		case s.Snapshot.View.Text(o.ID) != shown:
		case found != shown:
			return shown
		default:
			found = o.ID
		}
	}
	return found
}

// rawValue is the value of an option as JSON; nil when it has none that can be written.
func rawValue(o *ik.Option) json.RawMessage {
	raw, err := json.Marshal(o.Value)
	if err != nil {
		return nil
	}
	return raw
}
