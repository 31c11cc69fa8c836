package wirerules

import (
	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/runtime/wire"
)

// Items is the rule over all elements of a list; nil where it has none. read gives the reader of a scalar.
func Items(t ir.Type, read func(ir.Type) (func(*wire.Decoder), error)) (*wire.Items, error) {
	if !t.Unique && len(t.Contains) == 0 {
		return nil, nil
	}
	out := &wire.Items{Unique: t.Unique}
	for _, c := range t.Contains {
		r, err := read(c.Items)
		if err != nil {
			return nil, err
		}
		out.Contains = append(out.Contains, wire.Contains{Read: r, Min: c.Min, Max: c.Max})
	}
	return out, nil
}

// Relations are the relations between the fields of a struct.
func Relations(t ir.Type) wire.Relations {
	var out wire.Relations
	for _, r := range t.Relations {
		out = append(out, wire.Relation{Field: r.Field, Op: r.Op, Other: r.Other})
	}
	return out
}

// Rest are the pattern constraints of a struct.
func Rest(t ir.Type) ([]wire.Rest, error) {
	var out []wire.Rest
	for _, r := range t.Rest {
		p, err := patterns(r.Keys)
		if err != nil {
			return nil, err
		}
		out = append(out, wire.Rest(p))
	}
	return out, nil
}

// Length is the rule of the length of a tuple.
func Length(t ir.Type) wire.Size {
	n := len(t.Elems)
	if t.Items == nil {
		return wire.Size{Min: &n, Max: &n}
	}
	return wire.Size{Min: &n, Max: t.MaxItems}
}
