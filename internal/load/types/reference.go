package types

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// reference compiles a name: a definition becomes a named type, everything else is expanded in place.
func (c *Compiler) reference(e spec.Expr, path string) (value, bool) {
	switch x := e.X.(type) {
	case *ast.Ident:
		return c.ident(e, x, path)
	case *ast.SelectorExpr:
		return c.selector(e, x, path)
	}
	return c.expand(e, path)
}

func (c *Compiler) ident(e spec.Expr, x *ast.Ident, path string) (value, bool) {
	switch x.Name {
	case "true", "false", "null":
		return c.constantType(e, path)
	}
	target := e.Scope.Lookup(x.Name)
	switch target.Kind {
	case spec.TargetPredeclared:
		return c.predeclared(x.Name, path, spec.At(x))
	case spec.TargetField:
		if pkg := e.Scope.Package().Path; target.Top && x.Name[0] == '#' && pkg != c.library {
			return c.named(pkg, x.Name, path, spec.At(x))
		}
		if sibling(target, x.Name) {
			if raw, ok := c.constant(e); ok {
				return c.fromConstant(e, raw, path)
			}
			if spec.Predeclared(x.Name) {
				c.hides(x.Name, spec.At(x), path)
				return value{}, false
			}
			if v, ok := c.relation(e, token.ILLEGAL, path); ok {
				return v, true
			}
			c.fail(codeCrossField, path, spec.At(x),
				fmt.Sprintf("that the field equals %q cannot be compiled exactly: that is no required field beside it", x.Name),
				"write the type out, and check the relation in the handler")
			return value{}, false
		}
		return c.expand(e, path)
	case spec.TargetLet:
		return c.expand(e, path)
	case spec.TargetLoop:
		c.fail(codeNotASchema, path, spec.At(x), "a schema made by this comprehension cannot be compiled exactly", "write the schema out")
	case spec.TargetImport:
		c.fail(codeNotASchema, path, spec.At(x), fmt.Sprintf("%q is a package, not a type", x.Name), "name one of its definitions")
	}
	return value{}, false // an undeclared name: CUE reports it
}

// Hides reports a field whose name hides a word of CUE, or a package, at a place that the caller compiles.
func (c *Compiler) Hides(name string, pos diag.Position, path string) { c.hides(name, pos, path) }

// hides reports a field whose name hides a word of CUE, or a package, from the fields beside it.
func (c *Compiler) hides(name string, pos diag.Position, path string) {
	c.fail(codeHidden, path, pos, fmt.Sprintf("the field %q of this struct hides what %s means here", name, name),
		fmt.Sprintf("write that field's name in quotes, %q: a quoted name hides nothing", name))
}

// sibling tells whether a name is a regular field of an enclosing struct: a reference to it relates two values.
func sibling(t spec.Target, name string) bool {
	return !t.Top && name[0] != '#' && name[0] != '_'
}

// named is a reference to a top-level definition.
func (c *Compiler) named(pkg, name, path string, pos diag.Position) (value, bool) {
	home := c
	if pkg != c.pkg.Path {
		if c.others == nil {
			return value{}, false
		}
		if home = c.others(pkg); home == nil {
			return value{}, false
		}
	}
	d := home.definition(name)
	if d == nil {
		return value{}, false // an undefined reference: CUE reports it
	}
	ref := &ir.Ref{Name: name}
	if pkg != c.pkg.Path {
		ref.Package = pkg
	}
	v := value{t: ir.Type{Kind: ir.KindRef, Ref: ref}, fallback: d.fallback}
	if d.done && !d.ok && len(d.needs) > 0 {
		c.incomplete(name, d.needs, path, pos)
		return v, false
	}
	if d.done && !d.ok {
		return v, false // the definition has its own diagnostic
	}
	return v, true
}

