package interp

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

// furtherReader reads a field that a struct does not name.
type furtherReader func(d *wire.Decoder, o *wire.Object, extra map[string]string)

// further gives the reader of the fields that a struct does not name; nil where there are none.
func (c *compiler) further(t ir.Type, at place) (furtherReader, error) {
	rest, err := wirerules.Rest(t)
	if err != nil {
		return nil, err
	}
	readers := make([]reader, len(rest))
	for i := range t.Rest {
		if readers[i], err = c.compile(t.Rest[i].Items, at); err != nil {
			return nil, err
		}
	}
	open := t.Open || c.open
	switch {
	case open && len(rest) == 0:
		return keep, nil
	case len(rest) == 0:
		return nil, nil
	case t.RestType() != nil && !open:
		return typed(rest, readers[0]), nil
	}
	return judged(rest, readers, open), nil
}

// keep stores a field as it stands.
func keep(_ *wire.Decoder, o *wire.Object, extra map[string]string) {
	kept := map[string]json.RawMessage{}
	key := o.Key()
	if _, twice := extra[key]; twice {
		kept[key] = json.RawMessage(extra[key])
	}
	o.Keep(&kept)
	extra[key] = string(kept[key])
}

// typed reads fields of one type.
func typed(rest []wire.Rest, read reader) furtherReader {
	return func(d *wire.Decoder, o *wire.Object, extra map[string]string) {
		if !bound(rest, o.Key()) {
			o.Refuse()
			return
		}
		w := &writer{}
		read(d, w)
		wire.PutRest(o, &extra, w.String())
	}
}

// judged keeps a field as it stands, once every constraint that binds it has read it.
func judged(rest []wire.Rest, readers []reader, open bool) furtherReader {
	return func(d *wire.Decoder, o *wire.Object, extra map[string]string) {
		key := o.Key()
		if !open && !bound(rest, key) {
			o.Refuse()
			return
		}
		start, found := d.Here(), d.Found()
		keep(d, o, extra)
		for i, r := range rest {
			if r.Binds(key) && d.Again(start, found) {
				readers[i](d, &writer{})
			}
		}
	}
}

func bound(rest []wire.Rest, key string) bool {
	for _, r := range rest {
		if r.Binds(key) {
			return true
		}
	}
	return false
}
