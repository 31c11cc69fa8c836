package types

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/load/spec"
)

// patternDecl compiles a pattern constraint: [=~"^x-"]: T.
func (c *Compiler) patternDecl(b *structBuilder, f spec.Field, at place) {
	keyExpr, _ := f.Pattern()
	key, ok := c.expr(keyExpr, at.path)
	if !ok {
		b.ok = false
		return
	}
	keys, ok := c.keyPatterns(c.expanded(key.t))
	if !ok {
		b.ok = false
		c.fail(codeInexact, at.path, spec.At(keyExpr.X), "keys are restricted by regular expressions and constants only",
			`write [string]: T or [=~"^[a-z]+$"]: T`)
		return
	}
	path := at.path + "[]"
	var attrs attributes
	attrs.add(c, f, path, placePattern)
	items, ok := c.place(f.Expr(), path)
	if ok && items.fallback != nil && items.direct {
		c.fail(codeMisplacedDefault, path, spec.At(f.Value), "a default of map values has no effect", "remove the * mark")
		ok = false
	}
	if !ok {
		b.ok = false
		return
	}
	items.t.Privacy = stronger(items.t.Privacy, attrs.privacy)
	b.t.Rest = append(b.t.Rest, ir.Rest{Keys: keys, Items: items.t})
}

// keyPatterns gives the regular expressions that say which keys a type admits.
func (c *Compiler) keyPatterns(t ir.Type) ([]ir.Pattern, bool) {
	var names []string
	switch {
	case t.Nullable:
		return nil, false
	case t.Kind == ir.KindEnum && t.Base == ir.KindString:
		for _, m := range t.Enum {
			names = append(names, quoted(m.Value))
		}
	case t.Kind == ir.KindString && t.Const != nil:
		names = append(names, quoted(t.Const))
	case t.Kind == ir.KindString && t.MinRunes == nil && t.MaxRunes == nil && len(t.NotOneOf)+len(t.Formats) == 0:
		return t.Patterns, true
	default:
		return nil, false
	}
	return []ir.Pattern{{Regexp: "^(" + strings.Join(names, "|") + ")$"}}, true
}

// quoted is a regular expression for the text of a JSON string.
func quoted(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return regexp.QuoteMeta(text)
}

// binds tells whether a pattern constraint binds a key.
func binds(r ir.Rest, key string) bool { return refusesString(ir.Type{Patterns: r.Keys}, key) == "" }

// finishStruct lets pattern constraints bind the named fields, and gives a struct of one of them its own kind: a map.
func (c *Compiler) finishStruct(t ir.Type, at place) (ir.Type, bool) {
	rest, ok := c.joinRest(t.Rest, at)
	if !ok {
		return t, false
	}
	t.Rest = rest
	if len(t.Fields) == 0 && len(t.Rest) == 1 && !t.Open && len(t.Relations) == 0 {
		return ir.Type{
			Kind: ir.KindMap, Items: &t.Rest[0].Items, Keys: t.Rest[0].Keys, MinItems: t.MinItems, MaxItems: t.MaxItems,
			Privacy: t.Privacy, Nullable: t.Nullable,
		}, true
	}
	fields := append([]ir.Field(nil), t.Fields...)
	for i, f := range fields {
		for _, r := range t.Rest {
			if !binds(r, f.Name) {
				continue
			}
			bound, good := c.meetFields(f, ir.Field{Name: f.Name, Presence: f.Presence, Default: f.Default, Type: r.Items}, at)
			fields[i], ok = bound, ok && good
			f = bound
		}
	}
	t.Fields = fields
	return t, ok && c.restIsExact(t, at) && c.related(t, at) && c.countable(t, at)
}

// joinRest makes one pattern constraint of those on the same keys.
func (c *Compiler) joinRest(rest []ir.Rest, at place) ([]ir.Rest, bool) {
	var out []ir.Rest
	for _, r := range rest {
		i := slices.IndexFunc(out, func(have ir.Rest) bool { return sameKeys(have.Keys, r.Keys) })
		if i < 0 {
			out = append(out, r)
			continue
		}
		items, ok := c.inside(func() (ir.Type, bool) { return c.meetTypes(out[i].Items, r.Items, at.below(at.path+"[]")) })
		if !ok {
			return nil, false
		}
		out[i].Items = items
	}
	return out, true
}

// restIsExact refuses what cannot be kept as JSON beside other constraints on the same keys: CUE would fill defaults in.
func (c *Compiler) restIsExact(t ir.Type, at place) bool {
	for _, r := range t.Rest {
		if (len(t.Rest) > 1 || t.Open) && (len(r.Keys) > 1 || len(r.Keys) == 1 && r.Keys[0].Not) {
			c.fail(codeInexact, at.path, at.pos, "a pattern constraint beside others, or in an open struct, has one regular expression that keys match, else it cannot be compiled exactly",
				`write [=~"^x-"]: T`)
			return false
		}
	}
	if !t.KeepsJSON() || len(t.Rest) == 0 {
		return true
	}
	for _, r := range t.Rest {
		if k := r.Items.Kind; k == ir.KindRef || plainScalar(r.Items) || k == ir.KindAny {
			if !c.fills(r.Items, 0) {
				continue
			}
		}
		c.fail(codeInexact, at.path, at.pos, "several pattern constraints of different types, or one in an open struct, are scalars or definitions without defaults only",
			"give the values a definition of their own, or one type for all keys")
		return false
	}
	return true
}

// maxFill bounds the search for defaults in recursive types.
const maxFill = 20

// fills tells whether a type has defaults that decoding fills in.
func (c *Compiler) fills(t ir.Type, depth int) bool {
	if depth > maxFill {
		return false
	}
	target, home, ok := c.resolve(t)
	if !ok {
		return t.Kind == ir.KindRef // not compiled yet: it may
	}
	inside := func(t *ir.Type) bool { return t != nil && home.fills(*t, depth+1) }
	for i := range target.Fields {
		if target.Fields[i].Presence == ir.Defaulted || inside(&target.Fields[i].Type) {
			return true
		}
	}
	for i := range target.Elems {
		if inside(&target.Elems[i]) {
			return true
		}
	}
	for i := range target.Rest {
		if inside(&target.Rest[i].Items) {
			return true
		}
	}
	if target.Union != nil {
		for i := range target.Union.Variants {
			if inside(&target.Union.Variants[i].Type) {
				return true
			}
		}
	}
	return inside(target.Items)
}

// countable refuses a bound on the number of fields where defaults count too, which a JSON Schema cannot say, and one
// that no value satisfies.
func (c *Compiler) countable(t ir.Type, at place) bool {
	if t.MinItems == nil && t.MaxItems == nil {
		return true
	}
	required := 0
	for _, f := range t.Fields {
		switch f.Presence {
		case ir.Defaulted:
			c.fail(codeInexact, at.path, at.pos, fmt.Sprintf("a bound on the number of fields beside the default of %q cannot be compiled exactly: CUE counts the default", f.Name),
				"drop the bound, or make the field optional")
			return false
		case ir.Required:
			required++
		}
	}
	switch {
	case t.MaxItems != nil && required > *t.MaxItems:
		c.bottom(codeImpossible, at.path, at.pos, fmt.Sprintf("%d fields are required, but at most %d are allowed", required, *t.MaxItems), "widen the bound")
		return false
	case t.MinItems != nil && !t.Open && len(t.Rest) == 0 && len(t.Fields) < *t.MinItems:
		c.bottom(codeImpossible, at.path, at.pos, fmt.Sprintf("the struct has %d fields, fewer than %d", len(t.Fields), *t.MinItems), "widen the bound")
		return false
	}
	return true
}
