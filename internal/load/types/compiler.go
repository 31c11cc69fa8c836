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

	defs    map[string]*definition
	inlined map[ast.Expr]bool
	steps   int

	allowLater bool
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
	// AllowUnsupported leaves out the diagnostics for attributes whose behaviour comes in a later version.
	AllowUnsupported bool
}

// definition is one compiled top-level definition.
type definition struct {
	def      ir.TypeDef
	fallback json.RawMessage // the default that the definition carries
	done     bool
	ok       bool
}

// New returns a compiler.
func New(cfg Config) *Compiler {
	return &Compiler{
		pkg: cfg.Package, library: cfg.Library, report: cfg.Report, eval: cfg.Eval, others: cfg.Others,
		allowLater: cfg.AllowUnsupported,
		defs:       map[string]*definition{}, inlined: map[ast.Expr]bool{},
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
	c.privacyOfRefs(out)
	c.finite(names)
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
	v, ok := c.node(n)
	d.def.Type, d.fallback, d.ok, d.done = v.t, v.fallback, ok, true
	d.def.Doc = n.Doc()
	d.def.Go = v.attrs.goName
	return d
}

// Schema compiles what a node declares: an input, an output, the value of a fact. The second result is false where an
// error was reported.
func (c *Compiler) Schema(n *spec.Node) (ir.Type, bool) {
	v, ok := c.node(n)
	if ok && v.fallback != nil && v.direct {
		c.fail(codeMisplacedDefault, n.Path, n.ValuePosition(), "a default has no effect here: the value is always given",
			"remove the * mark")
		ok = false
	}
	return v.t, ok
}

// Constraint compiles one constraint on a value, as the leaf of a match.
func (c *Compiler) Constraint(n *spec.Node) (ir.Type, bool) {
	v, ok := c.node(n)
	return v.t, ok
}

// node compiles the conjunction of all declarations of a node.
func (c *Compiler) node(n *spec.Node) (value, bool) {
	out := value{t: ir.Type{Kind: ir.KindAny}}
	ok := true
	var at attributes
	for _, d := range n.Decls {
		at.add(c, d, n.Path, placeDefinition)
		v, good := c.expr(d.Expr(), n.Path)
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
		t, at = d.def.Type, next
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
}

func (c *Compiler) fail(code, path string, pos diag.Position, message, help string) {
	c.report(diag.Diagnostic{Code: code, Severity: diag.Error, Message: message, Path: path, Pos: pos, Help: help})
}

func (c *Compiler) warn(code, path string, pos diag.Position, message, help string) {
	c.report(diag.Diagnostic{Code: code, Severity: diag.Warning, Message: message, Path: path, Pos: pos, Help: help})
}

// Kind is the kind of a type, references followed; "" where one leads nowhere.
func (c *Compiler) Kind(t ir.Type) ir.Kind {
	target, _, ok := c.resolve(t)
	if !ok {
		return ""
	}
	return target.Kind
}

// SetReport changes where diagnostics go.
func (c *Compiler) SetReport(report func(diag.Diagnostic)) { c.report = report }
