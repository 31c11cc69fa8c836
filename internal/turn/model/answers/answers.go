// Package answers says what models return: one schema for each kind of answer.
//
// It owns what a turn narrows in the structure of an answer (the capabilities that are registered or selected, the
// options of the open question, the mode), and the plain values that the stages read. The structure itself, its decoders
// and its JSON Schemas are generated. It does not know tasks, prompts or calls, and it judges nothing: whether an answer
// is right is for the stages to find out.
//
// Every schema is strict: of a document that does not fit, its decoder gives a nil value and the issues. JSON Schema and
// decoder accept the same documents, but for what is said at each kind: rules that JSON Schema cannot say, and forms that
// a decoder accepts although models are told a narrower one.
package answers

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ikgen/ikgen/internal/turn/model/answers/form"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Bounds of an answer: bytes, and nesting. What is beyond them is not read. An input may be nested as deeply as decoders
// allow, inside of the answer that brings it.
const (
	MaxBytes = 4 << 20
	maxDepth = wire.DefaultMaxDepth + 10
)

// maxIssues bounds the issues of one answer: a repair needs examples, not a megabyte of them.
const maxIssues = wire.DefaultMaxIssues

// UnknownCapability is the code of an id that is not among the capabilities that the turn allows.
const UnknownCapability = "UNKNOWN_CAPABILITY"

// Unreadable tells whether the code of an issue says that the answer is not one JSON value, or that it can be read in
// more than one way. The path of such an issue may have keys that a model made up.
func Unreadable(code string) bool {
	switch code {
	case wire.InvalidJSON, wire.InvalidUTF8, wire.LoneSurrogate, wire.TooLarge, wire.TooDeep, wire.TrailingData, wire.DuplicateField:
		return true
	}
	return false
}

// decodable is a pointer to a generated type.
type decodable[T any] interface {
	*T
	DecodeWire(*wire.Decoder)
}

// read decodes an answer with its generated decoder and narrows what it read. convert sees whatever could be decoded,
// zero where it could not; its value counts only when there is no issue at all.
func read[T any, P decodable[T]](raw json.RawMessage, convert func(*T, *narrowing) any) (any, []ik.Issue) {
	d := wire.NewDecoderWith(raw, wire.Options{MaxBytes: MaxBytes, MaxDepth: maxDepth, MaxIssues: maxIssues})
	v := new(T)
	P(v).DecodeWire(&d)
	n := &narrowing{issues: d.Issues()}
	out := convert(v, n)
	if len(n.issues) > 0 {
		return nil, n.issues
	}
	return out, nil
}

// narrowing gathers the issues of what a turn narrows.
type narrowing struct{ issues []ik.Issue }

// fail notes an issue.
func (n *narrowing) fail(path, code, message string) {
	if len(n.issues) < maxIssues {
		n.issues = append(n.issues, ik.Issue{Path: path, Code: code, Message: message})
	}
}

// sound tells whether nothing was found so far: rules over several members ask for it.
func (n *narrowing) sound() bool { return len(n.issues) == 0 }

// count holds a list to at most limit elements.
func (n *narrowing) count(path string, length, limit int) {
	if length > limit {
		n.fail(path, wire.TooManyItems, "must have at most "+strconv.Itoa(limit)+" items, not "+strconv.Itoa(length))
	}
}

// option holds the id of an option to those that are there. An id that could not be read was noted before.
func option(n *narrowing, path, id string, allowed []string) {
	if !slices.Contains(allowed, id) && (id != "" || n.sound()) {
		n.fail(path, wire.NotInEnum, "is the id of no option")
	}
}

// capabilities reads ids of capabilities, which the decoder found distinct.
func capabilities[T ~string](n *narrowing, path string, ids []T, allowed []ik.CapabilityID) []ik.CapabilityID {
	out := make([]ik.CapabilityID, 0, len(ids))
	n.count(path, len(ids), len(allowed))
	for i, id := range ids {
		c := ik.CapabilityID(id)
		if i < len(allowed) && c != "" && !slices.Contains(allowed, c) {
			n.fail(at(path, i), UnknownCapability, strconv.Quote(string(c))+" is not a capability that can be chosen here")
		}
		out = append(out, c)
	}
	return out
}

// at is the path of an element.
func at(path string, i int) string { return path + "/" + strconv.Itoa(i) }

// publish writes a schema with its holes filled. room is how much that takes, about.
func publish(f form.Form, room int, fill form.Filler) string {
	if whole, ok := f.Whole(); ok {
		return whole
	}
	var w strings.Builder
	w.Grow(f.Size() + room)
	f.Write(&w, fill)
	return w.String()
}

// room is how much an enum of the texts takes, about.
func room[T ~string](texts []T) int {
	n := 32
	for _, t := range texts {
		n += len(t) + 4
	}
	return n
}
