package jsonschema

import (
	"github.com/ikgen/ikgen/internal/ir"
)

func textual(s *object, t *ir.Type) error {
	constant(s, t)
	if t.MinRunes != nil {
		s.set("minLength", number(*t.MinRunes))
	}
	if t.MaxRunes != nil {
		s.set("maxLength", number(*t.MaxRunes))
	}
	for _, p := range t.Patterns {
		if err := pattern(s, p); err != nil {
			return err
		}
	}
	for _, f := range t.Formats {
		format(s, f)
	}
	var not list
	for _, v := range t.NotOneOf {
		not = append(not, text(v))
	}
	exclude(s, not)
	return nil
}

// pattern adds a regular expression that must match, or must not.
func pattern(s *object, p ir.Pattern) error {
	expression, err := ecma(p.Regexp)
	if err != nil {
		return err
	}
	if !p.Not {
		constrain(s, "pattern", text(expression))
		return nil
	}
	match, refuse := &object{}, &object{}
	match.text("pattern", expression)
	refuse.set("not", match)
	also(s, refuse)
	return nil
}
