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
	c := s.Quotes()
	for i, q := range quotes {
		c.Check(func() string { return fmt.Sprintf("%s/%d", at, i) }, q)
	}
	return c.Issues
}

// Quotes compares quotes with the messages of a snapshot. An answer may have thousands of them and a message may be long,
// so each message is read once, and nothing is looked for when there are as many issues as a repair is told of.
type Quotes struct {
	// Issues are those found so far.
	Issues []ik.Issue

	of    *Snapshot
	shown []shownMessage
	click *quote.Text
}

// shownMessage is a message that was quoted.
type shownMessage struct {
	index int
	text  quote.Text
}

// Quotes begins a comparison. It is for one goroutine.
func (s *Snapshot) Quotes() Quotes { return Quotes{of: s} }

// Check compares one quote; at gives its JSON Pointer. A click counts as if the user had written the words of its option
// too: hosts may send it without any text, and then there is nothing else to quote.
func (c *Quotes) Check(at func() string, q ik.IntentionEvidence) {
	if len(c.Issues) >= maxIssues {
		return
	}
	text, shown := c.message(q.MessageIndex)
	switch {
	case !shown:
		c.note(at()+"/messageIndex", fmt.Sprintf("Message %d is not among the messages that were shown.", q.MessageIndex))
	case !text.Has(q.Text) && !c.clicked(q):
		c.note(at()+"/text",
			fmt.Sprintf("This text does not stand in message %d: quote it literally, with the right index.", q.MessageIndex))
	}
}

func (c *Quotes) note(path, message string) {
	c.Issues = append(c.Issues, ik.Issue{Path: path, Code: CodeEvidence, Message: message})
}

// clicked tells whether a quote of the present message has the words of the turn's click.
func (c *Quotes) clicked(q ik.IntentionEvidence) bool {
	s := c.of
	if s.Answer == nil || q.MessageIndex != s.Current.Index {
		return false
	}
	if c.click == nil {
		words := quote.Of(s.View.Text(s.Answer.Evidence))
		c.click = &words
	}
	return c.click.Has(q.Text)
}

// message is a message of the context, redacted.
func (c *Quotes) message(index int) (quote.Text, bool) {
	for _, m := range c.shown {
		if m.index == index {
			return m.text, true
		}
	}
	content, ok := c.of.content(index)
	if !ok {
		return quote.Text{}, false
	}
	text := quote.Of(c.of.View.Text(content))
	c.shown = append(c.shown, shownMessage{index, text})
	return text, true
}

// content is what a message of the context says.
func (s *Snapshot) content(index int) (string, bool) {
	if index == s.Current.Index {
		return s.Current.Content, true
	}
	for _, m := range s.Conversation.Recent {
		if m.Index == index {
			return m.Content, true
		}
	}
	return "", false
}
