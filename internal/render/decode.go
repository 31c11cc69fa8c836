package render

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// decodeFile has the decoders, validators and rules of every type.
func (g *generator) decodeFile() (*gen.File, error) {
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

func (c *codec) write(f *gen.File) error {
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

// body gives the statements that decode into v and check it.
func (c *codec) body() (decode, check []gen.Code) {
	d := c.decl
	switch d.Type.Kind {
	case ir.KindStruct:
		return c.decodeStruct(), c.judgeStruct()
	case ir.KindTuple:
		return c.decodeTuple(), c.checkTuple()
	case ir.KindEnum:
		return []gen.Code{gen.Op("*").Id("v").Op("=").Add(c.decodeEnum())},
			[]gen.Code{gen.Qual(wirePath, "CheckEnum").Call(gen.Id("c"), gen.Op("*").Id("v"), gen.Id("enum"+d.Go))}
	case ir.KindUnion:
		return c.decodeUnion(), c.checkUnion()
	case ir.KindNull:
		return []gen.Code{gen.Id("d.Nothing").Call()}, nil
	case ir.KindList, ir.KindMap:
		p := slot{path: d.Path, name: d.Go, t: &d.Type, target: gen.Parens(gen.Op("*").Id("v")), bare: gen.Op("*").Id("v")}
		return c.decodeInto(p), c.checkValue(p)
	default:
		p := slot{path: d.Path, name: d.Go, t: &d.Type, target: gen.Op("*").Id("v"), bare: gen.Op("*").Id("v"), as: d.Go}
		return c.decodeInto(p), c.checkValue(p)
	}
}

// decodeEnum reads a member.
func (c *codec) decodeEnum() *gen.Statement {
	read := map[ir.Kind]string{ir.KindInt: "DecodeIntEnum", ir.KindNumber: "DecodeNumberEnum", ir.KindBool: "DecodeBoolEnum"}
	name := read[c.decl.Type.Base]
	if name == "" {
		name = "DecodeEnum"
	}
	c.fail(checkMembers(&c.decl.Type))
	return gen.Qual(wirePath, name).Call(gen.Id("d"), gen.Id("enum"+c.decl.Go))
}

// validate is the method that judges a value. TYPE stands for its type.
const validate = `
// Validate judges v as its JSON would be judged. The error is an *ik.SchemaError with every issue.
func (v TYPE) Validate() error {
	var c wire.Checker
	v.CheckWire(&c)
	return c.Err("TYPE")
}
`

// methods writes Validate, DecodeWire and CheckWire.
func (c *codec) methods(f *gen.File, decode, check []gen.Code) {
	name := c.decl.Go
	f.Text(strings.ReplaceAll(validate, "TYPE", name), wirePath)
	f.Line().Comment("DecodeWire reads v from d. It is for generated code.")
	f.Func().Params(gen.Id("v").Op("*").Id(name)).Id("DecodeWire").
		Params(gen.Id("d").Op("*").Qual(wirePath, "Decoder")).Block(decode...)
	f.Line().Comment("CheckWire judges v. It is for generated code.")
	recv, param := gen.Id("v").Op("*").Id(name), gen.Id("c").Op("*").Qual(wirePath, "Checker")
	if len(check) == 0 {
		recv, param = gen.Op("*").Id(name), gen.Op("*").Qual(wirePath, "Checker")
	} else if c.decl.Type.Kind == ir.KindStruct && len(check) == 1 { // the depth alone
		recv = gen.Op("*").Id(name)
	}
	f.Func().Params(recv).Id("CheckWire").Params(param).Block(check...)
}

func (c *codec) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}
