package load

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
	"github.com/ikgen/ikgen/internal/load/types"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// world is one CUE module while it is loaded.
type world struct {
	*loader
	root  string
	cue   *cue.Context
	units map[string]*unit // by import path
	lib   *library
}

// unit is one CUE package of a module.
type unit struct {
	inst  *build.Instance
	spec  *spec.Package
	types *types.Compiler
	value cue.Value
	pkg   *Package
	done  bool

	allows []Allow
}

// module loads the targets of one module.
func (l *loader) module(ctx context.Context, g *group) []*Package {
	var out []*Package
	overlay, ok := l.overlay(g)
	if !ok {
		return nil
	}
	w := &world{loader: l, root: g.root, cue: cuecontext.New(), units: map[string]*unit{}}
	lib, err := w.newLibrary()
	if err != nil {
		l.notes.fail(codeInternal, diag.Position{File: g.root, Line: 1, Column: 1}, err.Error(), "")
		return nil
	}
	w.lib = lib
	var args []string
	var targets []target
	for _, t := range g.targets {
		arg, ok := l.vetDirectory(g, t)
		if l.reach(g, t.dir, overlay) && ok {
			args, targets = append(args, arg), append(targets, t)
		}
	}
	if len(args) == 0 {
		return nil
	}
	insts := w.instances(args, &load.Config{
		Dir: g.root, ModuleRoot: g.root, Overlay: overlay, Env: []string{"CUE_REGISTRY=none", "CUE_CACHE_DIR=/nonexistent"},
	})
	for i, inst := range insts {
		if ctx.Err() != nil {
			return nil
		}
		if i >= len(targets) {
			break
		}
		if p := w.load(inst, targets[i]); p != nil {
			out = append(out, p)
		}
	}
	return out
}

// instances loads syntax; it is one of the two places where CUE may panic on odd input.
func (w *world) instances(args []string, cfg *load.Config) (out []*build.Instance) {
	w.guard(diag.Position{File: w.root}, func() { out = load.Instances(args, cfg) })
	return out
}

// guard turns a panic into a diagnostic: CUE's evaluator has some on odd input, and a user never sees a stack trace.
func (w *world) guard(pos diag.Position, do func()) {
	defer func() {
		if r := recover(); r != nil {
			w.notes.fail(codeInternal, pos, fmt.Sprintf("CUE failed on this package: %v", r),
				"leave out declarations until it passes, and report the one that is at fault")
		}
	}()
	do()
}

// load compiles one package and the packages that it imports.
func (w *world) load(inst *build.Instance, t target) *Package {
	pos := diag.Position{File: inst.Dir, Line: 1, Column: 1}
	if len(inst.Files) > 0 {
		pos.File = inst.Files[0].Filename
	}
	var p *Package
	w.guard(pos, func() {
		if !w.loadErrors(inst) {
			return
		}
		u := w.unit(inst)
		w.compile(u)
		if t.explicit || t.lost {
			w.vetContents(u)
		}
		u.pkg.Explicit = t.explicit
		p = u.pkg
	})
	return p
}

// vetContents refuses a package that holds nothing to compile.
func (w *world) vetContents(u *unit) {
	var tops contents
	for _, f := range u.spec.Files {
		tops.add(f)
	}
	if !tops.misses() {
		return
	}
	message := "the package has no agent, no catalog and no definitions"
	if tops.definitions {
		message = "the package has no agent and no catalog"
	}
	w.notes.fail(codeNoAgent, packagePos(u), message, tops.help())
}

// unit prepares a package: its syntax and its value.
func (w *world) unit(inst *build.Instance) *unit {
	path := importPath(inst.ImportPath)
	if u := w.units[path]; u != nil {
		return u
	}
	u := &unit{inst: inst}
	w.units[path] = u
	for _, imp := range inst.Imports {
		w.unit(imp)
		w.vetImported(imp)
	}
	files := append([]*ast.File(nil), inst.Files...)
	sort.SliceStable(files, func(i, j int) bool { return files[i].Filename < files[j].Filename })
	u.spec = spec.New(path, inst.PkgName, files, func(p string) *spec.Package {
		if other := w.units[importPath(p)]; other != nil {
			return other.spec
		}
		return nil
	})
	u.spec.Schema = path == schema.ImportPath
	u.value = w.cue.BuildInstance(inst)
	u.types = types.New(types.Config{
		Package: u.spec, Library: schema.ImportPath, Report: w.notes.add, Eval: w.constant,
		Others: func(p string) *types.Compiler {
			if other := w.units[importPath(p)]; other != nil && p != schema.ImportPath {
				return other.types
			}
			return nil
		},
	})
	w.vetVanished(u)
	return u
}

// vetImported refuses flags in the files of a shared package too: its types are part of the fingerprint.
func (w *world) vetImported(inst *build.Instance) {
	if importPath(inst.ImportPath) == schema.ImportPath {
		return
	}
	names, err := w.files.cueFiles(inst.Dir)
	if err != nil {
		return // CUE has read them: what is gone since is not ours to report
	}
	for _, name := range names {
		w.vetFile(name)
	}
}

// importPath is an import path without version and qualifier.
func importPath(path string) string { return ast.ParseImportPath(path).Path }

// constant evaluates an expression without references but those to functions of CUE's library.
func (w *world) constant(x ast.Expr) (json.RawMessage, bool) {
	v := w.cue.BuildExpr(x, cue.InferBuiltins(true))
	if v.Err() != nil || !v.IsConcrete() {
		return nil, false
	}
	raw, err := v.MarshalJSON()
	return raw, err == nil && len(raw) > 0
}

// deps are the packages that a unit imports, direct and indirect, in code order of path.
func (w *world) deps(u *unit) []*Package {
	seen := map[string]*Package{}
	var visit func(inst *build.Instance)
	visit = func(inst *build.Instance) {
		for _, imp := range inst.Imports {
			path := importPath(imp.ImportPath)
			if path == schema.ImportPath || seen[path] != nil {
				continue
			}
			dep := w.unit(imp)
			w.compile(dep)
			seen[path] = dep.pkg
			visit(imp)
		}
	}
	visit(u.inst)
	var paths []string
	for p := range seen {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	var out []*Package
	for _, p := range paths {
		out = append(out, seen[p])
	}
	return out
}
