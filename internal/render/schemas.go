package render

import (
	"fmt"

	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// schemasFile has the JSON Schema of every definition and schema, and the type-erased schemas that the definition of
// the agent, or another package, refers to.
func (g *generator) schemasFile() (*gen.File, error) {
	f := g.file()
	m := &masks{generator: g, done: map[string]bool{}}
	empty := true
	used := g.usedSchemas()
	for _, d := range g.names.Decls() {
		if !d.Root {
			continue
		}
		if !empty {
			f.Line()
		}
		empty = false
		model, err := g.schemaConstants(f, &d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path, err)
		}
		if g.agent == nil {
			g.schemaFunc(f, "Schema"+d.Go, &d, model, m)
		} else if used[d.Go] {
			g.schemaFunc(f, "schema"+d.Go, &d, model, m)
		}
	}
	if empty {
		return nil, nil
	}
	m.write(f)
	return f, nil
}

// schemaConstants writes the JSON Schemas as text. model tells that models see another one.
func (g *generator) schemaConstants(f *gen.File, d *gonames.Decl) (model bool, err error) {
	full, err := jsonschema.Full(g.pkg, g.in.Deps, d.Type, d.Go)
	if err != nil {
		return false, err
	}
	seen, err := jsonschema.Model(g.pkg, g.in.Deps, d.Type, d.Go)
	if err != nil {
		return false, err
	}
	f.Commentf("%sSchema is the JSON Schema of %s (draft 2020-12).", d.Go, d.Go)
	f.Const().Id(d.Go + "Schema").Op("=").Add(rawText(full))
	if string(full) == string(seen) {
		return false, nil
	}
	f.Line().Commentf("%sModelSchema is %sSchema without the fields that the kernel fills.", d.Go, d.Go)
	f.Const().Id(d.Go + "ModelSchema").Op("=").Add(rawText(seen))
	return true, nil
}

// rawText is a raw string: package jsonschema writes nothing that one cannot hold.
func rawText(b []byte) *gen.Statement { return gen.Op("`" + string(b) + "`") }

func (g *generator) schemaFunc(f *gen.File, name string, d *gonames.Decl, model bool, m *masks) {
	var s dict
	s.set("Name", gen.Lit(d.Go))
	s.set("JSON", gen.Id(d.Go+"Schema"))
	if model {
		s.set("Model", gen.Id(d.Go+"ModelSchema"))
	}
	s.set("Decode", g.erased(d, ""))
	if !g.isPlainAny(&d.Type) {
		s.set("DecodeModel", g.erased(d, "Model"))
	}
	if m.private(g.pkg, &d.Type, map[*ir.Type]bool{}) {
		s.set("Mask", m.named(d.Go))
	}
	f.Line().Commentf("%s is the schema of %s for the kernel.", name, d.Go)
	f.Func().Id(name).Params().Add(ik("Schema")).Block(gen.Return(s.of(ik("Schema"))))
}

// erased is the decoder of a schema in a mode: it gives the Go type as any. null of a nullable definition is nil.
func (g *generator) erased(d *gonames.Decl, mode string) *gen.Statement {
	_, nullable := g.bare(&d.Type)
	switch {
	case g.isPlainAny(&d.Type):
		return gen.Qual(wirePath, "EraseAny")
	case nullable:
		return gen.Qual(wirePath, "EraseNullable"+mode).Types(gen.Id(d.Go))
	default:
		return gen.Qual(wirePath, "Erase"+mode).Types(gen.Id(d.Go))
	}
}

// usedSchemas are the types of this package whose schema the agent's definition refers to.
func (g *generator) usedSchemas() map[string]bool {
	used := map[string]bool{}
	if g.agent == nil {
		return used
	}
	mark := func(t gonames.GoType) {
		if t.Package == "" {
			used[t.Name] = true
		}
	}
	for _, f := range g.agent.Facts {
		mark(g.names.FactValue(f.Key))
	}
	for _, c := range g.agent.Capabilities {
		mark(g.names.Input(c.ID))
		mark(g.names.Output(c.ID))
		if t, ok := g.names.Continuation(c.ID); ok {
			mark(t)
		}
	}
	if t, ok := g.names.HostContext(); ok {
		mark(t)
	}
	return used
}
