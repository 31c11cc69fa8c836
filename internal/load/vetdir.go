package load

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"
	"cuelang.org/go/cue/parser"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/spec"
	"github.com/ikgen/ikgen/internal/output"
)

// vetDirectory reads the files of a target before CUE does, to report all of them at once and in plain words. It gives
// the argument that names the directory to CUE; false where CUE could only repeat what was reported.
func (l *loader) vetDirectory(g *group, t target) (string, bool) {
	names, err := l.files.cueFiles(t.dir)
	if err != nil {
		l.notes.fail(codeLoad, diag.Position{File: t.dir, Line: 1, Column: 1}, "cannot read the directory: "+err.Error(), "")
		return "", false
	}
	if t.lost && len(names) == 0 {
		l.notes.fail(codeNoAgent, diag.Position{File: filepath.Join(t.dir, output.ManifestName), Line: 1, Column: 1},
			"files were generated here, but the spec is gone", "bring the CUE files back, or remove the generated files and this one")
		return "", false
	}
	ok := true
	first := map[string]diag.Position{}
	for _, name := range names {
		f, good := l.vetFile(name)
		ok = ok && good
		if f == nil {
			continue
		}
		ok = l.vetImports(g, f) && ok
		if pkg := f.PackageName(); pkg != "" {
			pos := packageClause(f)
			if len(first) == 1 && first[pkg] == (diag.Position{}) {
				ok = false
				l.twoPackages(first, pkg, pos)
			}
			if len(first) == 0 {
				first[pkg] = pos
			}
		}
	}
	rel, err := filepath.Rel(g.root, t.dir)
	if err != nil {
		return "", false
	}
	return "./" + filepath.ToSlash(rel), ok
}

func (l *loader) twoPackages(first map[string]diag.Position, pkg string, pos diag.Position) {
	for other, at := range first {
		l.notes.add(diag.Diagnostic{
			Code: codeTwoPackages, Severity: diag.Error, Pos: pos,
			Message: fmt.Sprintf("two packages in one directory: %q and %q", other, pkg),
			Help:    "give all files of the directory the same package clause, or move one package to a directory of its own",
			Related: []diag.Related{{Pos: at, Message: "the other package"}},
		})
	}
}

func packageClause(f *ast.File) diag.Position {
	for _, d := range f.Decls {
		if p, ok := d.(*ast.Package); ok {
			return spec.At(p.Name)
		}
	}
	return diag.Position{File: f.Filename, Line: 1, Column: 1}
}

// vetFile parses one file and refuses what makes it depend on flags of the command line.
func (l *loader) vetFile(name string) (*ast.File, bool) {
	data, ok := l.readSource(name)
	if !ok {
		return nil, false
	}
	f, err := parser.ParseFile(name, data, parser.ParseComments, parser.AllErrors)
	if err != nil {
		for _, e := range errors.Errors(err) {
			l.syntaxError(name, e)
		}
		return f, false
	}
	for _, a := range flags(f) {
		key, _ := a.Split()
		ok = false
		l.notes.fail(codeBuildFlag, spec.At(a),
			fmt.Sprintf("@%s makes the spec depend on flags of the command line, so that one text has several fingerprints", key),
			"write the value itself; for variants write two packages")
	}
	l.vetAttributes(f)
	if f.PackageName() == "" {
		ok = false
		l.notes.fail(codeNoPackage, diag.Position{File: name, Line: 1, Column: 1}, "the file has no package clause",
			"begin it with: package "+suggestedName(name))
	}
	return f, ok
}

func suggestedName(file string) string {
	base := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(filepath.Base(filepath.Dir(file))))
	if base == "" || base[0] <= '9' {
		return "agent"
	}
	return base
}

// flags are the attributes of a file that CUE's command line sets.
func flags(f *ast.File) []*ast.Attribute { return attributes(f, "if", "tag", "ignore") }

// attributes are those of a file with one of the keys, each once.
func attributes(f *ast.File, keys ...string) []*ast.Attribute {
	var out []*ast.Attribute
	seen := map[*ast.Attribute]bool{}
	add := func(a *ast.Attribute) {
		if key, _ := a.Split(); slices.Contains(keys, key) && !seen[a] {
			seen[a] = true
			out = append(out, a)
		}
	}
	ast.Walk(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Attribute:
			add(n)
		case *ast.Field:
			for _, a := range n.Attrs {
				add(a)
			}
		}
		return true
	}, nil)
	return out
}
