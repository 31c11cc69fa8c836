package render

import (
	"github.com/ikgen/ikgen/internal/gonames"
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/render/gen"
)

// union is the mask of every variant together: what is private in one of them is private in all.
func (m *masks) union(path string, t *ir.Type) *gen.Statement {
	calls := []gen.Code{privacy(t.Privacy)}
	for i := range t.Union.Variants {
		v := &t.Union.Variants[i]
		if !m.private(m.pkg, &v.Type, map[*ir.Type]bool{}) {
			continue
		}
		at := gonames.VariantPath(path, v.Name)
		if _, declared := m.names.At(at); declared {
			calls = append(calls, m.named(m.names.VariantType(path, t.Union, i).Name))
			continue
		}
		calls = append(calls, m.function(at, &v.Type))
	}
	return ik("AnyMask").Call(calls...)
}

func unionVariants(t *ir.Type) []ir.Variant {
	if t.Union == nil {
		return nil
	}
	return t.Union.Variants
}
