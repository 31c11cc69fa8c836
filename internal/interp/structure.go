package interp

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

// structure reads an object with named fields: they are written in the order of the schema, further keys of an open one
// behind them in code order.
func (c *compiler) structure(t ir.Type, at place) (reader, error) {
	names, err := fieldTable(t, at)
	if err != nil {
		return nil, err
	}
	readers, err := c.fields(t, at)
	if err != nil {
		return nil, err
	}
	further, err := c.further(t, at)
	if err != nil {
		return nil, err
	}
	size, relations := wirerules.Size(t), wirerules.Relations(t)
	if c.open {
		size, relations = wire.Size{}, nil // a part of an object is matched
	}
	return func(d *wire.Decoder, out *writer) {
		values := make(map[string]string, len(t.Fields))
		extra := map[string]string{}
		start := d.Here()
		enter := d.Object
		if further != nil {
			enter = d.OpenObject
		}
		o := enter(names)
		for o.Next() {
			read, known := readers[o.Key()]
			if !known {
				further(d, &o, extra)
				continue
			}
			w := &writer{}
			read(d, w)
			values[o.Key()] = w.String()
		}
		if size != (wire.Size{}) {
			o.Count(len(extra), size)
		}
		if len(relations) > 0 {
			relations.Decode(d, start)
		}
		writeFields(t.Fields, values, extra, out)
	}, nil
}

// fields are the readers of the named fields.
func (c *compiler) fields(t ir.Type, at place) (map[string]reader, error) {
	readers := make(map[string]reader, len(t.Fields))
	for _, f := range t.Fields {
		r, err := c.compile(f.Type, at)
		if err != nil {
			return nil, err
		}
		readers[f.Name] = r
	}
	return readers, nil
}

// fieldTable says of each field whether null is a value of it: in an optional field it may also mean that the field is
// absent.
func fieldTable(t ir.Type, at place) (*wire.Fields, error) {
	list := wirerules.Fields(t)
	for i, f := range t.Fields {
		bare, _, err := at.resolve(f.Type)
		if err != nil {
			return nil, err
		}
		list[i].Nullable = bare.Nullable || bare.Kind == ir.KindNull || bare.Kind == ir.KindAny
	}
	return wire.FieldsOf(list), nil
}

func writeFields(fields []ir.Field, values map[string]string, extra map[string]string, out *writer) {
	out.open('{')
	for _, f := range fields {
		text, present := values[f.Name]
		if !present {
			if f.Presence != ir.Defaulted {
				continue
			}
			text = string(f.Default)
		}
		out.member(f.Name, text)
	}
	for _, key := range wire.SortedKeys(extra) {
		out.member(key, extra[key])
	}
	out.close('}')
}
