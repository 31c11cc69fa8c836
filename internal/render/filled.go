package render

import (
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// fillsAny tells whether the kernel fills a field of a type of this package, or of one that it refers to.
func (g *generator) fillsAny() bool {
	for _, d := range g.names.Decls() {
		if fills(&d.Type) {
			return true
		}
	}
	for _, p := range g.in.Deps { // the order does not show
		if slices.ContainsFunc(p.Types, func(d ir.TypeDef) bool { return fills(&d.Type) }) {
			return true
		}
	}
	return false
}

// fills tells whether a field of the type, however deep, is filled by the kernel. References are not followed.
func fills(t *ir.Type) bool {
	if t == nil {
		return false
	}
	inside := func(list []ir.Type) bool {
		return slices.ContainsFunc(list, func(e ir.Type) bool { return fills(&e) })
	}
	for i := range t.Fields {
		if t.Fields[i].From != "" || fills(&t.Fields[i].Type) {
			return true
		}
	}
	for i := range t.Rest {
		if fills(&t.Rest[i].Items) {
			return true
		}
	}
	for i := range t.Contains {
		if fills(&t.Contains[i].Items) {
			return true
		}
	}
	if t.Union != nil && slices.ContainsFunc(t.Union.Variants, func(v ir.Variant) bool { return fills(&v.Type) }) {
		return true
	}
	return fills(t.Items) || inside(t.Elems)
}
