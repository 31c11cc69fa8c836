package types

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/unions"
)

// part is one operand of a disjunction, or all its constants of one kind together, in source order.
type part struct {
	typ  int // index in choice.types, -1: constants
	kind ir.Kind
}

// noteType and noteMember remember where an operand stands among the others.
func (ch *choice) noteType() { ch.parts = append(ch.parts, part{typ: len(ch.types) - 1}) }

func (ch *choice) noteMember(raw json.RawMessage) {
	kind := family(constKind(raw))
	for _, p := range ch.parts {
		if p.typ < 0 && p.kind == kind {
			return
		}
	}
	ch.parts = append(ch.parts, part{typ: -1, kind: kind})
}

// family is the kind of constants that one enum can hold together.
func family(k ir.Kind) ir.Kind {
	if k == ir.KindInt {
		return ir.KindNumber
	}
	return k
}

// unionWork is what can only be said of a union once every definition is compiled: they may refer to each other in
// circles.
type unionWork struct {
	union *ir.Union
	at    place
	loose bool // a constraint of a match: any variant may hold
}

// union compiles a disjunction of several types.
func (c *Compiler) union(ch choice, at place) (value, bool) {
	u := &ir.Union{}
	for _, p := range ch.parts {
		t, ok := c.variant(ch, p, at)
		if !ok {
			return value{}, false
		}
		list := []ir.Variant{{Type: t}}
		if t.Kind == ir.KindUnion { // without a name of its own
			list = t.Union.Variants
		}
		for _, v := range list {
			if v.Type.Kind != "" && !has(u.Variants, v.Type) {
				u.Variants = append(u.Variants, ir.Variant{Type: v.Type})
			}
		}
	}
	if len(u.Variants) == 1 {
		return value{t: u.Variants[0].Type}, true
	}
	if k := constKind(ch.fallback); ch.hasMark && k == "" && ch.fallback[0] == '{' {
		c.fail(codeDefaults, at.path, at.pos, "a struct cannot be the default of a union: CUE would complete other documents with it",
			"drop the * mark, and make the field optional")
		return value{}, false
	}
	*c.unions = append(*c.unions, unionWork{union: u, at: at, loose: c.constraint})
	return of(ir.Type{Kind: ir.KindUnion, Union: u})
}

// variant is the type of one part; of no kind where the part says nothing new.
func (c *Compiler) variant(ch choice, p part, at place) (ir.Type, bool) {
	if p.typ < 0 {
		return c.constants(ch, p.kind, at)
	}
	v := ch.types[p.typ]
	switch {
	case !c.whole(v, at.path, at.pos):
	case v.t.Kind == ir.KindAny:
		c.fail(codeUnion, at.path, at.pos, "a variant admits every value, so the others say nothing", "write _ alone")
	case v.fallback != nil:
		c.inherited(v.t, at)
	default:
		return v.t, true
	}
	return ir.Type{}, false
}

func (c *Compiler) inherited(t ir.Type, at place) {
	c.fail(codeDefaults, at.path, at.pos, fmt.Sprintf("the variant %s has a default, which would be the default of the whole union", strings.TrimPrefix(describe(t), "a ")),
		"take the default out of the variant, and mark it where the union is used")
}

// constants are the constants of one kind: an enum. A marked one that a type admits anyway is no variant.
func (c *Compiler) constants(ch choice, kind ir.Kind, at place) (ir.Type, bool) {
	var own choice
	for i, m := range ch.members {
		if family(constKind(m)) == kind && !(ch.hasMark && ch.unmarkedMembers[string(m)] == 0 && c.admitted(ch, m)) {
			own.members, own.spelled = append(own.members, m), append(own.spelled, ch.spelled[i])
		}
	}
	if len(own.members) == 0 {
		return ir.Type{}, true
	}
	v, ok := c.enum(own, at)
	return v.t, ok
}

// admitted tells whether one of the types admits a constant.
func (c *Compiler) admitted(ch choice, raw json.RawMessage) bool {
	for _, v := range ch.types {
		if _, _, known := c.resolve(v.t); known && c.refuses(v.t, raw) == "" {
			return true
		}
	}
	return false
}

func has(list []ir.Variant, t ir.Type) bool {
	for i := range list {
		if reflect.DeepEqual(list[i].Type, t) {
			return true
		}
	}
	return false
}

// finishUnions judges the unions that were compiled so far. Everything that they refer to is compiled.
func (c *Compiler) finishUnions() {
	list := *c.unions
	*c.unions = nil
	for _, w := range list {
		c.finishUnion(w)
	}
}

func (c *Compiler) finishUnion(w unionWork) {
	if !c.soundVariants(w) {
		return
	}
	tag, overlap := unions.Judge(w.union, "", c.follow)
	if overlap != nil && !w.loose {
		c.overlap(*overlap, w.at)
	}
	w.union.Discriminator = tag
	unions.Tags(w.union, "", c.follow)
	nameVariants(w.union)
}

// follow is the resolver of the package, as package unions wants it.
func (c *Compiler) follow(t ir.Type, pkg string) (ir.Type, string, bool) {
	home := c
	if pkg != "" && pkg != c.pkg.Path {
		if home = c.compilerOf(&ir.Ref{Package: pkg}); home == nil {
			return t, pkg, false
		}
	}
	t, at, ok := home.resolve(t)
	return t, at.pkg.Path, ok
}

