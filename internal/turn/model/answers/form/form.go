package form

import (
	"strings"

	"github.com/ikgen/ikgen/internal/turn/project/write"
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

// Filler writes what stands in a hole.
type Filler func(w *strings.Builder, hole string)

// Write writes the text, its holes filled. A nil fill leaves them empty.
func (f Form) Write(w *strings.Builder, fill Filler) {
	for i, t := range f.texts {
		w.WriteString(t)
		if i < len(f.holes) && fill != nil {
			fill(w, f.holes[i])
		}
	}
}

// Text writes a text as JSON.
func Text[T ~string](w *strings.Builder, s T) {
	var room [64]byte
	w.Write(write.String(room[:0], s))
}

// Int writes a whole number.
func Int(w *strings.Builder, n int) {
	var room [20]byte
	w.Write(write.Int(room[:0], n))
}

// Enum writes the schema of a choice among texts. An enum must not be empty: of no texts it is the schema that accepts
// nothing.
func Enum[T ~string](w *strings.Builder, values []T) {
	if len(values) == 0 {
		w.WriteString("false")
		return
	}
	w.WriteString(`{"type":"string","enum":[`)
	for i, v := range values {
		if i > 0 {
			w.WriteByte(',')
		}
		Text(w, v)
	}
	w.WriteString("]}")
}

// Const writes the schema of exactly one text.
func Const[T ~string](w *strings.Builder, value T) {
	w.WriteString(`{"type":"string","const":`)
	Text(w, value)
	w.WriteByte('}')
}
