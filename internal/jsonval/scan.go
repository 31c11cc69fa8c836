package jsonval

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// value reads the value that starts at i, and gives its end. The text is valid, so that it looks for no fault.
func value(doc []byte, i int) (any, int) {
	var end int
	switch doc[i] {
	case '{':
		out := map[string]any{}
		for i = space(doc, i+1); doc[i] != '}'; i = next(doc, end) {
			colon := skip(doc, i)
			key, _ := text(doc[i:colon])
			out[key], end = value(doc, space(doc, space(doc, colon)+1))
		}
		return out, i + 1
	case '[':
		out := []any{}
		for i = space(doc, i+1); doc[i] != ']'; i = next(doc, end) {
			var v any
			v, end = value(doc, i)
			out = append(out, v)
		}
		return out, i + 1
	case '"':
		end = skip(doc, i)
		s, _ := text(doc[i:end])
		return s, end
	case 't':
		return true, i + len("true")
	case 'f':
		return false, i + len("false")
	case 'n':
		return nil, i + len("null")
	}
	end = skip(doc, i)
	return json.Number(doc[i:end]), end
}

// next gives the place of the next member after the end of one, or of the closing bracket.
func next(doc []byte, end int) int {
	if i := space(doc, end); doc[i] != ',' {
		return i
	}
	return space(doc, space(doc, end)+1)
}

// text reads a string as encoding/json does.
func text(quoted []byte) (string, bool) {
	if len(quoted) >= 2 && bytes.IndexByte(quoted, '\\') < 0 && utf8.Valid(quoted) {
		return string(quoted[1 : len(quoted)-1]), true
	}
	return String(quoted)
}

func space(doc []byte, i int) int {
	for i < len(doc) && (doc[i] == ' ' || doc[i] == '\n' || doc[i] == '\t' || doc[i] == '\r') {
		i++
	}
	return i
}

// skip gives the end of the value that starts at i.
func skip(doc []byte, i int) int {
	for depth := 0; i < len(doc); i++ {
		switch doc[i] {
		case '"':
			i = closing(doc, i+1)
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		case ',', ':', ' ', '\n', '\t', '\r':
			continue
		default:
			for i+1 < len(doc) && bytes.IndexByte([]byte(",:]} \n\t\r"), doc[i+1]) < 0 {
				i++
			}
		}
		if depth <= 0 {
			return min(i+1, len(doc))
		}
	}
	return len(doc)
}

// closing gives the place of the quote that ends a string.
func closing(doc []byte, i int) int {
	for i < len(doc) {
		quote := bytes.IndexByte(doc[i:], '"')
		if quote < 0 {
			return len(doc)
		}
		for end := i + quote; i <= end; {
			escape := bytes.IndexByte(doc[i:end], '\\')
			if escape < 0 {
				return end
			}
			i += escape + 2 // past what is escaped, which may be the quote
		}
	}
	return i
}
