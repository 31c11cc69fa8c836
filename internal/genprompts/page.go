package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
)

// manual is a page of the reference that is made of a text and of a package: each line of the text that starts with the
// marker names a definition, whose description and members are put in its place.
type manual struct{ file, source string }

const pageMarker = "<!-- "

// The pages: what models return, and the events of a turn.
var (
	outputsPage = manual{"docs/reference/model-outputs.md", "templates/wire/page.md"}
	eventsPage  = manual{"docs/reference/events.md", "templates/events/page.md"}
)

// write writes the page of a package, or only compares it; stale tells that it was not up to date.
func (m manual) write(root string, pkg *ir.Package, check bool) (stale bool, err error) {
	source, err := os.ReadFile(filepath.Join(root, m.source))
	if err != nil {
		return false, err
	}
	want, err := page(string(source), pkg)
	if err != nil {
		return false, fmt.Errorf("%s: %w", m.source, err)
	}
	return refresh(filepath.Join(root, m.file), want, check)
}

// refresh writes a file whose content is another, or only compares it.
func refresh(name string, want []byte, check bool) (stale bool, err error) {
	if have, err := os.ReadFile(name); err == nil && bytes.Equal(have, want) {
		return false, nil
	}
	if check {
		return true, nil
	}
	return true, os.WriteFile(name, want, 0o644)
}

// page fills the definitions of a package in. Every one has its place, but for those that only bound a text.
func page(source string, pkg *ir.Package) ([]byte, error) {
	p := pageWriter{defs: map[string]*ir.TypeDef{}}
	for i := range pkg.Types {
		p.defs[pkg.Types[i].Name] = &pkg.Types[i]
	}
	placed := map[string]bool{}
	for line := range strings.Lines(source) {
		name, ok := strings.CutPrefix(line, pageMarker)
		if !ok {
			p.WriteString(line)
			continue
		}
		name, _, _ = strings.Cut(name, " ")
		def := p.defs[name]
		if def == nil {
			return nil, fmt.Errorf("there is no definition %q", name)
		}
		placed[name] = true
		if name == catalogName {
			p.catalog(def)
			continue
		}
		p.definition(def)
	}
	for _, def := range pkg.Types {
		if !placed[def.Name] && !p.inline(&def) {
			return nil, fmt.Errorf("definition %q has no place", def.Name)
		}
	}
	return p.Bytes(), nil
}

type pageWriter struct {
	bytes.Buffer
	defs map[string]*ir.TypeDef
}

func (p *pageWriter) definition(def *ir.TypeDef) {
	if def.Doc != "" {
		fmt.Fprintf(p, "%s\n\n", sentence(def.Doc))
	}
	if def.Type.Kind == ir.KindUnion {
		fmt.Fprintf(p, "%s\n", p.words(def.Type))
		return
	}
	p.WriteString("| Member | | |\n|---|---|---|\n")
	for _, f := range def.Type.Fields {
		name := "`" + f.Name + "`"
		if f.Presence == ir.Optional {
			name += " (optional)"
		}
		fmt.Fprintf(p, "| %s | %s | %s |\n", name, p.words(f.Type), strings.ReplaceAll(f.Doc, "\n", " "))
	}
}

// inline tells whether a definition is said where it is used: one that is a text, a number or a word of a few.
func (p *pageWriter) inline(def *ir.TypeDef) bool {
	switch def.Type.Kind {
	case ir.KindString, ir.KindInt, ir.KindEnum:
		return true
	}
	return false
}

func sentence(doc string) string {
	return strings.TrimSuffix(strings.ReplaceAll(doc, "\n", " "), ".") + "."
}

// words say of a type what a document may hold.
func (p *pageWriter) words(t ir.Type) string {
	out := p.kind(t)
	if t.Nullable {
		out += ", or null"
	}
	return out
}

func (p *pageWriter) kind(t ir.Type) string {
	switch t.Kind {
	case ir.KindRef:
		if def := p.defs[t.Ref.Name]; def != nil && p.inline(def) {
			return p.words(def.Type)
		}
		name := strings.TrimPrefix(t.Ref.Name, "#")
		return fmt.Sprintf("[%s](#%s)", name, strings.ToLower(name))
	case ir.KindList:
		return "list of " + p.words(*t.Items) + sizes(t)
	case ir.KindUnion:
		var list []string
		for _, v := range t.Union.Variants {
			list = append(list, p.words(v.Type))
		}
		return alternatives(list)
	case ir.KindEnum:
		var list []string
		for _, m := range t.Enum {
			list = append(list, "`"+string(m.Value)+"`")
		}
		return alternatives(list)
	case ir.KindAny:
		return "any JSON"
	case ir.KindStruct:
		return "an object"
	}
	return scalar(t)
}

func scalar(t ir.Type) string {
	switch {
	case t.Const != nil:
		return "`" + string(t.Const) + "`"
	case len(t.Patterns) > 0:
		return "text like `" + t.Patterns[0].Regexp + "`"
	case t.Kind == ir.KindString && t.MaxRunes != nil:
		return fmt.Sprintf("text of %d to %d characters", *t.MinRunes, *t.MaxRunes)
	case t.Kind == ir.KindString && t.MinRunes != nil:
		return "text, not empty"
	case t.Kind == ir.KindString:
		return "text"
	case t.Kind == ir.KindInt && t.Min != nil && t.Max != nil:
		return fmt.Sprintf("integer from %s to %s", t.Min.Value, t.Max.Value)
	case t.Kind == ir.KindInt && t.Min != nil:
		return fmt.Sprintf("integer from %s", t.Min.Value)
	}
	return string(t.Kind)
}

func alternatives(list []string) string {
	if last := len(list) - 1; last > 0 {
		return strings.Join(list[:last], ", ") + " or " + list[last]
	}
	return strings.Join(list, "")
}

func sizes(t ir.Type) string {
	var list []string
	if t.MinItems != nil {
		list = append(list, fmt.Sprintf("at least %d", *t.MinItems))
	}
	if t.MaxItems != nil {
		list = append(list, fmt.Sprintf("at most %d", *t.MaxItems))
	}
	if t.Unique {
		list = append(list, "each once")
	}
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}
