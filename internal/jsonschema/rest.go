package jsonschema

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// rest writes what a struct says of the keys that it does not name, and of their number.
func (w *writer) rest(s *object, p *ir.Package, t *ir.Type) error {
	if len(t.Rest) == 1 && compound(&t.Rest[0]) && !t.Open {
		return w.onlyRest(s, p, t)
	}
	patterns := &object{}
	var every *object
	for i := range t.Rest {
		r := &t.Rest[i]
		items, err := w.schema(p, &r.Items)
		if err != nil {
			return err
		}
		switch {
		case compound(r):
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

// compound tells whether more than one expression says which keys a constraint binds, or one that they do not match.
func compound(r *ir.Rest) bool { return len(r.Keys) > 1 || len(r.Keys) == 1 && r.Keys[0].Not }

// onlyRest writes the one constraint on the further keys of a closed struct by its names and by their values: that has
// words for any number of expressions.
func (w *writer) onlyRest(s *object, p *ir.Package, t *ir.Type) error {
	keys := &object{}
	for _, k := range t.Rest[0].Keys {
		if err := pattern(keys, k); err != nil {
			return err
		}
	}
	if len(t.Fields) > 0 {
		names, either := list{}, &object{}
		for i := range t.Fields {
			names = append(names, text(t.Fields[i].Name))
		}
		named := &object{}
		named.set("enum", names)
		either.set("anyOf", list{named, keys})
		keys = either
	}
	items, err := w.schema(p, &t.Rest[0].Items)
	if err != nil {
		return err
	}
	s.set("propertyNames", keys)
	s.set("additionalProperties", items)
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
