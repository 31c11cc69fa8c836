package load

import (
	"path/filepath"
	"sort"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/compile"
	"github.com/ikgen/ikgen/internal/load/spec"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// compile fills a unit's package once, the packages that it imports first.
func (w *world) compile(u *unit) {
	if u.done {
		return
	}
	u.done = true
	for _, imp := range u.inst.Imports {
		if importPath(imp.ImportPath) != schema.ImportPath {
			w.compile(w.unit(imp))
		}
	}
	u.pkg = &Package{Dir: u.inst.Dir, OutDir: u.inst.Dir, Root: w.root, At: u.spec.At}
	u.pkg.Within = func(path, text string, at, length int) (diag.Position, bool) {
		return w.within(u, path, text, at, length)
	}
	j := &judge{world: w, u: u, paths: map[string]bool{}, said: map[string]bool{}}
	u.types.SetReport(j.report)
	head := w.header(u)
	j.form()
	if head.out != "" {
		u.pkg.OutDir = head.out
	}
	out := &ir.Package{IRVersion: ir.Version, Path: u.spec.Path, Name: head.name, Go: head.goPath}
	out.Types = u.types.Definitions()
	c := &compile.Compiler{Package: u.spec, Value: u.value, Types: u.types, Report: j.report}
	if has(u.spec, "agent") {
		if out.Agent = c.Agent(); out.Agent == nil {
			j.said["agent"] = true
		}
	}
	if has(u.spec, "catalog") {
		out.HasCatalog, out.Catalog = true, c.Catalog()
	}
	out.Suites = j.suites()
	out.Imports = w.imports(u)
	j.attributes()
	j.evaluate()
	u.pkg.Unread = j.unread()
	u.pkg.IR = out
	u.pkg.Files = w.fileList(u)
	u.pkg.Deps = w.deps(u)
}

func has(p *spec.Package, name string) bool { return p.Root().Child(name) != nil }

// imports are the packages whose types this one may refer to.
func (w *world) imports(u *unit) []ir.Import {
	var out []ir.Import
	for _, imp := range u.inst.Imports {
		if importPath(imp.ImportPath) == schema.ImportPath {
			continue
		}
		dep := w.unit(imp)
		if dep.pkg == nil || dep.pkg.IR == nil || len(dep.pkg.IR.Types) == 0 {
			continue
		}
		out = append(out, ir.Import{Path: dep.pkg.IR.Path, Name: dep.pkg.IR.Name, Go: dep.pkg.IR.Go})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Path < out[j].Path })
	return out
}

// fileList is the CUE files and what is embedded in them.
func (w *world) fileList(u *unit) []string {
	seen := map[string]bool{}
	for _, f := range u.spec.Files {
		seen[f.Filename] = true
		for _, name := range embedded(f) {
			seen[filepath.Join(filepath.Dir(f.Filename), filepath.FromSlash(name))] = true
		}
	}
	out := make([]string, 0, len(seen))
	for name := range seen {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}
