package interp

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/wirerules"
	"github.com/ikgen/ikgen/runtime/wire"
)

// reader consumes one value of a document and writes what it means. After an issue what it wrote is of no use.
type reader func(d *wire.Decoder, out *writer)

// compiler turns types into readers. Each definition is compiled once, so recursive types end.
type compiler struct {
	open bool // structs admit keys that they do not name: matching, not decoding
	defs map[string]*reader
}

func newCompiler(open bool) *compiler { return &compiler{open: open, defs: map[string]*reader{}} }

// compile gives the reader of a type, null included where it is admitted.
func (c *compiler) compile(t ir.Type, at place) (reader, error) {
	r, err := c.bare(t, at)
	if err != nil || !t.Nullable {
		return r, err
	}
	return func(d *wire.Decoder, out *writer) {
		if d.Null() {
			out.text("null")
			return
		}
		r(d, out)
	}, nil
}

func (c *compiler) bare(t ir.Type, at place) (reader, error) {
	switch t.Kind {
	case ir.KindAny:
		return func(d *wire.Decoder, out *writer) { out.value(d.Any()) }, nil
	case ir.KindNull:
		return func(d *wire.Decoder, out *writer) {
			d.Nothing()
			out.text("null")
		}, nil
	case ir.KindBool:
		return boolean(t)
	case ir.KindInt:
		if c.open { // any number without a fraction, of whatever width
			t.Kind, t.MultipleOf = ir.KindNumber, append(t.MultipleOf[:len(t.MultipleOf):len(t.MultipleOf)], "1")
			return c.bare(t, at)
		}
		return integer(t)
	case ir.KindNumber:
		r, err := wirerules.Number(t)
		return func(d *wire.Decoder, out *writer) { out.value(r.Decode(d)) }, err
	case ir.KindString:
		return text(t)
	case ir.KindEnum:
		return enum(t)
	case ir.KindStruct:
		return c.structure(t, at)
	case ir.KindList:
		return c.list(t, at)
	case ir.KindTuple:
		return c.tuple(t, at)
	case ir.KindMap:
		return c.mapping(t, at)
	case ir.KindUnion:
		return c.union(t, at)
	case ir.KindRef:
		return c.reference(t, at)
	default:
		return nil, fmt.Errorf("types of kind %q cannot be interpreted", t.Kind)
	}
}

func boolean(t ir.Type) (reader, error) {
	want, fixed, err := wirerules.Bool(t)
	if !fixed {
		return func(d *wire.Decoder, out *writer) { out.value(d.Bool()) }, err
	}
	return func(d *wire.Decoder, out *writer) { out.value(d.ConstBool(want)) }, err
}

func enum(t ir.Type) (reader, error) {
	switch t.Base {
	case ir.KindString:
		m, err := wirerules.Strings(t)
		return func(d *wire.Decoder, out *writer) { out.value(wire.DecodeEnum(d, m)) }, err
	case ir.KindInt:
		m, err := wirerules.Integers(t)
		return func(d *wire.Decoder, out *writer) { out.value(wire.DecodeIntEnum(d, m)) }, err
	case ir.KindNumber:
		m, err := wirerules.Floats(t)
		return func(d *wire.Decoder, out *writer) { out.value(wire.DecodeNumberEnum(d, m)) }, err
	case ir.KindBool:
		m, err := wirerules.Bools(t)
		return func(d *wire.Decoder, out *writer) { out.value(wire.DecodeBoolEnum(d, m)) }, err
	default:
		return nil, fmt.Errorf("enums of kind %q cannot be interpreted", t.Base)
	}
}

// reference compiles a definition when it is first met. The indirection lets a definition stand inside itself.
func (c *compiler) reference(t ir.Type, at place) (reader, error) {
	if t.Narrow != nil {
		return c.compile(*t.Narrow, at)
	}
	def, inner, err := at.definition(t.Ref)
	if err != nil {
		return nil, err
	}
	key := inner.pkg.Path + " " + def.Name
	slot := c.defs[key]
	if slot == nil {
		slot = new(reader)
		c.defs[key] = slot
		if *slot, err = c.compile(def.Type, inner); err != nil {
			return nil, fmt.Errorf("%s: %w", def.Name, err)
		}
	}
	return func(d *wire.Decoder, out *writer) { (*slot)(d, out) }, nil
}

func (c *compiler) list(t ir.Type, at place) (reader, error) {
	item, err := c.element(t, at)
	if err != nil {
		return nil, err
	}
	size := wirerules.Size(t)
	return c.wholeList(t, at, func(d *wire.Decoder, out *writer) {
		out.open('[')
		for l := d.List(size); l.Next(); {
			out.next()
			item(d, out)
		}
		out.close(']')
	})
}

func (c *compiler) element(t ir.Type, at place) (reader, error) {
	if t.Items == nil {
		return c.compile(ir.Type{Kind: ir.KindAny}, at)
	}
	return c.compile(*t.Items, at)
}

// mapping reads an object with free keys; they are written in code order.
func (c *compiler) mapping(t ir.Type, at place) (reader, error) {
	item, err := c.element(t, at)
	if err != nil {
		return nil, err
	}
	keys, err := wirerules.Keys(t)
	if err != nil {
		return nil, err
	}
	return func(d *wire.Decoder, out *writer) {
		values := map[string]string{}
		for m := d.Map(keys); m.Next(); {
			w := &writer{}
			item(d, w)
			wire.Put(&m, values, w.String())
		}
		out.sorted(values)
	}, nil
}
