package types

import (
	"fmt"

	"cuelang.org/go/cue/ast"

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
			return c.named(pkg, x.Name, path)
		}
		if sibling(target, x.Name) {
			if raw, ok := c.constant(e); ok {
				return c.fromConstant(raw, path, spec.At(x))
			}
			if spec.Predeclared(x.Name) {
				c.hides(x.Name, spec.At(x), path)
				return value{}, false
			}
			c.fail(codeCrossField, path, spec.At(x),
				fmt.Sprintf("a field that must equal its sibling %q is not supported yet", x.Name),
				"write the type out, and check the relation in the handler")
			return value{}, false
		}
		return c.expand(e, path)
	case spec.TargetLet:
		return c.expand(e, path)
	case spec.TargetLoop:
		c.fail(codeLater, path, spec.At(x), "a schema made by a comprehension is not supported yet", "write the schema out")
	case spec.TargetImport:
		c.fail(codeNotASchema, path, spec.At(x), fmt.Sprintf("%q is a package, not a type", x.Name), "name one of its definitions")
	}
	return value{}, false // an undeclared name: CUE reports it
}

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
func (c *Compiler) named(pkg, name, path string) (value, bool) {
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
	return c.named(t.Import.Path, name, path)
}

func (c *Compiler) libraryType(name string, x ast.Expr, path string) (value, bool) {
	help := "write string with a regular expression"
	switch name {
	case "time.Time":
		help = `write string, or =~"^[0-9]{4}-[0-9]{2}-[0-9]{2}T" for an RFC 3339 time`
	case "time.Duration":
		help = `write =~"^([0-9]+(h|m|s|ms))+$"`
	case "list.UniqueItems":
		c.fail(codeLater, path, spec.At(x), "list.UniqueItems is not supported in a schema yet", insteadOf(name))
		return value{}, false
	}
	c.fail(codeFormat, path, spec.At(x), fmt.Sprintf("%s is not supported in a schema yet", name), help)
	return value{}, false
}

// expand compiles what a reference stands for in its place. A circle is an error: it has no name to refer to.
func (c *Compiler) expand(e spec.Expr, path string) (value, bool) {
	targets := spec.Resolve(e)
	if len(targets) == 0 {
		c.fail(codeNotASchema, path, spec.At(e.X), "this reference leads to no schema", "name a definition of this package or of an imported one")
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
	return out, true
}
