package types

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/token"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// option is one operand of a disjunction.
type option struct {
	e      spec.Expr
	marked bool
}

func options(e spec.Expr, marked bool, out []option) []option {
	switch x := e.X.(type) {
	case *ast.ParenExpr:
		inner, ok := x.X.(*ast.BinaryExpr)
		if !marked && ok && inner.Op == token.OR {
			return options(spec.Expr{X: inner, Scope: e.Scope}, false, out)
		}
	case *ast.BinaryExpr:
		if x.Op == token.OR {
			out = options(spec.Expr{X: x.X, Scope: e.Scope}, marked, out)
			return options(spec.Expr{X: x.Y, Scope: e.Scope}, marked, out)
		}
	case *ast.UnaryExpr:
		if x.Op == token.MUL {
			return append(out, option{e: spec.Expr{X: x.X, Scope: e.Scope}, marked: true})
		}
	}
	return append(out, option{e: e, marked: marked})
}

// choice collects what the operands of a disjunction are.
type choice struct {
	nullable bool
	members  []json.RawMessage // scalar constants, in source order
	types    []value
	parts    []part // types, and kinds of members, in source order
	fallback json.RawMessage
	hasMark  bool
	unmarked int // scalar constants without mark

	unmarkedMembers map[string]int // of them, by their text
	spelled         []ir.Spelled   // of members
}

// disjunction compiles enums, nullable types, defaults and unions.
func (c *Compiler) disjunction(e spec.Expr, x *ast.BinaryExpr, path string) (value, bool) {
	return c.choose(options(e, false, nil), place{path: path, pos: spec.At(x)})
}

// choose compiles the operands of a disjunction together.
func (c *Compiler) choose(list []option, at place) (value, bool) {
	var ch choice
	ok := true
	defer c.alone()()
	for _, o := range list {
		ok = c.addOption(&ch, o, at.path) && ok
	}
	if !ok {
		return value{}, false
	}
	path := at.path
	v, ok := c.settle(ch, at)
	if !ok {
		return value{}, false
	}
	if ch.nullable && v.t.Kind != ir.KindAny && v.t.Kind != ir.KindNull {
		v.t.Nullable = !c.nullableRef(v.t)
	}
	if !ch.hasMark {
		return v, true
	}
	if why := c.refuses(v.t, ch.fallback); why != "" {
		c.fail(codeDefaultRefused, path, at.pos, fmt.Sprintf("the default %s lies outside of the rest of the type: %s", ch.fallback, why),
			"give a default that the rest allows: CUE admits this one beside it, which cannot be compiled exactly")
		return value{}, false
	}
	if c.completes(v.t, ch.fallback, 0) {
		c.fail(codeDefaults, path, at.pos, "a default that is a struct: CUE would complete a partly given struct from it",
			"give the fields of the struct their own defaults: x: {a: *1 | int}")
		return value{}, false
	}
	v.fallback, v.direct = ch.fallback, true
	return v, true
}

// completes tells whether CUE would fill a partly given value from the default. It does so for structs, also those in
// lists: {} unified with the default is the default. An empty struct changes nothing, unless its type fills it.
func (c *Compiler) completes(t ir.Type, fallback json.RawMessage, depth int) bool {
	if constKind(fallback) != "" || depth > maxDefaultDepth {
		return depth > maxDefaultDepth
	}
	at := c
	if target, home, ok := c.resolve(t); ok {
		t, at = target, home
	}
	if fallback[0] == '[' {
		items := ir.Type{Kind: ir.KindAny}
		if t.Kind == ir.KindList {
			items = *t.Items
		}
		var list []json.RawMessage
		if json.Unmarshal(fallback, &list) != nil {
			return true
		}
		return slices.ContainsFunc(list, func(item json.RawMessage) bool { return at.completes(items, item, depth+1) })
	}
	filled := slices.ContainsFunc(t.Fields, func(f ir.Field) bool { return f.Presence == ir.Defaulted })
	return string(fallback) != "{}" || filled
}

// maxDefaultDepth bounds the lists in a default.
const maxDefaultDepth = 50

func (c *Compiler) nullableRef(t ir.Type) bool {
	if t.Kind != ir.KindRef {
		return false
	}
	target, _, ok := c.resolve(t)
	return ok && target.Nullable
}

