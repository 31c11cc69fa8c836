package types

import (
	"encoding/json"
	"regexp"
	"unicode/utf8"

	"github.com/ikgen/ikgen/internal/ir"
)

// expressions remembers regular expressions: a spec has the same few, its own and those of the authoring schema, at
// thousands of places.
type expressions struct {
	compiled map[string]*regexp.Regexp
	empty    map[string]string // why nothing satisfies an expression alone
}

func newExpressions() *expressions {
	return &expressions{compiled: map[string]*regexp.Regexp{}, empty: map[string]string{}}
}

// compile compiles an expression once.
func (e *expressions) compile(text string) (*regexp.Regexp, error) {
	if re := e.compiled[text]; re != nil {
		return re, nil
	}
	re, err := regexp.Compile(text)
	if err == nil {
		e.compiled[text] = re
	}
	return re, err
}

// admit tells whether a type of strings with nothing but lengths and expressions admits a constant. false also says that
// it is another type.
func (e *expressions) admit(t ir.Type, raw json.RawMessage) bool {
	if t.Kind != ir.KindString || t.Const != nil || len(t.NotOneOf)+len(t.Formats) > 0 || constKind(raw) != ir.KindString {
		return false
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return false
	}
	n := utf8.RuneCountInString(text)
	if t.MinRunes != nil && n < *t.MinRunes || t.MaxRunes != nil && n > *t.MaxRunes {
		return false
	}
	for _, p := range t.Patterns {
		if re, err := e.compile(p.Regexp); err != nil || re.MatchString(text) == p.Not {
			return false
		}
	}
	return true
}

// emptyStrings is the function of that name, worked out once for a type that has one expression and nothing else.
func (e *expressions) emptyStrings(t ir.Type) string {
	if len(t.Patterns) != 1 || t.Patterns[0].Not || t.MinRunes != nil || t.MaxRunes != nil || len(t.NotOneOf) > 0 {
		return emptyStrings(t)
	}
	text := t.Patterns[0].Regexp
	why, known := e.empty[text]
	if !known {
		why = emptyStrings(t)
		e.empty[text] = why
	}
	return why
}
