package load

import (
	"fmt"
	"path/filepath"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/cuecontext"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// vetImports reports every import of a file that leads nowhere: CUE stops at the first.
func (l *loader) vetImports(g *group, f *ast.File) bool {
	ok := true
	for imp := range f.ImportSpecs() {
		path := importPath(strings.Trim(imp.Path.Value, `"`))
		first, _, _ := strings.Cut(path, "/")
		if l.provided(g, path) || !strings.Contains(first, ".") && l.builtin(path) {
			continue
		}
		ok = false
		if !strings.Contains(first, ".") {
			l.notes.fail(codeImport, spec.At(imp.Path), fmt.Sprintf("CUE's library has no package %q", path), libraryHelp(path))
			continue
		}
		l.notes.fail(codeImport, spec.At(imp.Path), fmt.Sprintf("cannot find the package %q", path), l.importHelp(g, path))
	}
	return ok
}

// provided tells whether the module or its cue.mod has the package.
func (l *loader) provided(g *group, path string) bool {
	if path == schema.ImportPath {
		return true
	}
	if rest, ok := inModule(path, g.module); ok && l.hasCUE(filepath.Join(g.root, filepath.FromSlash(rest))) {
		return true
	}
	for _, dir := range []string{"pkg", "gen", "usr"} {
		if l.hasCUE(filepath.Join(g.root, "cue.mod", dir, filepath.FromSlash(path))) {
			return true
		}
	}
	return false
}

// builtin tells whether CUE's own library has a package.
func (l *loader) builtin(path string) bool {
	known, ok := l.builtins[path]
	if !ok {
		v := cuecontext.New().CompileString(fmt.Sprintf("import p %q\nx: p.A\n", path))
		known = v.Err() == nil
		if l.builtins == nil {
			l.builtins = map[string]bool{}
		}
		l.builtins[path] = known
	}
	return known
}

// libraryHelp names the package of CUE's library that was meant, where there is one.
func libraryHelp(path string) string {
	often := []string{
		"crypto/sha256", "encoding/base64", "encoding/hex", "encoding/json", "encoding/yaml", "list", "math", "net", "regexp", "strconv", "strings",
		"struct", "text/template", "time", "uuid",
	}
	if near := diag.Suggest(path, often); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return "name one of CUE's packages, or write the whole import path of one of this module"
}

func inModule(path, module string) (string, bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

func (l *loader) hasCUE(dir string) bool {
	names, err := l.files.cueFiles(dir)
	return err == nil && len(names) > 0
}

func (l *loader) importHelp(g *group, path string) string {
	if _, ok := inModule(path, g.module); ok {
		return fmt.Sprintf("the module is %s: no such directory with CUE files is in it", g.module)
	}
	return fmt.Sprintf("import a package of this module (%s), or put the other one into cue.mod/pkg: no registry is asked", g.module)
}
