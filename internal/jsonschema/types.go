package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
)

// schema writes one type. The result belongs to the caller.
func (w *writer) schema(p *ir.Package, t *ir.Type) (*object, error) {
	s, err := w.plain(p, t)
	if err != nil || !t.Nullable {
		return s, err
	}
	return orNull(s), nil
}

// orNull admits null too. A constant or an enum is no matter of its type alone.
func orNull(s *object) *object {
	if len(s.members) > 0 && s.members[0].key == "type" && !s.has("enum") && !s.has("const") && !s.has("not") && !s.has("allOf") {
		s.members[0].value = list{s.members[0].value, text("null")}
		return s
	}
	null := &object{}
	null.text("type", "null")
	if len(s.members) == 1 && s.members[0].key == "anyOf" {
		s.members[0].value = append(s.members[0].value.(list), null)
		return s
	}
	out := &object{}
	out.set("anyOf", list{s, null})
	return out
}

func (w *writer) plain(p *ir.Package, t *ir.Type) (*object, error) {
	s := &object{}
	switch t.Kind {
	case ir.KindAny:
		return s, nil
	case ir.KindNull:
		s.text("type", "null")
	case ir.KindBool:
		s.text("type", "boolean")
		constant(s, t)
	case ir.KindInt:
		s.text("type", "integer")
		return s, numeric(s, t)
	case ir.KindNumber:
		s.text("type", "number")
		return s, numeric(s, t)
	case ir.KindString:
		s.text("type", "string")
		return s, textual(s, t)
	case ir.KindEnum:
		return s, enum(s, t)
	case ir.KindStruct:
		return s, w.structure(s, p, t)
	case ir.KindList:
		return s, w.items(s, p, t)
	case ir.KindTuple:
		return s, w.tuple(s, p, t)
	case ir.KindMap:
		return s, w.entries(s, p, t)
	case ir.KindUnion:
		return s, w.union(s, p, t)
	case ir.KindRef:
		return w.reference(p, t)
	default:
		return nil, fmt.Errorf("a type of the kind %q is not known", string(t.Kind))
	}
	return s, nil
}

func constant(s *object, t *ir.Type) {
	if t.Const != nil {
		s.set("const", plainJSON(t.Const))
	}
}

// plainJSON writes a JSON value of the representation anew, with this package's quoting.
func plainJSON(r json.RawMessage) value {
	d := json.NewDecoder(bytes.NewReader(r))
	d.UseNumber()
	v, err := read(d)
	if err != nil {
		return raw("null")
	}
	return v
}

// read keeps the order of objects.
func read(d *json.Decoder) (value, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return readList(d)
		}
		return readObject(d)
	case string:
		return text(t), nil
	case json.Number:
		return raw(t.String()), nil
	case bool:
		return raw(fmt.Sprint(t)), nil
	default:
		return raw("null"), nil
	}
}

func readList(d *json.Decoder) (value, error) {
	out := list{}
	for d.More() {
		v, err := read(d)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	_, err := d.Token()
	return out, err
}

func readObject(d *json.Decoder) (value, error) {
	out := &object{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := read(d)
		if err != nil {
			return nil, err
		}
		out.set(fmt.Sprint(key), v)
	}
	_, err := d.Token()
	return out, err
}

func enum(s *object, t *ir.Type) error {
	kinds := map[ir.Kind]string{ir.KindString: "string", ir.KindInt: "integer", ir.KindNumber: "number", ir.KindBool: "boolean"}
	kind, ok := kinds[t.Base]
	if !ok {
		return fmt.Errorf("an enum of the kind %q is not known", string(t.Base))
	}
	s.text("type", kind)
	members := list{}
	for _, m := range t.Enum {
		members = append(members, plainJSON(m.Value))
	}
	s.set("enum", members)
	return nil
}

func numeric(s *object, t *ir.Type) error {
	constant(s, t)
	bound(s, t.Min, "minimum", "exclusiveMinimum")
	bound(s, t.Max, "maximum", "exclusiveMaximum")
	for _, n := range t.MultipleOf {
		constrain(s, "multipleOf", raw(n))
	}
	var not list
	for _, n := range t.NotEqual {
		not = append(not, raw(n))
	}
	exclude(s, not)
	return nil
}

func bound(s *object, b *ir.Bound, inclusive, exclusive string) {
	switch {
	case b == nil:
	case b.Exclusive:
		s.set(exclusive, raw(b.Value))
	default:
		s.set(inclusive, raw(b.Value))
	}
}

// constrain sets a keyword, or adds it as a further condition when it is set already.
func constrain(s *object, key string, v value) {
	if !s.has(key) {
		s.set(key, v)
		return
	}
	more := &object{}
	more.set(key, v)
	also(s, more)
}

// also adds a condition that must hold too.
func also(s *object, condition *object) {
	for i := range s.members {
		if s.members[i].key == "allOf" {
			s.members[i].value = append(s.members[i].value.(list), condition)
			return
		}
	}
	s.set("allOf", list{condition})
}

// exclude forbids values.
func exclude(s *object, values list) {
	if len(values) == 0 {
		return
	}
	not := &object{}
	not.set("enum", values)
	s.set("not", not)
}
