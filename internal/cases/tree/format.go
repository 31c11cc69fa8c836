package tree

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// JSON writes the value without white space.
func (v *Value) JSON() []byte {
	var b bytes.Buffer
	v.write(&b, ",", ":")
	return b.Bytes()
}

// String writes the value on one line, as people write it.
func (v *Value) String() string {
	if v == nil {
		return "nothing"
	}
	var b bytes.Buffer
	v.write(&b, ", ", ": ")
	return b.String()
}

// MarshalJSON lets a tree stand inside other values.
func (v *Value) MarshalJSON() ([]byte, error) { return v.JSON(), nil }

func (v *Value) write(b *bytes.Buffer, comma, colon string) {
	switch v.Kind {
	case Null:
		b.WriteString("null")
	case Bool, Number:
		b.WriteString(v.Text)
	case String:
		b.Write(quote(v.Text))
	case Array:
		b.WriteByte('[')
		for i, it := range v.Items {
			if i > 0 {
				b.WriteString(comma)
			}
			it.write(b, comma, colon)
		}
		b.WriteByte(']')
	case Object:
		b.WriteByte('{')
		for i, m := range v.Members {
			if i > 0 {
				b.WriteString(comma)
			}
			b.Write(quote(m.Key))
			b.WriteString(colon)
			m.Value.write(b, comma, colon)
		}
		b.WriteByte('}')
	}
}

func quote(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Format writes the value over as many lines as it needs: what fits into width columns stays on one line. indent is
// what stands before the closing bracket, and the column where the value begins is taken to be start.
func (v *Value) Format(indent string, start, width int) string {
	var b bytes.Buffer
	v.format(&b, indent, start, width)
	return b.String()
}

func (v *Value) format(b *bytes.Buffer, indent string, start, width int) {
	line := v.String()
	if len(v.Items)+len(v.Members) == 0 || start+utf8.RuneCountInString(line) <= width {
		b.WriteString(line)
		return
	}
	inner := indent + "  "
	brackets := "[]"
	if v.Kind == Object {
		brackets = "{}"
	}
	b.WriteByte(brackets[0])
	for i := 0; i < len(v.Items)+len(v.Members); i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + inner)
		if v.Kind == Array {
			v.Items[i].format(b, inner, len(inner), width)
			continue
		}
		key := string(quote(v.Members[i].Key)) + ": "
		b.WriteString(key)
		v.Members[i].Value.format(b, inner, len(inner)+utf8.RuneCountInString(key), width)
	}
	b.WriteString("\n" + indent)
	b.WriteByte(brackets[1])
}

// Place gives line and column of a byte offset, both from 1.
func Place(data []byte, offset int) (line, column int) {
	offset = min(max(offset, 0), len(data))
	before := string(data[:offset])
	line = strings.Count(before, "\n") + 1
	return line, offset - (strings.LastIndexByte(before, '\n') + 1) + 1
}
