package jsonschema

import (
	"strings"
	"unicode/utf8"
)

// mostNote bounds the value that is told in a description, in code points.
const mostNote = 400

// notes are the keywords that a vendor does not take, told to the model in the description: it may follow them.
type notes struct{ parts []string }

func (n *notes) add(m member) {
	if m.key == "$schema" || m.key == "title" {
		return
	}
	if v := string(m.value.append(nil)); utf8.RuneCountInString(v) <= mostNote {
		n.parts = append(n.parts, m.key+": "+v)
	}
}

// onto adds the notes to the description of a schema.
func (n *notes) onto(s *object) {
	if len(n.parts) == 0 {
		return
	}
	words, _ := s.get("description").(text)
	s.drop("description")
	if words != "" {
		words += "\n\n"
	}
	s.describe(string(words) + "{" + strings.Join(n.parts, ", ") + "}")
}