func (c *Compiler) selector(e spec.Expr, x *ast.SelectorExpr, path string) (value, bool) {
	name, _, err := ast.LabelName(x.Sel)
	if err != nil {
		return value{}, false
	}
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return c.expand(e, path)
	}
	t := e.Scope.Lookup(id.Name)
	switch {
	case t.Kind == spec.TargetField && e.Scope.Imports(id.Name):
		c.hides(id.Name, spec.At(x), path)
		return value{}, false
	case t.Kind != spec.TargetImport:
		return c.expand(e, path)
	case t.Import == nil:
		return c.libraryType(t.ImportPath+"."+name, x, path)
	case t.Import.Path == c.library || len(name) == 0 || name[0] != '#':
		return c.expand(e, path)
	case len(t.Import.Top(name)) == 0:
		c.fail(codeNotASchema, path, spec.At(x), fmt.Sprintf("package %q has no definition %s", t.ImportPath, name),
			"name one of its definitions")
		return value{}, false
	}
	return c.named(t.Import.Path, name, path, spec.At(x))
}

// libraryType compiles a validator of CUE's library that is named without arguments.
func (c *Compiler) libraryType(name string, x ast.Expr, path string) (value, bool) {
	if v, ok := validator(name); ok {
		return v, true
	}
	if form := usage(name); form != "" {
		c.fail(codeNotASchema, path, spec.At(x), fmt.Sprintf("%s is not given what it needs: a constant", name), "write "+form)
		return value{}, false
	}
	c.fail(codeFormat, path, spec.At(x), fmt.Sprintf("%s cannot be compiled to a schema exactly", name), insteadOf(name))
	return value{}, false
}

// expand compiles what a reference stands for in its place. A circle is an error: it has no name to refer to.
func (c *Compiler) expand(e spec.Expr, path string) (value, bool) {
	targets := spec.Resolve(e)
	if len(targets) == 0 {
		c.fail(codeNotASchema, path, spec.At(e.X), "this reference leads to no schema", "name a definition of this package or of an imported one")
		return value{}, false
	}
	if name := absent(e); name != "" {
		c.fail(codeNotASchema, path, spec.At(e.X), fmt.Sprintf("the field %q has no value of its own to refer to: it is required or optional", name),
			"give its schema a definition, and name that in both places")
		return value{}, false
	}
	key := targets[0].X
	if c.inlined[key] {
		c.fail(codeNotASchema, path, spec.At(e.X), "a recursive schema must be a definition at the top of the package",
			"move it to the top of the package and refer to it by its name")
		return value{}, false
	}
	c.inlined[key] = true
	defer delete(c.inlined, key)
	defer c.through(e.X)()
	out := value{t: ir.Type{Kind: ir.KindAny}}
	for _, target := range targets {
		v, ok := c.expr(target, path)
		if !ok {
			return value{}, false
		}
		if target.Field != nil { // attributes hold wherever the declaration is used
			var at attributes
			at.add(c, spec.Field{Field: target.Field, Scope: target.Scope}, path, placeDefinition)
			c.applyNames(&v.t, at, path)
			v.t.Privacy = stronger(v.t.Privacy, at.privacy)
		}
		if out, ok = c.meet(out, v, place{path: path, pos: spec.At(e.X), merge: true}); !ok {
			return value{}, false
		}
	}
	out.direct = false
	out.sealed = out.sealed || throughDefinition(e.X)
	return out, true
}

// throughDefinition tells whether a reference names a definition, or something inside of one: what it gives is closed.
func throughDefinition(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		return strings.HasPrefix(x.Name, "#")
	case *ast.SelectorExpr:
		name, _, err := ast.LabelName(x.Sel)
		return err == nil && strings.HasPrefix(name, "#") || throughDefinition(x.X)
	case *ast.IndexExpr:
		return throughDefinition(x.X)
	}
	return false
}

// absent names the required or optional field on the way of a reference, "" where there is none. In CUE such a field
// has a value only once it is given.
func absent(e spec.Expr) string {
	for _, t := range spec.Resolve(e) {
		if t.Field != nil && t.Field.Constraint != token.ILLEGAL {
			name, _ := spec.Field{Field: t.Field, Scope: t.Scope}.Name()
			return name
		}
	}
	switch x := e.X.(type) {
	case *ast.SelectorExpr:
		return absent(spec.Expr{X: x.X, Scope: e.Scope})
	case *ast.IndexExpr:
		return absent(spec.Expr{X: x.X, Scope: e.Scope})
	}
	return ""
}
