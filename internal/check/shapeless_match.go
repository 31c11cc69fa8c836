package check

import (
	"fmt"
	"strings"

	"github.com/ikgen/ikgen/internal/diag"
	"github.com/ikgen/ikgen/internal/ir"
)

func shapelessMatch() Rule {
	return Rule{
		Code: "IK1039", Severity: diag.Error, Name: "shapeless-match",
		Title: "a leaf of #Match looks into a value that rules cannot read",
		Text: "The value is `_` or an extra key of an open struct: any JSON. A rule compiled to Go has no field to read there. The same\n" +
			"goes for a list with fixed elements, such as [string, int]. A rule can ask that the value is present, with {}.",
		Before: "#Input: details!: _\n…\n#Match: input: details: kind: \"gift\"",
		After:  "#Input: details!: {kind!: string, ...}\n…\n#Match: input: details: kind: \"gift\"",
		Run: func(c *Context) {
			for _, m := range c.matches() {
				for _, l := range m.Match.Leaves {
					if len(l.Compare) == 0 && (l.Type == nil || l.Type.Kind == ir.KindAny) && !m.reads(l.Path) {
						continue
					}
					for _, t := range c.targets(m, l.Path) {
						why := c.resolver().opaque(wanted(l), t, 0)
						if why == "" && t.Kind == ir.KindAny {
							why = noSchema
						}
						if why != "" {
							c.report(finding{
								Path:    leafPath(m.Path, l),
								Message: fmt.Sprintf("%s %s, so a rule cannot look into it", strings.Join(l.Path, "."), why),
								Help:    opaqueHelp(why),
							})
							break
						}
					}
				}
			}
		},
	}
}

// Why a rule cannot look into a value.
const (
	noSchema      = "has no schema"
	inNoSchema    = "holds a value without a schema"
	fixedElements = "is a list of fixed elements"
	inFixed       = "holds a list of fixed elements"
	ownFields     = "has fields of its own, which a pattern of names does not reach"
)

func opaqueHelp(why string) string {
	switch why {
	case ownFields:
		return "match the fields one by one, or judge the value in a handler"
	case fixedElements, inFixed:
		return "make the value a struct, whose fields have names; or ask only for its presence with {}, or judge it in a handler"
	}
	return "give the value a schema, ask only for its presence with {}, or judge it in a handler"
}

// wanted is what a leaf asks of the value; any for one that only compares.
func wanted(l ir.Leaf) typed {
	if l.Type == nil {
		return typed{Type: ir.Type{Kind: ir.KindAny}}
	}
	return typed{Type: *l.Type}
}

// opaque says why a rule that asks for one type cannot read a value of another; "" where it can.
func (r resolver) opaque(want, have typed, depth int) string {
	want, okWant := r.deref(want)
	have, okHave := r.deref(have)
	switch {
	case !okWant || !okHave || want.Kind == ir.KindAny || depth > maxHops:
		return ""
	case want.Kind == ir.KindUnion:
		return firstWhy(variants(want), func(v typed) string { return r.opaque(v, have, depth+1) })
	case have.Kind == ir.KindUnion:
		return firstWhy(variants(have), func(v typed) string { return r.opaque(want, v, depth+1) })
	case have.Kind == ir.KindAny && depth == 0:
		return noSchema
	case have.Kind == ir.KindAny:
		return inNoSchema
	case have.Kind == ir.KindTuple && want.Kind == ir.KindList && depth == 0:
		return fixedElements
	case have.Kind == ir.KindTuple && want.Kind == ir.KindList:
		return inFixed
	case have.Kind == ir.KindStruct && want.Kind == ir.KindMap:
		return ownFields
	case want.Kind == have.Kind && have.Items != nil:
		return firstWhy(elements(want), func(v typed) string { return r.opaque(v, typed{*have.Items, have.from}, depth+1) })
	case want.Kind != ir.KindStruct:
		return ""
	}
	for i := range want.Fields {
		for _, t := range children(have.Type, want.Fields[i].Name) {
			if why := r.opaque(typed{want.Fields[i].Type, want.from}, typed{t, have.from}, depth+1); why != "" {
				return why
			}
		}
	}
	return ""
}

func firstWhy(types []typed, why func(typed) string) string {
	for _, t := range types {
		if found := why(t); found != "" {
			return found
		}
	}
	return ""
}

// variants are the types of which a union is one.
func variants(t typed) []typed {
	if t.Union == nil {
		return nil
	}
	out := make([]typed, 0, len(t.Union.Variants))
	for _, v := range t.Union.Variants {
		out = append(out, typed{v.Type, t.from})
	}
	return out
}

// elements are what a constraint asks of the elements of a list or a map, all or some of them.
func elements(t typed) []typed {
	var out []typed
	if t.Items != nil {
		out = append(out, typed{*t.Items, t.from})
	}
	for _, c := range t.Contains {
		out = append(out, typed{c.Items, t.from})
	}
	return out
}
