package ik

import (
	"bytes"
	"encoding/json"
	"slices"
)

// PromptText is the text of a prompt that was taken out of the event of a model call. Every call of a task carries the
// same long text: a store keeps it once, by its hash, and At with the event.
type PromptText struct {
	Hash string // SHA-256 of Text, in hex
	At   int    // where in the event's data it belongs, in bytes
	Text string // as JSON writes it, without the quotation marks
}

// WithoutPrompt takes the text out of an event of type model.invoked. What is left is no longer what a reader of events
// may see: Event.WithPrompt makes it whole again, byte for byte. ok is false, and the event whole, when it has no such
// text.
func (e Event) WithoutPrompt() (rest Event, text PromptText, ok bool) {
	if e.Type != "model.invoked" {
		return e, PromptText{}, false
	}
	from, to, ok := promptSpan(e.Data)
	if !ok {
		return e, PromptText{}, false
	}
	text = PromptText{At: from, Text: string(e.Data[from:to])}
	text.Hash = TextHash(text.Text)
	rest = e
	rest.Data = slices.Concat(e.Data[:from], e.Data[to:])
	return rest, text, true
}

// WithPrompt puts a text back that WithoutPrompt took out.
func (e Event) WithPrompt(text PromptText) Event {
	at := min(max(0, text.At), len(e.Data))
	e.Data = slices.Concat(e.Data[:at], json.RawMessage(text.Text), e.Data[at:])
	return e
}

// promptSpan finds the text in the data: what stands between the quotation marks of the instructions, right behind
// their hash. No text inside of a JSON string can look like that, since its quotation marks are escaped.
func promptSpan(data []byte) (from, to int, ok bool) {
	const hash, name, digits = `"instructionHash":"`, `","instructions":"`, 64
	at := bytes.Index(data, []byte(hash))
	if at < 0 {
		return 0, 0, false
	}
	from = at + len(hash) + digits
	if from > len(data) || !bytes.HasPrefix(data[from:], []byte(name)) {
		return 0, 0, false
	}
	from += len(name)
	for to = from; to < len(data); to++ {
		switch data[to] {
		case '\\':
			to++
		case '"':
			return from, to, to > from
		}
	}
	return 0, 0, false
}
