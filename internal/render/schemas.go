package render

import (
	"fmt"
	"strconv"
	"strings"

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
	seen := full
	if g.filled {
		if seen, err = jsonschema.Model(g.pkg, g.in.Deps, d.Type, d.Go); err != nil {
			return false, err
		}
	}
	f.Text("// " + d.Go + "Schema is the JSON Schema of " + d.Go + " (draft 2020-12).\nconst " + d.Go + "Schema = " + rawText(full))
	if string(full) == string(seen) {
		return false, nil
	}
	f.Text("// " + d.Go + "ModelSchema is " + d.Go + "Schema without the fields that the kernel fills.\nconst " + d.Go + "ModelSchema = " + rawText(seen))
	return true, nil
}

// rawText is a raw string: package jsonschema writes nothing that one cannot hold.
func rawText(b []byte) string { return "`" + string(b) + "`" }

func (g *generator) schemaFunc(f *gen.File, name string, d *gonames.Decl, model bool, m *masks) {
	type entry struct{ key, value string }
	entries := []entry{{"Name", strconv.Quote(d.Go)}, {"JSON", d.Go + "Schema"}}
	if model {
		entries = append(entries, entry{"Model", d.Go + "ModelSchema"})
	}
	entries = append(entries, entry{"Decode", g.erased(d, "")})
	if !g.isPlainAny(&d.Type) {
		entries = append(entries, entry{"DecodeModel", g.erased(d, "Model")})
	}
	if m.private(g.pkg, &d.Type, map[*ir.Type]bool{}) {
		m.named(d.Go) // is written too
		entries = append(entries, entry{"Mask", "mask" + d.Go})
	}
	width := 0
	for _, e := range entries {
		width = max(width, len(e.key))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "// %s is the schema of %s for the kernel.\nfunc %[1]s() ik.Schema {\n\treturn ik.Schema{\n", name, d.Go)
	for _, e := range entries {
		fmt.Fprintf(&b, "\t\t%-*s %s,\n", width+1, e.key+":", e.value)
	}
	b.WriteString("\t}\n}")
	f.Text(b.String(), ikPath, wirePath)
}

// erased is the decoder of a schema in a mode: it gives the Go type as any. null of a nullable definition is nil.
func (g *generator) erased(d *gonames.Decl, mode string) string {
	_, nullable := g.bare(&d.Type)
	switch {
	case g.isPlainAny(&d.Type):
		return "wire.EraseAny"
	case nullable:
		return "wire.EraseNullable" + mode + "[" + d.Go + "]"
	default:
		return "wire.Erase" + mode + "[" + d.Go + "]"
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
