package render

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
)

// decodeFile has the decoders, validators and rules of every type.
func (g *generator) decodeFile() (*jen.File, error) {
	decls := g.names.Decls()
	if len(decls) == 0 {
		return nil, nil
	}
	f := g.file()
	rules := newRuleVars()
	for i := range decls {
		if i > 0 {
			f.Line()
		}
		c := &codec{generator: g, decl: &decls[i], rules: rules}
		if err := c.write(f); err != nil {
			return nil, fmt.Errorf("%s: %w", decls[i].Path, err)
		}
	}
	return f, nil
}

// codec writes the decoder and the validator of one type.
type codec struct {
	*generator
	decl  *gonames.Decl
	rules *ruleVars
	err   error // the first rule that cannot be compiled
}

func (c *codec) write(f *jen.File) error {
	d := c.decl
	if d.Root {
		c.entry(f)
	}
	if d.Type.Kind == ir.KindAny || d.Type.Kind == ir.KindRef {
		return nil // an alias has the methods of the other type
	}
	decode, check := c.body()
	if d.Type.Kind == ir.KindEnum {
		c.enumTable(f, d)
	}
	if d.Type.Kind == ir.KindStruct {
		c.fieldTable(f)
	}
	if d.Type.Kind == ir.KindUnion {
		c.unionTable(f)
	}
	for _, r := range c.rules.take() {
		f.Line()
		f.Add(r)
	}
	c.methods(f, decode, check)
	if d.Type.Kind == ir.KindNull {
		c.marshalNull(f)
	}
	c.marshal(f)
	return c.err
}

// entry writes the exported decoder.
func (c *codec) entry(f *jen.File) {
	d := c.decl
	typ := jen.Id(d.Go)
	read := []jen.Code{jen.Var().Id("v").Id(d.Go), jen.Id("v").Dot("DecodeWire").Call(jen.Op("&").Id("d"))}
	zero := jen.Id(d.Go).Values()
	_, nullable := c.bare(&d.Type)
	switch {
	case c.isPlainAny(&d.Type):
		read, zero = []jen.Code{jen.Id("v").Op(":=").Id("d").Dot("Any").Call()}, jen.Nil()
	case nullable:
		typ, zero = jen.Op("*").Id(d.Go), jen.Nil()
		read = []jen.Code{
			jen.Var().Id("v").Op("*").Id(d.Go),
			jen.If(jen.Op("!").Id("d").Dot("Null").Call()).Block(
				jen.Id("v").Op("=").New(jen.Id(d.Go)), jen.Id("v").Dot("DecodeWire").Call(jen.Op("&").Id("d"))),
		}
	default:
		zero = c.zero(d.Go)
	}
	f.Commentf("Decode%s decodes a JSON document strictly. The error is an *ik.SchemaError with every issue.", d.Go)
	f.Func().Id("Decode"+d.Go).Params(jen.Id("data").Index().Byte()).Params(typ, jen.Error()).BlockFunc(func(b *jen.Group) {
		b.Id("d").Op(":=").Qual(wirePath, "NewDecoder").Call(jen.Id("data"))
		for _, s := range read {
			b.Add(s)
		}
		b.If(jen.Err().Op(":=").Id("d").Dot("Err").Call(jen.Lit(d.Go)), jen.Err().Op("!=").Nil()).Block(jen.Return(zero, jen.Err()))
		b.Return(jen.Id("v"), jen.Nil())
	})
	c.entryWith(f, typ)
}

// entryWith writes the exported decoder with limits and mode of the caller's.
func (c *codec) entryWith(f *jen.File, typ jen.Code) {
	d := c.decl
	_, nullable := c.bare(&d.Type)
	decode := jen.Qual(wirePath, "Decode").Types(jen.Id(d.Go))
	switch {
	case c.isPlainAny(&d.Type):
		decode = jen.Qual(wirePath, "DecodeAny")
	case nullable:
		decode = jen.Qual(wirePath, "DecodeNullable").Types(jen.Id(d.Go))
	}
	f.Line().Commentf("Decode%sWith is Decode%s with limits and a mode of the caller's.", d.Go, d.Go)
	f.Func().Id("Decode"+d.Go+"With").Params(jen.Id("data").Index().Byte(), jen.Id("o").Qual(wirePath, "Options")).
		Params(typ, jen.Error()).Block(jen.Return(decode.Call(jen.Id("data"), jen.Lit(d.Go), jen.Id("o"))))
}

