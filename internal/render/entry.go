package render

import (
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// The exported decoders of a type. NAME stands for its name, RESULT for what is given, ZERO for what is given with an
// error, and GENERIC for the decoder that takes limits and a mode. The decoder without them is written out: then the
// decoder's state need not go to the heap.
const (
	decodePlain = `
// DecodeNAME decodes a JSON document strictly. The error is an *ik.SchemaError with every issue.
func DecodeNAME(data []byte) (RESULT, error) {
	d := wire.NewDecoder(data)
	var v NAME
	v.DecodeWire(&d)
	if err := d.Err("NAME"); err != nil {
		return ZERO, err
	}
	return v, nil
}
`
	decodeNullable = `
// DecodeNAME decodes a JSON document strictly. The error is an *ik.SchemaError with every issue.
func DecodeNAME(data []byte) (RESULT, error) {
	d := wire.NewDecoder(data)
	var v *NAME
	if !d.Null() {
		v = new(NAME)
		v.DecodeWire(&d)
	}
	if err := d.Err("NAME"); err != nil {
		return nil, err
	}
	return v, nil
}
`
	decodeAny = `
// DecodeNAME decodes a JSON document strictly. The error is an *ik.SchemaError with every issue.
func DecodeNAME(data []byte) (RESULT, error) {
	d := wire.NewDecoder(data)
	v := d.Any()
	if err := d.Err("NAME"); err != nil {
		return nil, err
	}
	return v, nil
}
`
	decodeWith = `
// DecodeNAMEWith is DecodeNAME with limits and a mode of the caller's.
func DecodeNAMEWith(data []byte, o wire.Options) (RESULT, error) {
	return GENERIC(data, "NAME", o)
}
`
)

// entry writes the exported decoders.
func (c *codec) entry(f *gen.File) {
	name := c.decl.Go
	text, result, generic := decodePlain, name, "wire.Decode["+name+"]"
	_, nullable := c.bare(&c.decl.Type)
	switch {
	case c.isPlainAny(&c.decl.Type):
		text, generic = decodeAny, "wire.DecodeAny"
	case nullable:
		text, result, generic = decodeNullable, "*"+name, "wire.DecodeNullable["+name+"]"
	}
	fill := strings.NewReplacer("NAME", name, "RESULT", result, "ZERO", c.zero(), "GENERIC", generic)
	f.Text(fill.Replace(text), wirePath)
	f.Text(fill.Replace(decodeWith), wirePath)
}

// zero is the zero value of the declared type.
func (c *codec) zero() string {
	b, _ := c.bare(&c.decl.Type)
	kind := b.Kind
	if kind == ir.KindEnum {
		kind = b.Base
	}
	switch kind {
	case ir.KindString:
		return `""`
	case ir.KindInt, ir.KindNumber:
		return "0"
	case ir.KindBool:
		return "false"
	case ir.KindList, ir.KindMap:
		return "nil"
	default:
		return c.decl.Go + "{}"
	}
}
