package unions_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/ikgen/ikgen/internal/ir"
	"github.com/ikgen/ikgen/internal/unions"
	"github.com/ikgen/ikgen/runtime/wire"
)

func constant(text string) ir.Type {
	return ir.Type{Kind: ir.KindString, Const: json.RawMessage(text)}
}

func required(name string, t ir.Type) ir.Field {
	return ir.Field{Name: name, Presence: ir.Required, Type: t}
}

func optional(name string, t ir.Type) ir.Field {
	return ir.Field{Name: name, Presence: ir.Optional, Type: t}
}

func object(fields ...ir.Field) ir.Type { return ir.Type{Kind: ir.KindStruct, Fields: fields} }

func union(types ...ir.Type) *ir.Union {
	u := &ir.Union{}
	for i, t := range types {
		u.Variants = append(u.Variants, ir.Variant{Name: string(rune('A' + i)), Type: t})
	}
	return u
}

// resolve knows the definitions of the test.
func resolve(defs map[string]ir.Type) unions.Resolver {
	return func(t ir.Type, pkg string) (ir.Type, string, bool) {
		for t.Kind == ir.KindRef {
			next, ok := defs[t.Ref.Name]
			if !ok {
				return t, pkg, false
			}
			next.Nullable = next.Nullable || t.Nullable
			t = next
		}
		return t, pkg, true
	}
}

func TestListsAreToldApartByTheirLengths(t *testing.T) {
	num := ir.Type{Kind: ir.KindInt}
	tuple := func(n int, tail *ir.Type) ir.Type {
		out := ir.Type{Kind: ir.KindTuple, Items: tail}
		for range n {
			out.Elems = append(out.Elems, num)
		}
		return out
	}
	for name, tt := range map[string]struct {
		union *ir.Union
		apart bool
	}{
		"two fixed lengths":         {union(tuple(1, nil), tuple(2, nil)), true},
		"the same length":           {union(tuple(2, nil), tuple(2, nil)), false},
		"a tail that reaches":       {union(tuple(1, &num), tuple(2, nil)), false},
		"a tail behind":             {union(tuple(1, nil), tuple(2, &num)), true},
		"a list without bounds":     {union(tuple(1, nil), ir.Type{Kind: ir.KindList, Items: &num}), false},
		"bounds that do not meet":   {union(ir.Type{Kind: ir.KindList, Items: &num, MaxItems: new(1)}, ir.Type{Kind: ir.KindList, Items: &num, MinItems: new(2)}), true},
		"bounds that meet":          {union(ir.Type{Kind: ir.KindList, Items: &num, MaxItems: new(2)}, ir.Type{Kind: ir.KindList, Items: &num, MinItems: new(2)}), false},
		"the empty list and others": {union(ir.Type{Kind: ir.KindList, Items: &num, MaxItems: new(0)}, tuple(1, &num)), true},
	} {
		t.Run(name, func(t *testing.T) {
			_, overlap := unions.Judge(tt.union, "", resolve(nil))
			assert.Equal(t, tt.apart, overlap == nil)
		})
	}
}

