package unions

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Shape is one alternative of a union, unions within unions unfolded: what can be seen of its values from outside.
type Shape struct {
	Variant int // index in the union
	Name    string
	Kinds   wire.Kinds
	Fields  []Field // of a struct
	Struct  bool
	Open    bool // a struct that may allow further keys
	Any     bool // _: everything
	Direct  bool // a variant of the union itself, not of a union in it
	Least   int  // items of a list
	Most    int  // -1 for no bound
}

// Field is what can be seen of one field of a struct.
type Field struct {
	Name     string
	Required bool
	Kinds    wire.Kinds
	Values   []json.RawMessage // the only values, nil where there are others
}

// Shapes unfolds a union that stands in a package.
func Shapes(u *ir.Union, pkg string, r Resolver) []Shape {
	var out []Shape
	for i := range u.Variants {
		v := &u.Variants[i]
		out = append(out, r.shapes(i, v.Name, v.Type, pkg, 0)...)
	}
	return out
}

func (r Resolver) shapes(variant int, name string, t ir.Type, pkg string, depth int) []Shape {
	t, pkg, ok := r(t, pkg)
	if t.Kind == ir.KindUnion && t.Union != nil && ok && depth <= maxNesting {
		var out []Shape
		for i := range t.Union.Variants {
			v := &t.Union.Variants[i]
			out = append(out, r.shapes(variant, name+"."+v.Name, v.Type, pkg, depth+1)...)
		}
		return out
	}
	s := Shape{Variant: variant, Name: name, Kinds: kindOf(t), Any: t.Kind == ir.KindAny || !ok, Direct: depth == 0}
	if s.Kinds == list {
		s.Least, s.Most = lengths(t)
	}
	if t.Kind != ir.KindStruct {
		return []Shape{s}
	}
	s.Struct, s.Open = true, t.Open || len(t.Rest) > 0
	for i := range t.Fields {
		f := &t.Fields[i]
		target, _, _ := r(f.Type, pkg)
		if n := f.Type.Narrow; n != nil {
			target = *n
		}
		s.Fields = append(s.Fields, Field{
			Name: f.Name, Required: f.Presence == ir.Required, Kinds: r.kinds(f.Type, pkg, 0), Values: values(target),
		})
	}
	return []Shape{s}
}

// lengths are the least and the greatest number of items of a list; -1 for no bound.
func lengths(t ir.Type) (least, most int) {
	least, most = len(t.Elems), -1
	if t.MinItems != nil {
		least = max(least, *t.MinItems)
	}
	if t.MaxItems != nil {
		most = *t.MaxItems
	}
	if t.Kind == ir.KindTuple && t.Items == nil {
		most = len(t.Elems)
	}
	return least, most
}

func (s *Shape) field(name string) *Field {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return &s.Fields[i]
		}
	}
	return nil
}

// Apart tells whether every value that is complete for s conflicts with other.
func (s *Shape) Apart(other *Shape) bool {
	if s.Kinds&other.Kinds == 0 {
		return true
	}
	if s.Kinds == list && other.Kinds == list {
		return s.Most >= 0 && s.Most < other.Least || other.Most >= 0 && other.Most < s.Least
	}
	if !s.Struct || !other.Struct {
		return false
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if !f.Required {
			continue
		}
		g := other.field(f.Name)
		if g == nil && !other.Open || g != nil && f.apart(g) {
			return true
		}
	}
	return false
}

func (f *Field) apart(g *Field) bool {
	return f.Kinds&g.Kinds == 0 || f.Values != nil && g.Values != nil && !share(f.Values, g.Values)
}

// plain tells whether the alternative is a variant of the union itself whose values are strings, numbers or booleans. Two
// such variants may share values: a value is the same in both.
func (s *Shape) plain() bool { return s.Direct && s.Kinds&(list|object|null) == 0 }
