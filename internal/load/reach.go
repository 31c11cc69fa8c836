package load

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/load"
	"cuelang.org/go/cue/parser"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// CUE reads more than the files of a target: those of its parent directories, of imported packages, and what they embed. It
// opens whatever it finds there, and would wait for ever for a named pipe. So everything that it may come across is looked
// at first.

// reacher goes through what CUE may read for one target.
type reacher struct {
	*loader
	g       *group
	overlay map[string]load.Source
	seen    map[string]bool // directories
	ok      bool
}

// reach tells whether everything that CUE may read for the package in dir can be read: regular files of bounded size.
// Special files that are no sources, such as a socket of a server that runs there, are hidden from CUE in the overlay.
func (l *loader) reach(g *group, dir string, overlay map[string]load.Source) bool {
	r := &reacher{loader: l, g: g, overlay: overlay, seen: map[string]bool{}, ok: true}
	r.upwards(dir)
	return r.ok
}

// upwards looks at a directory and at those above it, up to the root of the module.
func (r *reacher) upwards(dir string) {
	for {
		r.directory(dir)
		up := filepath.Dir(dir)
		if rel, err := filepath.Rel(r.g.root, up); err != nil || !filepath.IsLocal(rel) || up == dir {
			return
		}
		dir = up
	}
}

func (r *reacher) directory(dir string) {
	if r.seen[dir] {
		return
	}
	r.seen[dir] = true
	files, _, err := r.files.list(dir)
	if err != nil {
		return // CUE finds no more than we do
	}
	for _, name := range files {
		file := filepath.Join(dir, name)
		switch {
		case isSource(name):
			r.source(file)
		case r.files.special(file):
			r.overlay[file] = load.FromBytes(nil)
		}
	}
}

// source looks at one CUE file, and follows it.
func (r *reacher) source(file string) {
	data, ok := r.readSource(file)
	if !ok {
		r.ok = false
		return
	}
	mode := parser.ImportsOnly
	embeds := strings.Contains(string(data), "embed")
	if embeds {
		mode = parser.AllErrors
	}
	f, err := parser.ParseFile(file, data, mode)
	if f == nil || err != nil {
		return // a syntax error is reported where the file is compiled
	}
	for imp := range f.ImportSpecs() {
		path := importPath(strings.Trim(imp.Path.Value, `"`))
		if rest, ok := inModule(path, r.g.module); ok {
			r.upwards(filepath.Join(r.g.root, filepath.FromSlash(rest)))
		}
		for _, dir := range []string{"pkg", "gen", "usr"} {
			r.upwards(filepath.Join(r.g.root, "cue.mod", dir, filepath.FromSlash(path)))
		}
	}
	if embeds {
		r.embedded(f)
	}
}

// embedded looks at what a file embeds, by name or by pattern.
func (r *reacher) embedded(f *ast.File) {
	dir := filepath.Dir(f.Filename)
	for _, a := range attributes(f, "embed") {
		_, body := a.Split()
		args, err := spec.Args(body)
		if err != nil {
			continue // CUE says what is wrong with it
		}
		for _, arg := range args {
			switch arg.Key {
			case "file":
				r.embeddedFile(a, filepath.Join(dir, filepath.FromSlash(arg.Value)))
			case "glob":
				names, err := fs.Glob(os.DirFS(dir), arg.Value)
				if err != nil {
					continue
				}
				for _, name := range names {
					r.embeddedFile(a, filepath.Join(dir, filepath.FromSlash(name)))
				}
			}
		}
	}
}

func (r *reacher) embeddedFile(a *ast.Attribute, file string) {
	if !r.files.isFile(file) {
		return // nothing to read
	}
	if _, err := r.files.read(file); err != nil {
		r.ok = false
		r.notes.add(diag.Diagnostic{
			Code: codeEmbed, Severity: diag.Error, Pos: spec.At(a),
			Message: fmt.Sprintf("cannot embed %q: %s", filepath.Base(file), unreadable(err)),
			Help:    "name a text file in or below the directory of this file",
		})
	}
}
