package snapshot

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/turn/project/quote"
	ik "github.com/ikgen/ikgen/runtime"
)

// CodeEvidence is the code of a quote that does not stand in its message.
const CodeEvidence = "EVIDENCE_NOT_IN_MESSAGE"

// CheckQuotes compares quotes with the messages that they name, as models were shown them. at is the JSON Pointer of the
// list.
func (s *Snapshot) CheckQuotes(at string, quotes []ik.IntentionEvidence) []ik.Issue {
	var out []ik.Issue
	for i, q := range quotes {
		out = append(out, s.CheckQuote(fmt.Sprintf("%s/%d", at, i), q)...)
	}
	return out
}

// CheckQuote is CheckQuotes for one quote at a place. A click counts as if the user had written the words of its option
// too: hosts may send it without any text, and then there is nothing else to quote.
func (s *Snapshot) CheckQuote(at string, q ik.IntentionEvidence) []ik.Issue {
	text, shown := s.shownMessage(q.MessageIndex)
	switch {
	case !shown:
		return []ik.Issue{{
			Path: at + "/messageIndex", Code: CodeEvidence,
			Message: fmt.Sprintf("Message %d is not among the messages that were shown.", q.MessageIndex),
		}}
	case !quote.In(text, q.Text) && !s.clicked(q):
		return []ik.Issue{{
			Path: at + "/text", Code: CodeEvidence,
			Message: fmt.Sprintf("This text does not stand in message %d: quote it literally, with the right index.", q.MessageIndex),
		}}
	default:
		return nil
	}
}

// clicked tells whether a quote of the present message has the words of the turn's click.
func (s *Snapshot) clicked(q ik.IntentionEvidence) bool {
	return s.Answer != nil && q.MessageIndex == s.Current.Index && quote.In(s.View.Text(s.Answer.Evidence), q.Text)
}

// shownMessage is a message of the context, redacted.
func (s *Snapshot) shownMessage(index int) (string, bool) {
	if index == s.Current.Index {
		return s.View.Text(s.Current.Content), true
	}
	for _, m := range s.Conversation.Recent {
		if m.Index == index {
			return s.View.Text(m.Content), true
		}
	}
	return "", false
}