func (c *Compiler) addOption(ch *choice, o option, path string) bool {
	raw, constant := c.constant(o.e)
	if constant && !o.marked && constKind(raw) == "" {
		constant = false // {} is a type
	}
	if o.marked {
		if !constant {
			c.fail(codeDefaults, path, spec.At(o.e.X), "a default must be a constant", "write *value | type")
			return false
		}
		pos := spec.At(o.e.X)
		c.marks.add(path, pos)
		if ch.hasMark {
			c.twoDefaults(place{path: path, pos: pos}, "a second default: CUE would use neither", "mark one value with *")
			return false
		}
		ch.fallback, ch.hasMark = raw, true
	}
	if !constant {
		v, ok := c.expr(o.e, path)
		if ok && v.t.Kind == ir.KindNull {
			ch.nullable = true
			return true
		}
		if ok {
			ch.nullable, v.t.Nullable = ch.nullable || v.t.Nullable, false
			ch.types = append(ch.types, v)
			ch.noteType()
		}
		return ok
	}
	switch constKind(raw) {
	case ir.KindNull:
		ch.nullable = true
	case "": // a default
	default:
		return c.addMember(ch, o, raw, path)
	}
	return true
}

func (c *Compiler) addMember(ch *choice, o option, raw json.RawMessage, path string) bool {
	v, ok := c.fromConstant(o.e, raw, path)
	if !ok {
		return false
	}
	ch.noteMember(raw)
	if !o.marked {
		ch.unmarked++
		if ch.unmarkedMembers == nil {
			ch.unmarkedMembers = map[string]int{}
		}
		ch.unmarkedMembers[string(raw)]++
	}
	for i, m := range ch.members {
		if equalConst(m, raw) { // a repeated member says nothing new
			ch.spelled[i] = either(ch.spelled[i], v.t.Spelled)
			return true
		}
	}
	ch.members, ch.spelled = append(ch.members, raw), append(ch.spelled, v.t.Spelled)
	return true
}

// settle decides what the collected operands are together.
func (c *Compiler) settle(ch choice, at place) (value, bool) {
	switch {
	case len(ch.types) == 0 && len(ch.members) == 0:
		if ch.hasMark && constKind(ch.fallback) == "" {
			c.fail(codeDefaults, at.path, at.pos, "a default without a type", "write *value | type")
			return value{}, false
		}
		return of(ir.Type{Kind: ir.KindNull})
	case len(ch.types) == 0:
		return c.enum(ch, at)
	case len(ch.types) == 1 && ch.unmarked == 0 && (len(ch.members) == 0 || !c.separate(ch)):
		if prior := ch.types[0]; prior.fallback != nil && ch.hasMark && !equalConst(prior.fallback, ch.fallback) {
			c.fail(codeDefaults, at.path, at.pos, "a default beside a definition that has another one", "keep one of them")
			return value{}, false
		}
		return ch.types[0], true
	}
	return c.union(ch, at)
}

func (c *Compiler) enum(ch choice, at place) (value, bool) {
	base := constKind(ch.members[0])
	t := ir.Type{Kind: ir.KindEnum}
	for i, m := range ch.members {
		k := constKind(m)
		if numeric(k) && numeric(base) && k != base {
			base = ir.KindNumber
		} else if k != base && !(k == ir.KindInt && base == ir.KindNumber) {
			return c.union(ch, at)
		}
		t.Enum = append(t.Enum, ir.Member{Value: m, Spelled: ch.spelled[i]})
	}
	t.Base = base
	if len(t.Enum) == 1 {
		return of(ir.Type{Kind: base, Const: ch.members[0], Spelled: ch.spelled[0]})
	}
	if base == ir.KindNumber && !c.carried(ch.members, at) {
		return value{}, false
	}
	if base == ir.KindBool {
		return of(ir.Type{Kind: ir.KindBool})
	}
	return of(t)
}

// carried refuses an enum of numbers whose members float64 does not tell apart from others.
func (c *Compiler) carried(members []json.RawMessage, at place) bool {
	for _, m := range members {
		if f, err := strconv.ParseFloat(string(m), 64); err != nil || compare(json.Number(strconv.FormatFloat(f, 'g', -1, 64)), json.Number(m)) != 0 {
			c.fail(codeNumber, at.path, at.pos, fmt.Sprintf("the member %s has more digits than a 64-bit number carries", m),
				"write a member of at most 15 digits, or strings")
			return false
		}
	}
	return true
}

// separate tells whether the marked constant is no value of the one type beside it, but of another kind: it is a variant.
func (c *Compiler) separate(ch choice) bool {
	t, _, ok := c.resolve(ch.types[0].t)
	if !ok || t.Kind == ir.KindAny || c.refuses(t, ch.members[0]) == "" {
		return false
	}
	kind := t.Kind
	if kind == ir.KindEnum {
		kind = t.Base
	}
	return family(kind) != family(constKind(ch.members[0]))
}
