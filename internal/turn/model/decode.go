package model

import (
	"bytes"
	"encoding/json"

	"github.com/ikgen/ikgen/internal/turn/model/shape"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Bounds of an answer: bytes, and nesting. What is beyond them is not read. An input may be nested as deeply as decoders
// allow, inside of the answer that brings it.
const (
	maxOutput = 4 << 20
	maxDepth  = wire.DefaultMaxDepth + 10
)

// decode validates an answer by its schema. The gateway's own check is not relied on.
func decode(s ik.Schema, raw json.RawMessage) Answer {
	if len(raw) > maxOutput {
		return Answer{Issues: []ik.Issue{{Code: "too_large", Message: "the answer is larger than 4 MiB"}}}
	}
	a := Answer{Raw: bytes.Clone(raw)}
	if a.Issues = unreadable(raw); len(a.Issues) > 0 {
		return a
	}
	if s.Decode == nil {
		a.Value = a.Raw
		return a
	}
	a.Value, a.Issues = decoded(s, a.Raw)
	if len(a.Issues) > 0 {
		a.Value = nil
	}
	return a
}

// unreadable finds what readers of JSON are lenient about, beside text that is no JSON: of two members with one name
// they would take the last silently, and for broken text another one than was written.
func unreadable(raw json.RawMessage) []ik.Issue {
	d := wire.NewDecoderWith(raw, wire.Options{MaxBytes: maxOutput, MaxDepth: maxDepth})
	d.Raw()
	var out []ik.Issue
	for _, i := range d.Issues() {
		if i.Code == wire.InvalidJSON {
			i.Path = "" // reading ended there: the place is in the words
		}
		out = append(out, ik.Issue{Path: i.Path, Code: shape.CodeUnreadable, Message: i.Message})
	}
	return out
}

// decoded calls the decoder. A decoder that panics on an answer has not accepted it.
func decoded(s ik.Schema, raw json.RawMessage) (v any, issues []ik.Issue) {
	defer func() {
		if recover() != nil {
			v, issues = nil, []ik.Issue{{Code: "undecodable", Message: "the answer cannot be decoded"}}
		}
	}()
	return s.Decode(raw)
}

// Shown gives an answer for the input of a repair: as JSON when it is, else as text.
func (a Answer) Shown() any { return tree(a.Raw) }
