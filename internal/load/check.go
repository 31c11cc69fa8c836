package load

import (
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/errors"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/load/form"
	"github.com/ikgen/ikgen/internal/load/spec"
	"github.com/ikgen/ikgen/internal/load/types"
	schema "github.com/ikgen/ikgen/schema/ik"
)

// library is the authoring schema as this tool carries it, whatever copy the author has.
type library struct {
	value cue.Value
	spec  *spec.Package
	types *types.Compiler
}

func (w *world) newLibrary() (*library, error) {
	v := w.cue.CompileBytes(schema.Source(), cue.Filename(schema.FileName))
	if err := v.Err(); err != nil {
		return nil, fmt.Errorf("the embedded authoring schema: %w", err)
	}
	f, err := parseSchema()
	if err != nil {
		return nil, err
	}
	p := spec.New(schema.ImportPath, "ik", []*ast.File{f}, nil)
	p.Schema = true
	return &library{value: v, spec: p, types: types.New(types.Config{
		Package: p, Library: schema.ImportPath, Report: func(diag.Diagnostic) {}, Eval: w.constant,
	})}, nil
}

// judge is what has been said of one package so far.
type judge struct {
	*world
	u     *unit
	paths map[string]bool // paths that have an error of ours: CUE's words on them are left out
	said  map[string]bool // paths that have an error of CUE's
	hides bool            // a field hides a package: CUE then says that its import is not used

	visited int // nodes walked for their attributes
}

func (j *judge) report(d diag.Diagnostic) {
	if d.Severity == diag.Error && d.Path != "" {
		j.paths[d.Path] = true
	}
	j.hides = j.hides || d.Code == types.CodeHidden
	j.notes.add(d)
}

// form checks the top-level forms of a package against the authoring schema.
func (j *judge) form() {
	c := &form.Checker{
		Types: j.lib.types, Report: j.report,
		Given: func(path string) bool { return exists(j.u.value, path) },
		Meant: func(path string) { j.paths[path] = true },
	}
	if a, b := j.u.spec.Root().Child("agent"), j.u.spec.Root().Child("catalog"); a != nil && b != nil {
		j.report(diag.Diagnostic{Code: codeTwoForms, Severity: diag.Error, Path: b.Path, Pos: b.Position(),
			Message: "an agent and a catalog in one package", Help: "move the catalog to a package of its own, or its prompts into agent.prompts",
			Related: []diag.Related{{Pos: a.Position(), Message: "the agent"}}})
	}
	for _, n := range j.u.spec.Root().Children() {
		switch {
		case n.Name == "agent":
			j.asForm(c, n, "#Agent")
		case n.Name == "catalog":
			j.asForm(c, n, "#PromptCatalog")
		case n.Name == "suites":
			for _, suite := range n.Children() {
				c.Check(suite, j.define("#Suite"))
			}
		case !n.Definition() && !n.Hidden():
			j.report(diag.Diagnostic{
				Code: codeStray, Severity: diag.Warning, Path: n.Path, Pos: n.Position(),
				Message: fmt.Sprintf("the top-level field %q is not read", n.Name), Help: j.strayHelp(n.Name),
			})
		}
	}
}

func (j *judge) strayHelp(name string) string {
	if near := diag.Suggest(name, []string{"agent", "catalog", "suites"}); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Sprintf("hide a helper: _%s", name)
}

func (j *judge) define(name string) spec.Expr {
	return spec.Expr{X: ast.NewIdent(name), Scope: j.lib.spec.FileScope(j.lib.spec.Files[0])}
}

func (j *judge) asForm(c *form.Checker, n *spec.Node, name string) {
	if !refersTo(n, name) {
		j.report(diag.Diagnostic{
			Code: codeNotTheForm, Severity: diag.Error, Path: n.Path, Pos: n.Position(),
			Message: fmt.Sprintf("%s is not an ik.%s", n.Name, name),
			Help:    fmt.Sprintf("write %s: ik.%s & {…}, with import %q", n.Name, name, schema.ImportPath),
		})
	}
	c.Check(n, j.define(name))
}

