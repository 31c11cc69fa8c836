package interp

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

// structure reads an object with named fields: they are written in the order of the schema, further keys of an open one
// behind them in code order.
func (c *compiler) structure(t ir.Type, at place) (reader, error) {
	names := wirerules.Fields(t)
	readers := make(map[string]reader, len(t.Fields))
	for _, f := range t.Fields {
		r, err := c.compile(f.Type, at)
		if err != nil {
			return nil, err
		}
		readers[f.Name] = r
	}
	open := t.Open || c.open
	return func(d *wire.Decoder, out *writer) {
		values := make(map[string]string, len(t.Fields))
		var extra map[string]json.RawMessage
		enter := d.Object
		if open {
			enter = d.OpenObject
		}
		o := enter(names)
		for o.Next() {
			read, known := readers[o.Key()]
			if !known {
				o.Keep(&extra)
				continue
			}
			w := &writer{}
			read(d, w)
			values[o.Key()] = w.String()
		}
		writeFields(t.Fields, values, extra, out)
	}, nil
}

func writeFields(fields []ir.Field, values map[string]string, extra map[string]json.RawMessage, out *writer) {
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
		out.member(key, string(extra[key]))
	}
	out.close('}')
}
