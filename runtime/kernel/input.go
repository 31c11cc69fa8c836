package kernel

import (
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/canonical"
	ik "github.com/ikgen/ikgen/runtime"
)

// Input is what a host gives to one turn.
type Input struct {
	Thread ik.ThreadID // the conversation, made by its first turn
	Turn   ik.TurnID   // the same turn again is a replay
	Text   string      // what the user wrote; may be empty beside a click
	// Selection is a click that the host verified, nil for none.
	Selection *ik.TurnSelection
	// Summary stands for messages that models no longer see. It is not stored.
	Summary string
	// HostContext reaches handlers as it is, or, where the agent has a schema for it, as its schema decodes it: anything
	// whose JSON fits, such as the generated type. Nil is nothing.
	HostContext any
	// HostFacts are the facts that the agent wants from the host with each turn: the generated HostFacts. They hold for this
	// turn alone, and are not stored.
	HostFacts ik.HostFacts

	feed *feed // who follows the turn, nil for nobody
}

// check refuses what can be refused before the thread is touched.
func (in Input) check() error {
	if _, err := ik.NewThreadID(string(in.Thread)); err != nil {
		return err
	}
	if _, err := ik.NewTurnID(string(in.Turn)); err != nil {
		return err
	}
	texts := []struct{ name, text string }{
		{"threadId", string(in.Thread)}, {"turnId", string(in.Turn)}, {"text", in.Text}, {"summary", in.Summary},
	}
	if s := in.Selection; s != nil {
		texts = append(texts, struct{ name, text string }{"selection.interactionId", string(s.InteractionID)},
			struct{ name, text string }{"selection.action", s.Action})
		if s.OptionID != nil {
			texts = append(texts, struct{ name, text string }{"selection.optionId", *s.OptionID})
		}
	}
	for _, t := range texts {
		if !utf8.ValidString(t.text) {
			return ik.NewError(ik.KindBase, "INVALID_UTF8", "the %s of a turn is not valid UTF-8", t.name).With("field", t.name)
		}
	}
	return nil
}

// digest names the payload of a turn: its text and its click. Host context may change between retries.
func (in Input) digest() (string, error) {
	return canonical.Hash(struct {
		Text      string            `json:"text"`
		Selection *ik.TurnSelection `json:"selection"`
	}{in.Text, in.Selection})
}
