package wire

import (
	"bytes"
	"encoding/json"
)

// Position is the index of the present item.
func (l *List) Position() int { return l.n - 1 }

// Ignore passes over the next value: an item beyond the last one, which the length of the list reports.
func (d *Decoder) Ignore() { d.skip() }

// Tuple writes a list whose items have types of their own.
func Tuple(items ...any) ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('[')
	for i, v := range items {
		raw, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.Write(raw)
	}
	out.WriteByte(']')
	return out.Bytes(), nil
}

// WithTail gives the fixed items of a tuple together with those of its tail.
func WithTail[T any](items []any, tail []T) []any {
	for _, v := range tail {
		items = append(items, v)
	}
	return items
}
