package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonschema"
)

// The definitions that name the types of events, and the event itself.
const (
	catalogName  = "#Categories"
	envelopeName = "#Event"
)

// schemaFolder holds one JSON Schema a type of event, of its data, and that of the event around it.
const schemaFolder = "docs/reference/events"

// events writes the page and the JSON Schemas of events, or only compares them, and gives the files that were not up to
// date.
func events(ctx context.Context, root string, check bool) ([]string, error) {
	res, err := load(ctx, filepath.Join(root, eventSource))
	if err != nil {
		return nil, err
	}
	pkg := res.Units[0].Package.IR
	var stale []string
	if old, err := eventsPage.write(root, pkg, check); err != nil {
		return nil, err
	} else if old {
		stale = append(stale, eventsPage.file)
	}
	files, err := eventSchemas(pkg)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(root, schemaFolder), 0o755); err != nil {
		return nil, err
	}
	for _, f := range files {
		name := schemaFolder + "/" + f.name
		old, err := refresh(filepath.Join(root, name), f.content, check)
		if err != nil {
			return nil, err
		}
		if old {
			stale = append(stale, name)
		}
	}
	more, err := foreign(root, files, check)
	return append(stale, more...), err
}

type schemaFile struct {
	name    string
	content []byte
}

// eventSchemas makes the JSON Schemas of a package of events.
func eventSchemas(pkg *ir.Package) ([]schemaFile, error) {
	out := []schemaFile{}
	catalog := find(pkg, catalogName)
	if catalog == nil {
		return nil, fmt.Errorf("%s: there is no %s", eventSource, catalogName)
	}
	names := map[string]string{"event": envelopeName}
	order := []string{"event"}
	for _, f := range catalog.Type.Fields {
		names[f.Name] = definitionOf(f.Name)
		order = append(order, f.Name)
	}
	for _, name := range order {
		def := find(pkg, names[name])
		if def == nil {
			return nil, fmt.Errorf("%s: there is no %s for %s", eventSource, names[name], name)
		}
		text, err := jsonschema.Full(pkg, nil, def.Type, name)
		if err != nil {
			return nil, err
		}
		out = append(out, schemaFile{name + ".schema.json", append(text, '\n')})
	}
	return out, nil
}

// foreign removes schemas of types that there are no more, or only names them.
func foreign(root string, files []schemaFile, check bool) ([]string, error) {
	known := map[string]bool{}
	for _, f := range files {
		known[f.name] = true
	}
	there, err := os.ReadDir(filepath.Join(root, schemaFolder))
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range there {
		if known[e.Name()] || !strings.HasSuffix(e.Name(), ".schema.json") {
			continue
		}
		name := schemaFolder + "/" + e.Name()
		out = append(out, name)
		if check {
			continue
		}
		if err := os.Remove(filepath.Join(root, name)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func find(pkg *ir.Package, name string) *ir.TypeDef {
	for i := range pkg.Types {
		if pkg.Types[i].Name == name {
			return &pkg.Types[i]
		}
	}
	return nil
}

// definitionOf is the name of the definition of an event's data: #TurnStarted of turn.started.
func definitionOf(event string) string {
	var out strings.Builder
	out.WriteByte('#')
	for word := range strings.SplitSeq(event, ".") {
		out.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return out.String()
}

// catalog writes the types of events with their categories.
func (p *pageWriter) catalog(def *ir.TypeDef) {
	p.WriteString("| Type | Category | |\n|---|---|---|\n")
	for _, f := range def.Type.Fields {
		category := "as the handler says"
		if f.Type.Const != nil {
			category = strings.Trim(string(f.Type.Const), `"`)
		}
		fmt.Fprintf(p, "| `%s` | %s | %s |\n", f.Name, category, strings.ReplaceAll(f.Doc, "\n", " "))
	}
}
