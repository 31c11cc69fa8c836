package types

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/ikgen/ikgen/internal/ir"
)

// below is the place of a part: what has closed the whole has closed its parts.
func (at place) below(path string) place {
	return place{path: path, pos: at.pos, sealedA: at.sealedA, sealedB: at.sealedB || at.embed}
}

// meetStructs unifies two structs. Literals of one definition add up to one struct; what a definition or close() has
// closed admits no further fields.
func (c *Compiler) meetStructs(a, b ir.Type, at place) (ir.Type, bool) {
	closedA := at.sealedA && !a.Open
	closedB := at.sealedB && !b.Open && !at.embed
	ok := true
	if closedA {
		ok = c.admits(a, b, at)
	}
	if closedB {
		ok = c.admits(b, a, at) && ok
	}
	if closedA {
		b = restrict(a, b)
	}
	if closedB {
		a = restrict(b, a)
	}
	out := a
	out.Open = (a.Open || b.Open) && !closedA && !closedB
	out.MinItems, out.MaxItems = larger(a.MinItems, b.MinItems), smaller(a.MaxItems, b.MaxItems)
	out.Relations = union(a.Relations, b.Relations)
	out.Rest = append(append([]ir.Rest(nil), a.Rest...), b.Rest...)
	out.Fields = append([]ir.Field(nil), a.Fields...)
	for _, f := range b.Fields {
		i := fieldIndex(out.Fields, f.Name)
		if i < 0 {
			out.Fields = append(out.Fields, f)
			continue
		}
		merged, good := c.meetFields(out.Fields[i], f, at)
		out.Fields[i] = merged
		ok = ok && good
	}
	if !ok {
		return ir.Type{}, false
	}
	if out.Rest, ok = c.joinRest(out.Rest, at); !ok {
		return ir.Type{}, false
	}
	return c.finishStruct(out, at)
}

// admits reports what the second struct has and the first, which is closed, does not allow.
func (c *Compiler) admits(closed, other ir.Type, at place) bool {
	ok := true
	for _, f := range other.Fields {
		allowed := names(closed, f.Name)
		if !allowed && c.trying > 0 && f.Presence == ir.Optional {
			continue // restrict leaves it out
		}
		if !allowed {
			ok = false
			c.bottom(codeImpossible, at.path+"."+label(f.Name), at.pos,
				fmt.Sprintf("the field %q can never be given: the definition beside it is closed and does not have it", f.Name),
				"embed the definition to add fields: {#Base, more!: int}")
		}
	}
	for _, r := range other.Rest {
		same := false
		for _, have := range closed.Rest {
			same = same || sameKeys(have.Keys, r.Keys)
		}
		if len(r.Keys) > 0 && !same {
			ok = false
			c.fail(codeNarrowing, at.path, at.pos, "a pattern constraint beside a closed struct cannot be compiled exactly",
				"write the constraint at the fields themselves")
		}
	}
	return ok
}

// names tells whether a closed struct allows a field.
func names(closed ir.Type, name string) bool {
	return fieldIndex(closed.Fields, name) >= 0 || slices.ContainsFunc(closed.Rest, func(r ir.Rest) bool { return binds(r, name) })
}

// restrict writes a pattern constraint on every key, beside a closed struct, as one on the keys that this has. Fields
// that the closed one does not allow are left out.
func restrict(closed, other ir.Type) ir.Type {
	var rest []ir.Rest
	fields := slices.DeleteFunc(slices.Clone(other.Fields), func(f ir.Field) bool { return !closed.Open && !names(closed, f.Name) })
	for _, r := range other.Rest {
		if len(r.Keys) > 0 {
			rest = append(rest, r)
			continue
		}
		for _, have := range closed.Rest {
			rest = append(rest, ir.Rest{Keys: have.Keys, Items: r.Items})
		}
		for _, f := range closed.Fields {
			if i := fieldIndex(fields, f.Name); i < 0 {
				fields = append(fields, ir.Field{Name: f.Name, Presence: f.Presence, Default: f.Default, Type: r.Items})
			}
		}
	}
	other.Rest, other.Fields = rest, fields
	return other
}

func sameKeys(a, b []ir.Pattern) bool {
	return refusesNothing(a, b) && len(a) == len(b)
}

func refusesNothing(a, b []ir.Pattern) bool {
	for _, p := range a {
		found := false
		for _, q := range b {
			found = found || p == q
		}
		if !found {
			return false
		}
	}
	return true
}

// meetCounts unifies a struct and a bound on the number of its fields.
func (c *Compiler) meetCounts(a, b ir.Type, at place) (ir.Type, bool) {
	if bare(a) {
		a, b = b, a
	}
	a.MinItems, a.MaxItems = larger(a.MinItems, b.MinItems), smaller(a.MaxItems, b.MaxItems)
	return a, c.countable(a, at)
}

// meetFields unifies two declarations of one field. A default of either makes it one that may be left out; else it is
// required where either requires it.
func (c *Compiler) meetFields(a, b ir.Field, at place) (ir.Field, bool) {
	path := at.path + "." + label(a.Name)
	meet := func() (ir.Type, bool) { return c.meetTypes(a.Type, b.Type, at.below(path)) }
	var t ir.Type
	ok := false
	if a.Presence == ir.Optional && b.Presence == ir.Optional {
		t, ok = c.inside(meet)
	} else {
		t, ok = meet()
	}
	if !ok {
		return a, false
	}
	out := a
	out.Type = t
	out.Doc, out.Go, out.From = nearer(a.Doc, b.Doc), nearer(a.Go, b.Go), nearer(a.From, b.From)
	if len(b.Examples) > 0 {
		out.Examples = b.Examples
	}
	switch {
	case a.Presence == ir.Defaulted || b.Presence == ir.Defaulted:
		out.Presence = ir.Defaulted
	case a.Presence == ir.Required || b.Presence == ir.Required:
		out.Presence = ir.Required
	}
	v, ok := c.meetDefaults(value{t: t}, value{fallback: a.Default}, value{fallback: b.Default}, place{path: path, pos: at.pos})
	out.Default = v.fallback
	return out, ok
}

// nearer is the second text where there is one: words at the use are nearer than those of the definition.
func nearer(a, b string) string {
	if b != "" {
		return b
	}
	return a
}

// ownDefault is the value that a struct has without being given: it has defaults, and nothing that is required. nil for
// other types.
func (c *Compiler) ownDefault(t ir.Type) []byte {
	target, _, ok := c.resolve(t)
	if !ok || target.Kind != ir.KindStruct || target.Nullable || target.MinItems != nil {
		return nil
	}
	out := []byte{'{'}
	for _, f := range target.Fields {
		switch f.Presence {
		case ir.Required:
			return nil
		case ir.Defaulted:
			if len(out) > 1 {
				out = append(out, ',')
			}
			key, err := json.Marshal(f.Name)
			if err != nil {
				return nil
			}
			out = append(append(append(out, key...), ':'), f.Default...)
		}
	}
	if len(out) == 1 {
		return nil
	}
	return append(out, '}')
}
