package fingerprint

import "github.com/ikgen/ikgen/internal/ir"

// parts are the types inside a type that stand neither in its fields nor in its items.
func parts(t ir.Type) []*ir.Type {
	var out []*ir.Type
	if t.Narrow != nil {
		out = append(out, t.Narrow)
	}
	for i := range t.Elems {
		out = append(out, &t.Elems[i])
	}
	for i := range t.Contains {
		out = append(out, &t.Contains[i].Items)
	}
	for i := range t.Rest {
		out = append(out, &t.Rest[i].Items)
	}
	if t.Union != nil {
		for i := range t.Union.Variants {
			out = append(out, &t.Union.Variants[i].Type)
		}
	}
	return out
}

// stripParts gives a copy of a type whose parts have no Go names.
func stripParts(t ir.Type) ir.Type {
	if t.Narrow != nil {
		narrow := stripGo(*t.Narrow)
		t.Narrow = &narrow
	}
	t.Elems = append([]ir.Type(nil), t.Elems...)
	t.Contains = append([]ir.Contains(nil), t.Contains...)
	t.Rest = append([]ir.Rest(nil), t.Rest...)
	t.Union = plainUnion(t.Union)
	for _, inner := range parts(t) {
		if inner != t.Narrow {
			*inner = stripGo(*inner)
		}
	}
	return t
}
