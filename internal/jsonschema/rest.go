package jsonschema

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// rest writes what a struct says of the keys that it does not name, and of their number.
func (w *writer) rest(s *object, p *ir.Package, t *ir.Type) error {
	patterns := &object{}
	var every *object
	for i := range t.Rest {
		r := &t.Rest[i]
		items, err := w.schema(p, &r.Items)
		if err != nil {
			return err
		}
		switch {
		case len(r.Keys) > 1 || len(r.Keys) == 1 && r.Keys[0].Not:
			return fmt.Errorf("keys that are bound by more than one regular expression cannot be written")
		case len(r.Keys) == 1:
			expression, err := ecma(r.Keys[0].Regexp)
			if err != nil {
				return err
			}
			bind(patterns, expression, items)
		case every == nil:
			every = items
		default:
			also(every, items)
		}
	}
	if every != nil && len(patterns.members) > 0 { // patterns would exempt their keys
		bind(patterns, "", every)
		every = nil
	}
	if len(patterns.members) > 0 {
		s.set("patternProperties", patterns)
	}
	switch {
	case every != nil:
		s.set("additionalProperties", every)
	case !t.Open:
		s.set("additionalProperties", raw("false"))
	}
	counted(s, t)
	return nil
}

// bind adds a constraint to the keys of a pattern.
func bind(patterns *object, expression string, items *object) {
	for i := range patterns.members {
		if patterns.members[i].key == expression {
			both := &object{}
			both.set("allOf", list{patterns.members[i].value, items})
			patterns.members[i].value = both
			return
		}
	}
	patterns.set(expression, items)
}
