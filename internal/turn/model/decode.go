package model

import (
	"bytes"
	"encoding/json"

	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// maxOutput bounds an answer in bytes. What is beyond it is neither read nor told of.
const maxOutput = 4 << 20

// CodeUndecodable is the code of an answer at which its decoder failed.
const CodeUndecodable = "UNDECODABLE"

// decode validates an answer by its schema, whose decoder is strict. The gateway's own check is not relied on.
func decode(s ik.Schema, raw json.RawMessage) Answer {
	if len(raw) > maxOutput {
		return Answer{Issues: []ik.Issue{{Code: wire.TooLarge, Message: "the answer is larger than 4 MiB"}}}
	}
	a := Answer{Raw: bytes.Clone(raw)}
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

// decoded calls the decoder. A decoder that panics on an answer has not accepted it.
func decoded(s ik.Schema, raw json.RawMessage) (v any, issues []ik.Issue) {
	defer func() {
		if recover() != nil {
			v, issues = nil, []ik.Issue{{Code: CodeUndecodable, Message: "the answer cannot be decoded"}}
		}
	}()
	return s.Decode(raw)
}

// Shown gives an answer for the input of a repair: as JSON when it is, else as text.
func (a Answer) Shown() any { return tree(a.Raw) }
