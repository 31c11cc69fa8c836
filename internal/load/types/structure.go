package types

import (
	"encoding/json"
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
	alone    *value // what is no struct, and stands alone in its braces
	decls    int
	used     bool // the literal stands beside a definition that it narrows
	ok       bool
}

// structure compiles a struct literal: fields, pattern constraints, embeddings, comprehensions.
func (c *Compiler) structure(e spec.Expr, x *ast.StructLit, path string) (value, bool) {
	b := structBuilder{t: ir.Type{Kind: ir.KindStruct}, used: c.beside, ok: true}
	c.beside = false
	inner := e.Scope.Inner(x.Elts)
	for _, d := range x.Elts {
		c.decl(&b, d, inner, path)
	}
	at := place{path: path, pos: spec.At(x)}
	for _, f := range b.patterns {
		c.patternDecl(&b, f, at)
	}
	if !b.ok {
		return value{}, false
	}
	if b.alone != nil {
		return *b.alone, c.standsAlone(&b, at)
	}
	b.t.Privacy = stronger(b.t.Privacy, b.privacy)
	t, ok := c.finishStruct(b.t, at)
	if !ok {
		return value{}, false
	}
	return c.meetAll(value{t: t}, b.bounds, at)
}

// standsAlone tells whether nothing else stands in the braces around a value that is no struct.
func (c *Compiler) standsAlone(b *structBuilder, at place) bool {
	if b.decls == 1 && len(b.bounds) == 0 {
		return true
	}
	c.fail(codeNotASchema, at.path, at.pos, "what is embedded here is no struct, and something else stands beside it", "write it without the braces")
	return false
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
		b.decls++
		c.fieldDecl(b, spec.Field{Field: d, Scope: scope}, path)
	case *ast.Ellipsis:
		b.decls++
		b.t.Open = true
	case *ast.Attribute:
		var at attributes
		at.read(c, d, path, placeStruct)
		b.privacy = stronger(b.privacy, at.privacy)
	case *ast.EmbedDecl:
		b.decls++
		c.embedded(b, d, scope, path)
	case *ast.Comprehension:
		bodies, ok := c.unroll(d, scope, path)
		b.ok = b.ok && ok
		for _, body := range bodies {
			inner := body.scope.Inner(body.lit.Elts)
			for _, d := range body.lit.Elts {
				c.decl(b, d, inner, path)
			}
		}
	}
}

func (c *Compiler) fieldDecl(b *structBuilder, f spec.Field, path string) {
	if _, ok := f.Pattern(); ok {
		b.patterns = append(b.patterns, f)
		return
	}
	name, ok := c.fieldName(f)
	if !ok {
		b.ok = false
		c.fail(codeFieldName, path, spec.At(f.Label), "this field name is computed from something that is no constant", "write the name out")
		return
	}
	if _, computed := f.Name(); computed && !f.Quoted() && (name[0] == '#' || name[0] == '_' && name != "_") {
		b.decls--
		return // a local definition or hidden field: compiled where it is referred to
	}
	fieldPath := spec.Join(path, name)
	if raw := rawName(f); !norm.NFC.IsNormalString(raw) || !norm.NFC.IsNormalString(name) {
		b.ok = false
		c.fail(codeFieldName, fieldPath, spec.At(f.Label), fmt.Sprintf("the field name %q is not in Unicode form NFC", raw),
			fmt.Sprintf("write %q in composed form", norm.NFC.String(name)))
		return
	}
	outside := c.relating
	c.relating = &relating{scope: f.Scope, path: fieldPath, field: name}
	field, ok := c.field(f, name, fieldPath, b.used)
	b.t.Relations = append(b.t.Relations, c.relating.found...)
	c.relating = outside
	if !ok {
		b.ok = false
		return
	}
	c.addField(b, field, place{path: path, pos: spec.At(f.Field)})
}

// fieldName is the name of a field, also of one that a constant computes.
func (c *Compiler) fieldName(f spec.Field) (string, bool) {
	if name, ok := f.Name(); ok {
		return name, true
	}
	label := f.Label
	if a, ok := label.(*ast.Alias); ok {
		label, _ = a.Expr.(ast.Label)
	}
	x, ok := label.(ast.Expr)
	if !ok {
		return "", false
	}
	raw, ok := c.constant(spec.Expr{X: x, Scope: f.Scope})
	var name string
	if !ok || constKind(raw) != ir.KindString || json.Unmarshal(raw, &name) != nil {
		return "", false
	}
	return name, true
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

// field compiles one field with its presence. used tells that it stands beside a definition.
func (c *Compiler) field(f spec.Field, name, path string, used bool) (ir.Field, bool) {
	var at attributes
	at.add(c, f, path, placeField)
	out := ir.Field{Name: name, Go: at.goName, Doc: spec.Comment(f.Field), From: at.from}
	v, ok := c.place(f.Expr(), path)
	if !ok {
		return out, false
	}
	c.applyNames(&v.t, at, path)
	if !c.applyGoType(&v.t, at, path) {
		return out, false
	}
	if used && f.Constraint == token.ILLEGAL && v.t.Const != nil && v.fallback == nil {
		v.fallback = v.t.Const // as in CUE, what the use fixes need not be given
	}
	out.Type = v.t
	out.Type.Privacy = stronger(out.Type.Privacy, at.privacy)
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
			v.fallback = c.ownDefault(v.t)
		}
		if c.constraint { // what a match names must be there
			out.Presence = ir.Required
			return true
		}
		if v.fallback == nil {
			c.plain(out.Name, v, pos, path)
			return false
		}
		out.Presence, out.Default = ir.Defaulted, heldAs(out.Type.Go, v.fallback)
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
