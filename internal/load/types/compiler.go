package types

import (
	"encoding/json"
	"sort"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// Compiler compiles the schemas of one package.
type Compiler struct {
	pkg     *spec.Package
	library string // import path of a package whose definitions are expanded in place
	report  func(diag.Diagnostic)
	eval    func(ast.Expr) (json.RawMessage, bool)
	others  func(path string) *Compiler

	defs       map[string]*definition
	inlined    map[ast.Expr]bool
	marks      marks
	unions     *[]unionWork // that are still to be judged
	steps      int
	nested     int             // structs and lists around the present expression
	params     map[string]bool // of the definition that is being compiled
	open       []string        // the parameters that it needs to be complete, in order of the text
	beside     bool            // the struct literal that is compiled next narrows a definition
	trail      []use           // the references that led to the present expression
	quiet      int             // attempts of which nothing is reported
	large      bool            // that the package is too large was reported
	evaluating bool            // a constant is evaluated
	evaluated  int             // its parts so far
	trying     int             // attempts around the present expression that may come to nothing
	bottoms    int             // diagnostics that say: nothing satisfies this
	folds      int             // names replaced by the constants that they stand for

	expressions *expressions // regular expressions that were met

	constraint bool                 // a leaf of a match is compiled
	computed   func(spec.Expr) bool // takes the parts of a leaf that are no schema, nil outside of one
	relating   *relating            // the field that is being compiled, nil outside of one
}

// Config is what a compiler needs to know.
type Config struct {
	Package *spec.Package
	// Library is the import path of the authoring schema: what it defines is expanded, never a named type.
	Library string
	Report  func(diag.Diagnostic)
	// Eval evaluates an expression without references to JSON; false where it is not concrete.
	Eval func(ast.Expr) (json.RawMessage, bool)
	// Others finds the compiler of an imported package, nil for unknown ones.
	Others func(path string) *Compiler
}

// definition is one compiled top-level definition.
type definition struct {
	def      ir.TypeDef
	fallback json.RawMessage // the default that the definition carries
	done     bool
	ok       bool
	needs    []string // the parameters without which it is not complete
}

// New returns a compiler.
func New(cfg Config) *Compiler {
	return &Compiler{
		pkg: cfg.Package, library: cfg.Library, report: cfg.Report, eval: cfg.Eval, others: cfg.Others,
		defs: map[string]*definition{}, inlined: map[ast.Expr]bool{}, marks: marks{}, unions: new([]unionWork), expressions: newExpressions(),
	}
}

// Definitions compiles every top-level definition, in code order of their names.
func (c *Compiler) Definitions() []ir.TypeDef {
	var names []string
	for _, n := range c.pkg.Root().Children() {
		if n.Definition() {
			names = append(names, n.Name)
		}
	}
	sort.Strings(names)
	out := make([]ir.TypeDef, 0, len(names))
	for _, name := range names {
		if d := c.definition(name); d != nil && d.ok {
			out = append(out, d.def)
		}
	}
	c.finishUnions()
	c.privacyOfRefs(out)
	c.finite(names)
	c.circles(names)
	return out
}

// definition compiles one definition once; nil where there is none.
func (c *Compiler) definition(name string) *definition {
	if d, ok := c.defs[name]; ok {
		return d
	}
	n := c.pkg.Root().Child(name)
	if n == nil || !n.Definition() {
		return nil
	}
	d := &definition{def: ir.TypeDef{Name: name}}
	c.defs[name] = d
	around, params, open := c.nested, c.params, c.open
	c.nested, c.params, c.open = 0, parametersOf(n), nil
	v, ok := c.node(n)
	d.needs = c.open
	c.nested, c.params, c.open = around, params, open
	d.def.Type, d.fallback, d.ok, d.done = c.owned(v.t), v.fallback, ok, true
	d.def.Doc = n.Doc()
	d.def.Go = v.attrs.goName
	return d
}

// Schema compiles what a node declares: an input, an output, the value of a fact. The second result is false where an
// error was reported.
func (c *Compiler) Schema(n *spec.Node) (ir.Type, bool) {
	v, ok := c.node(n)
	c.finishUnions()
	if ok && v.fallback != nil && v.direct {
		c.fail(codeMisplacedDefault, n.Path, n.ValuePosition(), "a default has no effect here: the value is always given",
			"remove the * mark")
		ok = false
	}
	return c.owned(v.t), ok
}

// owned is the type of a definition or of a whole schema: one that narrows another definition has a Go type of its own.
func (c *Compiler) owned(t ir.Type) ir.Type {
	if t.Kind != ir.KindRef || t.Narrow == nil {
		return t
	}
	out := *t.Narrow
	out.Privacy = stronger(out.Privacy, t.Privacy)
	return out
}

// Constraint compiles one constraint on a value, as the leaf of a match. The parts of its conjunction that computed
// takes are left out.
func (c *Compiler) Constraint(n *spec.Node, computed func(spec.Expr) bool) (ir.Type, bool) {
	c.constraint, c.computed = true, computed
	v, ok := c.node(n)
	c.constraint, c.computed = false, nil
	c.finishUnions()
	return c.owned(v.t), ok && c.matchable(v.t, n)
}

// node compiles the conjunction of all declarations of a node.
func (c *Compiler) node(n *spec.Node) (value, bool) {
	out := value{t: ir.Type{Kind: ir.KindAny}}
	ok := true
	var at attributes
	for _, d := range n.Decls {
		at.add(c, d, n.Path, placeDefinition)
		v, good := c.place(d.Expr(), n.Path)
		if !good {
			ok = false
			continue
		}
		out, good = c.meet(out, v, place{path: n.Path, pos: spec.At(d.Field), merge: true})
		ok = ok && good
	}
	out.attrs = at
	if ok {
		c.applyNames(&out.t, at, n.Path)
	}
	out.t.Privacy = stronger(out.t.Privacy, at.privacy)
	return out, ok
}

// resolve follows references to the type that they name; false where one leads nowhere.
func (c *Compiler) resolve(t ir.Type) (ir.Type, *Compiler, bool) {
	at := c
	for i := 0; t.Kind == ir.KindRef && i < 100; i++ {
		next := at.compilerOf(t.Ref)
		if next == nil {
			return t, at, false
		}
		d := next.definition(t.Ref.Name)
		if d == nil || !d.done || !d.ok {
			return t, next, false
		}
		nullable := t.Nullable
		narrow := t.Narrow
		t, at = d.def.Type, next
		if narrow != nil {
			t = *narrow
		}
		t.Nullable = t.Nullable || nullable
	}
	return t, at, t.Kind != ir.KindRef
}

func (c *Compiler) compilerOf(r *ir.Ref) *Compiler {
	if r.Package == "" || r.Package == c.pkg.Path {
		return c
	}
	if c.others == nil {
		return nil
	}
	return c.others(r.Package)
}

// place is where a diagnostic belongs.
type place struct {
	path  string
	pos   diag.Position
	merge bool // declarations of one name: structs may be merged
	embed bool // the second struct is embedded: its own closedness ends here, but not below

	sealedA, sealedB bool // a definition or close() has closed the first, the second
}

func (c *Compiler) fail(code, path string, pos diag.Position, message, help string) {
	c.report(diag.Diagnostic{Code: code, Severity: diag.Error, Message: message, Path: path, Pos: pos, Help: help, Related: c.way(pos)})
}

func (c *Compiler) warn(code, path string, pos diag.Position, message, help string) {
	c.report(diag.Diagnostic{Code: code, Severity: diag.Warning, Message: message, Path: path, Pos: pos, Help: help, Related: c.way(pos)})
}

// Kind is the kind of a type, references followed; "" where one leads nowhere.
func (c *Compiler) Kind(t ir.Type) ir.Kind {
	target, _, ok := c.resolve(t)
	if !ok {
		return ""
	}
	return target.Kind
}

// Objects tells whether every value of a type is a JSON object: a struct, a map, or a union of such.
func (c *Compiler) Objects(t ir.Type) bool {
	target, home, ok := c.resolve(t)
	switch {
	case !ok:
		return false
	case target.Kind != ir.KindUnion:
		return target.Kind == ir.KindStruct || target.Kind == ir.KindMap
	}
	for i := range target.Union.Variants {
		if !home.Objects(target.Union.Variants[i].Type) {
			return false
		}
	}
	return true
}

// SetReport changes where diagnostics go.
func (c *Compiler) SetReport(report func(diag.Diagnostic)) { c.report = report }