func TestJudge(t *testing.T) {
	str, num := ir.Type{Kind: ir.KindString}, ir.Type{Kind: ir.KindInt}
	open := object(required("k", constant(`"a"`)))
	open.Open = true
	tests := []struct {
		name    string
		union   *ir.Union
		tag     string
		a, b    string // what overlaps
		field   string // the hint
		problem string
	}{
		{name: "a constant in both tells them apart", union: union(object(required("k", constant(`"a"`))), object(required("k", constant(`"b"`)))), tag: "k"},
		{name: "an open struct with a tag", union: union(open, object(required("k", constant(`"b"`)))), tag: "k"},
		{name: "a key that the other does not allow", union: union(object(required("a", str)), object(required("b", str)))},
		{name: "kinds of one required field", union: union(object(required("a", str)), object(required("a", num)))},
		{name: "kinds of values", union: union(str, num, object(), ir.Type{Kind: ir.KindList, Items: &str})},
		{name: "scalars may share values", union: union(constant(`"a"`), str)},
		{name: "one is a subset", union: union(object(required("a", str)), object(required("a", str), required("b", str))), a: "A", b: "B"},
		{name: "the same shape", union: union(object(required("a", str)), object(required("a", str))), a: "A", b: "B"},
		{name: "an optional tag", union: union(object(required("k", constant(`"a"`))), object(optional("k", constant(`"b"`)))),
			a: "B", b: "A", field: "k", problem: "is optional in B"},
		{name: "a tag that is no constant", union: union(object(required("k", constant(`"a"`))), object(required("k", str))),
			a: "A", b: "B", field: "k", problem: "is no constant in B"},
		{name: "a tag that is missing", union: union(object(required("k", constant(`"a"`))), ir.Type{Kind: ir.KindStruct, Open: true}),
			a: "A", b: "B", field: "k", problem: "is missing in B"},
		{name: "the same tag", union: union(object(required("k", constant(`"a"`))), object(required("k", constant(`"a"`)), optional("x", num))),
			a: "A", b: "B", field: "k", problem: "has the same value in both"},
		{name: "an open struct allows the key", union: union(ir.Type{Kind: ir.KindStruct, Open: true, Fields: []ir.Field{required("b", str)}}, object(required("a", str))), a: "B", b: "A"},
		{name: "a map and a struct", union: union(ir.Type{Kind: ir.KindMap, Items: &str}, object(required("a", str))), a: "A", b: "B"},
		{name: "two lists", union: union(ir.Type{Kind: ir.KindList, Items: &str}, ir.Type{Kind: ir.KindList, Items: &num}), a: "A", b: "B"},
		{name: "told apart too deep", union: union(object(required("a", object(required("x", num)))), object(required("a", object(required("y", num))))), a: "A", b: "B"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tag, overlap := unions.Judge(tt.union, "p", resolve(nil))
			assert.Equal(t, tt.tag, tag)
			if tt.a == "" {
				assert.Nil(t, overlap)
				return
			}
			require.NotNil(t, overlap)
			assert.Equal(t, []string{tt.a, tt.b}, []string{overlap.A.Name, overlap.B.Name})
			field, problem := overlap.Hint()
			assert.Equal(t, tt.field, field)
			assert.Equal(t, tt.problem, problem)
		})
	}
}

func TestUnionsWithinUnionsAreUnfolded(t *testing.T) {
	inner := ir.Type{Kind: ir.KindUnion, Union: union(object(required("k", constant(`"a"`))), object(required("k", constant(`"b"`))))}
	ref := ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#Inner"}}
	r := resolve(map[string]ir.Type{"#Inner": inner})
	u := union(ref, object(required("k", constant(`"c"`))))
	u.Discriminator, _ = unions.Judge(u, "p", r)
	assert.Equal(t, "k", u.Discriminator)
	unions.Tags(u, "p", r)
	assert.Equal(t, []json.RawMessage{json.RawMessage(`"a"`), json.RawMessage(`"b"`)}, u.Variants[0].Tags)
	assert.Equal(t, []json.RawMessage{json.RawMessage(`"c"`)}, u.Variants[1].Tags)

	_, overlap := unions.Judge(union(ref, object(required("k", constant(`"b"`)))), "p", r)
	require.NotNil(t, overlap)
	assert.Equal(t, "A.B", overlap.A.Name)

	scalars := ir.Type{Kind: ir.KindUnion, Union: union(ir.Type{Kind: ir.KindString}, ir.Type{Kind: ir.KindInt})}
	r = resolve(map[string]ir.Type{"#Inner": scalars})
	_, overlap = unions.Judge(union(ref, ir.Type{Kind: ir.KindString}), "p", r)
	assert.NotNil(t, overlap, "a value would have two homes, of which one is a union")
}

func TestShapesOfWhatIsNotThere(t *testing.T) {
	shapes := unions.Shapes(union(ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#Gone"}}), "p", resolve(nil))
	require.Len(t, shapes, 1)
	assert.True(t, shapes[0].Any)
	assert.Equal(t, unions.All, shapes[0].Kinds)
	self := ir.Type{Kind: ir.KindUnion}
	self.Union = &ir.Union{Variants: []ir.Variant{{Name: "A", Type: ir.Type{Kind: ir.KindRef, Ref: &ir.Ref{Name: "#Self"}}}}}
	assert.NotEmpty(t, unions.Shapes(self.Union, "p", resolve(map[string]ir.Type{"#Self": self})), "a circle ends")
	nullable := ir.Type{Kind: ir.KindBool, Nullable: true}
	fields := unions.Shapes(union(object(required("a", nullable))), "p", resolve(nil))[0].Fields
	assert.Equal(t, wire.IsBool|wire.IsNull, fields[0].Kinds)
}
