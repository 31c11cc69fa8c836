// Package canonical writes JSON in the one form of RFC 8785 (JCS): keys in UTF-16 order, shortest numbers, no white
// space. Fingerprints, digests and effect keys are made over it. It knows nothing of what the documents mean.
package canonical

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// MaxDepth is how deep a document may nest.
const MaxDepth = 256

// JSON rewrites one JSON document canonically. Numbers become IEEE doubles, as the RFC says: callers that need exact
// large integers put them into strings. Duplicate keys, invalid UTF-8 and trailing data are errors.
func JSON(raw []byte) ([]byte, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("canonical json: invalid UTF-8")
	}
	if !json.Valid(raw) {
		return nil, fmt.Errorf("canonical json: %w", fault(raw))
	}
	w := writer{rest: raw, buf: make([]byte, 0, len(raw))}
	if err := w.value(0); err != nil {
		return nil, fmt.Errorf("canonical json: %w", err)
	}
	return w.buf, nil
}

// fault says what is wrong with a document that is not valid JSON.
func fault(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	depth := 0
	for first := true; ; first = false {
		tok, err := dec.Token()
		switch {
		case depth == 0 && !first:
			return errors.New("trailing data")
		case errors.Is(err, io.EOF):
			return io.ErrUnexpectedEOF
		case err != nil:
			return err
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > MaxDepth {
			return fmt.Errorf("nested deeper than %d", MaxDepth)
		}
	}
}

// Marshal encodes v with encoding/json and rewrites the result canonically.
func Marshal(v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("canonical json: %w", err)
	}
	return JSON(raw)
}

// Hash is the SHA-256 of Marshal(v), in lower-case hex.
func Hash(v any) (string, error) {
	b, err := Marshal(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:]), nil
}

// writer rewrites rest, which is valid JSON, into buf.
type writer struct {
	rest    []byte
	buf     []byte
	members []member // of the objects around, one behind the other
	spare   []byte   // for members that change places
}

// peek is the next byte that is no white space; it is not taken.
func (w *writer) peek() byte {
	for w.rest[0] == ' ' || w.rest[0] == '\n' || w.rest[0] == '\t' || w.rest[0] == '\r' {
		w.rest = w.rest[1:]
	}
	return w.rest[0]
}

// take takes the next byte that is no white space.
func (w *writer) take() byte {
	c := w.peek()
	w.rest = w.rest[1:]
	return c
}

func (w *writer) value(depth int) error {
	if depth > MaxDepth {
		return fmt.Errorf("nested deeper than %d", MaxDepth)
	}
	switch w.peek() {
	case '{':
		return w.object(depth)
	case '[':
		return w.array(depth)
	case '"':
		text, err := w.text()
		w.buf = appendString(w.buf, text)
		return err
	case 't', 'n':
		w.copy(len("true")) // null is as long
	case 'f':
		w.copy(len("false"))
	default:
		return w.number()
	}
	return nil
}

func (w *writer) copy(n int) { w.buf, w.rest = append(w.buf, w.rest[:n]...), w.rest[n:] }

// text takes a string and gives what it says; without escapes that is a part of the document.
func (w *writer) text() ([]byte, error) {
	end, escaped := 1, false
	for ; w.rest[end] != '"'; end++ {
		if w.rest[end] == '\\' {
			escaped = true
			end++
		}
	}
	raw := w.rest[:end+1]
	w.rest = w.rest[end+1:]
	if !escaped {
		return raw[1:end], nil
	}
	var text string
	err := json.Unmarshal(raw, &text)
	return []byte(text), err
}

func (w *writer) array(depth int) error {
	w.take()
	w.buf = append(w.buf, '[')
	for first := true; w.peek() != ']'; first = false {
		if !first {
			w.buf = append(w.buf, w.take()) // the comma
		}
		if err := w.value(depth + 1); err != nil {
			return err
		}
	}
	w.buf = append(w.buf, w.take())
	return nil
}

// member is one written member of an object: `"key":value`, with where it stands in the buffer.
type member struct {
	key        []byte
	start, end int
}

func (w *writer) object(depth int) error {
	w.take()
	w.buf = append(w.buf, '{')
	start, first := len(w.buf), len(w.members)
	for w.peek() != '}' {
		if len(w.members) > first {
			w.buf = append(w.buf, w.take()) // the comma
			w.peek()
		}
		key, err := w.text()
		if err != nil {
			return err
		}
		at := len(w.buf)
		w.buf = append(appendString(w.buf, key), w.take())
		if err := w.value(depth + 1); err != nil {
			return err
		}
		w.members = append(w.members, member{key, at, len(w.buf)})
	}
	w.take()
	if err := w.order(start, w.members[first:]); err != nil {
		return err
	}
	w.members = w.members[:first]
	w.buf = append(w.buf, '}')
	return nil
}

// order sorts the members that were written from start on. Most are in order as they come.
func (w *writer) order(start int, members []member) error {
	byKey := func(a, b member) int { return compareKeys(a.key, b.key) }
	sorted := slices.IsSortedFunc(members, byKey)
	if !sorted {
		slices.SortFunc(members, byKey)
	}
	for i := 1; i < len(members); i++ {
		if bytes.Equal(members[i].key, members[i-1].key) {
			return fmt.Errorf("duplicate key %q", members[i].key)
		}
	}
	if sorted {
		return nil
	}
	w.spare = w.spare[:0]
	for i, m := range members {
		if i > 0 {
			w.spare = append(w.spare, ',')
		}
		w.spare = append(w.spare, w.buf[m.start:m.end]...)
	}
	copy(w.buf[start:], w.spare)
	return nil
}

// compareKeys orders by UTF-16 units. Only characters beyond the basic plane make a difference to the order of bytes.
func compareKeys(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	if n == len(a) || n == len(b) || a[n] < utf8.RuneSelf || b[n] < utf8.RuneSelf {
		return bytes.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(string(a))), utf16.Encode([]rune(string(b))))
}

func (w *writer) number() error {
	n := 0
	for n < len(w.rest) && strings.IndexByte("+-.0123456789Ee", w.rest[n]) >= 0 {
		n++
	}
	text := string(w.rest[:n])
	w.rest = w.rest[n:]
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return fmt.Errorf("number %s is outside the range of a double", text)
	}
	w.buf = appendNumber(w.buf, f)
	return nil
}

// appendNumber writes f as ECMAScript's Number::toString does.
func appendNumber(b []byte, f float64) []byte {
	if f == 0 {
		return append(b, '0') // also negative zero
	}
	abs := math.Abs(f)
	if abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(b, f, 'f', -1, 64)
	}
	start := len(b)
	b = strconv.AppendFloat(b, f, 'e', -1, 64)
	// Go writes e+21 and e-07; ECMAScript writes e+21 and e-7.
	if n := len(b); n-start >= 4 && b[n-2] == '0' && (b[n-3] == '-' || b[n-3] == '+') {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

const hexDigits = "0123456789abcdef"

// appendString writes s with the fewest escapes: only the quote, the backslash and controls.
func appendString(b, s []byte) []byte {
	b = append(b, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c >= 0x20:
			b = append(b, c)
		case c == '\b':
			b = append(b, '\\', 'b')
		case c == '\t':
			b = append(b, '\\', 't')
		case c == '\n':
			b = append(b, '\\', 'n')
		case c == '\f':
			b = append(b, '\\', 'f')
		case c == '\r':
			b = append(b, '\\', 'r')
		default:
			b = append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
	}
	return append(b, '"')
}
