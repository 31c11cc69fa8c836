package wire

import (
	"encoding/json"
	"slices"
)

// Any reads any value: nil, bool, string, json.Number, []any or map[string]any.
func (d *Decoder) Any() any {
	switch c := d.peek(); c {
	case '{':
		return d.anyObject()
	case '[':
		return d.anyList()
	case '"':
		return d.String()
	case 't', 'f':
		return d.Bool()
	case 'n':
		d.literal("null")
		return nil
	default:
		if kindOf(c) == "" {
			d.syntax("a value")
			return nil
		}
		b, _ := d.number()
		return json.Number(b)
	}
}

// anyList and anyObject keep d to themselves, as skip does.
func (d *Decoder) anyList() []any {
	out := []any{}
	if !d.open() {
		return out
	}
	started := false
	for d.entry(&started, ']') {
		d.item(len(out))
		out = append(out, d.Any())
	}
	if !d.ended {
		d.pop()
	}
	return out
}

func (d *Decoder) anyObject() map[string]any {
	out := map[string]any{}
	if !d.open() {
		return out
	}
	started := false
	for d.entry(&started, '}') {
		t := d.fieldName()
		if d.ended {
			return out
		}
		key := string(t.bytes)
		d.name(key)
		if _, twice := out[key]; twice && t.ok {
			d.duplicate(key)
		}
		out[key] = d.Any()
	}
	if !d.ended {
		d.pop()
	}
	return out
}

// Raw reads any value and gives a copy of its text.
func (d *Decoder) Raw() json.RawMessage {
	d.space()
	start := d.pos
	d.skip()
	if d.ended {
		return nil
	}
	return slices.Clone(d.data[start:d.pos])
}

// Keep reads the value of a key that the schema does not name, and stores it. extra is made when it is nil.
func (o *Object) Keep(extra *map[string]json.RawMessage) {
	if *extra == nil {
		*extra = map[string]json.RawMessage{}
	}
	key := o.Key()
	if _, twice := (*extra)[key]; twice {
		o.d.duplicate(key)
	}
	(*extra)[key] = o.d.Raw()
}

// SortedKeys gives the keys of a map in code order.
func SortedKeys[T any](m map[string]T) []string {
	if len(m) == 0 {
		return nil
	}
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
