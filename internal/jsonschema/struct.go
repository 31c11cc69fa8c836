package jsonschema

import (
	"github.com/ikgen/ikgen/internal/ir"
)

func (w *writer) structure(s *object, p *ir.Package, t *ir.Type) error {
	s.text("type", "object")
	properties := &object{}
	required := list{}
	for i := range t.Fields {
		f := &t.Fields[i]
		if w.model && f.From != "" {
			continue
		}
		field, err := w.field(p, f)
		if err != nil {
			return err
		}
		properties.set(f.Name, field)
		if f.Presence == ir.Required {
			required = append(required, text(f.Name))
		}
	}
	s.set("properties", properties)
	if len(required) > 0 {
		s.set("required", required)
	}
	return w.rest(s, p, t)
}

func (w *writer) field(p *ir.Package, f *ir.Field) (*object, error) {
	s, err := w.schema(p, &f.Type)
	if err != nil {
		return nil, err
	}
	if f.Doc != "" { // the words at the field are nearer than those of its definition
		s.drop("description")
		s.describe(f.Doc)
	}
	if f.Presence == ir.Defaulted && f.Default != nil {
		s.set("default", plainJSON(f.Default))
	}
	if len(f.Examples) > 0 {
		examples := list{}
		for _, e := range f.Examples {
			examples = append(examples, plainJSON(e))
		}
		s.set("examples", examples)
	}
	return s, nil
}

func (o *object) drop(key string) {
	for i := range o.members {
		if o.members[i].key == key {
			o.members = append(o.members[:i], o.members[i+1:]...)
			return
		}
	}
}

func (w *writer) items(s *object, p *ir.Package, t *ir.Type) error {
	s.text("type", "array")
	item, err := w.schema(p, t.Items)
	if err != nil {
		return err
	}
	s.set("items", item)
	if t.MinItems != nil {
		s.set("minItems", number(*t.MinItems))
	}
	if t.MaxItems != nil {
		s.set("maxItems", number(*t.MaxItems))
	}
	if t.Unique {
		s.set("uniqueItems", raw("true"))
	}
	return w.contains(s, p, t)
}

func (w *writer) entries(s *object, p *ir.Package, t *ir.Type) error {
	s.text("type", "object")
	keys := &object{}
	for _, k := range t.Keys {
		if err := pattern(keys, k); err != nil {
			return err
		}
	}
	if len(keys.members) > 0 {
		s.set("propertyNames", keys)
	}
	value, err := w.schema(p, t.Items)
	if err != nil {
		return err
	}
	s.set("additionalProperties", value)
	counted(s, t)
	return nil
}

// counted bounds the number of fields.
func counted(s *object, t *ir.Type) {
	if t.MinItems != nil {
		s.set("minProperties", number(*t.MinItems))
	}
	if t.MaxItems != nil {
		s.set("maxProperties", number(*t.MaxItems))
	}
}
