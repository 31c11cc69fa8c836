// Package redact takes private texts and private places out of JSON values.
//
// It owns the two ways in which something private is withheld: a text is masked wherever it occurs inside a string, and
// a place that a mask calls private is removed from its document. It does not know facts, capabilities or models, nor
// why something is private.
package redact

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/jsonval"
)

// Placeholder stands where a private text stood.
const Placeholder = "[redacted]"

// MinLength is the length, in code points, from which a private text is masked inside other texts. A shorter one would
// tear ordinary words apart, so its place is removed instead.
const MinLength = 3

// Texts is a set of private texts. The zero value masks nothing. It is immutable.
type Texts struct {
	list  []string
	index *index // nil: none
}

// New makes the set of all texts of all groups that are long enough: distinct, the longest first.
func New(groups ...[]string) Texts {
	var list []string
	for _, g := range groups {
		for _, s := range g {
			if Maskable(s) {
				list = append(list, s)
			}
		}
	}
	if len(list) == 0 {
		return Texts{}
	}
	slices.SortFunc(list, longestFirst)
	list = slices.Compact(list)
	return Texts{list, newIndex(list)}
}

// Maskable tells whether s is long enough to be masked inside other texts.
func Maskable(s string) bool { return utf8.RuneCountInString(s) >= MinLength }

func longestFirst(a, b string) int {
	if d := utf8.RuneCountInString(b) - utf8.RuneCountInString(a); d != 0 {
		return d
	}
	return strings.Compare(a, b)
}

// With gives the set that has the texts of more too.
func (t Texts) With(more ...string) Texts {
	if !slices.ContainsFunc(more, func(s string) bool { return Maskable(s) && !t.has(s) }) {
		return t
	}
	return New(t.list, more)
}

func (t Texts) has(s string) bool {
	if t.Empty() {
		return false
	}
	_, found := slices.BinarySearch(t.index.sorted, s)
	return found
}

// List gives the texts, longest first. The slice is the caller's own.
func (t Texts) List() []string { return slices.Clone(t.list) }

// Empty tells whether there is nothing to mask.
func (t Texts) Empty() bool { return len(t.list) == 0 }

// Text masks every occurrence of every text in s. Matching is exact and by case. Occurrences that overlap are masked
// together, so that no part of a private text is left standing.
func (t Texts) Text(s string) string {
	if t.Empty() {
		return s
	}
	spans := t.index.spans(s)
	if len(spans) == 0 {
		return s
	}
	var b strings.Builder
	end := 0
	for _, sp := range spans {
		b.WriteString(s[end:sp.from])
		b.WriteString(Placeholder)
		end = sp.to
	}
	b.WriteString(s[end:])
	return b.String()
}

type span struct{ from, to int }

// Value masks every string inside a decoded JSON value, at any depth. Keys of objects and other scalars stay. The result
// shares nothing that is changed with v.
func (t Texts) Value(v any) any {
	if t.Empty() {
		return v
	}
	switch v := v.(type) {
	case string:
		return t.Text(v)
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = t.Value(e)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, e := range v {
			out[k] = t.Value(e)
		}
		return out
	default:
		return v
	}
}

// errNotJSON says that a text is not exactly one JSON value.
var errNotJSON = errors.New("not a JSON value")

// Decode reads a JSON text without loss: numbers stay as they were written.
func Decode(raw []byte) (any, error) {
	v, ok := jsonval.Decode(raw)
	if !ok {
		return nil, errNotJSON
	}
	return v, nil
}

// Tree turns any value that encoding/json writes into a decoded JSON value of its own.
func Tree(v any) (any, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return Decode(raw)
}
