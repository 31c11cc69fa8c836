package load

import (
	"fmt"
	"go/token"
	"path/filepath"
	"strings"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
	"github.com/ikgen/ikgen/internal/output"
)

// header is what attributes at the top of a package's files say.
type header struct {
	name   string // Go package name
	goPath string // @ik(go=…)
	out    string // absolute output directory
}

func (w *world) header(u *unit) header {
	h := header{name: u.inst.PkgName}
	for _, f := range u.spec.Files {
		for _, d := range f.Decls {
			if a, ok := d.(*ast.Attribute); ok {
				w.topAttribute(u, a, &h)
			}
		}
	}
	if !token.IsIdentifier(h.name) || h.name == "_" || h.name == "main" {
		w.notes.fail(codePackageName, packagePos(u), fmt.Sprintf("%q cannot be the name of a Go package", h.name),
			"write @go(name) below the package clause")
	}
	return h
}

func (w *world) topAttribute(u *unit, a *ast.Attribute, h *header) {
	bad := func(message, help string) { w.notes.fail(codeAttribute, spec.At(a), message, help) }
	key, body := a.Split()
	switch key {
	case "go":
		name := strings.TrimSpace(body)
		if !token.IsIdentifier(name) {
			bad(fmt.Sprintf("%q cannot be the name of a Go package", name), "write @go(name)")
			return
		}
		h.name = name
	case "ik":
		args, err := spec.Args(body)
		if err != nil {
			bad(fmt.Sprintf("@ik(%s) cannot be read: %v", body, err), `write @ik(out="../dir")`)
			return
		}
		for _, arg := range args {
			w.topArg(u, arg, h, spec.At(a), bad)
		}
	}
}

func (w *world) topArg(u *unit, arg spec.Arg, h *header, at diag.Position, bad func(string, string)) {
	switch {
	case arg.Key == "out" && arg.Value != "":
		if filepath.IsAbs(filepath.FromSlash(arg.Value)) {
			bad("an output directory is relative to the spec's directory", `write @ik(out="../generated")`)
			return
		}
		if !output.Reaches(u.inst.Dir, arg.Value, w.files.exists) {
			bad(fmt.Sprintf("the output directory %q leads out of the project, or through a symbolic link", arg.Value), "name a folder of the same project")
			return
		}
		h.out = filepath.Join(u.inst.Dir, filepath.FromSlash(arg.Value))
	case arg.Key == "go" && arg.Value != "":
		if !spec.IsGoImportPath(arg.Value) {
			bad(fmt.Sprintf("%q is not the import path of a Go package", arg.Value), `write @ik(go="example.com/app/shared")`)
			return
		}
		h.goPath = arg.Value
	case arg.Key == "allow":
		w.allow(u, arg, "", at, bad)
	default:
		bad(fmt.Sprintf("@ik(%s) is not understood at the top of a file", arg.Key), "known here are out, go and allow")
	}
}

func packagePos(u *unit) diag.Position {
	for _, f := range u.spec.Files {
		for _, d := range f.Decls {
			if p, ok := d.(*ast.Package); ok {
				return spec.At(p.Name)
			}
		}
	}
	return diag.Position{File: u.inst.Dir, Line: 1, Column: 1}
}

// embedded are the file names of @embed(file=…) attributes.
func embedded(f *ast.File) []string {
	var out []string
	ast.Walk(f, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		if !ok {
			return true
		}
		out = append(out, embeddedIn(field)...)
		return true
	}, nil)
	return out
}

// embeddedIn are the files that one field embeds, as it names them.
func embeddedIn(field *ast.Field) []string {
	var out []string
	for _, a := range field.Attrs {
		key, body := a.Split()
		if key != "embed" {
			continue
		}
		args, err := spec.Args(body)
		if err != nil {
			continue
		}
		for _, arg := range args {
			if arg.Key == "file" {
				out = append(out, arg.Value)
			}
		}
	}
	return out
}
