package types

import (
	"fmt"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"
	"golang.org/x/text/unicode/norm"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// structBuilder collects the declarations of one struct literal.
type structBuilder struct {
	t        ir.Type
	patterns []spec.Field
	bounds   []value // struct.MinFields and the like, embedded
	privacy  ir.Privacy
	ok       bool
}

// structure compiles a struct literal: fields, or a map.
func (c *Compiler) structure(e spec.Expr, x *ast.StructLit, path string) (value, bool) {
	b := structBuilder{t: ir.Type{Kind: ir.KindStruct}, ok: true}
	inner := e.Scope.Inner(x.Elts)
	for _, d := range x.Elts {
		c.decl(&b, d, inner, path)
	}
	if !b.ok {
		return value{}, false
	}
	at := place{path: path, pos: spec.At(x)}
	if len(b.patterns) > 0 {
		m, ok := c.mapType(b, at)
		m.t.Privacy = stronger(m.t.Privacy, b.privacy)
		return m, ok
	}
	b.t.Privacy = stronger(b.t.Privacy, b.privacy)
	return c.meetAll(value{t: b.t}, b.bounds, at)
}

func (c *Compiler) meetAll(v value, with []value, at place) (value, bool) {
	ok := true
	for _, w := range with {
		if v, ok = c.meet(v, w, at); !ok {
			return value{}, false
		}
	}
	return v, true
}

func (c *Compiler) decl(b *structBuilder, d ast.Decl, scope *spec.Scope, path string) {
	switch d := d.(type) {
	case *ast.Field:
		c.fieldDecl(b, spec.Field{Field: d, Scope: scope}, path)
	case *ast.Ellipsis:
		b.t.Open = true
	case *ast.Attribute:
		var at attributes
		at.read(c, d, path, placeStruct)
		b.privacy = stronger(b.privacy, at.privacy)
	case *ast.EmbedDecl:
		c.embedded(b, d, scope, path)
	case *ast.Comprehension:
		b.ok = false
		c.fail(codeLater, path, spec.At(d), "a comprehension in a schema is not supported yet",
			"write the fields out; make those that do not always occur optional: x?: T")
	}
}

// embedded takes bounds on the number of fields; other embeddings are left to later versions.
func (c *Compiler) embedded(b *structBuilder, d *ast.EmbedDecl, scope *spec.Scope, path string) {
	if call, ok := d.Expr.(*ast.CallExpr); ok {
		v, ok := c.call(spec.Expr{X: call, Scope: scope}, call, path)
		b.ok = b.ok && ok
		if ok {
			b.bounds = append(b.bounds, v)
		}
		return
	}
	b.ok = false
	c.fail(codeLater, path, spec.At(d), "embedding in a schema is not supported yet",
		"write the fields out, or give the embedded schema a field of its own")
}

func (c *Compiler) fieldDecl(b *structBuilder, f spec.Field, path string) {
	if _, ok := f.Pattern(); ok {
		b.patterns = append(b.patterns, f)
		return
	}
	name, ok := f.Name()
	if !ok {
		b.ok = false
		c.fail(codeFieldName, path, spec.At(f.Label), "a computed field name is not supported in a schema", "write the name out")
		return
	}
	if !f.Quoted() && (name[0] == '#' || name[0] == '_' && name != "_") {
		return // a local definition or hidden field: compiled where it is referred to
	}
	fieldPath := spec.Join(path, name)
	if raw := rawName(f); !norm.NFC.IsNormalString(raw) {
		b.ok = false
		c.fail(codeFieldName, fieldPath, spec.At(f.Label), fmt.Sprintf("the field name %q is not in Unicode form NFC", raw),
			fmt.Sprintf("write %q in composed form", norm.NFC.String(name)))
		return
	}
	field, ok := c.field(f, name, fieldPath)
	if !ok {
		b.ok = false
		return
	}
	c.addField(b, field, place{path: path, pos: spec.At(f.Field)})
}

func (c *Compiler) addField(b *structBuilder, field ir.Field, at place) {
	i := fieldIndex(b.t.Fields, field.Name)
	if i < 0 {
		b.t.Fields = append(b.t.Fields, field)
		return
	}
	merged, ok := c.meetFields(b.t.Fields[i], field, at)
	b.t.Fields[i] = merged
	b.ok = b.ok && ok
}

func rawName(f spec.Field) string {
	switch l := f.Label.(type) {
	case *ast.Ident:
		return l.Name
	case *ast.BasicLit:
		return strings.Trim(l.Value, `"`)
	}
	return ""
}

// field compiles one field with its presence.
func (c *Compiler) field(f spec.Field, name, path string) (ir.Field, bool) {
	var at attributes
	at.add(c, f, path, placeField)
	out := ir.Field{Name: name, Go: at.goName, Doc: spec.Comment(f.Field), From: at.from}
	v, ok := c.expr(f.Expr(), path)
	if !ok {
		return out, false
	}
	c.applyNames(&v.t, at, path)
	out.Type = v.t
	out.Type.Privacy = stronger(out.Type.Privacy, at.privacy)
	if bare(v.t) {
		c.fail(codeLater, path, spec.At(f.Value), "bounds on the number of fields need a map",
			"write struct.MinFields(1) & {[string]: T}")
		return out, false
	}
	for _, text := range at.examples {
		ex := c.example(v.t, text)
		out.Examples = append(out.Examples, ex)
		if why := c.refuses(v.t, ex); why != "" {
			c.fail(codeAttribute, path, spec.At(f.Field), fmt.Sprintf("the example %s is not allowed: %s", ex, why),
				"give an example that the schema allows")
			ok = false
		}
	}
	return out, c.presence(&out, f, v, path) && ok
}

func (c *Compiler) presence(out *ir.Field, f spec.Field, v value, path string) bool {
	pos := spec.At(f.Label)
	switch f.Constraint {
	case token.NOT:
		out.Presence = ir.Required
		if v.fallback != nil && v.direct {
			c.fail(codeRequiredDefault, path, pos, "a required field has a default",
				fmt.Sprintf("write %s: … for a field that may be left out, or drop the * mark", label(out.Name)))
			return false
		}
	case token.OPTION:
		out.Presence = ir.Optional
		if v.fallback != nil && v.direct {
			c.fail(codeRequiredDefault, path, pos, "an optional field has a default, which CUE would never use",
				fmt.Sprintf("write %s: … without the question mark", label(out.Name)))
			return false
		}
	default:
		if v.fallback == nil {
			c.plain(out.Name, v, pos, path)
			return false
		}
		out.Presence, out.Default = ir.Defaulted, v.fallback
	}
	return true
}

func (c *Compiler) plain(name string, v value, pos diag.Position, path string) {
	l := label(name)
	help := fmt.Sprintf("write %s!: … if it must be given, %s?: … if it may be left out, or %s: *value | … for a default", l, l, l)
	if v.t.Const != nil {
		help = fmt.Sprintf("write %s!: %s", l, v.t.Const)
	}
	c.fail(codePlainField, path, pos, fmt.Sprintf("the field %q says neither that it is required nor what it defaults to", name), help)
}

func label(name string) string {
	return spec.Label(name, len(name) > 0 && (name[0] == '#' || name[0] == '_'))
}

// mapType compiles a struct of one pattern.
func (c *Compiler) mapType(b structBuilder, at place) (value, bool) {
	if len(b.patterns) > 1 || len(b.t.Fields) > 0 || b.t.Open {
		c.fail(codeLater, at.path, spec.At(b.patterns[0].Field), "a pattern beside other fields is not supported yet",
			"give the map a field of its own: extra?: {[string]: T}")
		return value{}, false
	}
	f := b.patterns[0]
	keyExpr, _ := f.Pattern()
	key, ok := c.expr(keyExpr, at.path)
	if !ok {
		return value{}, false
	}
	if !plainKey(key.t) {
		c.fail(codeLater, at.path, spec.At(keyExpr.X), "keys of a map are restricted by regular expressions only",
			`write [string]: T or [=~"^[a-z]+$"]: T`)
		return value{}, false
	}
	var attrs attributes
	attrs.add(c, f, at.path+"[]", placePattern)
	items, ok := c.expr(f.Expr(), at.path+"[]")
	if !ok {
		return value{}, false
	}
	if items.fallback != nil && items.direct {
		c.fail(codeMisplacedDefault, at.path+"[]", spec.At(f.Value), "a default of map values has no effect", "remove the * mark")
		return value{}, false
	}
	items.t.Privacy = stronger(items.t.Privacy, attrs.privacy)
	return c.meetAll(value{t: ir.Type{Kind: ir.KindMap, Items: &items.t, Keys: key.t.Patterns}}, b.bounds, at)
}

// plainKey tells whether a key's schema is strings and regular expressions alone.
func plainKey(t ir.Type) bool {
	return t.Kind == ir.KindString && !t.Nullable && t.Const == nil && t.MinRunes == nil && t.MaxRunes == nil &&
		len(t.NotOneOf) == 0
}