// soundVariants reports variants that are no types of their own. It is false where it, or another diagnostic, says so.
func (c *Compiler) soundVariants(w unionWork) bool {
	nameVariants(w.union)
	seen := map[string]string{}
	for i := range w.union.Variants {
		v := &w.union.Variants[i]
		t, at, ok := c.resolve(v.Type)
		if !ok {
			return false
		}
		if name := filled(t); name != "" {
			c.fail(codeUnion, w.at.path, w.at.pos,
				fmt.Sprintf("the field %q of the variant %s has @ik(from=…), but the kernel fills fields of plain structs alone", name, v.Name),
				"take the attribute off, or put the union into a field of the input and fill one beside it")
			return false
		}
		if v.Type.Kind == ir.KindRef && !c.soundRef(w, v.Type, t, at, seen) {
			return false
		}
	}
	return true
}

// soundRef judges a variant that is a definition, t of the package of at. seen are those before it.
func (c *Compiler) soundRef(w unionWork, ref, t ir.Type, at *Compiler, seen map[string]string) bool {
	name := ref.Ref.Name
	key := at.pkg.Path + c.last(ref).Name
	bad := func(message, help string) bool {
		c.fail(codeUnion, w.at.path, w.at.pos, message, help)
		return false
	}
	switch {
	case at.unfoldsTo(t, w.union, 0):
		return bad(fmt.Sprintf("the union contains itself through %s", name), "put it into a field or a list of the variant")
	case t.Nullable || t.Kind == ir.KindNull:
		return bad(fmt.Sprintf("the variant %s may be null", name), fmt.Sprintf("take null out of %s, and write null | … for the union", name))
	case t.Kind == ir.KindAny:
		return bad(fmt.Sprintf("the variant %s admits every value, so the others say nothing", name), "write _ alone")
	case seen[key] != "":
		return bad(fmt.Sprintf("the variants %s and %s are the same type", seen[key], name), "keep one of them")
	case c.compilerOf(ref.Ref).definition(name).fallback != nil:
		c.inherited(ref, w.at)
		return false
	}
	seen[key] = name
	return true
}

// filled is the first field that the kernel would have to fill; "" for none.
func filled(t ir.Type) string {
	for i := range t.Fields {
		if t.Fields[i].From != "" {
			return t.Fields[i].Name
		}
	}
	return ""
}

// unfoldsTo tells whether a union is among the variants of a type, those of unions in it included.
func (c *Compiler) unfoldsTo(t ir.Type, u *ir.Union, depth int) bool {
	if t.Kind != ir.KindUnion || depth > 32 {
		return depth > 32
	}
	if t.Union == u {
		return true
	}
	for i := range t.Union.Variants {
		inner, at, ok := c.resolve(t.Union.Variants[i].Type)
		if ok && at.unfoldsTo(inner, u, depth+1) {
			return true
		}
	}
	return false
}

// last is the last reference of a chain of definitions that only name another one.
func (c *Compiler) last(t ir.Type) ir.Ref {
	ref, at := *t.Ref, c.compilerOf(t.Ref)
	for range 100 {
		d := at.definition(ref.Name)
		if d == nil || d.def.Type.Kind != ir.KindRef {
			break
		}
		ref, at = *d.def.Type.Ref, at.compilerOf(d.def.Type.Ref)
	}
	return ref
}

// overlap reports variants that documents do not tell apart.
func (c *Compiler) overlap(o unions.Overlap, at place) {
	a, b := o.A.Name, o.B.Name
	message := fmt.Sprintf("the variants %s and %s of the union overlap", a, b)
	help := ""
	switch {
	case !o.A.Struct || !o.B.Struct:
		help = "write one type for both, or give each a struct with a constant of its own: {kind!: \"a\", …}"
		if o.A.Direct != o.B.Direct {
			help = "write the variants of both unions out in one"
		} else if o.A.Kinds == o.B.Kinds && !o.A.Struct && !o.B.Struct {
			help = "write one list, or one map, whose values are the union, [...(A | B)], or give each list a length of its own"
		}
	default:
		message += fmt.Sprintf(": a document that is complete as %s could still become %s, so CUE refuses it", a, b)
		help = `give each variant a constant of its own, kind!: "a", or a required field that the other does not allow`
		if field, problem := o.Hint(); field != "" {
			message += fmt.Sprintf("; the field %q %s", field, problem)
			help = fmt.Sprintf("write %s!: with a constant of its own in every variant", label(field))
		}
	}
	c.fail(codeUnion, at.path, at.pos, message, help)
}

// nameVariants gives every variant a name that is unique in the union.
func nameVariants(u *ir.Union) {
	taken := map[string]bool{}
	for i := range u.Variants {
		v := &u.Variants[i]
		name := variantName(u, i)
		if taken[name] && v.Type.Kind == ir.KindEnum {
			name = string(v.Type.Base) + "Enum"
		}
		base := name
		for n := 2; taken[name]; n++ {
			name = fmt.Sprintf("%s%d", base, n)
		}
		taken[name], v.Name = true, name
	}
}

func variantName(u *ir.Union, i int) string {
	v := &u.Variants[i]
	switch v.Type.Kind {
	case ir.KindRef:
		return strings.TrimPrefix(v.Type.Ref.Name, "#")
	case ir.KindStruct:
		if len(v.Tags) > 0 {
			return plainText(v.Tags[0])
		}
		return ownField(u, i)
	}
	if v.Type.Const != nil {
		return plainText(v.Type.Const)
	}
	return string(v.Type.Kind)
}

// plainText is the text of a string, else the JSON.
func plainText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// ownField is the first field that a struct requires and no other variant has.
func ownField(u *ir.Union, i int) string {
	for _, f := range u.Variants[i].Type.Fields {
		own := f.Presence == ir.Required
		for j := range u.Variants {
			own = own && (j == i || fieldIndex(u.Variants[j].Type.Fields, f.Name) < 0)
		}
		if own {
			return f.Name
		}
	}
	return string(ir.KindStruct)
}
