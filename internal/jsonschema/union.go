package jsonschema

import "github.com/ikgen/ikgen/internal/ir"

// union lists the variants. anyOf is exact: no value of one struct is one of another, and scalars may share values.
func (w *writer) union(s *object, p *ir.Package, t *ir.Type) error {
	var variants list
	for i := range t.Union.Variants {
		v, err := w.schema(p, &t.Union.Variants[i].Type)
		if err != nil {
			return err
		}
		variants = append(variants, v)
	}
	s.set("anyOf", variants)
	return nil
}
