package wirerules

import (
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/unions"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Union is the table by which a decoder finds the variant of a union that stands in the package pkg.
func Union(u *ir.Union, pkg string, r unions.Resolver) wire.Union {
	out := wire.Union{Tag: u.Discriminator}
	shapes := unions.Shapes(u, pkg, r)
	structs, lists := 0, 0
	for _, s := range shapes {
		if s.Kinds&wire.IsObject != 0 {
			structs++
		}
		if s.Kinds&wire.IsList != 0 {
			lists++
		}
	}
	for i := range shapes {
		s := &shapes[i]
		w := wire.Shape{Variant: s.Variant, Kinds: s.Kinds}
		switch {
		case s.Kinds&wire.IsList != 0 && lists > 1:
			w.Least, w.Most = s.Least, s.Most
		case !s.Struct || structs < 2:
		case u.Discriminator != "":
			w.Tags = tags(s, u.Discriminator)
		default:
			w.Open, w.Fields = s.Open, shapeFields(s)
		}
		out.Shapes = append(out.Shapes, w)
	}
	return out
}

func tags(s *unions.Shape, name string) []string {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return raws(s.Fields[i])
		}
	}
	return nil
}

func raws(f unions.Field) []string {
	var out []string
	for _, v := range f.Values {
		out = append(out, string(v))
	}
	return out
}

func shapeFields(s *unions.Shape) []wire.ShapeField {
	var out []wire.ShapeField
	for _, f := range s.Fields {
		out = append(out, wire.ShapeField{Name: f.Name, Required: f.Required, Kinds: f.Kinds, Values: raws(f)})
	}
	return out
}

// Picked tells of each variant whether Pick may give it: not of a scalar that is only ever tried after another one.
func Picked(u *ir.Union, pkg string, r unions.Resolver) []bool {
	out := make([]bool, len(u.Variants))
	var seen wire.Kinds
	for _, s := range unions.Shapes(u, pkg, r) {
		if s.Kinds&(wire.IsObject|wire.IsList) != 0 || s.Kinds&^seen != 0 {
			out[s.Variant] = true
		}
		seen |= s.Kinds
	}
	return out
}

// Trials are, for each variant, the variants that a decoder tries one after the other when that one was picked: scalars
// that may share values. nil where there is only the one.
func Trials(u *ir.Union, pkg string, r unions.Resolver) [][]int {
	out := make([][]int, len(u.Variants))
	shapes := unions.Shapes(u, pkg, r)
	for _, kind := range []wire.Kinds{wire.IsBool, wire.IsNumber, wire.IsString} {
		var list []int
		for _, s := range shapes {
			if s.Kinds&kind != 0 && !slices.Contains(list, s.Variant) {
				list = append(list, s.Variant)
			}
		}
		if len(list) < 2 {
			continue
		}
		for _, v := range list {
			if !slices.Contains(out[list[0]], v) {
				out[list[0]] = append(out[list[0]], v)
			}
		}
	}
	return out
}
