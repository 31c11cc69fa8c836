package types

import (
	"fmt"

	"cuelang.org/go/cue/ast"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// embedded compiles what is embedded in a struct: its fields become fields of the struct.
func (c *Compiler) embedded(b *structBuilder, d *ast.EmbedDecl, scope *spec.Scope, path string) {
	v, ok := c.expr(spec.Expr{X: d.Expr, Scope: scope}, path)
	if !ok {
		b.ok = false
		return
	}
	at := place{path: path, pos: spec.At(d)}
	if bare(v.t) {
		b.decls--
		b.bounds = append(b.bounds, v)
		return
	}
	t, ok := c.target(v.t, at)
	if !ok {
		b.ok = false
		return
	}
	switch {
	case t.Nullable, t.Kind != ir.KindStruct && t.Kind != ir.KindMap && t.Kind != ir.KindAny:
		if t.Kind == ir.KindUnion {
			c.fail(codeUnion, path, spec.At(d), "a union that is embedded cannot be compiled exactly",
				"write #T: A | B without braces, with fields beside it in each variant; or give the union a field of its own")
			b.ok = false
			return
		}
		b.alone = &v
	case t.Kind == ir.KindAny:
		b.decls--
	default:
		at.embed = true
		merged, ok := c.meetStructs(b.t, asStruct(t), at)
		b.t, b.ok = asStruct(merged), b.ok && ok // more fields may follow
		b.t.Privacy = stronger(b.t.Privacy, t.Privacy)
	}
}

// closed compiles close({…}).
func (c *Compiler) closed(e spec.Expr, path string) (value, bool) {
	v, ok := c.expr(e, path)
	if !ok {
		return value{}, false
	}
	t, ok := c.target(v.t, place{path: path, pos: spec.At(e.X)})
	if !ok {
		return value{}, false
	}
	if k := t.Kind; k != ir.KindStruct && k != ir.KindMap || t.Open || t.Nullable {
		c.fail(codeNotASchema, path, spec.At(e.X), "close of anything but a struct without ... cannot be compiled exactly", "write the struct itself: a struct in a definition is closed")
		return value{}, false
	}
	v.sealed = true
	return v, true
}

// target is the type that a reference stands for, as it is written in this package; other types as they are.
func (c *Compiler) target(t ir.Type, at place) (ir.Type, bool) {
	if t.Kind != ir.KindRef {
		return t, true
	}
	if t.Narrow != nil {
		out := *t.Narrow
		out.Privacy = stronger(out.Privacy, t.Privacy)
		return out, true
	}
	target, home, ok := c.resolve(t)
	if !ok {
		c.fail(codeNarrowing, at.path, at.pos, fmt.Sprintf("%s is extended or narrowed inside of itself", t.Ref.Name),
			"write the schema out there, or give the part that is used a definition of its own")
		return ir.Type{}, false
	}
	target.Privacy = stronger(target.Privacy, t.Privacy)
	return c.moved(target, home), true
}

// moved writes a type of another package as it is written in this one.
func (c *Compiler) moved(t ir.Type, home *Compiler) ir.Type {
	if home == c {
		return t
	}
	if t.Ref != nil {
		r := *t.Ref
		switch r.Package {
		case "":
			r.Package = home.pkg.Path
		case c.pkg.Path:
			r.Package = ""
		}
		t.Ref = &r
	}
	inner := func(p *ir.Type) *ir.Type {
		if p == nil {
			return nil
		}
		out := c.moved(*p, home)
		return &out
	}
	t.Items, t.Narrow = inner(t.Items), inner(t.Narrow)
	t.Fields = append([]ir.Field(nil), t.Fields...)
	for i := range t.Fields {
		t.Fields[i].Type = c.moved(t.Fields[i].Type, home)
	}
	t.Elems = append([]ir.Type(nil), t.Elems...)
	for i := range t.Elems {
		t.Elems[i] = c.moved(t.Elems[i], home)
	}
	t.Rest = append([]ir.Rest(nil), t.Rest...)
	for i := range t.Rest {
		t.Rest[i].Items = c.moved(t.Rest[i].Items, home)
	}
	if t.Union != nil {
		u := *t.Union
		u.Variants = append([]ir.Variant(nil), u.Variants...)
		for i := range u.Variants {
			u.Variants[i].Type = c.moved(u.Variants[i].Type, home)
		}
		t.Union = &u
	}
	return t
}

// asStruct writes a map as a struct that has pattern constraints alone.
func asStruct(t ir.Type) ir.Type {
	if t.Kind != ir.KindMap {
		return t
	}
	out := ir.Type{Kind: ir.KindStruct, MinItems: t.MinItems, MaxItems: t.MaxItems, Privacy: t.Privacy, Nullable: t.Nullable}
	if t.Items != nil {
		out.Rest = []ir.Rest{{Keys: t.Keys, Items: *t.Items}}
	} else {
		out.Open = true // a bound alone
	}
	return out
}