// zero is the zero value of the declared type.
func (c *codec) zero(name string) *jen.Statement {
	b, _ := c.bare(&c.decl.Type)
	kind := b.Kind
	if kind == ir.KindEnum {
		kind = b.Base
	}
	switch kind {
	case ir.KindString:
		return jen.Lit("")
	case ir.KindInt, ir.KindNumber:
		return jen.Lit(0)
	case ir.KindBool:
		return jen.False()
	case ir.KindList, ir.KindMap:
		return jen.Nil()
	default:
		return jen.Id(name).Values()
	}
}

// body gives the statements that decode into v and check it.
func (c *codec) body() (decode, check []jen.Code) {
	d := c.decl
	switch d.Type.Kind {
	case ir.KindStruct:
		return c.decodeStruct(), c.judgeStruct()
	case ir.KindTuple:
		return c.decodeTuple(), c.checkTuple()
	case ir.KindEnum:
		return []jen.Code{jen.Op("*").Id("v").Op("=").Add(c.decodeEnum())},
			[]jen.Code{jen.Qual(wirePath, "CheckEnum").Call(jen.Id("c"), jen.Op("*").Id("v"), jen.Id("enum"+d.Go))}
	case ir.KindUnion:
		return c.decodeUnion(), c.checkUnion()
	case ir.KindNull:
		return []jen.Code{jen.Id("d").Dot("Nothing").Call()}, nil
	case ir.KindList, ir.KindMap:
		p := slot{path: d.Path, name: d.Go, t: &d.Type, target: jen.Parens(jen.Op("*").Id("v")), bare: jen.Op("*").Id("v")}
		return c.decodeInto(p), c.checkValue(p)
	default:
		p := slot{path: d.Path, name: d.Go, t: &d.Type, target: jen.Op("*").Id("v"), bare: jen.Op("*").Id("v"), as: d.Go}
		return c.decodeInto(p), c.checkValue(p)
	}
}

// decodeEnum reads a member.
func (c *codec) decodeEnum() *jen.Statement {
	read := map[ir.Kind]string{ir.KindInt: "DecodeIntEnum", ir.KindNumber: "DecodeNumberEnum", ir.KindBool: "DecodeBoolEnum"}
	name := read[c.decl.Type.Base]
	if name == "" {
		name = "DecodeEnum"
	}
	c.fail(checkMembers(&c.decl.Type))
	return jen.Qual(wirePath, name).Call(jen.Id("d"), jen.Id("enum"+c.decl.Go))
}

// methods writes Validate, DecodeWire and CheckWire.
func (c *codec) methods(f *jen.File, decode, check []jen.Code) {
	name := c.decl.Go
	f.Line().Commentf("Validate judges v as its JSON would be judged. The error is an *ik.SchemaError with every issue.")
	f.Func().Params(jen.Id("v").Id(name)).Id("Validate").Params().Error().Block(
		jen.Var().Id("c").Qual(wirePath, "Checker"),
		jen.Id("v").Dot("CheckWire").Call(jen.Op("&").Id("c")),
		jen.Return(jen.Id("c").Dot("Err").Call(jen.Lit(name))),
	)
	f.Line().Comment("DecodeWire reads v from d. It is for generated code.")
	f.Func().Params(jen.Id("v").Op("*").Id(name)).Id("DecodeWire").
		Params(jen.Id("d").Op("*").Qual(wirePath, "Decoder")).Block(decode...)
	f.Line().Comment("CheckWire judges v. It is for generated code.")
	recv, param := jen.Id("v").Op("*").Id(name), jen.Id("c").Op("*").Qual(wirePath, "Checker")
	if len(check) == 0 {
		recv, param = jen.Op("*").Id(name), jen.Op("*").Qual(wirePath, "Checker")
	} else if c.decl.Type.Kind == ir.KindStruct && len(check) == 1 { // the depth alone
		recv = jen.Op("*").Id(name)
	}
	f.Func().Params(recv).Id("CheckWire").Params(param).Block(check...)
}

func (c *codec) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}
