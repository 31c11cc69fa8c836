package render

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
	"github.com/ikgen/ikgen/internal/wirerules"
)

// typesFile declares the Go types of definitions and inline schemas.
func (g *generator) typesFile() (*gen.File, error) {
	if err := g.checkTypes(); err != nil {
		return nil, err
	}
	f := g.file()
	if g.agent == nil && !g.pkg.HasCatalog {
		f.PackageComment("Package " + g.names.Package() + " holds the types that agents share.")
	}
	f.Comment("The runtime must be one that this code was generated for.")
	f.Const().Id("_").Op("=").Add(ik("GeneratedV1"))
	purposes := g.purposes()
	for _, d := range g.names.Decls() {
		f.Line()
		f.Add(comment(g.typeDoc(&d, purposes)))
		if err := g.declare(f, &d); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path, err)
		}
	}
	return f, nil
}

// declare writes one type.
func (g *generator) declare(f *gen.File, d *gonames.Decl) error {
	switch d.Type.Kind {
	case ir.KindStruct:
		return g.structType(f, d)
	case ir.KindEnum:
		return g.enumType(f, d)
	case ir.KindUnion:
		g.unionType(f, d)
	case ir.KindTuple:
		g.tupleType(f, d)
	case ir.KindAny, ir.KindRef: // neither may have methods of its own
		f.Type().Id(d.Go).Op("=").Add(g.goType(d.Path, &d.Type))
	case ir.KindNull:
		f.Type().Id(d.Go).Struct()
	default:
		f.Type().Id(d.Go).Add(g.goType(d.Path, &d.Type))
	}
	return nil
}

func (g *generator) structType(f *gen.File, d *gonames.Decl) error {
	f.Type().Id(d.Go).StructFunc(func(s *gen.Group) {
		for i := range d.Type.Fields {
			g.structField(s, d, &d.Type.Fields[i])
		}
		if rest := d.Type.RestType(); rest != nil {
			s.Comment(further + " holds the fields that the schema describes by a pattern of their names.")
			s.Id(further).Map(gen.String()).Add(g.placeType(gonames.ItemPath(d.Path), rest, false)).Tag("json", "-")
		}
		if d.Type.KeepsJSON() {
			s.Comment(further + " holds the fields that the schema does not name.")
			s.Id(further).Map(gen.String()).Qual("encoding/json", "RawMessage").Tag("json", "-")
		}
	})
	return g.defaults(f, d)
}

func (g *generator) structField(s *gen.Group, d *gonames.Decl, field *ir.Field) {
	path := gonames.FieldPath(d.Path, field.Name)
	optional := field.Presence == ir.Optional
	if doc := fieldDoc(field); doc != "" {
		s.Add(comment(doc))
	}
	s.Id(g.goField(d.Path, field)).Add(g.placeType(path, &field.Type, optional)).
		Tag("json", jsonTag(field.Name, optional))
}

// fieldDoc is the comment of a field: the author's words, and who fills it.
func fieldDoc(f *ir.Field) string {
	doc := f.Doc
	if f.From != "" {
		doc = strings.TrimSpace(doc + "\nFilled from " + oneLine(f.From) + ".")
	}
	return doc
}

// jsonTag is the tag of a field. A key that a tag cannot carry gets "-": the type then writes its own JSON.
func jsonTag(key string, optional bool) string {
	switch {
	case !tagCanCarry(key):
		return "-"
	case optional:
		return key + ",omitzero"
	case key == "-":
		return "-,"
	default:
		return key
	}
}

// tagCanCarry tells whether encoding/json takes the key from a tag as it is.
func tagCanCarry(key string) bool {
	for _, r := range key {
		plain := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !plain && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) {
			return false
		}
	}
	return key != ""
}

// defaults writes the constants of a struct's scalar defaults.
func (g *generator) defaults(f *gen.File, d *gonames.Decl) error {
	var constants []gen.Code
	for i := range d.Type.Fields {
		field := &d.Type.Fields[i]
		name, ok := g.names.Default(d.Path, field.Name)
		if !ok {
			continue
		}
		path := gonames.FieldPath(d.Path, field.Name)
		value, err := g.constant(path, &field.Type, field.Default)
		if err != nil {
			return fmt.Errorf("the default of %q: %w", field.Name, err)
		}
		constants = append(constants, gen.Id(name).Add(g.goType(path, &field.Type)).Op("=").Add(value))
	}
	if len(constants) > 0 {
		f.Line().Commentf("Defaults of absent fields of %s.", d.Go)
		f.Const().Defs(constants...)
	}
	return nil
}

// constant writes a JSON scalar as a Go constant of the type.
func (g *generator) constant(path string, t *ir.Type, raw json.RawMessage) (*gen.Statement, error) {
	b, _ := g.bare(t)
	kind := b.Kind
	if kind == ir.KindEnum {
		kind = b.Base
	}
	switch kind {
	case ir.KindInt:
		n, err := wirerules.Integer(raw)
		return gen.Lit(int(n)), err
	case ir.KindNumber:
		return gen.Id(string(raw)), json.Unmarshal(raw, new(float64)) // only a JSON number gets through
	case ir.KindBool:
		var v bool
		err := json.Unmarshal(raw, &v)
		return gen.Lit(v), err
	case ir.KindString:
		var s string
		err := json.Unmarshal(raw, &s)
		return gen.Lit(s), err
	default:
		return nil, fmt.Errorf("%s is no constant of %s", raw, path)
	}
}
