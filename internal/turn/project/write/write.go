// Package write appends JSON to a buffer, byte by byte what encoding/json writes.
//
// It owns the text of strings, of what is already written and of small scalars. It is for the few documents that every
// turn makes and that are too large for reflection. It does not know what they mean.
package write

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// plain tells whether an ASCII byte stands for itself in a string of encoding/json.
func plain(c byte) bool {
	return c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&'
}

// String appends a string with its quotes.
func String[T ~string](b []byte, text T) []byte {
	s := string(text)
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if !plain(c) {
				b = escaped(append(b, s[from:i]...), c)
				from = i + 1
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[from:i]...), `\ufffd`...)
			from = i + size
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[from:i]...), '\\', 'u', '2', '0', '2', hex[r&0xf])
			from = i + size
		}
		i += size
	}
	return append(append(b, s[from:]...), '"')
}

func escaped(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
}

// Raw appends valid JSON without white space and with the characters escaped that encoding/json escapes in a
// json.RawMessage. No text is null.
func Raw(b []byte, raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return append(b, "null"...)
	}
	from, inString := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			inString = !inString
		case c == '\\':
			i++ // in strings alone
		case c <= ' ' && !inString:
			b = append(b, raw[from:i]...)
			from = i + 1
		case c == '<' || c == '>' || c == '&':
			b = append(append(b, raw[from:i]...), '\\', 'u', '0', '0', hex[c>>4], hex[c&0xf])
			from = i + 1
		case c == 0xE2 && i+2 < len(raw) && raw[i+1] == 0x80 && raw[i+2]&^1 == 0xA8:
			b = append(append(b, raw[from:i]...), '\\', 'u', '2', '0', '2', hex[raw[i+2]&0xf])
			from = i + 3
			i += 2
		}
	}
	return append(b, raw[from:]...)
}

// Written appends JSON that is as this package or encoding/json wrote it. No text is null.
func Written(b []byte, raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return append(b, "null"...)
	}
	return append(b, raw...)
}

// Any appends what encoding/json writes of a value, which must be such that it can.
func Any(b []byte, v any) ([]byte, error) {
	raw, err := json.Marshal(v)
	return append(b, raw...), err
}

// Int appends an integer.
func Int(b []byte, n int) []byte { return strconv.AppendInt(b, int64(n), 10) }

// Float appends a finite number.
func Float(b []byte, f float64) []byte {
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	b = strconv.AppendFloat(b, f, format, -1, 64)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' { // e-09 is e-9
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// Strings appends a list of strings; nil is null.
func Strings[T ~string](b []byte, list []T) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, s := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = String(b, s)
	}
	return append(b, ']')
}

// Buffer is an empty buffer with room for n bytes.
func Buffer(n int) []byte { return slices.Grow([]byte(nil), n) }
