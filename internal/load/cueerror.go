package load

import (
	"fmt"
	"path/filepath"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/build"
	"cuelang.org/go/cue/errors"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
)

func (l *loader) syntaxError(name string, e errors.Error) {
	pos := errorPos(e)
	if !pos.IsValid() {
		pos = diag.Position{File: name, Line: 1, Column: 1}
	}
	l.notes.fail(codeSyntax, pos, "syntax error: "+text(e), "")
}

// text is the message of a CUE error without its path, of the innermost cause.
func text(e errors.Error) string {
	var inner error = e
	for i := 0; i < 20; i++ {
		next := errors.Unwrap(inner)
		if next == nil {
			break
		}
		inner = next
	}
	if cause, ok := inner.(errors.Error); ok {
		format, args := cause.Msg()
		return strings.TrimSpace(fmt.Sprintf(format, args...))
	}
	return strings.TrimSpace(inner.Error())
}

func errorPos(e errors.Error) diag.Position {
	for _, p := range errors.Positions(e) {
		if pos := spec.Range(p, p); pos.IsValid() {
			return pos
		}
	}
	return diag.Position{}
}

// moduleError says in plain words what is wrong with a module file.
func (n *notes) moduleError(name string, err error) {
	pos := diag.Position{File: name, Line: 1, Column: 1}
	all := errors.Errors(err)
	message := err.Error()
	if len(all) > 0 {
		last := all[len(all)-1]
		message = text(last)
		if at := errorPos(last); at.File == name {
			pos = at
		}
	}
	switch {
	case strings.Contains(err.Error(), "no language version"):
		n.fail(codeNoVersion, pos, "the module file declares no language version", `add: language: version: "`+languageVersion+`"`)
	case strings.Contains(err.Error(), "too new"):
		n.fail(codeVersion, pos, "the module file asks for a language version that is too new",
			"lower language.version: this tool understands up to "+cue.LanguageVersion())
	default:
		n.fail(codeModuleFile, pos, "the module file cannot be used: "+message, "compare it with one that `cue mod init` writes")
	}
}

// loadErrors reports what CUE could not load; false where nothing can be compiled.
func (w *world) loadErrors(inst *build.Instance) bool {
	if inst.Err == nil {
		return w.parentFiles(inst)
	}
	for _, e := range errors.Errors(inst.Err) {
		w.loadError(inst, e)
	}
	return false
}

// parentFiles refuses a package that takes files of a directory above: CUE adds those of the same package name.
func (w *world) parentFiles(inst *build.Instance) bool {
	ok := true
	for _, f := range inst.Files {
		if filepath.Dir(f.Filename) != inst.Dir {
			ok = false
			w.notes.fail(codeParentFile, packageClause(f),
				fmt.Sprintf("this file is taken into the package of %q below, which has the same name", filepath.Base(inst.Dir)),
				"give one of the packages another name")
		}
	}
	return ok
}

func (w *world) loadError(inst *build.Instance, e errors.Error) {
	pos := errorPos(e)
	if !pos.IsValid() {
		pos = diag.Position{File: inst.Dir, Line: 1, Column: 1}
	}
	if pos.File == "" {
		pos.File = w.root
	}
	message := text(e)
	switch {
	case strings.Contains(message, "found packages"):
		w.notes.fail(codeTwoPackages, pos, "two packages in one directory: "+message, "move one package to a directory of its own")
	case strings.Contains(message, "cannot find package"), strings.Contains(message, "no module provides"),
		strings.Contains(message, "imports are unavailable"), strings.Contains(message, "import failed"),
		strings.Contains(message, "cannot find module"):
		w.notes.fail(codeImport, pos, "cannot resolve the import: "+message,
			"import a package of this module, or put the other one into cue.mod/pkg")
	case strings.Contains(message, "import cycle"):
		w.notes.fail(codeImportCycle, pos, message, "move what both need into a third package")
	case strings.Contains(message, notUsed):
		w.notes.fail(codeUnused, pos, message, "remove the import")
	default:
		w.notes.fail(codeLoad, pos, message, "")
	}
}
