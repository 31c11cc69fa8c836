package form

import (
	"encoding/json"
	"strings"
)

// Form is the text of a schema with holes. It is immutable.
type Form struct {
	texts []string // one more than holes
	holes []string
}

// Form writes the tree.
func (n *Node) Form() Form {
	w := &writer{}
	n.write(w)
	return Form{append(w.texts, w.b.String()), w.holes}
}

// writer gathers text between holes.
type writer struct {
	b     strings.Builder
	texts []string
	holes []string
}

func (n *Node) write(w *writer) {
	switch {
	case n.hole != "":
		w.texts, w.holes = append(w.texts, w.b.String()), append(w.holes, n.hole)
		w.b.Reset()
	case n.raw != "":
		w.b.WriteString(n.raw)
	case n.isList:
		w.b.WriteByte('[')
		for i, e := range n.list {
			if i > 0 {
				w.b.WriteByte(',')
			}
			e.write(w)
		}
		w.b.WriteByte(']')
	default:
		w.b.WriteByte('{')
		for i, m := range n.members {
			if i > 0 {
				w.b.WriteByte(',')
			}
			w.b.WriteString(Quote(m.name))
			w.b.WriteByte(':')
			m.value.write(w)
		}
		w.b.WriteByte('}')
	}
}

// Whole is the text of a form without holes.
func (f Form) Whole() (string, bool) {
	if len(f.holes) > 0 {
		return "", false
	}
	return strings.Join(f.texts, ""), true
}

// Size is the length of the text without what fills the holes.
func (f Form) Size() int {
	n := 0
	for _, t := range f.texts {
		n += len(t)
	}
	return n
}

// Append writes the text to b; fill appends what stands in a hole. A nil fill leaves the holes empty.
func (f Form) Append(b []byte, fill func(b []byte, hole string) []byte) []byte {
	for i, t := range f.texts {
		b = append(b, t...)
		if i < len(f.holes) && fill != nil {
			b = fill(b, f.holes[i])
		}
	}
	return b
}

// AppendText writes a text as JSON.
func AppendText(b []byte, s string) []byte {
	if !strings.ContainsFunc(s, escaped) {
		return append(append(append(b, '"'), s...), '"')
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return append(b, `""`...)
	}
	return append(b, raw...)
}

// escaped tells whether a text with the rune has to be written with care.
func escaped(r rune) bool {
	return r < ' ' || r > '~' || r == '"' || r == '\\' || r == '<' || r == '>' || r == '&'
}

// AppendEnum writes the schema of a choice among texts. An enum must not be empty: of no texts it is the schema that
// accepts nothing.
func AppendEnum[T ~string](b []byte, values []T) []byte {
	if len(values) == 0 {
		return append(b, "false"...)
	}
	b = append(b, `{"type":"string","enum":[`...)
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendText(b, string(v))
	}
	return append(b, "]}"...)
}

// AppendConst writes the schema of exactly one text.
func AppendConst(b []byte, value string) []byte {
	return append(AppendText(append(b, `{"type":"string","const":`...), value), '}')
}
