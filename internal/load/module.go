package load

import (
	"bytes"
	"path/filepath"

	"cuelang.org/go/cue/load"
	"cuelang.org/go/mod/modfile"

	"github.com/ikgen/ikgen/internal/diag"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// ownModule is the module that has the authoring schema as a package of its own.
const ownModule = "github.com/ikgen/ikgen"

// languageVersion is what an assumed module asks for.
const languageVersion = "v0.15.0"

// group is the targets of one CUE module.
type group struct {
	root    string
	hasFile bool   // cue.mod/module.cue exists
	module  string // path of the module, without version
	targets []target
}

// byRoot sorts the targets to their modules: the nearest directory above with a cue.mod, else the working directory
// (or, outside of it, the target itself).
func (l *loader) byRoot(targets []target) []*group {
	var out []*group
	index := map[string]*group{}
	for _, t := range targets {
		root, has := l.moduleRoot(t.dir)
		g := index[root]
		if g == nil {
			g = &group{root: root, hasFile: has}
			index[root] = g
			out = append(out, g)
		}
		g.targets = append(g.targets, t)
	}
	return out
}

func (l *loader) moduleRoot(dir string) (string, bool) {
	for at := dir; ; {
		if l.files.isFile(filepath.Join(at, "cue.mod", "module.cue")) {
			return at, true
		}
		up := filepath.Dir(at)
		if up == at {
			break
		}
		at = up
	}
	if rel, err := filepath.Rel(l.cfg.Dir, dir); err == nil && filepath.IsLocal(rel) {
		return l.cfg.Dir, false
	}
	return dir, false
}

// overlay is what CUE sees on top of the disk: the caller's files, the authoring schema, and a module file where
// there is none. The second result is false where the module file cannot be used.
func (l *loader) overlay(g *group) (map[string]load.Source, bool) {
	out := map[string]load.Source{}
	for name, data := range l.files.overlay {
		out[name] = load.FromBytes(data)
	}
	modFile := filepath.Join(g.root, "cue.mod", "module.cue")
	if !g.hasFile {
		module := l.cfg.Module
		if module == "" {
			module = "case.test"
		}
		g.module = module
		out[modFile] = load.FromString("module: \"" + module + "\"\nlanguage: version: \"" + languageVersion + "\"\n")
		l.overlaySchema(g, out)
		return out, true
	}
	data, err := l.files.read(modFile)
	if err != nil {
		l.notes.fail(codeModuleFile, diag.Position{File: modFile, Line: 1, Column: 1}, "cannot read the module file: "+unreadable(err), "")
		return nil, false
	}
	mf, ok := l.moduleFile(modFile, data)
	if !ok {
		return nil, false
	}
	g.module = importPath(mf.ModuleRootPath())
	if g.module != ownModule {
		l.overlaySchema(g, out)
	}
	return out, true
}

func (l *loader) overlaySchema(g *group, out map[string]load.Source) {
	name := filepath.Join(g.root, "cue.mod", "pkg", filepath.FromSlash(schema.ImportPath), schema.FileName)
	data, err := l.files.read(name)
	if !l.files.isFile(name) || err == nil && schema.IsCopy(data) {
		out[name] = load.FromBytes(schema.Source()) // also in place of another version: the tool understands its own
	}
	if err != nil || bytes.Equal(data, schema.Source()) {
		return
	}
	message, help := "this file stands where the authoring schema belongs, and is no copy of it", "remove it: the tool brings its own"
	if schema.IsCopy(data) {
		l.copies = append(l.copies, name)
		message, help = "this copy of the authoring schema is out of date", "run ikgen generate, which writes the present one"
	}
	l.notes.add(diag.Diagnostic{
		Code: codeSchemaCopy, Severity: diag.Warning, Pos: diag.Position{File: name, Line: 1, Column: 1},
		Message: message, Help: help,
	})
}

// moduleFile parses a module file and says in plain words what is missing.
func (l *loader) moduleFile(name string, data []byte) (*modfile.File, bool) {
	mf, err := modfile.Parse(data, name)
	if err == nil {
		return mf, true
	}
	l.notes.moduleError(name, err)
	return nil, false
}
