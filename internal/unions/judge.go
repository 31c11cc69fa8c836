package unions

import (
	"encoding/json"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/jsonval"
)

// Overlap is a pair of alternatives that documents do not tell apart: what is complete for A could still become B.
type Overlap struct{ A, B Shape }

// Judge finds the discriminator of a union, "" without one, or the first pair of alternatives that overlap.
func Judge(u *ir.Union, pkg string, r Resolver) (discriminator string, overlap *Overlap) {
	shapes := Shapes(u, pkg, r)
	for i := range shapes {
		for j := range shapes {
			a, b := &shapes[i], &shapes[j]
			if a.Variant == b.Variant || a.Apart(b) || a.plain() && b.plain() {
				continue
			}
			return "", &Overlap{A: *a, B: *b}
		}
	}
	return discriminatorOf(structs(shapes)), nil
}

func structs(shapes []Shape) []Shape {
	var out []Shape
	for _, s := range shapes {
		if s.Struct {
			out = append(out, s)
		}
	}
	return out
}

// discriminatorOf is the first field that every struct requires, with values that no other one has.
func discriminatorOf(list []Shape) string {
	if len(list) < 2 {
		return ""
	}
	for _, f := range list[0].Fields {
		if tells(list, f.Name) {
			return f.Name
		}
	}
	return ""
}

func tells(list []Shape, name string) bool {
	for i := range list {
		f := list[i].field(name)
		if f == nil || !f.Required || f.Values == nil {
			return false
		}
		for j := range i {
			if share(f.Values, list[j].field(name).Values) {
				return false
			}
		}
	}
	return true
}

// Hint says what keeps a field from telling the two apart: the field that comes nearest, and what is wrong with it where.
// The field is "" when there is none.
func (o *Overlap) Hint() (field, problem string) {
	for _, s := range []*Shape{&o.A, &o.B} {
		other := &o.B
		if s == other {
			other = &o.A
		}
		for _, f := range s.Fields {
			if f.Values == nil || !f.Required {
				continue
			}
			switch g := other.field(f.Name); {
			case g == nil:
				return f.Name, "is missing in " + other.Name
			case g.Values == nil:
				return f.Name, "is no constant in " + other.Name
			case !g.Required:
				return f.Name, "is optional in " + other.Name
			case share(f.Values, g.Values):
				return f.Name, "has the same value in both"
			}
		}
	}
	return "", ""
}

// Tags gives the variants of a union the values that the discriminator has in them.
func Tags(u *ir.Union, pkg string, r Resolver) {
	for i := range u.Variants {
		u.Variants[i].Tags = nil
	}
	if u.Discriminator == "" {
		return
	}
	for _, s := range structs(Shapes(u, pkg, r)) {
		if f := s.field(u.Discriminator); f != nil {
			u.Variants[s.Variant].Tags = append(u.Variants[s.Variant].Tags, f.Values...)
		}
	}
}

func share(a, b []json.RawMessage) bool {
	for _, x := range a {
		for _, y := range b {
			if jsonval.Equal(x, y) {
				return true
			}
		}
	}
	return false
}
