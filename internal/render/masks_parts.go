package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// inner is a type inside of another one that has no name of a field: where it stands, below the path of the whole.
type inner struct {
	t    *ir.Type
	path func(string) string
}

// tupleTypes are the types of the elements of a tuple.
func tupleTypes(t *ir.Type) []inner {
	var out []inner
	for i := range t.Elems {
		out = append(out, inner{&t.Elems[i], func(path string) string { return gonames.ElemPath(path, i) }})
	}
	if t.Kind == ir.KindTuple && t.Items != nil {
		out = append(out, inner{t.Items, gonames.ItemPath})
	}
	return out
}

// restTypes are the types that pattern constraints give to fields.
func restTypes(t *ir.Type) []inner {
	var out []inner
	for i := range t.Rest {
		out = append(out, inner{&t.Rest[i].Items, gonames.ItemPath})
	}
	return out
}

// anyOf sets a part of a mask that protects what one of several types protects.
func (m *masks) anyOf(d *dict, key, path string, parts []inner) {
	call := ik("AnyMask").Call
	args := []gen.Code{ik("Public")}
	for _, p := range parts {
		if m.private(m.pkg, p.t, map[*ir.Type]bool{}) {
			args = append(args, m.function(p.path(path), p.t))
		}
	}
	if len(args) > 1 {
		d.set(key, gen.Func().Params().Op("*").Add(ik("Mask")).Block(gen.Return(call(args...))))
	}
}
