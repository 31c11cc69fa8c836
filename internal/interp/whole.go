package interp

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	ik "github.com/ikgen/ikgen/runtime"
	"github.com/ikgen/ikgen/runtime/wire"
)

// wholeList adds the rule over all elements of a list to its reader.
func (c *compiler) wholeList(t ir.Type, at place, read reader) (reader, error) {
	rule, err := wirerules.Items(t, func(item ir.Type) (func(*wire.Decoder), error) {
		r, err := c.compile(item, at)
		return func(d *wire.Decoder) { r(d, &writer{}) }, err
	})
	if err != nil || rule == nil {
		return read, err
	}
	return func(d *wire.Decoder, out *writer) {
		start := d.Here()
		read(d, out)
		rule.Decode(d, start)
	}, nil
}

// tuple reads a list whose first elements have types of their own.
func (c *compiler) tuple(t ir.Type, at place) (reader, error) {
	elems := make([]reader, len(t.Elems))
	for i := range t.Elems {
		r, err := c.compile(t.Elems[i], at)
		if err != nil {
			return nil, err
		}
		elems[i] = r
	}
	var tail reader
	if t.Items != nil {
		r, err := c.compile(*t.Items, at)
		if err != nil {
			return nil, err
		}
		tail = r
	}
	size := wirerules.Length(t)
	return func(d *wire.Decoder, out *writer) {
		out.open('[')
		for l := d.List(size); l.Next(); {
			out.next()
			switch i := l.Position(); {
			case i < len(elems):
				elems[i](d, out)
			case tail != nil:
				tail(d, out)
			default:
				d.Ignore()
			}
		}
		out.close(']')
	}, nil
}

// text reads a string, also one that Go holds as a time or a duration: it is written as that is.
func text(t ir.Type) (reader, error) {
	switch t.Go {
	case ir.GoTime:
		return func(d *wire.Decoder, out *writer) { out.value(wire.TimeText(d.Time())) }, nil
	case ir.GoDuration:
		return func(d *wire.Decoder, out *writer) { out.value(d.Duration().String()) }, nil
	}
	r, err := wirerules.String(t)
	return func(d *wire.Decoder, out *writer) { out.value(r.Decode(d)) }, err
}

// integer reads an integer.
func integer(t ir.Type) (reader, error) {
	if t.Unsigned {
		r, err := wirerules.Uint(t)
		return func(d *wire.Decoder, out *writer) { out.value(r.Decode(d)) }, err
	}
	r, err := wirerules.Int(t)
	return func(d *wire.Decoder, out *writer) { out.value(r.Decode(d)) }, err
}

// parts are the types of the fixed elements of a tuple, and those that pattern constraints give to fields.
func parts(t ir.Type) []ir.Type {
	out := append([]ir.Type(nil), t.Elems...)
	for _, r := range t.Rest {
		out = append(out, r.Items)
	}
	return out
}

// tupleMask protects in every element what one of them protects.
func tupleMask(t ir.Type, at place, own ir.Privacy) *ik.Mask {
	types := append([]ir.Type(nil), t.Elems...)
	if t.Items != nil {
		types = append(types, *t.Items)
	}
	return &ik.Mask{Self: privacy(own), Elem: func() *ik.Mask { return anyOf(types, at, own) }}
}

// restMask protects in every further field what one of the pattern constraints protects.
func restMask(t ir.Type, at place, own ir.Privacy) func() *ik.Mask {
	if !t.Open && len(t.Rest) == 0 {
		return nil
	}
	types := make([]ir.Type, 0, len(t.Rest))
	for _, r := range t.Rest {
		types = append(types, r.Items)
	}
	return func() *ik.Mask { return anyOf(types, at, own) }
}

func anyOf(types []ir.Type, at place, own ir.Privacy) *ik.Mask {
	var masks []func() *ik.Mask
	for _, t := range types {
		masks = append(masks, func() *ik.Mask { return mask(t, at, own) })
	}
	return ik.AnyMask(privacy(own), masks...)
}
