// Package jsonval compares and walks JSON values kept as text. It decodes nothing into Go types and keeps number texts
// exact. It knows nothing of schemas.
package jsonval

import (
	"bytes"
	"encoding/json"
	"math/big"
	"strconv"
	"strings"
)

// Equal tells whether two JSON texts mean the same: key order is irrelevant, array order counts, 1 and 1.0 are one
// number, and nothing is coerced. Two absent (empty) texts are equal. Unreadable text equals only its own bytes, and so
// does a number of more than 4096 bytes.
func Equal(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	va, okA := Decode(a)
	vb, okB := Decode(b)
	return okA && okB && equal(va, vb)
}

// Decode reads a JSON text into nil, bool, json.Number, string, []any and map[string]any. It is false for text that is
// not exactly one JSON value.
func Decode(raw json.RawMessage) (any, bool) {
	if !json.Valid(raw) {
		return nil, false
	}
	v, _ := value(raw, space(raw, 0))
	return v, true
}

// Same tells whether two decoded values are equal, as Equal does.
func Same(a, b any) bool { return equal(a, b) }

func equal(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for k, v := range x {
			if w, ok := y[k]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !equal(x[i], y[i]) {
				return false
			}
		}
		return true
	case json.Number:
		y, ok := b.(json.Number)
		return ok && (x == y || max(len(x), len(y)) <= maxDigits && CompareNumbers(x, y) == 0)
	default:
		return a == b
	}
}

// Bounds of the numbers that are compared exactly: a number text of a few bytes could otherwise stand for gigabytes of
// digits, and reading very many digits takes time by their square. Beyond the bounds numbers compare as doubles.
const (
	maxExponent = 400
	maxDigits   = 4096 // bytes of the text
)

// CompareNumbers compares two JSON numbers by value: -1, 0 or 1.
func CompareNumbers(a, b json.Number) int {
	if a == b {
		return 0
	}
	x, okX := exact(a)
	y, okY := exact(b)
	if okX && okY {
		return x.Cmp(y)
	}
	fx, _ := strconv.ParseFloat(string(a), 64)
	fy, _ := strconv.ParseFloat(string(b), 64)
	switch {
	case fx < fy:
		return -1
	case fx > fy:
		return 1
	}
	return strings.Compare(string(a), string(b))
}

func exact(n json.Number) (*big.Rat, bool) {
	text := string(n)
	if len(text) > maxDigits {
		return nil, false
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		e, err := strconv.Atoi(text[i+1:])
		if err != nil || e > maxExponent || e < -maxExponent {
			return nil, false
		}
	}
	return new(big.Rat).SetString(text)
}

// Lookup follows segments into a document: keys of objects, decimal indexes of arrays. It gives the text at the place,
// and false where there is none.
func Lookup(doc json.RawMessage, segments ...string) (json.RawMessage, bool) {
	if len(doc) == 0 {
		return nil, false
	}
	for _, s := range segments {
		next, ok := step(doc, s)
		if !ok {
			return nil, false
		}
		doc = next
	}
	return doc, true
}

func step(doc json.RawMessage, segment string) (json.RawMessage, bool) {
	switch first(doc) {
	case '{':
		var m map[string]json.RawMessage
		if json.Unmarshal(doc, &m) != nil {
			return nil, false
		}
		v, ok := m[segment]
		return v, ok
	case '[':
		i, err := strconv.Atoi(segment)
		var list []json.RawMessage
		if err != nil || json.Unmarshal(doc, &list) != nil || i < 0 || i >= len(list) {
			return nil, false
		}
		return list[i], true
	}
	return nil, false
}

// first is the first byte of doc that is not white space.
func first(doc []byte) byte {
	doc = bytes.TrimLeft(doc, " \t\r\n")
	if len(doc) == 0 {
		return 0
	}
	return doc[0]
}

// IsNull tells whether doc is the JSON null.
func IsNull(doc json.RawMessage) bool { return string(bytes.TrimSpace(doc)) == "null" }

// String gives the text of a JSON string, and false for anything else.
func String(doc json.RawMessage) (string, bool) {
	if first(doc) != '"' {
		return "", false
	}
	var s string
	err := json.Unmarshal(doc, &s)
	return s, err == nil
}

// Raw gives the JSON of a value that may be JSON already: nil for nil, and for what cannot be encoded.
func Raw(v any) json.RawMessage {
	switch v := v.(type) {
	case nil:
		return nil
	case json.RawMessage:
		return v
	default:
		raw, err := json.Marshal(v)
		if err != nil {
			return nil
		}
		return raw
	}
}
