package interp

import (
	"bytes"
	"encoding/json"

	"github.com/ikgen/ikgen/runtime/wire"
)

// writer writes one JSON value in pieces.
type writer struct {
	buf   bytes.Buffer
	first bool // nothing stands in the innermost bracket yet
}

// String gives what was written.
func (w *writer) String() string { return w.buf.String() }

func (w *writer) text(s string) { w.buf.WriteString(s) }

// value writes a Go value of the kinds that runtime/wire gives.
func (w *writer) value(v any) {
	enc := json.NewEncoder(&w.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		w.buf.WriteString("null") // no value of wire fails; a document is never left open
		return
	}
	w.buf.Truncate(w.buf.Len() - 1) // the encoder's newline
}

func (w *writer) open(bracket byte) {
	w.buf.WriteByte(bracket)
	w.first = true
}

func (w *writer) close(bracket byte) {
	w.buf.WriteByte(bracket)
	w.first = false
}

// next begins an element or a member.
func (w *writer) next() {
	if !w.first {
		w.buf.WriteByte(',')
	}
	w.first = false
}

func (w *writer) member(key, text string) {
	w.next()
	w.value(key)
	w.buf.WriteByte(':')
	w.buf.WriteString(text)
}

// sorted writes an object whose members are in code order.
func (w *writer) sorted(values map[string]string) {
	w.open('{')
	for _, key := range wire.SortedKeys(values) {
		w.member(key, values[key])
	}
	w.close('}')
}