// refersTo tells whether one of the declarations of a node is unified with a definition of the authoring schema.
func refersTo(n *spec.Node, name string) bool {
	for _, p := range n.Parts() {
		sel, ok := p.X.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		id, ok := sel.X.(*ast.Ident)
		label, _, err := ast.LabelName(sel.Sel)
		if !ok || err != nil || label != name {
			continue
		}
		if t := p.Scope.Lookup(id.Name); t.Kind == spec.TargetImport && t.ImportPath == schema.ImportPath {
			return true
		}
	}
	return false
}

func exists(v cue.Value, path string) bool {
	p := cue.ParsePath(path)
	return p.Err() == nil && v.LookupPath(p).Exists()
}

// evaluate reports what CUE finds beyond the form.
func (j *judge) evaluate() {
	for _, v := range j.values() {
		for _, e := range errors.Errors(v) {
			j.cueError(e)
		}
	}
}

// unread are the paths that could not be read, in code order.
func (j *judge) unread() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for _, set := range []map[string]bool{j.paths, j.said} {
			for path := range set {
				if !yield(path) {
					return
				}
			}
		}
	})
}

// values are the errors of the package, first those that must be gone for anything to be evaluated.
func (j *judge) values() []error {
	if err := j.u.value.Err(); err != nil && len(errors.Errors(err)) > 0 && len(errors.Errors(err)[0].Path()) == 0 {
		return []error{err}
	}
	var out []error
	if err := j.u.value.Validate(); err != nil {
		out = append(out, err)
	}
	for _, name := range []string{"agent", "catalog", "suites"} {
		if v := j.u.value.LookupPath(cue.MakePath(cue.Str(name))); v.Exists() {
			if err := v.Validate(cue.Concrete(true)); err != nil {
				out = append(out, err)
			}
		}
	}
	return out
}

// cueError words one error of CUE, unless something was already said of the same place.
func (j *judge) cueError(e errors.Error) {
	path := pathOf(e.Path())
	message := text(e)
	if j.hides && strings.Contains(message, notUsed) {
		return
	}
	if message == notAllowed {
		path = field(path)
	}
	if j.covered(path) || j.said[path] && path != "" {
		return
	}
	if message == notAllowed && (j.covered(parent(path)) || j.undecided(parent(path))) {
		return // follows from another fault: none of several forms fits
	}
	d := j.translate(e, path, message)
	if path != "" {
		j.said[path] = true
	}
	j.notes.add(d)
}

// notUsed is what CUE says of an import.
const notUsed = "imported and not used"

// notAllowed is what CUE says of a field that a closed struct does not have.
const notAllowed = "field not allowed"

// field is the path of the field that an element belongs to: CUE names the elements of a list that is not allowed.
func field(path string) string {
	for strings.HasSuffix(path, "]") {
		path = path[:strings.LastIndexByte(path, '[')]
	}
	return path
}

// undecided tells whether a word is at fault on which it depends what else the struct has.
func (j *judge) undecided(parent string) bool {
	for _, word := range []string{"effect", "confirmation", "phase", "provider"} {
		if p := spec.Join(parent, word); j.paths[p] || j.said[p] {
			return true
		}
	}
	return false
}

// covered tells whether a diagnostic of ours stands at the path, above it or below it.
func (j *judge) covered(path string) bool {
	if path == "" {
		return false
	}
	for p := range j.paths {
		if p == path || within(p, path) || within(path, p) {
			return true
		}
	}
	return false
}

func parent(path string) string {
	segs := spec.Split(path)
	if len(segs) < 2 {
		return ""
	}
	last := segs[len(segs)-1]
	return strings.TrimSuffix(strings.TrimSuffix(path, last), ".")
}

// within tells whether a path lies below another.
func within(path, above string) bool {
	rest, ok := strings.CutPrefix(path, above)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '[')
}

// pathOf writes a path of CUE as diagnostics do: indexes in brackets, labels quoted where needed.
func pathOf(segments []string) string {
	out := ""
	for _, s := range segments {
		switch {
		case s == "":
		case s[0] >= '0' && s[0] <= '9' && out != "":
			out += "[" + s + "]"
		case out == "":
			out = s
		default:
			out += "." + s
		}
	}
	return out
}
